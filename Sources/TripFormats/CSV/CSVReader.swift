import DocumentFile
import DocumentTables

/// Reads CSV files as tables of the trip schema.
///
///     bytes ─► CSVFileHead: dialect, columns ─► all rows: days, keys, trips ─► CSVRowGroups
///           └► for each hierarchy of entities: rows ─► CSVRowReading ─► segments
///
/// The file is read once for each hierarchy that occurs, so memory does not grow with the rows: what stays is
/// a key for each row of our own files, and the name of each trip in all others. Only while trips are found for rows that
/// state none, these rows are in memory, as ``CSVGroupedRow``.
struct CSVReader {
  /// The rows that are not in the document, as a CSV file; nil if there are none.
  private(set) var rejected: [UInt8]?
  var report = ImportReport()
  let schema: TripSchema

  var head: CSVFileHead
  var reading: CSVRowReading
  let options: ImportOptions
  var trips = CSVTrips()
  var keys = CSVKeys()
  private var rowCount: Int64 = 0
  var occurring: Set<Int> = []
  private var rejectedRows: [UInt8] = []
  private var hasKeptRows = false
  private var tail = ""
  /// The rows that became objects.
  private var known = CSVKnownRows()
  /// Whether rows are kept as they were read: not those of our own files.
  private let keepsRows: Bool

  /// Reads the whole file once, to tell how it is to be read.
  ///
  /// - Parameters:
  ///   - keepsAllRows: Whether to keep the rows of our own files, too.
  ///   - earlier: The columns by which earlier imports read the file, and those with the same header.
  /// - Throws: `csv-malformed`, `limit-csv-row` or `limit-objects`.
  init(
    _ file: ForeignBytes, _ schema: TripSchema, _ options: ImportOptions,
    keepsAllRows: Bool = false, earlier: [CSVColumns] = []
  ) throws(DocumentError) {
    _ = try options.zone(.csvMalformed)
    self.schema = schema
    self.options = options
    head = try CSVFileHead(file, options, schema)
    if let earlier = earlier.first(where: head.columns.hasNames) { head.keepTrips(of: earlier) }
    reading = CSVRowReading(schema, head.columns)
    let columns = head.columns
    keepsRows = keepsAllRows || !columns.isOwn || !columns.unknownPlaces(schema.tables).isEmpty
    if head.hasWrongBytes {
      report.note(.init(.encoding, "read as \(head.dialect.encoding.title)"))
    }
    try analyse()
    reading = CSVRowReading(schema, head.columns)
    if !head.columns.isOwn { try makeTrips() }
    for place in columns.unknownPlaces(schema.tables) where keepsRows {
      report.noteKept(
        columns.columns[place].name.isEmpty ? "#\(place + 1)" : columns.columns[place].name)
    }
  }

  /// The identity of the file in a document.
  var identity: String { options.fallbackName }

  /// The document without rows.
  var empty: Tables { Tables(schema: schema.tables, documentID: head.identifier, nextKey: 1) }

  // MARK: The first reading

  private mutating func analyse() throws(DocumentError) {
    var spellings = CSVSpellings(head.columns)
    var stream = head.stream
    var guessed: [String: Int] = [:]
    let names = head.columns.isOwn ? nil : head.columns.place(of: .name)
    var namesLegs = false
    var further = 0
    while try stream.next() {
      guard stream.number >= head.rows else { continue }
      guard stream.number - head.rows + further < options.limits.objects else {
        throw DocumentError(.limitObjects)
      }
      if isRejected(stream) != nil { continue }
      spellings.note(stream)
      let (entity, isGuessed) = reading.entity(stream)
      guard let plan = reading.plan(entity) else { continue }
      occurring.insert(plan.hierarchy)
      if let names, entity == "Leg", !stream.isEmpty(names) { namesLegs = true }
      if isGuessed { guessed[entity, default: 0] += 1 }
      for entity in reading.kinds(stream).entities.dropFirst() {
        guard let plan = reading.plan(entity) else { continue }
        occurring.insert(plan.hierarchy)
        guessed[entity, default: 0] += 1
        further += 1
      }
      if head.columns.isOwn {
        keys.note(reading.key(stream), of: plan.hierarchy)
      } else if plan.isTrip {
        trips.note(
          name: plan.name(of: stream), identity: reading.identity(stream), key: key(stream, plan))
      } else {
        trips.note(part: reading.trip(stream))
      }
    }
    tail = String(decoding: stream.raw, as: UTF8.self)
    if head.columns.isOwn {
      keys.finish()
    } else {
      rowCount = Int64(stream.number + 1)
      keys.next = (head.columns.hasSeveralKinds ? 3 : 1) * rowCount + 1
      for (entity, count) in guessed.sorted(by: { $0.key < $1.key }) {
        report.note(.init(.rowEntity, "\(count) rows as \(entity)"))
      }
    }
    head.setSpelling(spellings.language, spellings.epoch)
    for column in spellings.cancelling { head.setCancelling(column) }
    if let names, namesLegs { head.setNamingLegs(names) }
    for (column, order) in spellings.orders(delimiter: head.dialect.delimiter) {
      head.setOrder(order.order, hasOnlyDays: order.hasOnlyDays, of: column)
      if order.isOpen {
        report.note(
          .init(
            .dayOrder, subject: head.columns.columns[column].name,
            "read as \(order.order.rawValue)"))
      }
    }
  }

  /// The key of an object of another program's file: the number of its row, behind those of its further objects.
  func key(_ stream: CSVRecordStream, _ plan: CSVEntityPlan) -> ObjectKey {
    let row = Int64(stream.number - head.rows + 1)
    guard head.columns.hasSeveralKinds else { return row }
    return Int64(CSVRowKinds.place(of: plan.entity.name)) * rowCount + row
  }

  func isRejected(_ stream: CSVRecordStream) -> ImportReport.Code? {
    if stream.hasBrokenQuote { return .brokenQuote }
    guard stream.cellCount > head.columns.columns.count else { return nil }
    let others = head.columns.columns.count..<stream.cells.count
    return others.allSatisfy(stream.isEmpty) && stream.cellCount == stream.cells.count
      ? nil : .cellCount
  }

  // MARK: Objects

  /// Reads all rows and pushes them as segments, in the order of hierarchies and keys.
  mutating func read(
    _ push: (Segment, _ hierarchy: Int) throws(DocumentError) -> Void
  ) throws(DocumentError) -> (surroundings: Tables, rows: [String: Int]) {
    var counts: [String: Int] = [:]
    for entity in schema.tables.entities where !entity.isAbstract { counts[entity.name] = 0 }
    for hierarchy in schema.tables.hierarchies.indices where occurring.contains(hierarchy) {
      var output = CSVSegments(
        schema.tables.hierarchies[hierarchy], sorts: !keys.isAscending(hierarchy))
      try readRows(of: hierarchy, into: &output) { (segment) throws(DocumentError) in
        try push(segment, hierarchy)
      }
      if schema.tables.hierarchies[hierarchy].name == "Trip" {
        for trip in trips.made where trip.isUsed {
          report.note(.init(.derivedTrip, name(of: trip)))
          guard let row = made(trip) else { continue }
          try output.add(row, entity: "Trip") { (segment) throws(DocumentError) in
            try push(segment, hierarchy)
          }
        }
      }
      try output.finish { (segment) throws(DocumentError) in try push(segment, hierarchy) }
      counts.merge(output.counts) { $0 + $1 }
    }
    if occurring.isEmpty { try rejectAll() }
    var surroundings = empty
    if hasKeptRows || trips.usesMade {
      surroundings.extensions = [record.record(keys.next)]
      keys.next += 1
    }
    surroundings.nextKey = keys.next
    report.sortByPlace()
    if !rejectedRows.isEmpty { rejected = Array(head.text.utf8) + rejectedRows }
    return (surroundings, counts)
  }

  /// Reads all rows into memory.
  mutating func tables() throws(DocumentError) -> Tables {
    var segments: [[Segment]] = schema.tables.hierarchies.map { _ in [] }
    var (tables, _) = try read { (segment, hierarchy) throws(DocumentError) in
      segments[hierarchy].append(segment)
    }
    tables.tables = zip(segments, schema.tables.hierarchies).map { segments, layout in
      Table(segments: segments.isEmpty ? [SegmentBuilder(layout).finish()] : segments)
    }
    return tables
  }

  /// What a document keeps of the file beside its rows.
  var record: CSVFileRecord {
    CSVFileRecord(
      identity: identity, dialect: head.dialect, head: head.text, tail: tail,
      columns: head.columns, known: known)
  }

  /// Rejects the rows that are those of no object; they are noted with the first hierarchy.
  private mutating func reject(_ stream: CSVRecordStream, _ code: ImportReport.Code) {
    report.rejectedComponents += 1
    var detail = ""
    if code == .cellCount {
      detail = "\(stream.cellCount) instead of \(head.columns.columns.count)"
    }
    report.note(.init(code, line: stream.line, detail))
    rejectedRows += stream.raw
    rejectedRows += Array(head.dialect.lineEnd.utf8)
  }

  private mutating func rejectAll() throws(DocumentError) {
    var stream = head.stream
    while try stream.next() {
      if stream.number >= head.rows, let code = isRejected(stream) { reject(stream, code) }
    }
  }

  private mutating func readRows(
    of hierarchy: Int, into output: inout CSVSegments,
    _ push: (Segment) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let isFirst = hierarchy == occurring.min()
    var stream = head.stream
    while try stream.next() {
      guard stream.number >= head.rows else { continue }
      if let code = isRejected(stream) {
        if isFirst { reject(stream, code) }
        continue
      }
      guard let entity = entity(of: stream, in: hierarchy),
        let plan = reading.plan(entity, of: stream), var row = reading.read(stream, as: entity)
      else { continue }
      let own = head.columns.isOwn ? keys.take(reading.key(stream), of: hierarchy) : nil
      guard row.isUsed || head.columns.isOwn || !reading.kinds(stream).isEmpty else {
        reject(stream, .emptyRow)
        continue
      }
      if let own, own.isDuplicate {
        report.note(
          .init(.duplicateRow, line: stream.line, subject: CSVLayout.keyColumn, "it gets a new key")
        )
      }
      let key = own?.key ?? key(stream, plan)
      noteKnown(plan, stream, row)
      relate(plan, key, stream, &row)
      checkReferences(plan, stream, &row)
      let days = finishTrip(plan, key, stream, &row)
      note(row, stream)
      noteCancelled(plan, row)
      for cell in reading.unplacedCells(of: stream, plan) {
        report.noteKept(head.columns.columns[cell].name)
      }
      let isKept =
        keepsRows
        || row.findings.contains {
          $0.code.outcome == .kept || $0.code.isAboutUnreadCell
        }
      var stored: CSVStoredRow?
      if isKept {
        hasKeptRows = true
        let end = stream.lineEnd.rawValue
        stored = CSVStoredRow(
          file: identity, place: Int64(stream.number),
          row: String(decoding: stream.raw, as: UTF8.self),
          lineEnd: end == head.dialect.lineEnd ? nil : end, days: days)
      }
      try output.add(
        InsertedRow(
          hierarchy: hierarchy, key: key, discriminator: row.discriminator, values: row.values,
          foreign: stored?.foreign), entity: entity, push)
    }
  }

  /// Returns the entity of the object of a hierarchy that a row is; nil if it is none.
  private func entity(of row: CSVRecordStream, in hierarchy: Int) -> String? {
    let first = reading.entity(row).entity
    if reading.plan(first)?.hierarchy == hierarchy { return first }
    return reading.kinds(row).entities.first { reading.plan($0)?.hierarchy == hierarchy }
  }

  private mutating func noteCancelled(_ plan: CSVEntityPlan, _ row: CSVRow) {
    guard plan.isCancelled(row.values) else { return }
    let title = CSVRowNames(plan, row).title
    report.noteCancelled(title.isEmpty ? plan.entity.name : title)
  }

  private mutating func noteKnown(
    _ plan: CSVEntityPlan, _ stream: CSVRecordStream, _ row: CSVRow
  ) {
    guard keepsRows else { return }
    known.insert(
      reading.identity(stream).map { "\(plan.hierarchy)\t\($0)" } ?? CSVRowNames(plan, row).full)
  }

  /// Leaves out references to objects that the file does not have.
  private func checkReferences(
    _ plan: CSVEntityPlan, _ stream: CSVRecordStream, _ row: inout CSVRow
  ) {
    for entry in plan.entries {
      guard case .reference(let hierarchy) = entry.target,
        case .reference(let key) = row.values[entry.column],
        !keys.contains(key, of: hierarchy)
      else { continue }
      row.values[entry.column] = .null
      let cell = entry.cells.first(in: stream) { !stream.isEmpty($0) } ?? 0
      row.findings.append((cell, .unreadCell, stream.text(cell)))
    }
  }

  private mutating func note(_ row: CSVRow, _ stream: CSVRecordStream) {
    for finding in row.findings {
      let name =
        head.columns.columns.indices.contains(finding.cell)
        ? head.columns.columns[finding.cell].name : nil
      report.note(
        .init(
          finding.code, line: stream.line, column: stream.column(finding.cell), subject: name,
          finding.detail))
    }
    // Rows are counted, not their objects.
    guard reading.entity(stream).entity == row.entity else { return }
    if row.findings.isEmpty {
      report.completeComponents += 1
    } else {
      report.reportedComponents += 1
    }
  }
}
