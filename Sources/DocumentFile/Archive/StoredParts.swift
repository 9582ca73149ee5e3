import DocumentTables
import ZipArchive

/// A range of rows of one segment, which may have been freed.
struct SegmentRows: Hashable, Sendable {
  /// The value of ``Segment/number``.
  var segment: UInt64
  var rows: Range<Int>

  /// Appends rows, merging them with the last range if they continue it.
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

/// A chunk in a file, and the rows that it contains.
struct StoredChunk: Sendable {
  var part: ManifestPart
  var chunk: ManifestPart.Chunk
  var rows: [SegmentRows]
  /// The external values that the records refer to.
  var externals: Set<Digest>
  /// The references of the rows, for the columns on which orders of other hierarchies depend.
  var members: [MemberRows]
  /// The digest of the records (``ContentDigests``); nil if no history needs it.
  var content: Digest?
}

/// The content of a document's file that a later save may copy instead of writing it again.
///
/// It keeps no rows alive except the columns on which orders of other hierarchies depend, and the
/// content of other parts.
struct StoredParts: Sendable {
  var documentID: UInt128
  var layout: Digest
  var encoding: DocumentEncoding
  var formatVersion: String
  /// The chunks by hierarchy, in ascending order of ranges.
  var chunks: [String: [StoredChunk]] = [:]
  var externals: [Digest: ManifestPart] = [:]
  var kept: [String: (content: KeptPart, part: ManifestPart)] = [:]
  var extensions: (content: [ExtensionRecord], part: ManifestPart)?
  var carried: (content: [Tree], part: ManifestPart)?
  /// The runs of the history by their first number.
  var history: [Int64: (content: History.Run, part: ManifestPart)] = [:]
  /// The index parts by name; none if they are of another state of the data parts.
  var indexes: [String: ManifestPart] = [:]

  init(_ header: Header, encoding: DocumentEncoding) {
    documentID = header.documentID
    layout = header.layoutFingerprint
    self.encoding = encoding
    formatVersion = header.formatVersion
  }

  /// Returns whether chunks of this file can be copied unchanged into another document.
  func fits(_ header: Header, encoding: DocumentEncoding) -> Bool {
    documentID == header.documentID && layout == header.layoutFingerprint
      && self.encoding == encoding && formatVersion == header.formatVersion
  }
}

/// The file that a save replaces.
struct ReplacedDocument: Sendable {
  let archive: ZipReader
  let parts: StoredParts

  /// Returns the raw bytes of a part that ``copy(of:)`` returned.
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

  /// Returns a part as stored, after checking that its bytes are those that were read or written.
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
