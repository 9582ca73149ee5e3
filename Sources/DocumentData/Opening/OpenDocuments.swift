import Synchronization

/// The documents that this process has open, each as long as a container or context references it.
///
/// Two stores over one file would each mistake the other's saves for those of another program, so
/// every opening looks for an open document first. The current location of the file identifies the
/// document, because a save replaces the file and a new document has no file yet.
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

  /// Adds documents, unless documents other than the known ones are open.
  ///
  /// - Returns: The other documents; if there are any, nothing was added.
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
