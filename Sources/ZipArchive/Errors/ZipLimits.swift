/// Upper limits for an archive, checked before memory is allocated.
package struct ZipLimits: Sendable, Hashable {
  /// The number of entries.
  package var maximumEntries = 100_000
  /// The size of the central directory in bytes: about 670 for each entry if there are
  /// `maximumEntries`.
  package var maximumDirectoryBytes = 64 << 20
  /// The length of a name in UTF-8 bytes.
  package var maximumNameBytes = 1024
  /// The size of one entry, both stored and inflated: readers hold both forms in memory.
  package var maximumEntryBytes = 1 << 30
  /// The total inflated size of all entries.
  package var maximumTotalBytes = 16 << 30
  /// The maximum ratio of inflated to stored bytes; deflate cannot exceed 1032.
  package var maximumRatio = 1100

  /// The default limits.
  package static let standard = ZipLimits()

  package init() {}
}
