import DocumentTables
import Markup

/// Decodes one data part into one segment.
struct ChunkReader {
  let header: Header
  let encoding: DocumentEncoding
  let nextKey: ObjectKey
  let limits: DocumentLimits
  let externals: ExternalValueSource

  /// Checks everything that the part says of itself: opening words, keys, rows, sizes of texts.
  func segment(
    of chunk: ManifestPart.Chunk, part: String, bytes: [UInt8], plan: RecordPlan
  ) throws(DocumentError) -> Segment {
    let reader = RecordReader(plan, keys: keys(of: chunk), externals: externals)
    let segment: Segment
    do {
      segment = try bytes.withUnsafeBufferPointer { (bytes) throws -> Segment in
        switch encoding {
        case .json: try json(bytes, chunk, part, reader)
        case .xml: try xml(bytes, chunk, part, reader)
        }
      }
    } catch {
      throw DocumentError(wrapping: error, part: part)
    }
    guard segment.count == chunk.rows else {
      throw DocumentError(
        .chunkRows, part: part, "there are \(segment.count), stated are \(chunk.rows)")
    }
    let textBytes = segment.columns.reduce(0) { $0 + $1.textBytes }
    guard textBytes == chunk.textBytes else {
      throw DocumentError(
        .chunkTextBytes, part: part, "they have \(textBytes), stated are \(chunk.textBytes)")
    }
    return segment
  }

  private func keys(of chunk: ManifestPart.Chunk) -> Range<ObjectKey> {
    let first = max(1, chunk.range.start)
    return first..<max(first, min(chunk.range.last + 1, nextKey))
  }

  private func json(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ part: String,
    _ reader: RecordReader
  ) throws -> Segment {
    var json = try JSONReader(bytes, limits: limits.markup)
    try json.beginObject()
    guard try json.nextMember(), try json.readKey() == "$chunk" else {
      throw json.documentError(.chunkOpening, "it does not begin with $chunk")
    }
    try ChunkOpening(chunk, of: header).check(ChunkOpening.texts(of: JSONTreeReader.read(&json)))
    guard try json.nextMember(), try json.readKey() == "records" else {
      throw json.documentError(.chunkMalformed, "records does not follow $chunk")
    }
    let segment = try reader.readPart(
      &json, origin: SegmentOrigin(part: part), expectedRows: chunk.rows)
    guard try !json.nextMember() else {
      throw json.documentError(.chunkMalformed, "something follows the records")
    }
    try json.finish()
    return segment
  }

  private func xml(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ part: String,
    _ reader: RecordReader
  ) throws -> Segment {
    let xml = try XMLReader(bytes, limits: limits.markup)
    let frame = XMLFrame(xml)
    guard try xml.advance() == .start, xml.nameID == frame.identifier("chunk") else {
      throw frame.error(.chunkOpening, "the root element must be chunk")
    }
    let texts = try frame.attributes(
      ChunkOpening.fields, nameOf: "hierarchy", code: .chunkOpening)
    try ChunkOpening(chunk, of: header).check(texts)
    let segment = try reader.readPart(
      xml, origin: SegmentOrigin(part: part), expectedRows: chunk.rows)
    try frame.finish()
    return segment
  }
}

extension Column {
  /// The bytes of a text or data column's values; 0 for every other column.
  var textBytes: Int {
    switch self {
    case .text(let column), .data(let column): column.bytes.count
    case .constant(.text(let text), let count): text.utf8.count * count
    case .constant(.data(let data), let count): data.count * count
    default: 0
    }
  }

  /// The bytes of one row of a text or data column; 0 for every other column.
  func textBytes(at row: Int) -> Int {
    switch self {
    case .text(let column), .data(let column): column.range(of: row).count
    case .constant(.text(let text), _): text.utf8.count
    case .constant(.data(let data), _): data.count
    default: 0
    }
  }
}
