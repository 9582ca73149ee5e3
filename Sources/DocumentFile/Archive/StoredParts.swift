import DocumentTables
import ZipArchive

/// Some rows of one segment, which need not live any more.
struct SegmentRows: Hashable, Sendable {
  /// ``Segment/number``.
  var segment: UInt64
  var rows: Range<Int>

  /// Appends rows, which may go on where the last ones end.
  static func append(_ segment: Segment, _ rows: Range<Int>, to list: inout [SegmentRows]) {
    if let last = list.indices.last, list[last].segment == segment.number,
      list[last].rows.upperBound == rows.lowerBound
    {
      list[last].rows = list[last].rows.lowerBound..<rows.upperBound
    } else {
      list.append(SegmentRows(segment: segment.number, rows: rows))
    }
  }
}

/// A chunk as it lies in a file, and which rows it holds.
struct StoredChunk: Sendable {
  var part: ManifestPart
  var chunk: ManifestPart.Chunk
  /// What says where to look in it; nil where there is none.
  var index: ManifestPart?
  var rows: [SegmentRows]
  /// The external values that its records refer to.
  var externals: Set<Digest>
  /// Whom the rows referred to, as far as records of other chunks say it too.
  var members: [MemberRows]
}

/// What a document's file holds, as far as a later save may copy it instead of writing it anew.
///
/// It keeps alive no rows but those of columns that others' orders hang on, and what other parts hold.
struct StoredParts: Sendable {
  var documentID: UInt128
  var layout: Digest
  var encoding: DocumentEncoding
  var formatVersion: String
  /// By hierarchy, in ascending order of ranges.
  var chunks: [String: [StoredChunk]] = [:]
  var externals: [Digest: ManifestPart] = [:]
  var kept: [String: (content: KeptPart, part: ManifestPart)] = [:]
  var extensions: (content: [ExtensionRecord], part: ManifestPart)?
  var carried: (content: [Tree], part: ManifestPart)?

  init(_ header: Header, encoding: DocumentEncoding) {
    documentID = header.documentID
    layout = header.layoutFingerprint
    self.encoding = encoding
    formatVersion = header.formatVersion
  }

  /// Notes the index part of each chunk, of those that were written.
  mutating func noteIndexes(_ written: [String: ManifestPart]) {
    chunks = chunks.mapValues { chunks in
      chunks.map { stored in
        var stored = stored
        let (hierarchy, range) = (stored.chunk.hierarchy, stored.chunk.range)
        stored.index = written[PartName.index(hierarchy: hierarchy, range: range)]
        return stored
      }
    }
  }

  /// Whether chunks of that file could stand in another document as they are.
  func fits(_ header: Header, encoding: DocumentEncoding) -> Bool {
    documentID == header.documentID && layout == header.layoutFingerprint
      && self.encoding == encoding && formatVersion == header.formatVersion
  }
}

/// The file that a save replaces.
struct ReplacedDocument: Sendable {
  let archive: ZipReader
  let parts: StoredParts

  /// The raw bytes of what ``copy(of:)`` gave.
  func contents(of part: CompressedPart) throws(DocumentError) -> [UInt8] {
    guard let entry = archive.entry(named: part.name) else {
      throw DocumentError(.partMissing, part: part.name)
    }
    do {
      return try ZipReader.inflate(
        stored: part.contents.stored, of: entry, limits: archive.limits)
    } catch {
      throw DocumentError(wrapping: error, part: part.name)
    }
  }

  /// A part as it lies there, once its bytes are found to be those that were read or written.
  func copy(of part: ManifestPart) throws(DocumentError) -> CompressedPart {
    guard let entry = archive.entry(named: part.name), entry.storedSize == part.storedSize,
      entry.rawSize == part.rawSize
    else { throw DocumentError(.partSize, part: part.name) }
    do {
      let stored = try archive.storedBytes(of: entry)
      guard Digest(of: stored) == part.digest else {
        throw DocumentError(.partDigest, part: part.name)
      }
      return CompressedPart(
        part.name, CompressedContents(stored: stored, of: entry), digest: part.digest)
    } catch {
      throw DocumentError(wrapping: error, part: part.name)
    }
  }
}
