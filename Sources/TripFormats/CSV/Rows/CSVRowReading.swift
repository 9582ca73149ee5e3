import DocumentTables

/// An object as a row of a file states it.
struct CSVRow: Sendable {
  let entity: String
  let hierarchy: Int
  let discriminator: UInt16
  /// The values by the columns of the hierarchy.
  var values: [Value]
  /// Whether any cell says something about the object.
  var isUsed = false
  /// The cells that a finding is about, with the rule that was applied.
  var findings: [(cell: Int, code: ImportReport.Code, detail: String)] = []
  /// The start on the clock of its place, and its minutes ahead of UTC.
  var start: (day: Int64, second: Int64, offset: Int64?)?
  /// The first and the last day.
  var firstDay: Int64?
  var lastDay: Int64?
  var days: ClosedRange<Int64>? {
    guard let firstDay, let lastDay else { return nil }
    return firstDay...lastDay
  }
}

extension ImportReport.Code {
  /// Whether a cell says something that its object does not.
  var isAboutUnreadCell: Bool {
    self == .unreadCell || self == .unreadMoment || self == .unknownTime
  }
}

/// Reads rows as objects of the trip schema.
///
/// The same reading tells an importer what a row means and an exporter which fields have been edited since.
struct CSVRowReading {
  let schema: TripSchema
  let columns: CSVColumns
  let plans: [String: CSVEntityPlan]
  /// The plans of rows in a table whose rows may be several objects.
  private let plansOfKinds: [Beside: CSVEntityPlan]
  /// The kinds that get the cells of such rows.
  let owners: [CSVRowKinds: [CSVRowKinds]]
  var zones: [ComparisonText: KnownZone?] = [:]
  private let keyCell: Int?
  let entityCell: Int?
  private let identityCell: Int?
  let hasLegEnds: Bool
  private let defaultMode: String
  let tripCell: Int?
  let durationPlace: Int?
  let hasWholeDays: Bool
  let isFlightLog: Bool
  let hints: [(cell: Int, entity: String)]
  let nameCells: [Int]
  /// Whether words for kinds and vehicles count, which are those of other languages than English.
  let knowsWords: Bool
  /// The columns that make a row an object of a kind, if a row may have several.
  let kindCells: [(cell: Int, kind: CSVRowKinds)]
  /// The columns with a meaning that the object of a row may not get, by its entity; most tables have none.
  private let openCells: [String: [Int]]

  /// An entity of a row that is several objects.
  private struct Beside: Hashable {
    let entity: String
    let kinds: CSVRowKinds
  }

  init(_ schema: TripSchema, _ columns: CSVColumns) {
    self.schema = schema
    self.columns = columns
    let layout = CSVLayout(schema.tables)
    var plans: [String: CSVEntityPlan] = [:]
    for entity in schema.tables.entities where !entity.isAbstract {
      plans[entity.name] = CSVEntityPlan(entity.name, columns, schema, layout)
    }
    self.plans = plans
    let named = columns.hasSeveralKinds ? columns.namedKinds : []
    var plansOfKinds: [Beside: CSVEntityPlan] = [:]
    var owners: [CSVRowKinds: [CSVRowKinds]] = [:]
    for kinds in (0...named.rawValue).map(CSVRowKinds.init(rawValue:))
    where !kinds.isEmpty && kinds.isSubset(of: named) {
      owners[kinds] = columns.owners(in: kinds)
      for entity in kinds.entities {
        plansOfKinds[Beside(entity: entity, kinds: kinds)] =
          CSVEntityPlan(entity, columns, schema, layout, in: kinds)
      }
    }
    self.plansOfKinds = plansOfKinds
    self.owners = owners
    kindCells = columns.columns.enumerated().compactMap { place, column in
      let kind = column.kind.intersection(named)
      // A time alone is not yet a journey.
      if case .moment(_, .clock)? = column.field { return nil }
      return kind.isEmpty ? nil : (place, kind)
    }
    keyCell = columns.isOwn ? columns.place(of: .key) : nil
    entityCell = columns.place(of: .entity)
    identityCell = columns.place(of: .identity) ?? columns.place(of: .reservationNumber)
    tripCell = columns.place(of: .trip)
    durationPlace = columns.durationPlace
    hasWholeDays = columns.wholeDaysPlace != nil
    isFlightLog = columns.isFlightLog
    defaultMode = columns.mode
    hasLegEnds = columns.place(of: .from) != nil || columns.place(of: .to) != nil
    let told = [entityCell, identityCell, tripCell]
    openCells =
      columns.isOwn
      ? [:]
      : plans.mapValues { plan in
        let sole = plan.soleCells
        return columns.columns.indices.filter { cell in
          columns.columns[cell].field != nil && !sole.contains(cell) && !told.contains(cell)
        }
      }
    knowsWords =
      columns.kindEdition > 1 && CSVHeaderWords.language(of: columns.columns.map(\.name)) != nil
    nameCells = columns.columns.indices.filter { columns.columns[$0].field == .name }
    hints = columns.columns.enumerated().compactMap { place, column in
      column.hint.map { (place, $0) }
    }
  }

  /// Returns what the cells of a row are of an object of an entity.
  func plan(_ entity: String, of row: CSVRecordStream) -> CSVEntityPlan? {
    plan(entity, kinds(row))
  }

  /// Returns what the cells of a row of its own are of an object of an entity.
  func plan(_ entity: String) -> CSVEntityPlan? { plan(entity, []) }

  private func plan(_ entity: String, _ kinds: CSVRowKinds) -> CSVEntityPlan? {
    guard !plansOfKinds.isEmpty else { return plans[entity] }
    return plansOfKinds[Beside(entity: entity, kinds: kinds.union(CSVRowKinds(entity)))]
      ?? plans[entity]
  }

  /// The key that a row of a file of our own states.
  func key(_ row: CSVRecordStream) -> ObjectKey? {
    guard let cell = keyCell, let key = Int64(row.text(cell).trimmingSpaces), key > 0,
      key < 1 << 53
    else { return nil }
    return key
  }

  /// What identifies a row in its file; nil if no column does.
  func identity(_ row: CSVRecordStream) -> String? {
    guard let cell = keyCell ?? identityCell, !row.isEmpty(cell) else { return nil }
    return row.text(cell).trimmingSpaces
  }

  /// The name or the identity of the trip that a row belongs to; empty if it states none.
  func trip(_ row: CSVRecordStream) -> String {
    tripCell.map { row.text($0).trimmingSpaces } ?? ""
  }

  /// Returns the filled cells whose columns have a meaning, but none for the object of the row: another cell says the same
  /// attribute, or the object has no such attribute.
  func unplacedCells(of row: CSVRecordStream, _ plan: CSVEntityPlan) -> [Int] {
    if columns.hasSeveralKinds {
      // The first object of a row speaks for all of them.
      let entities = entities(row)
      guard plan.entity.name == entities.first else { return [] }
      let fields = columns.columns.indices.filter { columns.columns[$0].field != nil }
      return unplacedCells(of: row, entities.compactMap { self.plan($0, of: row) }, fields)
    }
    guard let open = openCells[plan.entity.name] else { return [] }
    return unplacedCells(of: row, [plan], open)
  }

  private func unplacedCells(
    of row: CSVRecordStream, _ plans: [CSVEntityPlan], _ open: [Int]
  ) -> [Int] {
    let filled = open.prefix { $0 < row.cells.count }.filter { !row.isEmpty($0) }
    if filled.isEmpty { return [] }
    var placed = Set([entityCell, identityCell, tripCell].compactMap { $0 })
    for entry in plans.lazy.flatMap(\.entries) {
      if let cell = entry.cells.first(in: row, where: { !row.isEmpty($0) }) { placed.insert(cell) }
    }
    for moment in plans.lazy.flatMap(\.moments) {
      for part in moment.cells.keys {
        if let cell = moment.cell(part, in: row) { placed.insert(cell) }
      }
    }
    for plan in plans {
      let price = plan.entries.first { $0.column == plan.priceColumn }?.cells
      guard let price = price?.first(in: row, where: { !row.isEmpty($0) }),
        let cell = plan.currency.first(in: row, where: { !row.isEmpty($0) }),
        let stated = StatedPrice(
          row.text(price).trimmingSpaces, hasDecimalComma: columns.hasDecimalComma),
        stated.currency == nil
      else { continue }
      placed.insert(cell)
    }
    guard filled.contains(where: { !placed.contains($0) }) else { return [] }
    // A repeated text says nothing more.
    let texts = Set(placed.filter { $0 < row.cells.count }.map { row.text($0).trimmingSpaces })
    return filled.filter { !placed.contains($0) && !texts.contains(row.text($0).trimmingSpaces) }
  }

  // MARK: Objects

  /// Reads a row as an object of an entity.
  mutating func read(_ row: CSVRecordStream, as entity: String) -> CSVRow? {
    guard let plan = plan(entity, of: row) else { return nil }
    var result = CSVRow(
      entity: entity, hierarchy: plan.hierarchy, discriminator: plan.entity.discriminator,
      values: plan.blank)
    for entry in plan.entries { read(entry, plan, row, &result) }
    for (moment, edge) in zip(plan.moments, CSVField.Edge.allCases) where !moment.isEmpty {
      read(moment, edge, plan, row, &result)
    }
    readCurrency(plan, row, &result)
    finishDays(plan, row, &result)
    return result
  }

  /// Returns the days that decide to which trip an object of a row belongs: its own, or else those of another object of the
  /// row.
  mutating func days(_ row: CSVRecordStream, _ object: CSVRow) -> ClosedRange<Int64>? {
    if let days = object.days { return days }
    for entity in kinds(row).entities where entity != object.entity {
      if let days = read(row, as: entity)?.days { return days }
    }
    return nil
  }

  private mutating func read(
    _ entry: CSVEntityPlan.Entry, _ plan: CSVEntityPlan, _ row: CSVRecordStream,
    _ result: inout CSVRow
  ) {
    guard
      let cell = entry.cells.first(
        in: row, where: { !row.isNull($0) && (columns.isOwn || !row.isEmpty($0)) })
    else {
      if columns.isOwn, case .attribute(let attribute) = entry.target, attribute.isNullable,
        entry.cells.isReached(by: row)
      {
        result.values[entry.column] = .null
      }
      return
    }
    let text = row.text(cell)
    if columns.columns[cell].cancels, CancellationWords.begin(text),
      let value = Self.cancellation(entry.property)
    {
      result.values[entry.column] = value
      result.isUsed = true
      return
    }
    let value: Value?
    switch entry.target {
    case .attribute(let attribute): value = self.value(text, attribute, cell, &result)
    case .split:
      value =
        plan.columns[entry.column].attribute.flatMap { CSVValues.value(of: text, $0.type) }
    case .member(let member):
      let type = plan.columns[entry.column].attribute?.type
      value = self.member(member, text, of: result.values[entry.column])
        .map { type?.whole($0) ?? $0 }
    case .reference:
      value =
        ObjectKey(text.trimmingSpaces).flatMap { $0 > 0 && $0 < 1 << 53 ? .reference($0) : nil }
    case .links: value = links(text)
    case .mode: value = mode(text, cell, result.values[entry.column])
    case .confirmation:
      value = columns.bool(text).map { .bool($0) }
    case .cancellation:
      let isAnswer = columns.columns[cell].field == .attribute("isCancelled")
      value = isAnswer && columns.bool(text) == true ? Self.cancellation(entry.property) : nil
    }
    guard let value else {
      // The word of a kind of rows needs no mode, and most statuses cancel nothing.
      if entry.target == .mode || entry.target == .cancellation { return }
      result.findings.append((cell, entry.isMoment ? .unreadMoment : .unreadCell, text))
      return
    }
    result.values[entry.column] = value
    result.isUsed = true
    noteVehicle(entry, plan, text, &result)
  }

  /// Returns the value of a property of an object that a status cancels; nil for any other property.
  private static func cancellation(_ property: String) -> Value? {
    switch property {
    case "isCancelled": .bool(true)
    case "status": .text("cancelled")
    case "isConfirmed", "hasReservation": .bool(false)
    default: nil
    }
  }

  /// Takes the word in a column of vehicles for the mode of a leg, unless another column states one.
  private func noteVehicle(
    _ entry: CSVEntityPlan.Entry, _ plan: CSVEntityPlan, _ text: String, _ result: inout CSVRow
  ) {
    guard !columns.isOwn, entry.property == "vehicle", let column = plan.entity.column(of: "mode"),
      result.values[column] == .text(defaultMode),
      let mode = CalendarCategories.mode(of: CSVWords.words(of: text))
        ?? (knowsWords ? KindWords.mode(beginning: text) : nil), mode != "unknown"
    else { return }
    result.values[column] = .text(mode)
  }

  private mutating func value(
    _ text: String, _ attribute: TableAttribute, _ cell: Int, _ result: inout CSVRow
  ) -> Value? {
    if attribute.type == .scalar(.text) { return .text(text) }
    if let exact = CSVValues.value(of: text, attribute.type) { return exact }
    let trimmed = text.trimmingSpaces
    switch attribute.type {
    case .scalar(.bool): return columns.bool(trimmed).map { .bool($0) }
    case .scalar(.double):
      return CSVWords.number(trimmed, hasDecimalComma: columns.hasDecimalComma).map { .double($0) }
    case .scalar(.day):
      guard let day = StatedMoment(trimmed, columns.spelling(of: cell))?.day else {
        return nil
      }
      return .integer(day)
    case .scalar(.clockTime):
      guard let moment = StatedMoment(trimmed, columns.spelling(of: cell)),
        let day = moment.day, let time = time(day, moment, nil, cell, &result)
      else { return nil }
      return .text(time.text)
    case .array(.url, _): return links(text)
    case .structure where attribute.name == "price":
      return StatedPrice(trimmed, hasDecimalComma: columns.hasDecimalComma)
        .map { attribute.type.whole(.tree($0.tree)) }
    default: return nil
    }
  }

  /// Gives a price the currency of the column of currencies, or else of its header, if its cell has none.
  private func readCurrency(_ plan: CSVEntityPlan, _ row: CSVRecordStream, _ result: inout CSVRow) {
    guard let column = plan.priceColumn, case .tree(let price) = result.values[column],
      price["currency"]?.isNull ?? true
    else { return }
    let amount = plan.entries.first { $0.column == column }?.cells
      .first(in: row) { !row.isEmpty($0) }
    let cell = plan.currency.first(in: row) { !row.isEmpty($0) }
    guard
      let currency = cell.map({ StatedPrice.code(of: row.text($0).trimmingSpaces) })
        ?? amount.flatMap({ columns.columns[$0].currency })
    else { return }
    let stated = Value.tree(price.replacing("currency", with: .text(currency)))
    result.values[column] = plan.columns[column].attribute?.type.whole(stated) ?? stated
  }

  private func member(
    _ member: CSVField.Member, _ text: String, of value: Value
  ) -> Value? {
    let part: Tree
    switch member {
    case .latitude, .longitude:
      let limit = member == .latitude ? 90.0 : 180.0
      let exact = columns.isOwn ? CSVValues.value(of: text, .scalar(.double)) : nil
      if case .double(let number)? = exact {
        part = .double(number)
      } else {
        guard
          let number = CSVWords.number(text, hasDecimalComma: columns.hasDecimalComma),
          abs(number) <= limit
        else { return nil }
        part = .double(number)
      }
    case .timeZone, .code: part = .text(columns.isOwn ? text : text.trimmingSpaces)
    }
    var members: [String: Tree] = [:]
    if case .tree(.object(let known)) = value {
      for item in known { members[item.name] = item.value }
    }
    members[member.rawValue] = part
    return .tree(.members(members))
  }

  private func links(_ text: String) -> Value? {
    if case .array(let values)? = CSVValues.value(of: text, .array(.url, nullableElements: false)) {
      return .array(values)
    }
    let trimmed = text.trimmingSpaces
    return (try? URLText.parse(trimmed)) == nil ? nil : .array([.text(trimmed)])
  }

  private func mode(_ text: String, _ cell: Int, _ known: Value) -> Value? {
    let isKind = cell == entityCell
    // The column of the mode comes before that of the kind.
    if isKind, known != .text(defaultMode) { return nil }
    if !isKind, columns.isOwn { return .text(text) }
    let words = CSVWords.words(of: text)
    if let mode = CalendarCategories.mode(of: words), !isKind || mode != "unknown" {
      return .text(mode)
    }
    if knowsWords, let mode = KindWords.mode(beginning: text) { return .text(mode) }
    return isKind ? nil : .text(text)
  }
}
