import DocumentFile

/// What a document file may ask for at most before it is refused.
///
/// A small file can claim to hold gigabytes. The standard limits refuse such files and take every usual
/// one; a program that reads larger documents, or less trustworthy ones, sets others:
///
/// ```swift
/// var limits = ReadingLimits.standard
/// limits.expandedBytes = 8 << 30
/// let document = try TripDocument(contentsOf: url, limits: limits)
/// ```
///
/// An error names the limit that was exceeded, as `limit-expanded-bytes`. The document is saved within
/// the limits within which it was read. Values out of range are set to the nearest that is in range.
public struct ReadingLimits: Hashable, Sendable {
  package var document = DocumentLimits.standard

  /// The standard limits.
  public static let standard = ReadingLimits()

  /// Makes the standard limits.
  public init() {}

  /// The size of the file, in bytes: 4 GiB (`limit-file-bytes`).
  public var fileBytes: Int {
    get { document[.fileBytes] }
    set { document[.fileBytes] = newValue }
  }

  /// What the document takes in memory beyond 64 times the size of its file, in bytes: 1 GiB
  /// (`limit-expanded-bytes`).
  public var expandedBytes: Int {
    get { document[.expandedBytes] }
    set { document[.expandedBytes] = newValue }
  }

  /// The uncompressed size of all parts, and of all external values as often as objects refer to them,
  /// in bytes: 4 GiB (`zip-budget-total-bytes`).
  public var totalBytes: Int {
    get { document[.totalBytes] }
    set { document[.totalBytes] = newValue }
  }

  /// The uncompressed size of one part, in bytes: 1 GiB, 2 GiB at most (`zip-budget-entry-bytes`).
  public var partBytes: Int {
    get { document[.partBytes] }
    set { document[.partBytes] = newValue }
  }

  /// The size of each part that is read as one value, in bytes: 64 MiB, 1 GiB at most
  /// (`limit-tree-part-bytes`).
  public var treePartBytes: Int {
    get { document[.treePartBytes] }
    set { document[.treePartBytes] = newValue }
  }

  /// The length of one text as the file spells it, in bytes: 256 MiB, 2 GiB at most (`json-text-length`,
  /// `xml-text-length`).
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
