import Markup
import ZipArchive

/// The limits on the resources that a document may use.
///
/// A reader takes its limits as an argument, never from the environment, and compares sizes with
/// them before allocating memory.
package struct DocumentLimits: Hashable, Sendable {
  /// The size of the file: 4 GiB.
  package var fileBytes = 4 << 30
  /// Entries of a zip: 100,000.
  package var entries = 100_000
  /// The raw size of one part: 1 GiB.
  package var partBytes = 1 << 30
  /// The raw size of all parts: 4 GiB.
  ///
  /// An external value counts once for each record that refers to it.
  package var totalBytes = 4 << 30
  /// Raw bytes per stored byte: 1100, more than deflate can reach.
  package var ratio = 1100
  /// The size of each part that is read as a whole (header, manifest, extension, carried and index
  /// parts): 64 MiB.
  package var treePartBytes = 64 << 20
  /// The memory that a document may use beyond ``expansion`` times the bytes of its file: 1 GiB.
  ///
  /// Compared with it, each on its own, are the raw size of all parts, all texts and data of
  /// records (an external value counts once for each reference), the columns of all segments, and
  /// the rows of each data part.
  package var expandedBytes = 1 << 30
  /// Elements or containers open at the same time: 128; a typed tree may be 64 deep.
  package var depth = 128
  /// The size of one text in UTF-8, without the escapes of the file: 256 MiB.
  package var textBytes = 256 << 20
  /// Objects of all entities together: 100 million.
  package var objects = 100_000_000

  package init() {}

  /// The documented defaults.
  package static let standard = DocumentLimits()

  /// Bytes in memory per byte of the file that are always allowed: several times the compression
  /// ratio of records in real documents.
  package static let expansion = 64

  /// Returns the memory in bytes that a document with a file of this size may use.
  package func expandedBytes(ofFile bytes: Int) -> Int {
    let (times, overflow) = bytes.multipliedReportingOverflow(by: Self.expansion)
    let (sum, isTooLarge) = times.addingReportingOverflow(expandedBytes)
    return overflow || isTooLarge ? .max : sum
  }

  package var zip: ZipLimits {
    var limits = ZipLimits()
    limits.maximumEntries = entries
    limits.maximumEntryBytes = partBytes
    limits.maximumTotalBytes = totalBytes
    limits.maximumRatio = ratio
    return limits
  }

  var markup: MarkupLimits { MarkupLimits(depth: depth, textBytes: textBytes) }
}
