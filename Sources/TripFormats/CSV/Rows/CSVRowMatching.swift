import DocumentTables

/// What a stored row says about its object.
struct CSVRowContent {
  /// The values of the attributes that rows of the file state.
  var content: ObjectContent
  /// The entity that the row itself states or suggests.
  var kind: String
  /// What identifies the row, if a column does.
  var identity: String?
  /// The name of the object in messages.
  var title: String
  /// The entity, the name and the start, by which rows without an identity are found again.
  var name: String
  /// The trip that the row states; empty if it states none.
  var trip: String
  /// The days of the row; nil without any.
  var days: ClosedRange<Int64>?
}

/// Reads stored rows of one file.
struct CSVRowContents {
  private let schema: TripSchema
  private let file: CSVFileRecord
  private var reading: CSVRowReading

  init(_ schema: TripSchema, _ file: CSVFileRecord) {
    self.schema = schema
    self.file = file
    reading = CSVRowReading(schema, file.columns)
  }

  /// Returns what a row says of an object of the entity that it states; nil if it cannot be read.
  mutating func content(ofKind row: CSVStoredRow) -> CSVRowContent? {
    guard let read = content(of: row, as: reading.columns.entity) else { return nil }
    return read.kind.isSpelled(reading.columns.entity) ? read : content(of: row, as: read.kind)
  }

  /// Returns what a row says; nil if it cannot be read.
  mutating func content(of row: CSVStoredRow, as entity: String) -> CSVRowContent? {
    guard let text = row.row, let plan = reading.plan(entity),
      var record = try? CSVRecordStream(Array(text.utf8), delimiter: file.dialect.delimiter),
      (try? record.next()) == true, var read = reading.read(record, as: entity)
    else { return nil }
    var days: ClosedRange<Int64>?
    if let first = read.firstDay, let last = read.lastDay { days = first...last }
    if read.firstDay == nil, plan.isTrip, !file.columns.isOwn {
      plan.setDays(row.days, &read.values)
    }
    var values: [String: Value] = [:]
    for property in plan.entity.properties {
      guard let column = property.column, let attribute = plan.columns[column].attribute else {
        continue
      }
      values[property.name] = attribute.type.known(read.values[column])
    }
    let names = CSVRowNames(plan, read)
    let identity = reading.identity(record)
    return CSVRowContent(
      content: ObjectContent(values: values), kind: reading.entity(record).entity,
      identity: identity, title: names.title,
      name: identity.map { "\(plan.hierarchy)\t\($0)" } ?? names.full,
      trip: reading.trip(record), days: days)
  }
}

/// The name of an object, and what tells it from others of the same name.
struct CSVRowNames {
  let title: String
  let full: String

  init(_ plan: CSVEntityPlan, _ row: CSVRow) {
    func text(_ name: String) -> String {
      guard let column = plan.entity.column(of: name), case .text(let text) = row.values[column]
      else { return "" }
      return text
    }
    switch row.entity {
    case "Leg":
      title =
        "\(text("from")) → \(text("to"))" + (text("number").isEmpty ? "" : " (\(text("number")))")
    case "BucketListItem": title = text("title")
    case "Ticket": title = text("seat")
    default: title = text("name")
    }
    full =
      "\(plan.hierarchy)\t\(title)\t"
      + (row.start.map { "\($0.day)" } ?? row.firstDay.map { "\($0)" } ?? "")
  }
}

/// The rows of a file that a document was made of, for telling rows that were deleted in it.
enum CSVKnownRows {
  /// The most rows of which a document keeps this: a part of it that is read as a whole has all of them.
  static let most = 100_000

  static func hash(_ name: String) -> Int64 {
    Digest(of: Array(name.utf8)).bytes.prefix(7).reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Finds the rows of a file among the rows that a document keeps.
///
/// Rows with an identity match by it, if no other row has it. Rows without one match if they are equal, then if
/// their name and start are, then if their name is and only one row on each side has it. Equal rows match in
/// their order.
enum CSVRowMatching {
  struct Row {
    let key: ObjectKey
    let hierarchy: Int
    let identity: String?
    let text: String
    let full: String
    let title: String

    init(_ key: ObjectKey, _ content: CSVRowContent, _ row: CSVStoredRow, _ schema: TripSchema) {
      self.key = key
      identity = content.identity
      text = row.row ?? ""
      full = content.name
      title = content.title
      let end = content.name.utf8.firstIndex(of: UInt8(ascii: "\t")) ?? content.name.endIndex
      hierarchy = Int(content.name[..<end]) ?? 0
    }
  }

  static func pairs(
    _ old: [Row], _ new: [Row]
  ) -> [(theirs: ObjectKey, ours: ObjectKey)] {
    var old = old
    var new = new
    var pairs: [(theirs: ObjectKey, ours: ObjectKey)] = []
    func unique(_ rows: [Row]) -> Set<ComparisonText> {
      var seen: Set<ComparisonText> = []
      var twice: Set<ComparisonText> = []
      for row in rows {
        guard let identity = row.identity else { continue }
        let name = ComparisonText("\(row.hierarchy)\t\(identity)")
        if !seen.insert(name).inserted { twice.insert(name) }
      }
      return seen.subtracting(twice)
    }
    func match(isUnique: Bool, _ name: (Row) -> ComparisonText?) {
      var waiting: [ComparisonText: [ObjectKey]] = [:]
      for row in old.reversed() {
        if let name = name(row) { waiting[name, default: []].append(row.key) }
      }
      var counts: [ComparisonText: Int] = [:]
      if isUnique {
        for row in new { if let name = name(row) { counts[name, default: 0] += 1 } }
      }
      var ours: Set<ObjectKey> = []
      var theirs: Set<ObjectKey> = []
      for row in new {
        guard let name = name(row), let keys = waiting[name], let key = keys.last,
          !isUnique || keys.count == 1 && counts[name] == 1
        else { continue }
        waiting[name]?.removeLast()
        pairs.append((row.key, key))
        ours.insert(key)
        theirs.insert(row.key)
      }
      old.removeAll { ours.contains($0.key) }
      new.removeAll { theirs.contains($0.key) }
    }
    let identified = unique(old).union(unique(new))
    func identity(_ row: Row) -> ComparisonText? {
      guard let identity = row.identity else { return nil }
      let name = ComparisonText("\(row.hierarchy)\t\(identity)")
      return identified.contains(name) ? name : nil
    }
    match(isUnique: true, identity)
    match(isUnique: false) { ComparisonText("\($0.hierarchy)\t\($0.text)") }
    match(isUnique: false) { identity($0) == nil ? ComparisonText($0.full) : nil }
    match(isUnique: true) {
      identity($0) == nil && !$0.title.isEmpty
        ? ComparisonText("\($0.hierarchy)\t\($0.title)") : nil
    }
    return pairs
  }
}
