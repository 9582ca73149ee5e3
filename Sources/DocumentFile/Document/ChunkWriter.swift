import DocumentTables

/// Encodes the records of one hierarchy, each once, and hands over chunk after chunk.
///
/// At most the limit of a chunk and one record are held.
struct ChunkWriter {
  /// A chunk that is ready to become a part.
  struct Part {
    var chunk: ManifestPart.Chunk
    var bytes: [UInt8]
  }

  private let header: Header
  private let encoding: DocumentEncoding
  private let hierarchy: String
  private let records: RecordWriter
  private var partition: ChunkPartition
  /// The records that wait, one after the other, and where each ends.
  private var texts: [UInt8] = []
  private var ends: [Int] = []
  private var textBytes: [Int] = []

  /// Nil for a hierarchy without rows.
  init?(
    _ tables: Tables, hierarchy index: Int, header: Header, encoding: DocumentEncoding,
    externals: ExternalValueSink, limit: Int = ChunkPartition.standardLimit
  ) {
    let table = tables.tables[index]
    guard let first = table.segments.first?.keys.first, let last = table.lastKey else { return nil }
    self.header = header
    self.encoding = encoding
    hierarchy = tables.schema.hierarchies[index].name
    records = RecordWriter(
      tables: tables, hierarchy: index, encoding: encoding, externals: externals)
    partition = ChunkPartition(firstKey: first, lastKey: last, limit: limit)
  }

  /// Takes the next segment.
  mutating func add(
    _ segment: Segment, _ write: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let heaps = segment.columns.filter { $0.textBytes > 0 }
    for row in 0..<segment.count {
      let start = texts.count
      records.append(segment, row: row, to: &texts)
      ends.append(texts.count)
      textBytes.append(heaps.reduce(0) { $0 + $1.textBytes(at: row) })
      let decided = partition.add(key: segment.keys[row], size: texts.count - start)
      if !decided.isEmpty { try emit(decided, write) }
    }
  }

  mutating func finish(
    _ write: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    try emit(partition.finish(), write)
  }

  /// Makes parts of the oldest waiting records.
  private mutating func emit(
    _ decided: [ChunkPartition.Chunk], _ write: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var firstRecord = 0
    for decision in decided {
      let range = firstRecord..<firstRecord + decision.records
      let chunk = ManifestPart.Chunk(
        hierarchy: hierarchy, range: decision.range, rows: decision.records,
        textBytes: textBytes[range].reduce(0, +))
      try write(Part(chunk: chunk, bytes: bytes(of: chunk, records: range)))
      firstRecord = range.upperBound
    }
    let written = firstRecord == 0 ? 0 : ends[firstRecord - 1]
    texts.removeFirst(written)
    ends.removeFirst(firstRecord)
    textBytes.removeFirst(firstRecord)
    for index in ends.indices { ends[index] -= written }
  }

  private func bytes(of chunk: ManifestPart.Chunk, records: Range<Int>) -> [UInt8] {
    let opening = ChunkOpening(chunk, of: header)
    let start = records.lowerBound == 0 ? 0 : ends[records.lowerBound - 1]
    let size = ends[records.upperBound - 1] - start
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 2 * records.count + 512)
    bytes.append(contentsOf: encoding == .json ? opening.jsonText : opening.xmlText)
    var begin = start
    for record in records {
      if encoding == .json, record > records.lowerBound { bytes.append(UInt8(ascii: ",")) }
      bytes.append(0x0A)
      bytes.append(contentsOf: texts[begin..<ends[record]])
      begin = ends[record]
    }
    bytes.append(contentsOf: (encoding == .json ? "\n]}\n" : "\n</d:chunk>\n").utf8)
    return bytes
  }
}
