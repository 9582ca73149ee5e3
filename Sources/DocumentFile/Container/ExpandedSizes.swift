import DocumentTables
import ZipArchive

/// The memory that a document will use according to its manifest, compared with the size of its
/// file, so that a small file is rejected before it expands to gigabytes (spec 3.12).
///
/// There are four sums, each of which may be as large as ``DocumentLimits/expandedBytes(ofFile:)``
/// allows. Readers of data parts stop if a part contains more than its manifest states.
struct ExpandedSizes {
  let manifest: Manifest
  let schema: TableSchema
  let fileBytes: Int
  let limits: DocumentLimits

  /// The memory of a column in each segment, including its indexes, even if it is nil in all rows.
  static let columnBytes = 256

  /// The memory that trees and arrays may use for each raw byte of a data part, such that all data
  /// parts together use at most the allowed memory.
  var nestedBytesPerByte: Double {
    let dataBytes = manifest.parts.lazy.filter { $0.chunk != nil }.reduce(0.0) {
      $0 + Double($1.rawSize)
    }
    return Double(limits.expandedBytes(ofFile: fileBytes)) / max(dataBytes, 1)
  }

  /// Checks the memory of the trees and arrays of a data part.
  func check(nestedBytes bytes: Int, of part: ManifestPart) throws(DocumentError) {
    let allowed = (Double(part.rawSize) * nestedBytesPerByte).rounded(.down)
    guard Double(bytes) > allowed else { return }
    throw DocumentError(
      .limitExpanded, part: part.name,
      "its trees and arrays take \(bytes) bytes, of a file of \(fileBytes) bytes at most "
        + "\(Int(allowed))")
  }

  func check(part: String) throws(DocumentError) {
    let allowed = limits.expandedBytes(ofFile: fileBytes)
    func require(_ bytes: Int?, _ words: String) throws(DocumentError) {
      if let bytes, bytes <= allowed { return }
      throw DocumentError(
        .limitExpanded, part: part,
        "\(words) \(bytes.map { "\($0)" } ?? "too many") bytes, of a file of \(fileBytes) bytes at "
          + "most \(allowed)")
    }
    let chunks = manifest.parts.compactMap(\.chunk)
    try require(Manifest.total(manifest.parts.lazy.map(\.rawSize)), "its parts take")
    try require(Manifest.total(chunks.lazy.map(\.textBytes)), "its texts and data take")
    var columns: [String: Int] = [:]
    var places: [String: Int] = [:]
    for hierarchy in schema.hierarchies {
      columns[hierarchy.name] = hierarchy.columns.count
      places[hierarchy.name] = hierarchy.placeBytes
    }
    // No overflow: a schema has at most 8,000,000 columns, and there are at most as many chunks as
    // entries.
    try require(
      Manifest.total(chunks.lazy.map { Self.columnBytes * (columns[$0.hierarchy] ?? 0) }),
      "the columns of its segments take")
    for chunk in chunks {
      let (bytes, overflow) = chunk.rows.multipliedReportingOverflow(
        by: places[chunk.hierarchy] ?? 0)
      try require(overflow ? nil : bytes, "the rows of one data part take")
    }
  }
}
