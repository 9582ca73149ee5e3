/// What an archive may ask for at most; checked before anything is allocated for it.
package struct ZipLimits: Sendable, Hashable {
  /// The number of entries.
  package var maximumEntries = 100_000
  /// The size of the central directory: about 670 bytes for each of the most entries allowed.
  package var maximumDirectoryBytes = 64 << 20
  /// The length of a name in UTF-8 bytes.
  package var maximumNameBytes = 1024
  /// The size of one entry, stored or inflated, since either form is held in memory.
  package var maximumEntryBytes = 1 << 30
  /// The size of all entries together when inflated.
  package var maximumTotalBytes = 16 << 30
  /// Inflated bytes for each stored byte; deflate cannot reach more than 1032.
  package var maximumRatio = 1100

  /// The documented defaults.
  package static let standard = ZipLimits()

  package init() {}
}
