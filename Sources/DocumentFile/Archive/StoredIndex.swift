import DocumentTables
import ZipArchive

/// The index of a hierarchy in the file that a save replaces.
struct StoredIndex: Sendable {
  /// An index part, as stored and inflated.
  private struct Part: Sendable {
    var part: CompressedPart
    var raw: [UInt8]
  }

  private var parts: [String: Part] = [:]
  /// The runs of data parts by the first key of their ranges.
  private var runs: [ObjectKey: [ArraySlice<UInt8>]] = [:]
  private let none: [ArraySlice<UInt8>]

  /// Reads the index; nil if a part is missing, malformed, or lists other values than the schema
  /// asks for.
  ///
  /// - Throws: If a part is damaged.
  init?(_ plan: IndexPlan, in replaced: ReplacedDocument) throws(DocumentError) {
    none = Array(repeating: [], count: plan.sections.count * IndexRuns.slots)
    let whole = PartName.index(hierarchy: plan.hierarchy)
    let names =
      replaced.parts.indexes[whole] != nil
      ? [whole]
      : (0..<IndexRuns.slots).map { PartName.index(hierarchy: plan.hierarchy, slot: $0) }
    for name in names {
      guard let known = replaced.parts.indexes[name] else { return nil }
      let part = try replaced.copy(of: known)
      let raw = try replaced.contents(of: part)
      guard let index = try? IndexPart(raw), index.fits(plan) else { return nil }
      parts[name] = Part(part: part, raw: raw)
      for (section, content) in index.sections.enumerated() {
        for run in content.runs {
          runs[run.first, default: none][section * IndexRuns.slots + run.slot] = raw[run.whole]
        }
      }
    }
  }

  /// Returns the runs of an unchanged data part.
  func runs(of chunk: ManifestPart.Chunk) -> IndexRuns {
    IndexRuns(bytes: runs[chunk.range.start] ?? none)
  }

  /// Returns the stored part with these raw bytes; nil if the part has others.
  func part(_ name: String, with raw: [UInt8]) -> CompressedPart? {
    parts[name].flatMap { $0.raw == raw ? $0.part : nil }
  }
}
