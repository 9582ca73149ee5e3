import Markup
import ZipArchive

/// What a document may ask for at most.
///
/// A reader is given these values; nothing is read from the surroundings, and nothing is allocated
/// before it was compared with them.
package struct DocumentLimits: Hashable, Sendable {
  /// The size of the file: 4 GiB.
  package var fileBytes = 4 << 30
  /// Entries of a zip: 100,000.
  package var entries = 100_000
  /// The raw size of one part: 1 GiB.
  package var partBytes = 1 << 30
  /// The raw size of all parts, external values counted as often as records refer to them: 4 GiB.
  package var totalBytes = 4 << 30
  /// Raw bytes for each stored one: 1100, more than deflate can reach.
  package var ratio = 1100
  /// The size of each part that is read as a whole, header, manifest, extension, carried and index
  /// parts: 64 MiB.
  package var treePartBytes = 64 << 20
  /// What a document may take in memory beyond ``expansion`` times the bytes of its file: 1 GiB.
  ///
  /// The raw size of all parts is compared with it, all texts and data of records, external values
  /// counted as often as records refer to them, the columns of all segments, and the rows of each
  /// data part.
  package var expandedBytes = 1 << 30
  /// Elements or containers open at once: 128, where a typed tree may be 64 deep.
  package var depth = 128
  /// One text as it stands in the file: 256 MiB.
  package var textBytes = 256 << 20
  /// Objects of all entities together: 100 million.
  package var objects = 100_000_000

  package init() {}

  /// The documented defaults.
  package static let standard = DocumentLimits()

  /// Bytes in memory for each byte of the file that are never refused: several times what records of
  /// real documents are compressed.
  package static let expansion = 64

  /// What a document of some bytes may take in memory.
  func expandedBytes(ofFile bytes: Int) -> Int {
    let (times, overflow) = bytes.multipliedReportingOverflow(by: Self.expansion)
    let (sum, isTooLarge) = times.addingReportingOverflow(expandedBytes)
    return overflow || isTooLarge ? .max : sum
  }

  var zip: ZipLimits {
    var limits = ZipLimits()
    limits.maximumEntries = entries
    limits.maximumEntryBytes = partBytes
    limits.maximumTotalBytes = totalBytes
    limits.maximumRatio = ratio
    return limits
  }

  var markup: MarkupLimits { MarkupLimits(depth: depth, textBytes: textBytes) }
}
