import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import DocumentFile

/// What a segment holds, layout and all, as text.
struct SegmentContent: Equatable {
  let words: [String]

  init(_ segment: Segment) {
    // Columns are objects, which do not describe their values.
    words =
      ["\(segment.keys)", "\(segment.entities)"]
      + segment.columns.map { column in
        "\(column) \((0..<column.count).map { column.value(at: $0) })"
      }
      + segment.foreign.sorted { $0.key < $1.key }.map { "\($0)" }
  }
}

/// The XML texts of a document, each of which both readers can be asked for.
struct BothXMLWays {
  /// One data part.
  struct Chunk {
    let reader: ChunkReader
    let chunk: ManifestPart.Chunk
    let plan: RecordPlan
    let keys: Range<ObjectKey>
    let externals: () -> ExternalParts
    let bytes: [UInt8]

    private var records: RecordReader {
      RecordReader(plan, keys: keys, externals: externals().source)
    }

    /// What the reader of canonical XML makes of a text in place of the part's; nil where it hands
    /// over.
    func canonical(_ text: [UInt8]) -> SegmentContent? {
      text.withUnsafeBufferPointer { reader.canonicalXML($0, chunk, records) }
        .map { SegmentContent($0) }
    }

    /// What the reader of any XML makes of it.
    func any(_ text: [UInt8]) throws -> SegmentContent {
      SegmentContent(
        try text.withUnsafeBufferPointer { try reader.anyXML($0, chunk, records) })
    }
  }

  let chunks: [Chunk]

  /// The data parts of a document in XML.
  init(_ document: [UInt8]) throws {
    let document = try ArchiveEnvelope(
      MemoryByteSource(document), limits: .standard, report: { _ in })
    let reader = ChunkReader(
      header: document.header, encoding: .xml, nextKey: document.manifest.nextKey,
      limits: .standard)
    chunks = try document.manifest.parts.compactMap { part in
      guard let chunk = part.chunk,
        let hierarchy = document.header.schema.hierarchies.first(where: {
          $0.name == chunk.hierarchy
        })
      else { return nil }
      return Chunk(
        reader: reader, chunk: chunk, plan: RecordPlan(hierarchy),
        keys: 1..<document.manifest.nextKey,
        externals: { ExternalParts(document, budget: ExternalBudget(1 << 30)) },
        bytes: try document.contents(of: part))
    }
  }

  /// What the reader of canonical XML makes of a flat document; nil where it hands over.
  static func canonical(flat text: [UInt8]) -> [String]? {
    guard let sections = try? FlatBeginning(text, .xml, limits: .standard).sections,
      let tables = canonicalTables(text, sections)
    else { return nil }
    return content(sections, tables)
  }

  /// What the reader of any XML makes of it.
  static func any(flat text: [UInt8]) throws -> [String] {
    let sections = try FlatBeginning(text, .xml, limits: .standard).sections
    var tables = FlatTables(sections, limits: .standard, textBytes: text.count)
    _ = try text.withUnsafeBufferPointer {
      try FlatXMLReader($0, .standard).readPiece(whole(text), into: &tables)
    }
    return content(sections, tables.tables)
  }

  /// What the reader of canonical XML takes from a flat document within limits.
  static func canonicalTables(
    _ text: [UInt8], _ sections: FlatSections, limits: DocumentLimits = .standard
  ) -> Tables? {
    var tables = FlatTables(sections, limits: limits, textBytes: text.count)
    let isAtEnd = text.withUnsafeBufferPointer { bytes in
      var piece = whole(text)
      piece.schemaEnd = CanonicalFlatXMLReader.readBeginning(bytes, limits)?.end
      return CanonicalFlatXMLReader.readPiece(piece, bytes, limits, into: &tables)
    }
    return isAtEnd == true ? tables.tables : nil
  }

  private static func whole(_ text: [UInt8]) -> FlatPieceText {
    FlatPieceText(
      text, encoding: .xml, place: .beginning, lastKey: 0, isCut: false, mark: "cut")
  }

  private static func content(_ sections: FlatSections, _ tables: Tables) -> [String] {
    let segments = tables.tables.map { $0.segments.flatMap { SegmentContent($0).words } }
    return [
      "\(sections.header.tree(.flat(.xml), nextKey: sections.nextKey))",
      "\(segments)", "\(tables.extensions)",
      "\(tables.carried)", "\(tables.keptParts)",
    ]
  }
}

/// The files of the samples folder.
enum XMLSamples {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples")

  /// The paths of all files below that end so.
  static func paths(ending: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(ending) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }
}
