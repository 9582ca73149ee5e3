import DocumentFile
import DocumentTables

/// Writes the rows of a document that was made of a CSV file with the columns of that file.
///
/// If the objects of one file are all that has rows, the file is written as it was: with its dialect, its
/// header, its unknown columns and its order; edited fields are replaced, and new objects follow. Otherwise
/// the unknown columns follow those of our own files.
struct CSVRestoration {
  private(set) var notes: [String] = []

  let layout: CSVLayout
  let rows: ForeignBytes
  let schema: TripSchema?
  let records: [ComparisonText: CSVFileRecord]
  /// The readings of the files' own rows, by their identities.
  var readings: [ComparisonText: CSVRowReading] = [:]
  var own: CSVRowReading?
  private var entries: [Entry] = []
  var trips: [ObjectKey: Trip] = [:]
  /// Whether there are several trips of rows that state none.
  var hasSeveralGroups = false
  /// Whether rows that state no trip have a trip with days.
  var hasDatedGroup = false
  /// The trips with rows, by the days that these state.
  var tripRows = CSVTripRows()
  /// The trip that a name or an identity means when the file is read.
  var meant: [ComparisonText: ObjectKey] = [:]

  /// The place of an object's row in the file, and where its values are.
  private struct Entry {
    let place: Int64
    let offset: Int
    let length: Int
  }

  struct Trip {
    var name: String
    /// The place of its row; the last one without a row.
    var place = Int64.max
    var identity: String?
    /// The days that its row states.
    var rowDays: ClosedRange<Int64>?
    /// The days that it got from its parts at the import.
    var days: ClosedRange<Int64>?
    /// Whether it was the only trip of parts that name none when it was made.
    var wasOnly = false
    /// Whether a row gave it its name.
    var isNamedByRow = false
    /// Whether no row says anything about the trip, because its parts say all.
    var isImplied = false
    /// Whether it was made for parts that name none.
    var isGroup = false
    /// Whether it is a trip of parts that name none.
    var isOfFile = false
  }

  /// - Parameter rows: The rows in the columns of the layout, with what each keeps of a file behind them.
  init(
    _ layout: CSVLayout, _ rows: ForeignBytes, _ surroundings: Tables
  ) throws(DocumentError) {
    self.layout = layout
    self.rows = rows
    let released = try TripSchema.released()
    schema =
      layout.schema.version == released.tables.version
        && layout.schema.modelFingerprint() == released.tables.modelFingerprint()
      ? released : nil
    records = Dictionary(
      surroundings.extensions.compactMap { CSVFileRecord($0) }
        .map { (ComparisonText($0.identity), $0) }
    ) { first, _ in first }
    if let schema {
      own = CSVRowReading(schema, CSVColumns(names: layout.header, schema: schema.tables))
    }
  }

  mutating func write(
    to output: ([UInt8]) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    if let schema, let record = try survey(), try writeFile(record, schema, to: output) { return }
    try writeOwn(to: output)
  }

  var stream: CSVRecordStream {
    CSVRecordStream(CSVCharacters(rows, .utf8, from: 0), delimiter: CSVSink.delimiter)
  }

  func stored(_ row: CSVRecordStream) -> CSVStoredRow? {
    guard row.cellCount > layout.header.count else { return nil }
    return CSVValues.tree(row.text(layout.header.count)).flatMap { CSVStoredRow($0) }
  }

  /// Returns the row that an object was made of, and its file; nil for an object without a row.
  func oldRow(_ stored: CSVStoredRow?) -> (row: CSVRecordStream, file: CSVFileRecord)? {
    guard let stored, let file = records[ComparisonText(stored.file)], let row = file.row(stored)
    else { return nil }
    return (row, file)
  }

  /// Reads rows of a file.
  mutating func reading<Result>(
    _ file: CSVFileRecord, _ schema: TripSchema, _ read: (inout CSVRowReading) -> Result
  ) -> Result {
    let name = ComparisonText(file.identity)
    // Taken out, so that it is not copied.
    var reading = readings.removeValue(forKey: name) ?? CSVRowReading(schema, file.columns)
    defer { readings[name] = reading }
    return read(&reading)
  }

  // MARK: The file as it was

  /// Finds the rows, the trips and the one file that they come from; nil if there are several.
  private mutating func survey() throws(DocumentError) -> CSVFileRecord? {
    var files: Set<ComparisonText> = []
    var offset = 0
    var stream = self.stream
    while try stream.next() {
      let length = stream.rawRange.count
      defer { offset += length + CSVSink.lineEnd.count }
      let stored = stored(stream)
      if let stored {
        let file = ComparisonText(stored.file)
        files.insert(file)
        guard files.count == 1, records[file] != nil else { return nil }
      }
      entries.append(
        Entry(
          place: stored?.row == nil ? .max : stored?.place ?? .max, offset: offset, length: length))
      noteTrip(stream, stored)
    }
    // Rows of a hierarchy are in the order of the file, as a rule.
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.place <= $1.place }
    if !isSorted { entries.sort { ($0.place, $0.offset) < ($1.place, $1.offset) } }
    try nameTrips()
    return files.first.flatMap { records[$0] }
  }

  /// - Returns: False if the columns of the file cannot say what the objects are; nothing is written then.
  private mutating func writeFile(
    _ record: CSVFileRecord, _ schema: TripSchema,
    to output: ([UInt8]) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Bool {
    var dialect = record.dialect
    var appended: [String] = []
    var editing = CSVRowEditing(schema, record.columns, dialect, appended: [])
    var isEncodable = dialect.encoding.bytes(of: record.head.utf8) != nil
    let canSayAll = try eachRow(editing, record) { objects in
      for result in editing.rows(objects) {
        for name in result.missing where !appended.contains(name) { appended.append(name) }
        if dialect.encoding == .windows1252, isEncodable {
          isEncodable = dialect.encoding.bytes(of: result.bytes) != nil
        }
      }
    }
    guard canSayAll else { return false }
    // A file without a header has no place for the name of a column.
    if !appended.isEmpty, record.head.isEmpty || record.columns.isOwn { return false }
    if !isEncodable {
      notes.append("the file is UTF-8, because \(dialect.encoding.title) has not all characters")
      dialect.encoding = .utf8
      dialect.hasByteOrderMark = true
    }
    if !appended.isEmpty {
      var extended = CSVRowEditing(schema, record.columns, dialect, appended: appended)
      if extended.entity != editing.entity, record.columns.place(of: .entity) == nil,
        !appended.contains(CSVLayout.entityColumn)
      {
        appended.append(CSVLayout.entityColumn)
        extended = CSVRowEditing(schema, record.columns, dialect, appended: appended)
      }
      editing = extended
    }
    try write(record, dialect, &editing, to: output)
    return true
  }

  /// An object, and what is stored of its row; nothing of a new object.
  private typealias Written = (object: CSVRowEditing.Object, stored: CSVStoredRow?)

  /// Calls a closure with the objects of each row, in the order of the file.
  ///
  /// - Returns: False as soon as an object can have no row.
  private mutating func eachRow(
    _ editing: CSVRowEditing, _ record: CSVFileRecord,
    _ body: ([Written]) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Bool {
    var row: [Written] = []
    for entry in entries {
      guard let next = try object(entry, editing, record) else {
        if try isSkipped(entry) { continue }
        return false
      }
      if !row.isEmpty, !record.columns.hasSeveralKinds || !Self.isOneRow(row, next) {
        try body(row)
        row = []
      }
      row.append(next)
      row.sort {
        CSVRowKinds.place(of: $0.object.entity) < CSVRowKinds.place(of: $1.object.entity)
      }
    }
    if !row.isEmpty { try body(row) }
    return true
  }

  /// Whether an object was of one row with others, each of another entity.
  private static func isOneRow(_ row: [Written], _ next: Written) -> Bool {
    guard let stored = next.stored, let first = row.first?.stored else { return false }
    return stored.place == first.place && stored.row == first.row
      && !row.contains { $0.object.entity == next.object.entity }
  }

  private mutating func write(
    _ record: CSVFileRecord, _ dialect: CSVDialect, _ editing: inout CSVRowEditing,
    to output: ([UInt8]) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var pending: [UInt8] = []
    func flush() throws(DocumentError) {
      try output(dialect.encoding.bytes(of: pending) ?? pending)
      pending.removeAll(keepingCapacity: true)
    }
    if dialect.hasByteOrderMark { try output(dialect.encoding.mark) }
    pending += head(record, dialect, editing.appended)
    var unsaid = 0
    var lineEnd = ""
    _ = try eachRow(editing, record) { (objects) throws(DocumentError) in
      let stated = objects.first?.stored?.lineEnd ?? dialect.lineEnd
      for result in editing.rows(objects) {
        // The last line of the file may have had no end.
        pending += Array(lineEnd.utf8) + result.bytes + Array(stated.utf8)
        unsaid += result.missing.count
        lineEnd = stated.isEmpty ? dialect.lineEnd : ""
      }
      if pending.count > 1 << 20 { try flush() }
    }
    pending += Array(record.tail.utf8)
    try flush()
    if unsaid > 0 {
      notes.append(
        unsaid == 1
          ? "1 value is not written, because no cell can say it"
          : "\(unsaid) values are not written, because no cell can say them")
    }
  }

  private func head(
    _ record: CSVFileRecord, _ dialect: CSVDialect, _ appended: [String]
  ) -> [UInt8] {
    var head = Array(record.head.utf8)
    guard !appended.isEmpty else { return head }
    var end: [UInt8] = []
    while let last = head.last, last == 10 || last == 13, end.count < 2 {
      end.insert(head.removeLast(), at: 0)
    }
    for name in appended {
      head.append(dialect.delimiter)
      CSVText.append(name.utf8, delimiter: dialect.delimiter, to: &head)
    }
    return head + (end.isEmpty ? Array(dialect.lineEnd.utf8) : end)
  }

  private func row(_ entry: Entry) throws(DocumentError) -> CSVRecordStream? {
    var stream = try CSVRecordStream(
      try rows.read(at: entry.offset, count: entry.length), delimiter: CSVSink.delimiter)
    return try stream.next() ? stream : nil
  }

  /// Whether an object needs no row.
  private func isSkipped(_ entry: Entry) throws(DocumentError) -> Bool {
    guard let row = try row(entry), let key = Int64(row.text(1)) else { return false }
    return trips[key]?.isImplied ?? false
  }

  /// Returns an object and what is stored of its row; nil if it needs no row, or can have none.
  private mutating func object(
    _ entry: Entry, _ editing: CSVRowEditing, _ record: CSVFileRecord
  ) throws(DocumentError) -> Written? {
    guard let row = try row(entry), let key = Int64(row.text(1)),
      trips[key]?.isImplied != true, let read = own?.read(row, as: row.text(0))
    else { return nil }
    let stored = stored(row)
    var object = CSVRowEditing.Object(entity: row.text(0), values: read.values)
    if let schema, !schema.isTrip(object.entity) {
      let old = oldRow(stored).map { editing.reading.trip($0.row) }
      let trip = own.flatMap { Int64($0.trip(row)) }
      if !record.columns.isOwn, old?.isEmpty ?? false, let trip,
        self.trip(around: row, stored, read.values) == trip
      {
        object.trip = ""
        return (object, stored)
      }
      guard let label = label(trip, old, isOwn: record.columns.isOwn) else { return nil }
      // An object without a trip would get that of the file.
      if trip == nil, !record.columns.isOwn, !isWithoutTrip(row, stored) { return nil }
      object.trip = label
    }
    return (object, stored?.row == nil ? nil : stored)
  }

  // MARK: Our own columns

  private mutating func writeOwn(
    to output: ([UInt8]) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var names = SQLiteNames()
    for name in layout.header { _ = names.take(name) }
    var places: [ComparisonText: Int] = [:]
    var header = layout.header
    var unknown: [ComparisonText: [(cell: Int, place: Int)]] = [:]
    for record in records.values.sorted(by: { utf8Precedes($0.identity, $1.identity) }) {
      for cell in record.columns.unknownPlaces(layout.schema) {
        let name = record.columns.columns[cell].name
        let column = ComparisonText(name)
        if places[column] == nil {
          places[column] = header.count
          header.append(names.take(name.isEmpty ? "column \(cell + 1)" : name))
        }
        unknown[ComparisonText(record.identity), default: []].append((cell, places[column] ?? 0))
      }
    }
    notes.append("the columns are not those of the file that was imported")
    try output(CSVSink.header(header))
    let own = layout.header.count
    var pending: [UInt8] = []
    var unread = 0
    var stream = self.stream
    while try stream.next() {
      pending += stream.rawCells(own)
      var others = [[UInt8]](repeating: [], count: header.count - own)
      if let (row, record) = oldRow(stored(stream)) {
        for (cell, place) in unknown[ComparisonText(record.identity)] ?? [] where !row.isEmpty(cell)
        {
          CSVText.append(
            row.text(cell).utf8, delimiter: CSVSink.delimiter, to: &others[place - own])
        }
        unread += unreadCells(of: row, in: record)
      }
      for cell in others {
        pending.append(CSVSink.delimiter)
        pending += cell
      }
      pending += CSVSink.lineEnd
      if pending.count > 1 << 20 {
        try output(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    try output(pending)
    if unread > 0 {
      notes.append(
        unread == 1
          ? "1 cell that could not be read is not written"
          : "\(unread) cells that could not be read are not written")
    }
  }

  /// Returns the number of cells that the reading of a row could not read.
  private mutating func unreadCells(of row: CSVRecordStream, in record: CSVFileRecord) -> Int {
    guard let schema else { return 0 }
    let read = reading(record, schema) { $0.read(row, as: $0.entity(row).entity) }
    return read?.findings.count(where: \.code.isAboutUnreadCell) ?? 0
  }
}
