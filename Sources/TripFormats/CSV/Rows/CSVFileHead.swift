import DocumentFile
import DocumentTables

/// What the beginning of a CSV file says, and its bytes: dialect, encoding, header.
struct CSVFileHead {
  /// The bytes at the beginning that tell the dialect and what columns are.
  private static let sampledBytes = 256 << 10

  private(set) var dialect: CSVDialect
  private(set) var columns: CSVColumns
  /// The lines before the first row, as text.
  private(set) var text = ""
  /// The number of rows that are no objects: the header, and a line that states the delimiter.
  private(set) var rows = 0
  /// Whether the file has other bytes than those of its encoding.
  private(set) var hasWrongBytes = false
  /// A UUID of version 8 (RFC 9562, 5.8), derived from the bytes.
  private(set) var identifier: UInt128

  /// Whether most rows with a start and an end take hours of one day.
  private var hasShortRows = false
  private let file: ForeignBytes

  /// - Throws: `csv-malformed` if no column has a meaning, or if columns are stated that the file does not
  ///   have.
  init(
    _ file: ForeignBytes, _ options: ImportOptions, _ schema: TripSchema
  ) throws(DocumentError) {
    self.file = file
    let beginning = try file.read(at: 0, count: min(Self.sampledBytes, file.count))
    let marked = CSVEncoding.marked(beginning)
    let read = try Self.readAll(file, marked?.encoding)
    identifier = read.identifier
    dialect = CSVDialect(
      of: beginning, encoding: read.isUTF8 ? .utf8 : .windows1252,
      isWhole: beginning.count == file.count)
    hasWrongBytes =
      !read.isUTF8 && (marked == nil || dialect.encoding == .utf8) || read.hasLoneUnits
    columns = CSVColumns(names: [], schema: schema.tables)
    var stream = self.stream
    var isFound = try stream.next()
    if dialect.hasSeparatorLine, isFound {
      rows = stream.number + 1
      text += Self.line(stream)
      isFound = try stream.next()
    }
    guard isFound else { throw DocumentError(.csvMalformed, "the file has no rows") }
    guard stream.cellCount <= CSVRecordStream.mostCells else {
      throw DocumentError(
        .csvMalformed, place: .line(stream.line, column: 1),
        "it has \(stream.cellCount) columns, more than \(CSVRecordStream.mostCells)")
    }
    try setColumns(stream, options, schema)
    columns.timeZone = options.timeZone
    columns.fallbackName = options.fallbackName
    if !columns.isOwn {
      try setMeanings()
      columns.hasSeveralKinds = columns.namedKinds.hasSeveral
      columns.setWholeDays()
    }
    columns.setEntity(hasShortRows: hasShortRows)
    columns.hasItemsOfHours = columns.entity == "Trip" && columns.wholeDaysPlace != nil
    columns.setKindEdition()
    columns.dropPrices()
  }

  /// The rows of the file, with the header.
  var stream: CSVRecordStream {
    CSVRecordStream(
      CSVCharacters(file, dialect.encoding, from: dialect.start), delimiter: dialect.delimiter)
  }

  /// Whether a column with a field alone tells what a row is: an identity and a link do not.
  private static func tells(_ field: CSVField?) -> Bool {
    switch field {
    case nil, .key, .identity, .links, .color, .email, .notes, .zone: false
    default: true
    }
  }

  private static func line(_ stream: CSVRecordStream) -> String {
    String(decoding: stream.raw, as: UTF8.self) + stream.lineEnd.rawValue
  }

  private mutating func setColumns(
    _ stream: CSVRecordStream, _ options: ImportOptions, _ schema: TripSchema
  ) throws(DocumentError) {
    let first = stream.cellTexts
    guard let names = options.columns else {
      columns = CSVColumns(names: first, schema: schema.tables)
      guard columns.isOwn || columns.columns.contains(where: { Self.tells($0.field) }) else {
        throw DocumentError(
          .csvMalformed, place: .line(stream.line, column: 1),
          "no column has a name that is known; say what the columns are, with names that tripconv formats csv "
            + "lists: --columns \(try CSVColumnGuess(first, stream).option)")
      }
      rows = stream.number + 1
      text += Self.line(stream)
      return
    }
    let stated = try CSVColumnGuess.positions(of: names, in: first)
    guard stated.count <= first.count else {
      throw DocumentError(
        .csvMalformed, "\(stated.count) columns are stated, but the file has \(first.count)")
    }
    for name in stated where !name.isEmpty && CSVField(header: name) == nil {
      throw DocumentError(
        .csvMalformed, "'\(name)' is not the name of a field, such as name, start, end or notes")
    }
    // The first row is a header if it names a field, repeats what is stated, or has words for days.
    let isHeader =
      first.contains(where: CSVHeaderWords.isKnown) || names.contains { $0.contains("=") }
      || first.elementsEqual(stated, by: { $0.isSpelled($1) })
      || Self.hasWordsForDays(first, stated)
    let padded = stated + [String](repeating: "", count: first.count - stated.count)
    columns = CSVColumns(
      names: zip(padded, first).map { $0.isEmpty ? (isHeader ? $1 : "") : $0 },
      schema: schema.tables)
    if isHeader {
      rows = stream.number + 1
      text += Self.line(stream)
    }
  }

  /// Whether cells of columns with days and times are filled, and none of them is one.
  private static func hasWordsForDays(_ row: [String], _ names: [String]) -> Bool {
    let cells = zip(row, names).filter { cell, name in
      guard case .moment(_, let part)? = CSVField(header: name) else { return false }
      return part != .zone && !cell.isEmpty
    }
    return !cells.isEmpty && cells.allSatisfy { StatedMoment($0.0.trimmingSpaces, .table) == nil }
  }

  /// Reads all bytes: whether they are UTF-8, whether those of UTF-16 have half a unit or half a surrogate pair, and the
  /// identifier of the document that they make.
  private static func readAll(
    _ file: ForeignBytes, _ marked: CSVEncoding?
  ) throws(DocumentError) -> (isUTF8: Bool, hasLoneUnits: Bool, identifier: UInt128) {
    var pairs = marked.flatMap { SurrogatePairs($0) }
    var digest: Digest?
    var rest: [UInt8] = []
    var isUTF8 = true
    var offset = 0
    while offset < file.count {
      let bytes = try file.read(
        at: offset, count: min(CSVCharacters.windowBytes, file.count - offset))
      offset += bytes.count
      digest = Digest(of: (digest?.bytes ?? []) + Digest(of: bytes).bytes)
      pairs?.read(bytes)
      guard isUTF8 else { continue }
      let window = rest + bytes
      let cut = offset < file.count ? Self.cut(window) : window.count
      isUTF8 = String(validating: window[..<cut], as: UTF8.self) != nil
      rest = Array(window[cut...])
    }
    return (
      isUTF8, pairs?.finish() ?? false, ObjectIdentity.document(made: digest ?? Digest(of: []))
    )
  }

  /// Returns where the last character begins that a window may not have all of.
  private static func cut(_ window: [UInt8]) -> Int {
    for back in 1...3 where window.count >= back && window[window.count - back] >= 0xC0 {
      return window.count - back
    }
    return window.count
  }

  // MARK: Meanings

  /// What the cells of a column are.
  private struct Sample {
    var filled = 0
    var moments = 0
    var hasClock = false
    /// The different texts of a column of trips.
    var labels: Set<ComparisonText> = []
    /// How many cells may have a decimal comma.
    var commas = 0

    var areMoments: Bool { moments == filled }
  }

  /// Decides by the first rows whether departures and arrivals are places or times, reads `from` and `to` of anything
  /// but legs as days, and rows with a name and two days as trips.
  private mutating func setMeanings() throws(DocumentError) {
    var samples = [Sample](repeating: Sample(), count: columns.columns.count)
    var lengths = (rows: 0, short: 0)
    var stream = self.stream
    var count = 0
    while count < 1000, try stream.next() {
      count += 1
      guard count > rows else { continue }
      noteLength(stream, &lengths)
      for place in columns.columns.indices.prefix(stream.cells.count) where !stream.isEmpty(place) {
        add(stream.text(place), of: place, to: &samples[place])
      }
    }
    columns.hasDecimalComma =
      samples.contains { $0.commas > 0 } && dialect.delimiter != UInt8(ascii: ",")
    for (place, sample) in samples.enumerated() where sample.filled > 0 {
      setMeaning(of: place, by: sample)
    }
    hasShortRows = lengths.short * 2 > lengths.rows
    columns.setDestination()
    columns.setEnglishTurns()
    try setWays()
    if !hasShortRows, let place = columns.place(of: .trip), samples[place].filled > 0,
      samples[place].labels.count == samples[place].filled
    {
      columns.nameTrips(by: place)
    }
  }

  /// Adds a cell to the sample of its column.
  private func add(_ text: String, of place: Int, to sample: inout Sample) {
    guard let field = columns.columns[place].field else { return }
    switch field {
    case .from, .to, .moment:
      sample.filled += 1
      guard let moment = moment(text.trimmingSpaces, of: place, field) else { return }
      sample.moments += 1
      if moment.day == nil { sample.hasClock = true }
    case .trip:
      sample.filled += 1
      sample.labels.insert(ComparisonText(text.trimmingSpaces))
    case .attribute("price"):
      if StatedPrice.hasDecimalComma(text.trimmingSpaces) { sample.commas += 1 }
    case .location, .attribute:
      if text.contains(","), CSVWords.number(text, hasDecimalComma: true) != nil {
        sample.commas += 1
      }
    default: break
    }
  }

  /// Returns the moment that a cell states, if its column has days or times.
  private func moment(_ text: String, of place: Int, _ field: CSVField) -> StatedMoment? {
    var spelling = columns.spelling(of: place)
    // Numbers in a column of places are postal codes.
    if field == .from || field == .to { spelling.epoch = nil }
    if let moment = StatedMoment(text, spelling) { return moment }
    if spelling.isClock {
      // A day with a time is more than the header says.
      spelling.isClock = false
      return StatedMoment(text, spelling).flatMap { $0.second == nil ? nil : $0 }
    }
    guard case .moment = field else { return nil }
    // 0930 is a time if all cells of the column are.
    spelling.isClock = true
    return StatedMoment(text, spelling)
  }

  /// Decides what the cells of a column mean.
  private mutating func setMeaning(of place: Int, by sample: Sample) {
    let column = columns.columns[place]
    switch column.field {
    case .moment(let edge, .whole)
    where sample.moments == 0
      && (column.hint == "Leg" || CSVHeaderWords.isTurn(column.folded)):
      columns.columns[place].field = edge == .start ? .from : .to
    case .moment(let edge, .whole) where sample.hasClock && sample.areMoments:
      columns.columns[place].field = .moment(edge, .clock)
    case .moment(let edge, .clock)
    where sample.areMoments && !sample.hasClock
      && [.whole, .day].allSatisfy({ columns.place(of: .moment(edge, $0)) == nil }):
      columns.columns[place].field = .moment(edge, .whole)
    case .from where sample.areMoments && !sample.hasClock:
      columns.columns[place] = Self.moment(column, .start)
    case .to where sample.areMoments && !sample.hasClock:
      columns.columns[place] = Self.moment(column, .end)
    default: break
    }
  }

  /// Lets leaving be the start of rows that state when one comes home, and arriving the start of rows that say so: one arrives
  /// at a place before one leaves it.
  private mutating func setWays() throws(DocumentError) {
    let ways = columns.ways
    if let leaving = ways.leaving, ways.returning != nil {
      columns.setEdge(.start, of: leaving)
      return
    }
    guard let arriving = ways.arriving, let leaving = ways.leaving,
      columns.place(of: .provider) == nil
    else { return }
    func moment(_ row: CSVRecordStream, _ cell: Int) -> (Int64, Int64)? {
      guard cell < row.cells.count,
        let moment = StatedMoment(row.text(cell).trimmingSpaces, columns.spelling(of: cell)),
        let day = moment.day
      else { return nil }
      return (day, moment.second ?? 0)
    }
    var balance = 0
    var stream = self.stream
    while stream.number < 1000, try stream.next() {
      guard stream.number >= rows, let arrival = moment(stream, arriving),
        let departure = moment(stream, leaving)
      else { continue }
      balance += arrival < departure ? 1 : arrival > departure ? -1 : 0
    }
    guard balance > 0 else { return }
    columns.setEdge(.start, of: arriving)
    columns.setEdge(.end, of: leaving)
  }

  /// Notes whether a row with a start and an end takes hours of one day.
  private func noteLength(_ row: CSVRecordStream, _ lengths: inout (rows: Int, short: Int)) {
    func cell(_ edge: CSVField.Edge, _ parts: CSVField.Part...) -> Int? {
      parts.lazy.compactMap { columns.place(of: .moment(edge, $0)) }
        .first { $0 < row.cells.count && !row.isEmpty($0) }
    }
    func moment(_ cell: Int) -> StatedMoment? {
      StatedMoment(row.text(cell).trimmingSpaces, columns.spelling(of: cell))
    }
    guard let start = cell(.start, .whole, .day), let end = cell(.end, .whole, .day) else { return }
    lengths.rows += 1
    let (first, last) = (moment(start), moment(end))
    guard cell(.start, .clock) != nil || first?.second != nil else { return }
    // The order of days such as 05/13/2026 is not known yet.
    let isOneDay = row.text(start) == row.text(end) || first?.day != nil && first?.day == last?.day
    if isOneDay { lengths.short += 1 }
  }

  private static func moment(
    _ column: CSVColumns.Column, _ edge: CSVField.Edge
  ) -> CSVColumns.Column {
    var column = column
    column.field = .moment(edge, .whole)
    column.dropHint()
    return column
  }

  /// Sets how the days of a column are spelled, which all of its cells tell.
  mutating func setOrder(_ order: DayOrder, hasOnlyDays: Bool, of column: Int) {
    columns.columns[column].order = order
    columns.columns[column].hasOnlyDays = hasOnlyDays
  }

  /// Notes that a cell of a column says that something is cancelled.
  mutating func setCancelling(_ column: Int) { columns.columns[column].cancels = true }

  /// Gives columns the meanings back by which a document has the rows, where others would make parts of trips or trips of
  /// parts, or further objects of a row: objects keep their trips.
  ///
  /// - Parameter earlier: The columns of that import, with the same names.
  mutating func keepTrips(of earlier: CSVColumns) {
    let wasTrips = earlier.entity == "Trip"
    let becomesTrips = columns.entity == "Trip" && !wasTrips
    for place in columns.columns.indices {
      let before = earlier.columns[place].field
      let isKept =
        switch (columns.columns[place].field, before) {
        case (.trip?, nil): true
        case (.trip?, .name?): wasTrips
        case (.moment(let edge, _)?, .moment(let earlier, _)?) where edge != earlier: true
        case (.zone?, .moment(_, .zone)?), (.name?, .notes?): true
        case (.name?, .trip?), (.moment(_, .whole)?, .moment(_, .clock)?): becomesTrips
        default: false
        }
      if isKept {
        columns.columns[place] = CSVColumns.Column(name: columns.columns[place].name, field: before)
      }
    }
    for place in columns.columns.indices {
      columns.columns[place].statesWholeDays = earlier.columns[place].statesWholeDays
      columns.columns[place].isUnhinted = earlier.columns[place].isUnhinted
    }
    columns.hasSeveralKinds = earlier.hasSeveralKinds
    columns.hasItemsOfHours = earlier.hasItemsOfHours
    columns.kindEdition = earlier.kindEdition
    // The only comma of an earlier file may be gone.
    if earlier.hasDecimalComma { columns.hasDecimalComma = true }
    columns.setEntity(hasShortRows: hasShortRows)
  }

  /// Notes that a column has the names of legs.
  mutating func setNamingLegs(_ column: Int) { columns.columns[column].namesLegs = true }

  /// Sets the language of words and the epoch of numbers, which all cells of the file tell.
  mutating func setSpelling(_ language: DateLanguage?, _ epoch: SerialEpoch) {
    columns.language = language
    columns.epoch = epoch
  }
}
