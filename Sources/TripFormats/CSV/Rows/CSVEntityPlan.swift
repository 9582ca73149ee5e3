import DocumentTables

/// The columns of a file that say something about the objects of one entity.
struct CSVEntityPlan: Sendable {
  enum Target: Hashable, Sendable {
    case attribute(TableAttribute)
    case member(CSVField.Member)
    /// The column of the whole value in a file of our own, beside the columns of its members.
    case split
    /// The key of an object that is no trip, of a hierarchy, in a file of our own.
    case reference(Int)
    case links
    case mode
    /// A status of another program, of which a stay and a leg have only whether it is confirmed.
    case confirmation
    /// A status or an answer that says whether the object is cancelled.
    case cancellation
  }

  /// What the cells of some columns say, of which the first that is not empty counts.
  struct Entry: Sendable {
    let target: Target
    /// The column of the hierarchy.
    let column: Int
    let property: String
    var cells = CSVCells()

    /// Whether the cells are days or times of an attribute.
    var isMoment: Bool {
      guard case .attribute(let attribute) = target else { return false }
      return [.scalar(.day), .scalar(.clockTime)].contains(attribute.type)
    }
  }

  /// The cells of one edge of a span.
  struct Moment: Sendable {
    var cells: [CSVField.Part: CSVCells] = [:]
    let dayProperty: String
    let timeProperty: String
    let dayColumn: Int?
    let timeColumn: Int?
    var isEmpty: Bool { cells.isEmpty }

    /// Returns the cell of a part that counts in a row.
    func cell(_ part: CSVField.Part, in row: CSVRecordStream) -> Int? {
      cells[part]?.first(in: row) { !row.isEmpty($0) }
    }

    /// Whether a row states a day or a time here, readable or not.
    func isFilled(in row: CSVRecordStream) -> Bool {
      [.whole, .day, .clock].contains { cell($0, in: row) != nil }
    }
  }

  let entity: EntityLayout
  let hierarchy: Int
  /// The values of an object of which no cell says anything.
  let blank: [Value]
  let columns: [ColumnLayout]
  private(set) var entries: [Entry] = []
  private(set) var moments: [Moment] = []
  /// The cells with the currency of a price whose cell has none.
  private(set) var currency = CSVCells()
  /// The column of the hierarchy with the price.
  let priceColumn: Int?
  let tripColumn: Int?
  let isTrip: Bool
  /// The columns of the hierarchy that say whether an object is cancelled.
  private let cancellation: (flag: Int?, status: Int?)

  /// - Parameter kinds: What rows are at once; the cells of others than the entity are not its own.
  init?(
    _ entity: String, _ columns: CSVColumns, _ schema: TripSchema, _ layout: CSVLayout,
    in kinds: CSVRowKinds = []
  ) {
    guard let hierarchy = schema.tables.hierarchyIndex(of: entity),
      let own = schema.tables.hierarchies[hierarchy].entity(named: entity)
    else { return nil }
    self.entity = own
    self.hierarchy = hierarchy
    self.columns = schema.tables.hierarchies[hierarchy].columns
    isTrip = schema.isTrip(entity)
    tripColumn = isTrip ? nil : own.column(of: "trip")
    cancellation = (own.column(of: "isCancelled"), own.column(of: "status"))
    priceColumn = own.column(of: "price")
    var blank = [Value](repeating: .null, count: self.columns.count)
    for (name, value) in schema.blankValues(of: entity) {
      if let column = own.column(of: name) { blank[column] = value }
    }
    if entity == "Leg", let column = own.column(of: "mode") { blank[column] = .text(columns.mode) }
    self.blank = blank
    if columns.isOwn { addOwn(columns, layout) } else { addForeign(columns, in: kinds) }
    for index in entries.indices { entries[index].cells.finish() }
    currency.finish()
    for index in moments.indices {
      for part in moments[index].cells.keys { moments[index].cells[part]?.finish() }
    }
  }

  private func attribute(_ name: String) -> (column: Int, attribute: TableAttribute)? {
    guard let column = entity.column(of: name), let attribute = columns[column].attribute else {
      return nil
    }
    return (column, attribute)
  }

  /// A to-one relationship with something else than the trip, and the hierarchy to which it leads.
  private func reference(_ name: String, _ schema: TableSchema) -> (column: Int, hierarchy: Int)? {
    guard let column = entity.column(of: name), column != tripColumn,
      case .relationship(let relationship, .reference) = columns[column].content,
      let hierarchy = schema.hierarchyIndex(of: relationship.destination)
    else { return nil }
    return (column, hierarchy)
  }

  /// Whether cells can say what a column of the hierarchy has, beside the trip.
  func isStated(_ column: Int) -> Bool {
    if columns[column].attribute != nil { return true }
    return entries.contains { entry in
      if case .reference = entry.target { entry.column == column } else { false }
    }
  }

  private mutating func addOwn(_ columns: CSVColumns, _ layout: CSVLayout) {
    for (place, column) in columns.columns.enumerated() {
      guard let known = layout.columns.first(where: { $0.name == column.name }) else { continue }
      if let (source, hierarchy) = reference(known.property, layout.schema) {
        add(.reference(hierarchy), source, known.property, place)
        continue
      }
      guard let (source, attribute) = attribute(known.property) else { continue }
      let target: Target =
        known.member.map { .member($0) } ?? (known.hasMembers ? .split : .attribute(attribute))
      add(target, source, known.property, place)
    }
  }

  private mutating func addForeign(_ columns: CSVColumns, in kinds: CSVRowKinds) {
    let own = CSVRowKinds(entity.name)
    let owners = columns.owners(in: kinds)
    var present = columns.columns.enumerated().filter { [[], own].contains(owners[$0.offset]) }
      .map { (place: $0.offset, column: $0.element) }
    if !kinds.isEmpty {
      // The column of hotels names a stay, also behind another column of names.
      present = present.filter { $0.column.kind == own } + present.filter { $0.column.kind != own }
    }
    let names = MomentNames(entity.name)
    moments = CSVField.Edge.allCases.map { edge in
      let (day, time) = names.names(edge)
      return Moment(
        dayProperty: day, timeProperty: time, dayColumn: attribute(day)?.column,
        timeColumn: attribute(time)?.column)
    }
    let properties = Dictionary(
      entity.properties.filter { attribute($0.name) != nil }.map { (CSVField.folded($0.name), $0) }
    ) { first, _ in first }
    // A column that is named like the attribute comes before one that means it.
    for isNamed in [true, false] {
      for (place, column) in present {
        add(column, at: place, named: properties[column.folded], isNamed: isNamed)
      }
    }
    addCancellations(present)
    guard entity.name == "Leg" else { return }
    if let (source, number) = attribute("number") {
      // The name of a journey is its number if it has no other.
      for (place, column) in present where column.namesLegs {
        add(.attribute(number), source, "number", place)
      }
    }
    if let (source, _) = attribute("mode"), let place = columns.place(of: .entity) {
      add(.mode, source, "mode", place)
    }
  }

  /// Adds a column of another program.
  ///
  /// - Parameters:
  ///   - known: The property that the column is named like.
  ///   - isNamed: Whether to add the column only if it has the name of its property; false to add it only if it has another name.
  private mutating func add(
    _ column: CSVColumns.Column, at place: Int, named known: PropertyLayout?, isNamed: Bool
  ) {
    switch column.field {
    case .moment(let edge, let part)?:
      guard (known != nil) == isNamed else { return }
      moments[edge == .start ? 0 : 1].cells[part, default: CSVCells()].append(place)
    case .currency?:
      if isNamed, priceColumn != nil { currency.append(place) }
    case .zone?:
      if isNamed { return }
      // A journey ends elsewhere.
      for edge in entity.name == "Leg" ? 0...0 : 0...1 {
        moments[edge].cells[.zone, default: CSVCells()].append(place)
      }
    default: addValue(column, at: place, named: known, isNamed: isNamed)
    }
  }

  private mutating func addValue(
    _ column: CSVColumns.Column, at place: Int, named known: PropertyLayout?, isNamed: Bool
  ) {
    // A column that meant nothing when a document kept its rows means nothing later.
    let named = known.flatMap { column.field.flatMap(property) == $0.name ? $0 : nil }
    if let named, let (source, attribute) = attribute(named.name),
      !CSVLayout.isPlace(attribute.type) || column.field == .wholeLocation(.from)
        || column.field == .wholeLocation(.to)
    {
      if isNamed { add(target(attribute), source, named.name, place) }
      return
    }
    guard !isNamed, let field = column.field, let name = property(field),
      let (source, attribute) = attribute(name)
    else { return }
    switch field {
    case .attribute("isCancelled") where name == "status":
      // A column that was kept without a meaning has none later.
      if column.cancels { add(.cancellation, source, name, place) }
    case .location(_, let member): add(.member(member), source, name, place)
    case .status where name != "status": add(.confirmation, source, name, place)
    default: add(target(attribute), source, name, place)
    }
  }

  /// Adds the columns whose cells can say that an object is cancelled, also if they have another meaning.
  private mutating func addCancellations(_ present: [(place: Int, column: CSVColumns.Column)]) {
    let name = attribute("isCancelled") == nil ? "status" : "isCancelled"
    guard let (source, _) = attribute(name) else { return }
    for (place, column) in present
    where column.cancels && column.field != .attribute("isCancelled") {
      // The status of an item is read as a text already.
      if name == "isCancelled" || column.field != .status {
        add(.cancellation, source, name, place)
      }
    }
  }

  private func target(_ attribute: TableAttribute) -> Target {
    if attribute.name == "mode" { return .mode }
    return attribute.name == "links" ? .links : .attribute(attribute)
  }

  private mutating func add(_ target: Target, _ column: Int, _ property: String, _ cell: Int) {
    if let same = entries.firstIndex(where: { $0.column == column && $0.target == target }) {
      entries[same].cells.append(cell)
    } else if target == .confirmation,
      entries.contains(where: { $0.column == column })
    {
      // A column of its own says it better.
    } else {
      var entry = Entry(target: target, column: column, property: property)
      entry.cells.append(cell)
      entries.append(entry)
    }
  }

  /// Whether the values of an object say that it is cancelled.
  func isCancelled(_ values: [Value]) -> Bool {
    if let flag = cancellation.flag, case .bool(true) = values[flag] { return true }
    if let status = cancellation.status, case .text("cancelled") = values[status] { return true }
    return false
  }

  /// The cells that the object of a row gets whenever they are filled, because no other cell says the same.
  var soleCells: Set<Int> {
    let all = entries.map(\.cells) + moments.flatMap { $0.cells.values }
    return Set(all.compactMap { $0.inOrder.count == 1 ? $0.inOrder.first : nil })
  }

  /// Returns the name that a row states; empty if it states none.
  func name(of row: CSVRecordStream) -> String {
    let cells = entries.first { $0.property == "name" }?.cells
    return cells?.first(in: row) { !row.isEmpty($0) }.map { row.text($0).trimmingSpaces } ?? ""
  }

  /// Returns the values of a trip that was made for its parts.
  func madeTrip(_ name: String, destination: String?, _ days: ClosedRange<Int64>?) -> [Value] {
    var values = blank
    if let column = entity.column(of: "name") { values[column] = .text(name) }
    if let destination, let column = entity.column(of: "destination") {
      values[column] = .text(destination)
    }
    setDays(days, &values)
    return values
  }

  /// Sets the days of a trip to those of its parts.
  func setDays(_ days: ClosedRange<Int64>?, _ values: inout [Value]) {
    guard let days else { return }
    if let column = entity.column(of: "startDate") { values[column] = .integer(days.lowerBound) }
    if let column = entity.column(of: "endDate") { values[column] = .integer(days.upperBound) }
  }

  /// Returns the attribute that a field is of this entity.
  func property(_ field: CSVField) -> String? {
    switch field {
    case .entity, .key, .identity, .trip, .moment, .zone, .currency: nil
    case .name: entity.name == "BucketListItem" ? "title" : "name"
    case .place: isTrip ? "destination" : "address"
    case .notes: entity.name == "BucketListItem" ? "details" : "notes"
    case .location(.own, _): entity.name == "Leg" ? "fromLocation" : "location"
    case .location(let place, _), .wholeLocation(let place): place.rawValue
    case .isConfirmed: entity.name == "BucketListItem" ? "hasReservation" : "isConfirmed"
    case .status: entity.name == "BucketListItem" ? "status" : "isConfirmed"
    case .attribute("isCancelled"): entity.name == "BucketListItem" ? "status" : field.name
    case .links, .color, .email, .from, .to, .provider, .number, .mode, .reservationNumber,
      .attribute:
      field.name
    }
  }
}

extension MomentNames {
  func names(_ edge: CSVField.Edge) -> (day: String, time: String) {
    edge == .start ? (startDate, startTime) : (endDate, endTime)
  }
}
