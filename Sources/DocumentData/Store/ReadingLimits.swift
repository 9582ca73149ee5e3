import DocumentFile

/// The limits that a document file must meet to be read.
///
/// A small file can claim to contain gigabytes. The standard limits reject such files and accept
/// all usual ones. A program that reads larger or less trusted documents sets its own limits:
///
/// ```swift
/// var limits = ReadingLimits.standard
/// limits.expandedBytes = 8 << 30
/// let document = try await TripDocument(contentsOf: url, limits: limits)
/// ```
///
/// Errors name the limit that was exceeded, for example `limit-expanded-bytes`. Saves of a document
/// apply the limits that it was read with. Values out of range are clamped.
public struct ReadingLimits: Hashable, Sendable {
  package var document = DocumentLimits.standard

  /// The standard limits.
  public static let standard = ReadingLimits()

  /// Limits for files from strangers, the default for bytes: 64 MiB of file, 256 MiB of parts, 128 MiB of memory beyond 64
  /// times the file's size, one million objects and ten thousand parts.
  public static let upload: ReadingLimits = {
    var limits = ReadingLimits()
    limits.fileBytes = 64 << 20
    limits.totalBytes = 256 << 20
    limits.partBytes = 64 << 20
    limits.expandedBytes = 128 << 20
    limits.textBytes = 16 << 20
    limits.objects = 1_000_000
    limits.parts = 10_000
    return limits
  }()

  /// Creates the standard limits.
  public init() {}

  /// The size of the file, in bytes: 4 GiB (`limit-file-bytes`).
  public var fileBytes: Int {
    get { document[.fileBytes] }
    set { document[.fileBytes] = newValue }
  }

  /// The memory that the document may use beyond 64 times the size of its file, in bytes: 1 GiB
  /// (`limit-expanded-bytes`).
  public var expandedBytes: Int {
    get { document[.expandedBytes] }
    set { document[.expandedBytes] = newValue }
  }

  /// The uncompressed size of all parts, plus that of each external value for every reference to
  /// it, in bytes: 4 GiB (`zip-budget-total-bytes`).
  public var totalBytes: Int {
    get { document[.totalBytes] }
    set { document[.totalBytes] = newValue }
  }

  /// The uncompressed size of one part, in bytes: 1 GiB, 2 GiB at most (`zip-budget-entry-bytes`).
  public var partBytes: Int {
    get { document[.partBytes] }
    set { document[.partBytes] = newValue }
  }

  /// The size of a part that is read as one value, in bytes: 64 MiB, 1 GiB at most
  /// (`limit-tree-part-bytes`).
  public var treePartBytes: Int {
    get { document[.treePartBytes] }
    set { document[.treePartBytes] = newValue }
  }

  /// The length of one text as written in the file, in bytes: 256 MiB, 2 GiB at most
  /// (`json-text-length`, `xml-text-length`).
  public var textBytes: Int {
    get { document[.jsonTextBytes] }
    set { document[.jsonTextBytes] = newValue }
  }

  /// The number of parts: 100,000 (`zip-budget-entries`).
  public var parts: Int {
    get { document[.entries] }
    set { document[.entries] = newValue }
  }

  /// The number of objects: 100 million (`limit-objects`).
  public var objects: Int {
    get { document[.objects] }
    set { document[.objects] = newValue }
  }
}
