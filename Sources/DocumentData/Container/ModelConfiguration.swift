/// Where a container keeps its document, and how.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
  /// What tells it from others; unless given, the file's name without its extension.
  public let name: String
  /// The document's file; nil for a document in memory.
  public let url: URL?
  /// Whether the document lives no longer than its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether saves are allowed; otherwise they throw ``SwiftDataError/readOnlyStore``.
  public let allowsSave: Bool

  /// The file's URL; for a document in memory its name.
  public var id: String { url?.absoluteString ?? "memory:\(name)" }

  /// A document in memory.
  public init(isStoredInMemoryOnly: Bool) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A document in memory, by name.
  public init(_ name: String?, isStoredInMemoryOnly: Bool) {
    self.name = name ?? "default"
    url = nil
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    allowsSave = true
  }

  /// A document in a file, which is made at the first save.
  public init(_ name: String? = nil, url: URL, allowsSave: Bool = true) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    isStoredInMemoryOnly = false
    self.allowsSave = allowsSave
  }
}
