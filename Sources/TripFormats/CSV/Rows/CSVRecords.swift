import DocumentTables

/// What an object keeps of the row that it was made of, as data of another program (spec 3.9).
///
/// The row is the state of the last import: reading it again as that import did (``CSVColumns``) tells which fields have
/// been edited since.
struct CSVStoredRow: Hashable, Sendable {
  /// The name of the member.
  static let member = UnwrittenContent.importedRow

  /// The identity of the file.
  var file: String
  /// The number of the row in the file.
  var place: Int64
  /// The row with the blank lines before it, without its line end; nil for a trip without a row.
  var row: String?
  /// The line end, if it is not that of the file.
  var lineEnd: String?
  /// The name that rows state of the trip that was made for them, or its ``CSVTripLabel``; nil for an object with a row.
  var trip: String?
  /// The place that named the trip, if it is neither the name that rows state nor that of the file.
  var name: String?
  /// The days that a trip got from its parts, or those of an earlier row of a part whose row has none.
  var days: ClosedRange<Int64>?
  /// The entity of the object, if the row states another one: an object keeps its entity.
  var entity: String?

  init(
    file: String, place: Int64, row: String?, lineEnd: String? = nil, trip: String? = nil,
    days: ClosedRange<Int64>? = nil
  ) {
    self.days = days
    self.file = file
    self.place = place
    self.row = row
    self.lineEnd = lineEnd
    self.trip = trip
  }

  /// Reads a member; nil if it has another form.
  init?(_ tree: Tree) {
    guard let file = tree["file"]?.textValue, let place = tree["place"]?.integerValue else {
      return nil
    }
    self.init(
      file: file, place: place, row: tree["row"]?.textValue, lineEnd: tree["end"]?.textValue,
      trip: tree["trip"]?.textValue)
    entity = tree["entity"]?.textValue
    name = tree["name"]?.textValue
    guard row != nil || trip != nil else { return nil }
    if let first = tree["first"]?.integerValue, let last = tree["last"]?.integerValue,
      first <= last
    {
      days = first...last
    }
  }

  var tree: Tree {
    var members: [String: Tree] = ["file": .text(file), "place": .integer(place)]
    members["row"] = row.map { .text($0) }
    members["end"] = lineEnd.map { .text($0) }
    members["trip"] = trip.map { .text($0) }
    members["name"] = name.map { .text($0) }
    members["entity"] = entity.map { .text($0) }
    members["first"] = days.map { .integer($0.lowerBound) }
    members["last"] = days.map { .integer($0.upperBound) }
    return .members(members)
  }

  /// The data of other programs of a new object.
  var foreign: Tree { .members([Self.member: tree]) }
}

/// What a document keeps of a CSV file beside its rows: how they are to be read.
struct CSVFileRecord: Hashable, Sendable {
  static let entity = "org.tripdocuments.csv.file"

  /// What identifies the file in a document: its name.
  var identity: String
  var dialect: CSVDialect
  /// The lines before the first row, as they were; nil if the file has no header.
  var head: String
  /// What follows the last row: the last line end and blank lines.
  var tail: String
  var columns: CSVColumns
  /// The rows of the imports so far: those without an object were deleted by a person.
  var known = CSVKnownRows()
}

extension CSVFileRecord {
  /// Returns a row of the file as it was read; nil if it is none.
  func row(_ stored: CSVStoredRow) -> CSVRecordStream? {
    stored.row.flatMap { CSVRecordStream.row(Array($0.utf8), delimiter: dialect.delimiter) }
  }

  init?(_ record: ExtensionRecord) {
    let value = record.value
    guard record.entity == Self.entity, let identity = value["file"]?.textValue,
      let head = value["head"]?.textValue, let tail = value["tail"]?.textValue,
      let dialect = value["dialect"].flatMap({ CSVDialect($0) }),
      let columns = value["columns"].flatMap({ CSVColumns($0) })
    else { return nil }
    self.init(
      identity: identity, dialect: dialect, head: head, tail: tail, columns: columns,
      known: CSVKnownRows(value))
  }

  func record(_ key: ObjectKey) -> ExtensionRecord {
    var members: [String: Tree] = [
      "file": .text(identity), "head": .text(head), "tail": .text(tail),
      "dialect": dialect.tree, "columns": columns.tree,
    ]
    known.state(in: &members)
    return ExtensionRecord(entity: Self.entity, key: key, value: .members(members))
  }
}

extension CSVFileRecord {
  /// Returns the records of the files that rows of a part of a document come from.
  ///
  /// Of a file with other rows, the names of these are left out.
  static func records(of part: Tables, in whole: Tables) -> [ExtensionRecord] {
    let rows = counts(of: part)
    let all = counts(of: whole)
    return whole.extensions.compactMap { record in
      guard var file = CSVFileRecord(record), let count = rows[ComparisonText(file.identity)]
      else { return nil }
      if count < all[ComparisonText(file.identity)] ?? 0 { file.known = CSVKnownRows() }
      return file.record(record.key)
    }
  }

  /// The number of objects with a row of each file, by the file's identity.
  private static func counts(of tables: Tables) -> [ComparisonText: Int] {
    var counts: [ComparisonText: Int] = [:]
    for tree in tables.tables.lazy.flatMap(\.segments).flatMap(\.foreign.values) {
      if let file = tree[CSVStoredRow.member]?["file"]?.textValue {
        counts[ComparisonText(file), default: 0] += 1
      }
    }
    return counts
  }
}

extension CSVDialect {
  fileprivate init?(_ tree: Tree) {
    guard let encoding = tree["encoding"]?.textValue.flatMap(CSVEncoding.init),
      let delimiter = tree["delimiter"]?.textValue?.utf8.first,
      let lineEnd = tree["lineEnd"]?.textValue, ["\n", "\r", "\r\n"].contains(lineEnd)
    else { return nil }
    self.encoding = encoding
    self.delimiter = delimiter
    self.lineEnd = lineEnd
    hasByteOrderMark = tree["byteOrderMark"]?.boolValue ?? false
    hasSeparatorLine = tree["separatorLine"]?.boolValue ?? false
  }

  fileprivate var tree: Tree {
    .members([
      "encoding": .text(encoding.rawValue),
      "delimiter": .text(String(decoding: [delimiter], as: UTF8.self)), "lineEnd": .text(lineEnd),
      "byteOrderMark": .bool(hasByteOrderMark), "separatorLine": .bool(hasSeparatorLine),
    ])
  }
}
