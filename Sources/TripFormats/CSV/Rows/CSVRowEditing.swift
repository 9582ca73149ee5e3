import DocumentTables

/// Rows with the values that objects have now.
///
///     the row as it was read ─► its object ─┬─ equal ──► the row
///     the object ───────────────────────────┴─ edited ─► the cells of the fields that differ
///
/// A written row is read again. What its cells do not say is in columns of our own behind them.
struct CSVRowEditing {
  private(set) var reading: CSVRowReading
  let dialect: CSVDialect
  /// The names of the columns behind those of the file.
  let appended: [String]
  private let count: Int
  private let spelling: CSVCellSpelling

  /// A row to write.
  struct Result {
    var bytes: [UInt8]
    /// What the cells do not say, by the names of columns that would.
    var missing: [String] = []
  }

  /// An object and its trip, as a document has them.
  struct Object {
    var entity: String
    var values: [Value]
    /// What the cell of the trip has to say; nil if it may say anything.
    var trip: String?
  }

  init(_ schema: TripSchema, _ columns: CSVColumns, _ dialect: CSVDialect, appended: [String]) {
    var extended = columns
    count = columns.columns.count
    extended.columns += appended.map { CSVColumns.Column(name: $0) }
    // Rows of hours are no trips with further columns either.
    if !columns.isOwn, !appended.isEmpty {
      extended.setEntity(hasShortRows: columns.entity != "Trip")
    }
    reading = CSVRowReading(schema, extended)
    self.dialect = dialect
    self.appended = appended
    spelling = CSVCellSpelling(
      hasDecimalComma: columns.hasDecimalComma, language: columns.language)
  }

  /// The entity of rows that suggest none.
  var entity: String { reading.columns.entity }

  /// Returns the row of the objects that one row of the file was; rows of their own, if one row cannot say what they are now.
  ///
  /// - Parameter objects: At most one of each kind. Nothing is stored for a new object, which is alone.
  mutating func rows(_ objects: [(object: Object, stored: CSVStoredRow?)]) -> [Result] {
    var cells: [[UInt8]] = []
    var blank: [UInt8] = []
    var owners: [CSVRowKinds] = []
    if let text = objects.first?.stored?.row, let old = record(Array(text.utf8)) {
      let gone = reading.kinds(old).subtracting(Self.kinds(objects.map(\.object)))
      if gone.isEmpty, objects.allSatisfy({ isUnchanged($0, old) }) {
        return [Result(bytes: old.raw + padding(old.cells.count))]
      }
      blank = old.blankBefore
      owners = reading.owners(in: reading.kinds(old))
      cells = clearing(old.cells.indices.map(old.rawCell), of: gone, owners)
    }
    while cells.count < count { cells.append([]) }
    cells += [[UInt8]](repeating: [], count: count + appended.count - cells.count)
    if objects.count > 1, let shared = sharedRow(objects, cells) {
      return [Result(bytes: blank + joined(shared))]
    }
    return objects.enumerated().map { place, object in
      let others = Self.kinds(objects.map(\.object)).subtracting(CSVRowKinds(object.object.entity))
      var own = clearing(cells, of: others, owners)
      if place > 0 {
        // What no object has stays in the first row.
        for cell in reading.columns.columns.indices
        where cell < count && reading.columns.columns[cell].field == nil {
          own[cell] = []
        }
      }
      var result = row(object, own)
      if place == 0 { result.bytes = blank + result.bytes }
      return result
    }
  }

  private static func kinds(_ objects: [Object]) -> CSVRowKinds {
    objects.reduce(into: []) { $0.formUnion(CSVRowKinds($1.entity)) }
  }

  private mutating func isUnchanged(
    _ object: (object: Object, stored: CSVStoredRow?), _ row: CSVRecordStream
  ) -> Bool {
    use(object.stored)
    return differences(object.object, row).isEmpty && isSame(object.object, row)
  }

  /// Returns cells with those of some kinds emptied.
  private func clearing(
    _ cells: [[UInt8]], of kinds: CSVRowKinds, _ owners: [CSVRowKinds]
  ) -> [[UInt8]] {
    if kinds.isEmpty { return cells }
    var cells = cells
    for (place, owner) in owners.enumerated()
    where cells.indices.contains(place) && !owner.isDisjoint(with: kinds) {
      cells[place] = []
    }
    return cells
  }

  /// Returns the cells of a row that says what all objects are; nil if there is none.
  private mutating func sharedRow(
    _ objects: [(object: Object, stored: CSVStoredRow?)], _ cells: [[UInt8]]
  ) -> [[UInt8]]? {
    for isExact in [false, true] {
      var cells = cells
      for object in objects {
        use(object.stored)
        if edit(&cells, object.object, isExact: false).isEmpty || !isExact { continue }
        _ = edit(&cells, object.object, isExact: true)
      }
      if let row = record(joined(cells)), objects.allSatisfy({ isUnchanged($0, row) }) {
        return cells
      }
    }
    return nil
  }

  /// Returns the row of one object, which has some cells.
  private mutating func row(
    _ object: (object: Object, stored: CSVStoredRow?), _ old: [[UInt8]]
  ) -> Result {
    use(object.stored)
    var cells = old
    var missing = edit(&cells, object.object, isExact: false)
    if !missing.isEmpty { missing = edit(&cells, object.object, isExact: true) }
    if !missing.isEmpty { missing = append(missing, &cells, object.object) }
    return Result(bytes: joined(cells), missing: missing)
  }

  private func record(_ bytes: [UInt8]) -> CSVRecordStream? {
    CSVRecordStream.row(bytes, delimiter: dialect.delimiter)
  }

  private func joined(_ cells: [[UInt8]]) -> [UInt8] {
    Array(cells.joined(separator: [dialect.delimiter]))
  }

  /// The empty cells that a row of the file needs for the appended columns.
  private func padding(_ cells: Int) -> [UInt8] {
    guard !appended.isEmpty else { return [] }
    return [UInt8](
      repeating: dialect.delimiter, count: max(0, count + appended.count - cells))
  }

  // MARK: Comparison

  /// The days that the trip got from its parts at the import.
  private var days: ClosedRange<Int64>?
  /// The entity of the object that was made of the row, if the row states another one.
  private var entityOfRow: String?

  /// Sets what the row of an object tells beside its cells.
  private mutating func use(_ stored: CSVStoredRow?) {
    (days, entityOfRow) = (stored?.days, stored?.entity)
  }

  private func isObject(_ entity: String, _ row: CSVRecordStream) -> Bool {
    entityOfRow.map { $0 == entity } ?? reading.isObject(entity, row)
  }

  /// Returns the columns of the hierarchy whose values a row does not say.
  private mutating func differences(_ object: Object, _ row: CSVRecordStream) -> [Int] {
    guard let plan = reading.plan(object.entity, of: row),
      var read = reading.read(row, as: object.entity)
    else { return [] }
    if plan.isTrip, read.firstDay == nil, !reading.columns.isOwn {
      plan.setDays(days, &read.values)
    }
    return plan.columns.indices.filter {
      plan.isStated($0) && read.values[$0] != object.values[$0]
    }
  }

  private func isSame(_ object: Object, _ row: CSVRecordStream) -> Bool {
    isObject(object.entity, row)
      && (object.trip.map { $0.isSpelled(reading.trip(row)) } ?? true)
  }

  // MARK: Cells

  private func set(_ cell: Int, _ text: String, _ cells: inout [[UInt8]]) {
    guard cells.indices.contains(cell) else { return }
    let isQuoted = cells[cell].first == UInt8(ascii: "\"")
    cells[cell] = []
    CSVText.append(text.utf8, delimiter: dialect.delimiter, isQuoted: isQuoted, to: &cells[cell])
  }

  /// Rewrites the cells of fields that differ.
  ///
  /// - Returns: The names of columns that could say what the cells do not.
  private mutating func edit(
    _ cells: inout [[UInt8]], _ object: Object, isExact: Bool
  ) -> [String] {
    let row = record(joined(cells))
    guard
      let plan = row.map({ reading.plan(object.entity, of: $0) })
        ?? reading.plan(object.entity)
    else { return [] }
    guard let row else {
      // A row without any text: everything differs from it.
      write(Set(plan.columns.indices), plan, &cells, object, nil, isExact: isExact)
      writeSurroundings(plan, &cells, object, nil)
      return missing(plan, cells, object)
    }
    let differing = Set(differences(object, row))
    write(differing, plan, &cells, object, row, isExact: isExact)
    writeSurroundings(plan, &cells, object, row)
    return missing(plan, cells, object)
  }

  private func writeSurroundings(
    _ plan: CSVEntityPlan, _ cells: inout [[UInt8]], _ object: Object, _ row: CSVRecordStream?
  ) {
    if let trip = object.trip, let cell = reading.tripCell,
      row.map({ !reading.trip($0).isSpelled(trip) }) ?? true
    {
      set(cell, trip, &cells)
    }
    if let cell = reading.columns.place(of: .entity),
      record(joined(cells)).map({ !isObject(object.entity, $0) }) ?? true
    {
      set(cell, object.entity, &cells)
    }
  }

  private func write(
    _ differing: Set<Int>, _ plan: CSVEntityPlan, _ cells: inout [[UInt8]], _ object: Object,
    _ row: CSVRecordStream?, isExact: Bool
  ) {
    for entry in plan.entries where differing.contains(entry.column) {
      // A kind of rows is no mode that is edited.
      let places = entry.cells.inOrder.filter { reading.columns.columns[$0].field != .entity }
      let stated = places.first { !(row?.isEmpty($0) ?? true) } ?? places.first
      guard let place = stated, place < count else { continue }
      let old = row?.text(place) ?? ""
      let value = object.values[entry.column]
      if value == plan.blank[entry.column], row?.isEmpty(place) ?? true { continue }
      let type = plan.columns[entry.column].attribute?.type
      // A column of its own says it, and the status stays.
      if entry.target == .cancellation, value != plan.blank[entry.column],
        plan.entries.contains(where: { $0.column == entry.column && $0.target != .cancellation })
      {
        continue
      }
      let currency =
        isExact || entry.column != plan.priceColumn
        ? nil : plan.currency.inOrder.first { $0 < count }
      let text =
        isExact && type != .scalar(.text) && !isMember(entry.target)
        ? CSVCellSpelling.exact(value, type)
        : spelling.text(
          value, entry.target, type, insteadOf: old,
          statesCurrency: currency == nil
            && reading.columns.columns[place].currency != StatedPrice.currency(of: value))
      set(place, text, &cells)
      if let currency { set(currency, StatedPrice.currency(of: value), &cells) }
      guard text.isEmpty else { continue }
      for other in places where other < count { set(other, "", &cells) }
    }
    for moment in plan.moments where !moment.isEmpty {
      let columns = [moment.dayColumn, moment.timeColumn].compactMap { $0 }
      guard columns.contains(where: differing.contains) else { continue }
      write(moment, &cells, object, row, isExact: isExact)
    }
  }

  private func isMember(_ target: CSVEntityPlan.Target) -> Bool {
    if case .member = target { true } else { false }
  }

  private func write(
    _ moment: CSVEntityPlan.Moment, _ cells: inout [[UInt8]], _ object: Object,
    _ row: CSVRecordStream?, isExact: Bool
  ) {
    func place(_ part: CSVField.Part) -> Int? {
      let places = (moment.cells[part]?.inOrder ?? []).filter { $0 < count }
      return places.first { !(row?.isEmpty($0) ?? true) } ?? places.first
    }
    var day: Int64?
    var time: ClockTimeText?
    if let column = moment.dayColumn, case .integer(let value) = object.values[column] {
      day = value
    }
    if let column = moment.timeColumn, case .text(let text) = object.values[column] {
      time = try? ClockTimeText(text)
    }
    func dayText(_ day: Int64, _ place: Int) -> String {
      isExact
        ? DayText.text(day)
        : CSVCellSpelling.day(
          day, reading.columns.spelling(of: place), insteadOf: row?.text(place) ?? "")
    }
    let localDay = time.map(\.day)
    if let whole = place(.whole) {
      var text = ""
      if let time {
        text =
          isExact
          ? time.text
          : dayText(localDay ?? 0, whole)
            + (place(.clock) == nil ? " " + CSVCellSpelling.clock(time) : "")
      } else if let day {
        text = dayText(day, whole)
      }
      set(whole, text, &cells)
    }
    if let cell = place(.day), let stated = day ?? localDay {
      set(cell, isExact && day == nil ? "" : dayText(stated, cell), &cells)
    } else if let cell = place(.day) {
      set(cell, "", &cells)
    }
    if let cell = place(.clock) {
      let isAlone = place(.day) == nil && place(.whole) == nil
      let text = time.map { isExact || isAlone ? $0.text : CSVCellSpelling.clock($0) }
      set(cell, text ?? "", &cells)
    }
    if let cell = place(.zone), case .zoned(let time)? = time { set(cell, time.zone, &cells) }
    if let cell = place(.zone), case .local? = time { set(cell, "", &cells) }
  }

  // MARK: Appended columns

  private mutating func missing(
    _ plan: CSVEntityPlan, _ cells: [[UInt8]], _ object: Object
  ) -> [String] {
    guard let row = record(joined(cells)) else {
      return [CSVLayout.entityColumn]
    }
    var missing: [String] = []
    if !isObject(object.entity, row) { missing.append(CSVLayout.entityColumn) }
    if let trip = object.trip, !reading.trip(row).isSpelled(trip) {
      missing.append(CSVField.trip.name)
    }
    for column in differences(object, row) {
      let name = plan.columns[column].name
      let type = plan.columns[column].attribute?.type
      if let location = CSVLayout.Location(object.values[column], of: type), location.isSplit,
        case .object(let members) = location.tree
      {
        missing += members.map { "\(name).\($0.name)" }
      } else {
        missing.append(name)
      }
    }
    return missing
  }

  /// Writes what the cells do not say into the appended columns.
  private mutating func append(
    _ missing: [String], _ cells: inout [[UInt8]], _ object: Object
  ) -> [String] {
    guard let plan = reading.plan(object.entity) else { return missing }
    var rest: [String] = []
    for name in missing {
      guard let place = appended.firstIndex(of: name) else {
        rest.append(name)
        continue
      }
      if name == CSVLayout.entityColumn {
        set(count + place, object.entity, &cells)
      } else if name == CSVField.trip.name {
        set(count + place, object.trip ?? "", &cells)
      } else {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard let column = plan.entity.column(of: parts[0]) else { continue }
        let value = object.values[column]
        if parts.count == 2, let member = CSVField.Member(rawValue: parts[1]) {
          set(
            count + place,
            CSVCellSpelling(hasDecimalComma: false).text(
              value, .member(member), nil, insteadOf: ""), &cells)
        } else {
          set(
            count + place, CSVCellSpelling.exact(value, plan.columns[column].attribute?.type),
            &cells)
        }
      }
    }
    guard rest.isEmpty else { return rest }
    return self.missing(plan, cells, object)
  }
}
