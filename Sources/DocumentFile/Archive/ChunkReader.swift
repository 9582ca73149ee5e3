import DocumentTables
import Markup

/// A decoder of one data part into one segment; parts may be decoded in parallel.
struct ChunkReader: Sendable {
  let header: Header
  let encoding: DocumentEncoding
  let nextKey: ObjectKey
  let limits: DocumentLimits
  /// The memory that trees and arrays may use for each raw byte of a data part.
  var nestedBytesPerByte = Double.infinity

  /// Decodes the part and checks its opening fields, keys, number of rows and size of texts.
  func segment(
    of chunk: ManifestPart.Chunk, part: String, bytes: UnsafeBufferPointer<UInt8>,
    plan: RecordPlan, externals: ExternalValueSource
  ) throws(DocumentError) -> Segment {
    let reader = RecordReader(plan, keys: keys(of: chunk), externals: externals)
    let segment: Segment
    do {
      segment =
        switch encoding {
        case .json: try json(bytes, chunk, reader)
        case .xml: try xml(bytes, chunk, reader)
        }
    } catch {
      throw DocumentError(wrapping: error, part: part)
    }
    guard segment.count == chunk.rows else {
      throw DocumentError(
        .chunkRows, part: part, "there are \(segment.count), stated are \(chunk.rows)")
    }
    let textBytes = segment.textBytes(of: 0..<segment.count)
    guard textBytes == chunk.textBytes else {
      throw DocumentError(
        .chunkTextBytes, part: part, "they have \(textBytes), stated are \(chunk.textBytes)")
    }
    return segment
  }

  /// Returns the errors of the records of a part that cannot be decoded, in order; the last may be an error
  /// behind which the part cannot be read.
  func errors(
    in chunk: ManifestPart.Chunk, part: String, bytes: UnsafeBufferPointer<UInt8>,
    plan: RecordPlan, externals: ExternalValueSource
  ) -> [DocumentError] {
    let findings = RecordFindings()
    let reader = RecordReader(
      plan, keys: keys(of: chunk), externals: externals, findings: findings)
    var last: DocumentError?
    do {
      _ =
        switch encoding {
        case .json: try json(bytes, chunk, reader)
        case .xml: try anyXML(bytes, chunk, reader)
        }
    } catch {
      last = DocumentError(wrapping: error, part: part)
    }
    return findings.errors.map { DocumentError($0, part: part) } + (last.map { [$0] } ?? [])
  }

  private func stated(
    _ chunk: ManifestPart.Chunk, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> StatedSizes {
    let nestedBytes = Int(exactly: (Double(bytes.count) * nestedBytesPerByte).rounded(.down))
    return StatedSizes(
      rows: chunk.rows, textBytes: chunk.textBytes, nestedBytes: nestedBytes ?? .max)
  }

  private func keys(of chunk: ManifestPart.Chunk) -> Range<ObjectKey> {
    let first = max(1, chunk.range.start)
    return first..<max(first, min(chunk.range.last + 1, nextKey))
  }

  private func json(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ reader: RecordReader
  ) throws -> Segment {
    var json = try JSONReader(bytes, limits: limits.markup)
    guard json.peek() == .objectStart else {
      throw json.documentError(.chunkMalformed, "it is no object")
    }
    try json.beginObject()
    guard try json.nextMember(), try json.readKey() == "$chunk" else {
      throw json.documentError(.chunkOpening, "it does not begin with $chunk")
    }
    try ChunkOpening(chunk, of: header).check(ChunkOpening.texts(of: JSONTreeReader.read(&json)))
    guard try json.nextMember(), try json.readKey() == "records" else {
      throw json.documentError(.chunkMalformed, "records does not follow $chunk")
    }
    switch json.peek() {
    case .objectStart, .string, .number, .true, .false, .null:
      throw json.documentError(.chunkMalformed, "the records are no array")
    default: break
    }
    let segment = try reader.readPart(&json, stated: stated(chunk, bytes))
    guard try !json.nextMember() else {
      throw json.documentError(.chunkMalformed, "something follows the records")
    }
    try json.finish()
    return segment
  }

  private func xml(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ reader: RecordReader
  ) throws -> Segment {
    if let segment = canonicalXML(bytes, chunk, reader) { return segment }
    reader.startAgain()
    return try anyXML(bytes, chunk, reader)
  }

  /// Decodes a part in canonical spelling; nil if the spelling differs or the part has an error.
  func canonicalXML(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ reader: RecordReader
  ) -> Segment? {
    let opening = ChunkOpening(chunk, of: header).text(.xml)
    guard var xml = CanonicalXML(bytes, opening: opening, limits: limits.markup),
      let segment = try? reader.readCanonicalPart(&xml, stated: stated(chunk, bytes)),
      xml.skip(ChunkAssembly.closing(.xml)), xml.isAtEnd
    else { return nil }
    return segment
  }

  func anyXML(
    _ bytes: UnsafeBufferPointer<UInt8>, _ chunk: ManifestPart.Chunk, _ reader: RecordReader
  ) throws -> Segment {
    let xml = try XMLReader(bytes, limits: limits.markup)
    let frame = XMLFrame(xml)
    guard try xml.advance() == .start, xml.nameID == frame.identifier("chunk") else {
      throw frame.error(.chunkOpening, "the root element must be chunk")
    }
    let texts = try frame.attributes(
      ChunkOpening.fields, nameOf: "hierarchy", code: .chunkOpening)
    try ChunkOpening(chunk, of: header).check(texts)
    let segment = try reader.readPart(xml, stated: stated(chunk, bytes))
    try frame.finish()
    return segment
  }
}
