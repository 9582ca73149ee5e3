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
  /// The start on the clock of its place.
  var start: (day: Int64, second: Int64)?
  /// The first and the last day.
  var firstDay: Int64?
  var lastDay: Int64?
}

/// Reads rows as objects of the trip schema.
///
/// The same reading tells an importer what a row means and an exporter which fields have been edited since.
struct CSVRowReading {
  let schema: TripSchema
  let columns: CSVColumns
  private let plans: [String: CSVEntityPlan]
  private var zones: [ComparisonText: KnownZone?] = [:]
  private let keyCell: Int?
  private let entityCell: Int?
  private let identityCell: Int?
  private let hasLegEnds: Bool
  private let defaultMode: String
  let tripCell: Int?
  private let hints: [(cell: Int, entity: String)]

  init(_ schema: TripSchema, _ columns: CSVColumns) {
    self.schema = schema
    self.columns = columns
    let layout = CSVLayout(schema.tables)
    var plans: [String: CSVEntityPlan] = [:]
    for entity in schema.tables.entities where !entity.isAbstract {
      plans[entity.name] = CSVEntityPlan(entity.name, columns, schema, layout)
    }
    self.plans = plans
    keyCell = columns.isOwn ? columns.place(of: .key) : nil
    entityCell = columns.place(of: .entity)
    identityCell = columns.place(of: .identity) ?? columns.place(of: .reservationNumber)
    tripCell = columns.place(of: .trip)
    defaultMode = columns.mode
    hasLegEnds = columns.place(of: .from) != nil || columns.place(of: .to) != nil
    hints = columns.columns.enumerated().compactMap { place, column in
      column.hint.map { (place, $0) }
    }
  }

  func plan(_ entity: String) -> CSVEntityPlan? { plans[entity] }

  /// Returns the entity that a row states, or else the one that its cells suggest.
  func entity(_ row: CSVRecordStream) -> (entity: String, isGuessed: Bool) {
    if let cell = entityCell, !row.isEmpty(cell),
      let stated = CSVWords.entity(row.text(cell), schema), plans[stated.entity] != nil,
      // In other programs a ticket is something to do, not a seat.
      columns.isOwn || stated.entity != "Ticket"
    {
      // Without the places of its ends, a leg would have no words.
      let isItem = stated.entity == "Leg" && !hasLegEnds && !row.text(cell).isSpelled("Leg")
      return (isItem ? "BucketListItem" : stated.entity, false)
    }
    var isLeg = false
    for hint in hints {
      // The hints are in the order of the row, which may be far shorter than the header.
      guard hint.cell < row.cells.count else { break }
      if row.isEmpty(hint.cell) { continue }
      if hint.entity == "Stay" { return ("Stay", true) }
      isLeg = true
    }
    return (isLeg ? "Leg" : columns.entity, true)
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

  // MARK: Objects

  /// Reads a row as an object of an entity.
  mutating func read(_ row: CSVRecordStream, as entity: String) -> CSVRow? {
    guard let plan = plans[entity] else { return nil }
    var result = CSVRow(
      entity: entity, hierarchy: plan.hierarchy, discriminator: plan.entity.discriminator,
      values: plan.blank)
    for entry in plan.entries { read(entry, plan, row, &result) }
    for moment in plan.moments where !moment.isEmpty { read(moment, row, &result) }
    finishDays(plan, row, &result)
    return result
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
      value = CSVWords.bool(text).map { .bool($0) }
    }
    guard let value else {
      // The word of a kind of rows needs no mode.
      if entry.target == .mode { return }
      result.findings.append((cell, .unreadCell, text))
      return
    }
    result.values[entry.column] = value
    result.isUsed = true
    noteVehicle(entry, plan, text, &result)
  }

  /// Takes the word in a column of vehicles for the mode of a leg, unless another column states one.
  private func noteVehicle(
    _ entry: CSVEntityPlan.Entry, _ plan: CSVEntityPlan, _ text: String, _ result: inout CSVRow
  ) {
    guard !columns.isOwn, entry.property == "vehicle", let column = plan.entity.column(of: "mode"),
      result.values[column] == .text(defaultMode),
      let mode = CalendarCategories.mode(of: CSVWords.words(of: text)), mode != "unknown"
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
    case .scalar(.bool): return CSVWords.bool(trimmed).map { .bool($0) }
    case .scalar(.double):
      return CSVWords.number(trimmed, hasDecimalComma: columns.hasDecimalComma).map { .double($0) }
    case .scalar(.day):
      guard let day = CSVMoment(trimmed, order: columns.columns[cell].order)?.day else {
        return nil
      }
      return .integer(day)
    case .scalar(.clockTime):
      guard let moment = CSVMoment(trimmed, order: columns.columns[cell].order),
        let day = moment.day, let time = time(day, moment, nil, cell, &result)
      else { return nil }
      return .text(time.text)
    case .array(.url, _): return links(text)
    default: return nil
    }
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
    return isKind ? nil : .text(text)
  }

  // MARK: Days and times

  private mutating func read(
    _ moment: CSVEntityPlan.Moment, _ row: CSVRecordStream, _ result: inout CSVRow
  ) {
    func cell(_ part: CSVField.Part) -> Int? {
      moment.cells[part]?.first(in: row) { !row.isEmpty($0) }
    }
    var stated: [CSVField.Part: CSVMoment] = [:]
    for part in [CSVField.Part.whole, .day, .clock] {
      guard let cell = cell(part) else { continue }
      guard var read = CSVMoment(row.text(cell).trimmingSpaces, order: columns.columns[cell].order)
      else {
        result.findings.append((cell, .unreadCell, row.text(cell)))
        continue
      }
      if columns.columns[cell].hasOnlyDays { read.second = nil }
      stated[part] = read
    }
    var zone: String?
    if let cell = cell(.zone) {
      zone = row.text(cell).trimmingSpaces
      if knownZone(zone ?? "") == nil {
        result.findings.append((cell, .unreadCell, row.text(cell)))
        zone = nil
      }
    }
    var day = stated[.day]?.day ?? stated[.whole]?.day
    var timed: CSVMoment?
    var timeCell = 0
    for part in [CSVField.Part.clock, .whole, .day] {
      guard let read = stated[part], read.second != nil, let found = cell(part) else { continue }
      timed = read
      timeCell = found
      break
    }
    if timed?.day == nil, let second = timed?.second, day == nil, let start = result.start {
      // The end of a night train is on the day after.
      day = second < start.second ? start.day + 1 : start.day
      result.findings.append((timeCell, .endDay, DayText.text(day ?? 0)))
    }
    if timed?.day == nil, timed != nil, day == nil {
      result.findings.append((timeCell, .unreadCell, row.text(timeCell)))
      timed = nil
    }
    if let timed, let timeDay = timed.day ?? day {
      if let column = moment.timeColumn, let time = time(timeDay, timed, zone, timeCell, &result) {
        result.values[column] = .text(time.text)
        result.isUsed = true
        result.start = result.start ?? (timeDay, timed.second ?? 0)
        note(timeDay, &result)
        // A day beside a whole time is one of its own.
        if timed.day == nil || stated[.day] == nil || cell(.day) == timeCell { day = nil }
      } else if moment.timeColumn == nil {
        result.findings.append((timeCell, .dayOnly, row.text(timeCell)))
        day = day ?? timeDay
      }
    }
    if let day, let column = moment.dayColumn {
      result.values[column] = .integer(day)
      result.isUsed = true
      result.start = result.start ?? (day, 0)
      note(day, &result)
    }
  }

  private func note(_ day: Int64, _ result: inout CSVRow) {
    result.firstDay = min(result.firstDay ?? day, day)
    result.lastDay = max(result.lastDay ?? day, day)
  }

  /// Takes a trip of which a row states one day for one of that day alone.
  private func finishDays(
    _ plan: CSVEntityPlan, _ row: CSVRecordStream, _ result: inout CSVRow
  ) {
    guard !columns.isOwn, plan.isTrip, let start = plan.moments.first?.dayColumn,
      let end = plan.moments.last?.dayColumn
    else { return }
    let hasStart = result.values[start] != plan.blank[start]
    let hasEnd = result.values[end] != plan.blank[end]
    if hasStart, !hasEnd { result.values[end] = result.values[start] }
    if hasEnd, !hasStart { result.values[start] = result.values[end] }
    if let first = result.firstDay, let last = result.lastDay, first != last,
      result.values[start] == .integer(last), result.values[end] == .integer(first)
    {
      let cell =
        plan.moments.last?.cells.values.lazy
        .compactMap { $0.first(in: row) { !row.isEmpty($0) } }.first ?? 0
      result.findings.append((cell, .contradictoryEnd, "taken as it is"))
    }
  }

  private mutating func time(
    _ day: Int64, _ moment: CSVMoment, _ stated: String?, _ cell: Int, _ result: inout CSVRow
  ) -> ClockTimeText? {
    let second = day * 86_400 + (moment.second ?? 0)
    let named = moment.zone ?? stated
    if let offset = moment.offset {
      var zone = named.flatMap { knownZone($0)?.identifier } ?? moment.zone
      if zone == nil, let own = columns.timeZone.flatMap({ knownZone($0) }),
        own.offset(atInstant: second - offset * 60) == offset
      {
        zone = own.identifier
      }
      if let name = zone ?? KnownZone.name(ofOffset: offset) {
        return ClockTimeText(
          second: second, nanosecond: moment.nanosecond, offset: offset, zone: name)
      }
      return ClockTimeText(
        second: second - offset * 60, nanosecond: moment.nanosecond, offset: 0, zone: "Etc/UTC")
    }
    var zone = named.flatMap { knownZone($0) }
    if zone == nil {
      zone = columns.timeZone.flatMap { knownZone($0) }
      let detail = zone.map { "read as \($0.identifier)" }
      if let named {
        result.findings.append((cell, .unknownZone, "\(named), \(detail ?? "left out")"))
      } else if let detail {
        result.findings.append((cell, .floatingTime, detail))
      }
    }
    guard let zone else {
      return LocalTimeText(second: second, nanosecond: moment.nanosecond).map { .local($0) }
    }
    var isSkipped = false
    let offset = zone.offset(ofLocal: second, isSkipped: &isSkipped)
    if isSkipped { result.findings.append((cell, .skippedTime, zone.identifier)) }
    return ClockTimeText(
      second: second, nanosecond: moment.nanosecond, offset: offset, zone: zone.identifier)
  }

  private mutating func knownZone(_ name: String) -> KnownZone? {
    let key = ComparisonText(name)
    if let known = zones[key] { return known }
    // Names come from the file, so their number is bounded.
    if zones.count > 1000 { zones = [:] }
    let found = KnownZone(name)
    zones[key] = .some(found)
    return found
  }
}
