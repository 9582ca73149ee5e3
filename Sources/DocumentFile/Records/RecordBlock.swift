import DocumentTables

/// Some rows of one segment as text: what one thread encodes at a time.
///
/// Each record stands behind what separates it from the one before, so that a chunk is put together
/// of a few pieces, however many records it has:
///
///     ,\n{"$entity":"Trip",…},\n{"$entity":"Trip",…}
struct RecordBlock: Sendable {
  /// Rows in steps of which blocks are measured.
  private static let step = 256
  private static let maximumRows = 16 * step
  /// Where a block ends whatever rows it has: a part of a chunk, so that many can be worked on.
  private static let maximumTextBytes = 512 << 10

  /// What the text is made from.
  struct Source: Sendable {
    let tables: Tables
    let hierarchy: Int
    let plan: RecordPlan
    let encoding: DocumentEncoding
  }

  let segment: Segment
  let rows: Range<Int>
  private let texts: [UInt8]
  private let separatorSize: Int
  /// Where the text of each row ends.
  private let ends: [Int]
  /// The external values that rows refer to, in ascending order of rows.
  private let references: [(row: Int, digest: Digest)]
  private let values: [Digest: ArraySlice<UInt8>]

  init(_ segment: Segment, _ rows: Range<Int>, _ source: Source) {
    self.segment = segment
    self.rows = rows
    let separator = Self.separator(source.encoding)
    let sink = ExternalValueSink()
    let writer = RecordWriter(
      tables: source.tables, hierarchy: source.hierarchy, plan: source.plan,
      encoding: source.encoding, externals: sink)
    var texts: [UInt8] = []
    var ends: [Int] = []
    var references: [(row: Int, digest: Digest)] = []
    ends.reserveCapacity(rows.count)
    for row in rows {
      texts.append(contentsOf: separator)
      writer.append(segment, row: row, to: &texts)
      ends.append(texts.count)
      while references.count < sink.references.count {
        references.append((row, sink.references[references.count]))
      }
    }
    self.texts = texts
    self.ends = ends
    self.references = references
    separatorSize = separator.count
    values = sink.values
  }

  static func separator(_ encoding: DocumentEncoding) -> [UInt8] {
    encoding == .json ? Array(",\n".utf8) : [0x0A]
  }

  /// The size of a row's record, without the separator.
  func size(ofRow row: Int) -> Int {
    let text = textRange(of: row..<row + 1)
    return text.count - separatorSize
  }

  /// The texts of some of the rows.
  func text(of rows: Range<Int>) -> ArraySlice<UInt8> { texts[textRange(of: rows)] }

  /// The external values that some of the rows refer to.
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

  /// Cuts rows of a segment into blocks of a size that is worth a thread's while.
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
