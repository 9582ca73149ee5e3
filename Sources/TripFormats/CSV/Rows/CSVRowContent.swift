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
  /// The entity with the identity; without one ``fullName``.
  var name: String
  /// The entity, the name and the start, by which rows without an identity are found again.
  var fullName: String
  /// The trip that the row states; empty if it states none.
  var trip: String
  /// The days of the row; nil without any.
  var days: ClosedRange<Int64>?
}

extension CSVRowContent {
  /// Whether the row has words of its own.
  var hasTitle: Bool { title.contains { $0 != " " && $0 != "→" } }

  /// All that the row says but its name; nil without a day.
  var rest: ComparisonText? {
    guard days != nil else { return nil }
    let names = CSVRowNames.properties(of: kind)
    let values = content.values.filter { !names.contains($0.key) && $0.value != .null }
    return ComparisonText(
      "\(kind)\t\(trip)\t"
        + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\t"))
  }
}

/// Reads stored rows of files.
struct CSVFileContents {
  private let schema: TripSchema
  private var readings: [ComparisonText: CSVRowContents] = [:]

  init(_ schema: TripSchema) { self.schema = schema }

  /// Returns what a row of a file says; nil if it cannot be read.
  mutating func content(
    of row: CSVStoredRow, in file: CSVFileRecord, as entity: String
  ) -> CSVRowContent? {
    let name = ComparisonText(row.file)
    // Taken out, so that it is not copied.
    var reading = readings.removeValue(forKey: name) ?? CSVRowContents(schema, file)
    defer { readings[name] = reading }
    return reading.content(of: row, as: entity)
  }
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

  /// Returns what a row says of an object of an entity, or else of the one that it states; nil if it cannot be read.
  mutating func content(ofKind entity: String, _ row: CSVStoredRow) -> CSVRowContent? {
    guard let read = content(of: row, as: entity) else { return nil }
    return read.kind.isSpelled(entity) ? read : content(of: row, as: read.kind)
  }

  /// Returns what a row says; nil if it cannot be read.
  mutating func content(of row: CSVStoredRow, as entity: String) -> CSVRowContent? {
    guard let record = file.row(row), let plan = reading.plan(entity, of: record),
      var read = reading.read(record, as: entity)
    else { return nil }
    let days = reading.days(record, read)
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
      content: ObjectContent(values: values),
      kind: reading.isObject(entity, record) ? entity : reading.entity(record).entity,
      identity: identity, title: names.title,
      name: identity.map { "\(plan.hierarchy)\t\($0)" } ?? names.full, fullName: names.full,
      trip: reading.trip(record), days: days)
  }
}

/// The name of an object, and what tells it from others of the same name.
struct CSVRowNames {
  let title: String
  let full: String

  init(_ plan: CSVEntityPlan, _ row: CSVRow) {
    title = Self.title(of: row.entity) { name in
      guard let column = plan.entity.column(of: name), case .text(let text) = row.values[column]
      else { return "" }
      return text
    }
    full =
      "\(plan.hierarchy)\t\(title)\t"
      + (row.start.map { "\($0.day)" } ?? row.firstDay.map { "\($0)" } ?? "")
  }

  /// Returns the name of an object in messages.
  static func title(of entity: String, _ text: (String) -> String) -> String {
    guard entity == "Leg" else { return properties(of: entity).first.map(text) ?? "" }
    let number = text("number")
    return "\(text("from")) → \(text("to"))" + (number.isEmpty ? "" : " (\(number))")
  }

  /// The properties that name an object.
  static func properties(of entity: String) -> [String] {
    switch entity {
    case "Leg": ["from", "to", "number"]
    case "BucketListItem": ["title"]
    case "Ticket": ["seat"]
    default: ["name"]
    }
  }
}
