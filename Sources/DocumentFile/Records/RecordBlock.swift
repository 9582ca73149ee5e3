import DocumentTables

/// The text of some rows of one segment, which one thread encodes at a time.
///
/// Each record follows its separator, so a chunk of any number of records is assembled from a few
/// pieces:
///
///     ,\n{"$id":5,…},\n{"$id":6,…}
struct RecordBlock: Sendable {
  /// The number of rows after which the size of a block is checked.
  private static let step = 256
  private static let maximumRows = 16 * step
  /// The size in bytes at which a block ends; a fraction of a chunk's size, so that several threads
  /// have work.
  private static let maximumTextBytes = 512 << 10

  /// The source of the text.
  struct Source: Sendable {
    private(set) var tables: Tables
    let hierarchy: Int
    let plan: RecordPlan
    let template: RecordTemplate
    let orders: [RelationshipEnd?]
    let encoding: DocumentEncoding
    /// Whether large values are collected for parts of their own.
    let putsAsideExternals: Bool

    init(
      tables: Tables, hierarchy: Int, encoding: DocumentEncoding, putsAsideExternals: Bool
    ) {
      self.tables = tables
      self.hierarchy = hierarchy
      self.encoding = encoding
      self.putsAsideExternals = putsAsideExternals
      plan = RecordPlan(tables.schema.hierarchies[hierarchy])
      template = RecordTemplate(plan, encoding: encoding)
      orders = RecordSource.orders(in: tables, hierarchy: hierarchy)
    }

    /// Returns the same source for other tables of the same schema.
    func over(_ tables: Tables) -> Source {
      var source = self
      source.tables = tables
      return source
    }
  }

  let segment: Segment
  let rows: Range<Int>
  private let text: EncodedText
  private let separatorSize: Int
  /// The offsets at which the texts of the rows end.
  private let ends: [Int]
  /// The external values that rows refer to, in ascending order of rows.
  private let references: [(row: Int, digest: Digest)]
  private let values: [Digest: ArraySlice<UInt8>]

  init(_ segment: Segment, _ rows: Range<Int>, _ source: Source) {
    self.segment = segment
    self.rows = rows
    let sink = source.putsAsideExternals ? ExternalValueSink() : nil
    let writer = RecordWriter(
      RecordSource(
        tables: source.tables, hierarchy: source.hierarchy, plan: source.plan,
        orders: source.orders, externals: sink),
      source.template, source.encoding)
    var text = TextBuffer(
      capacity: segment.textBytes(of: rows) + rows.count * source.template.usualRecordBytes)
    var ends: [Int] = []
    var references: [(row: Int, digest: Digest)] = []
    ends.reserveCapacity(rows.count)
    writer.append(segment, rows: rows, to: &text) { row, end in
      ends.append(end)
      guard let sink else { return }
      while references.count < sink.references.count {
        references.append((row, sink.references[references.count]))
      }
    }
    self.text = text.finish()
    self.ends = ends
    self.references = references
    separatorSize = Self.separator(source.encoding).count
    values = sink?.values ?? [:]
  }

  static func separator(_ encoding: DocumentEncoding) -> [UInt8] {
    encoding == .json ? Array(",\n".utf8) : [0x0A]
  }

  /// Returns the size of some rows' records, without separators.
  func size(ofRows rows: Range<Int>) -> Int {
    textRange(of: rows).count - rows.count * separatorSize
  }

  /// Returns the size of some rows' texts.
  func textSize(of rows: Range<Int>) -> Int { textRange(of: rows).count }

  /// Passes the texts of some rows to a closure.
  ///
  /// - Parameter isFirst: Whether no text precedes these rows, so that the first separator has no
  ///   comma.
  func withText<Result, Failure: Error>(
    of rows: Range<Int>, isFirst: Bool,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = textRange(of: rows)
    let start = range.lowerBound + (isFirst ? separatorSize - 1 : 0)
    return try text.withBytes(min(start, range.upperBound)..<range.upperBound, body)
  }

  /// Returns the external values that some rows refer to.
  func externals(of rows: Range<Int>) -> [Digest: ArraySlice<UInt8>] {
    var result: [Digest: ArraySlice<UInt8>] = [:]
    for reference in references where rows.contains(reference.row) {
      result[reference.digest] = values[reference.digest]
    }
    return result
  }

  private func textRange(of rows: Range<Int>) -> Range<Int> {
    let first = rows.lowerBound - self.rows.lowerBound
    let last = rows.upperBound - self.rows.lowerBound
    return (first == 0 ? 0 : ends[first - 1])..<ends[last - 1]
  }

  /// Divides rows of a segment into blocks that are large enough for a thread.
  static func cut(_ segment: Segment, _ rows: Range<Int>) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var start = rows.lowerBound
    var end = start
    while end < rows.upperBound {
      end = min(rows.upperBound, end + step)
      if end - start >= maximumRows || end == rows.upperBound
        || segment.textBytes(of: start..<end) >= maximumTextBytes
      {
        blocks.append(start..<end)
        start = end
      }
    }
    return blocks
  }
}
