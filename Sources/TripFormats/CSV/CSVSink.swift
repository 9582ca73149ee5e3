import DocumentFile
import DocumentTables

/// A writer of a CSV file, into which a source pushes rows.
///
///     rows ─► the columns of the schema ─► a temporary file ─┬─► the output
///                                                            └─► CSVRestoration ─► the output
///
/// The rows wait in a temporary file, because a document tells only behind its rows whether they come from a
/// CSV file, whose columns are then written again. Memory does not grow with the rows.
final class CSVSink: NotedSink {
  /// What the file does not contain, as sentences.
  private(set) var notes: [String] = []

  let layout: CSVLayout
  private let contents: [Content]
  private let output: DocumentOutput
  private let spool: SpillFile
  private var pending: [UInt8] = []
  private let tables: Tables
  private var unwritten = UnwrittenContent()
  /// Texts that spreadsheets take for formulas.
  private var formulas = 0
  private var hasStoredRows = false

  /// - Parameters:
  ///   - tables: The schema of the document, and the rows where all are in memory.
  ///   - folder: A folder with room for the rows.
  init(_ tables: Tables, in folder: String, output: @escaping DocumentOutput) {
    self.output = output
    self.tables = tables
    layout = CSVLayout(tables.schema)
    contents = layout.columns.map { Content($0) }
    spool = SpillFile(in: folder)
  }

  static let delimiter = UInt8(ascii: ",")
  static let lineEnd: [UInt8] = [13, 10]
  private static let bufferBytes = 1 << 20

  // MARK: Rows

  func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    let entities = layout.schema.hierarchies[hierarchy].entities
    let names = entities.map { Array($0.name.utf8) }
    for row in rows {
      let entity = Int(segment.entities[row])
      CSVText.append(names[entity], delimiter: Self.delimiter, to: &pending)
      pending.append(Self.delimiter)
      pending.append(contentsOf: String(segment.keys[row]).utf8)
      let sources = layout.sources[hierarchy][entity]
      var location: (source: Int, content: CSVLayout.Location?)?
      for place in contents.indices {
        pending.append(Self.delimiter)
        guard let source = sources[place] else { continue }
        switch contents[place] {
        case .value: append(place, segment.columns[source], row)
        case .copy: appendCopy(place, segment.columns[source], row)
        case let content:
          // The columns of a location follow one another.
          if location?.source != source {
            location = (
              source,
              CSVLayout.Location(
                segment.columns[source].value(at: row), of: layout.columns[place].type)
            )
          }
          if let location = location?.content { append(content, location, place) }
        }
      }
      if let foreign = segment.foreign[row] { append(foreign) }
      pending.append(contentsOf: Self.lineEnd)
      if pending.count >= Self.bufferBytes { try flush() }
    }
    unwritten.addLists(
      of: segment, rows, hierarchy, tables.schema,
      in: members.tables(for: rows, of: segment, hierarchy: hierarchy, in: tables)
    ) { _ in false }
  }

  /// What a column of the file has of a column of the hierarchy.
  private enum Content: BitwiseCopyable {
    case value
    /// Values whose texts are those of their column in memory.
    case copy
    /// What the columns of the members cannot say of a location.
    case rest
    case member(CSVField.Member)

    init(_ column: CSVLayout.Column) {
      self =
        if let member = column.member {
          .member(member)
        } else if column.hasMembers {
          .rest
        } else if let type = column.type, CSVValues.isWrittenAsNested(type) {
          .copy
        } else {
          .value
        }
    }
  }

  private func append(_ place: Int, _ column: Column, _ row: Int) {
    if case .text(let texts) = column {
      if texts.nulls[row] { return }
      texts.withText(at: row) { text in
        if let first = text.first, CSVText.isFormula(first) { formulas += 1 }
        CSVText.append(text, delimiter: Self.delimiter, isQuoted: text.isEmpty, to: &pending)
      }
      return
    }
    append(column.value(at: row), layout.columns[place].type)
  }

  private func append(_ value: Value, _ type: AttributeType?) {
    if value.isNull { return }
    var text: [UInt8] = []
    CSVValues.append(value, type, to: &text)
    if case .text = value, let first = text.first, CSVText.isFormula(first) { formulas += 1 }
    CSVText.append(text, delimiter: Self.delimiter, isQuoted: text.isEmpty, to: &pending)
  }

  private func appendCopy(_ place: Int, _ column: Column, _ row: Int) {
    guard case .nested(let nested) = column else { return append(place, column, row) }
    if nested.texts.nulls[row] { return }
    nested.texts.withText(at: row) {
      CSVText.append($0, delimiter: Self.delimiter, to: &pending)
    }
  }

  private func append(_ content: Content, _ location: CSVLayout.Location, _ place: Int) {
    if case .member(let member) = content { return append(location.value(of: member), nil) }
    if !location.isSplit { append(.tree(location.tree), layout.columns[place].type) }
  }

  /// Appends what the object keeps of a row that it was read from, behind all columns.
  private func append(_ foreign: Tree) {
    unwritten.addForeign(foreign, holdsRows: true)
    guard let stored = foreign[CSVStoredRow.member] else { return }
    hasStoredRows = true
    pending.append(Self.delimiter)
    CSVText.append(
      CanonicalJSON.bytes(of: stored), delimiter: Self.delimiter, isQuoted: true, to: &pending)
  }

  private func flush() throws(DocumentError) {
    try spool.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  // MARK: The end

  func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try flush()
    let spooled = try ForeignBytes(spool)
    note(surroundings)
    if hasStoredRows {
      var restoration = try CSVRestoration(layout, spooled, surroundings)
      try restoration.write(to: write)
      notes += restoration.notes
      return
    }
    try write(Self.header(layout.header))
    var offset = 0
    while offset < spooled.count {
      let count = min(Self.bufferBytes, spooled.count - offset)
      try write(try spooled.read(at: offset, count: count))
      offset += count
    }
  }

  private func note(_ tables: Tables) {
    unwritten.addSurroundings(of: tables, holdsRecord: { $0.entity == CSVFileRecord.entity })
    notes = unwritten.notes(for: "CSV files")
    if let formulas = UnwrittenContent.count(
      formulas, "text begins with =, +, -, @ or a control character",
      "texts begin with =, +, -, @ or a control character")
    {
      notes.append("\(formulas); a spreadsheet takes such a text for a formula")
    }
    if tables.history != nil { notes.append("the history is not written") }
  }

  static func header(_ names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, name) in names.enumerated() {
      if place > 0 { bytes.append(delimiter) }
      CSVText.append(name.utf8, delimiter: delimiter, to: &bytes)
    }
    return bytes + lineEnd
  }

  private func write(_ bytes: [UInt8]) throws(DocumentError) {
    // Lifetime: the output uses the bytes within the call only.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try output(UnsafeRawBufferPointer(bytes))
    }
  }
}
