import Synchronization

/// The documents that this process has open, each as long as a container or context holds it.
///
/// Two stores over one file would each take the other's saves for those of another program. So every
/// opening looks here first. A document is found by where its file is at that moment, because a save
/// replaces the file and a new document has none yet.
final class OpenDocuments: Sendable {
  static let ofProcess = OpenDocuments()

  private struct Reference: Sendable { weak var document: OpenDocument? }

  private let references = Mutex<[Reference]>([])

  /// The documents that are open.
  var documents: [OpenDocument] {
    references.withLock { references in
      references.removeAll { $0.document == nil }
      return references.compactMap(\.document)
    }
  }

  /// Adds documents, unless others than the known ones are open.
  ///
  /// - Returns: The others; nothing was added if there are any.
  func add(_ documents: [OpenDocument], besides known: [OpenDocument]) -> [OpenDocument] {
    guard !documents.isEmpty else { return [] }
    return references.withLock { references in
      references.removeAll { $0.document == nil }
      let others = references.compactMap(\.document).filter { document in
        !known.contains { $0 === document }
      }
      if others.isEmpty { references += documents.map { Reference(document: $0) } }
      return others
    }
  }
}
