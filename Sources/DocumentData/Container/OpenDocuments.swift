import DocumentFile
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

  /// The open document of a file that serves an opening, or else the one that `open` makes.
  ///
  /// No lock is held while a file is read. Where several threads open a file at once, each may read
  /// it, and all get the document that was ready first.
  func document(
    at path: String, for opening: SchemaOpening, open: () throws -> OpenDocument
  ) throws -> OpenDocument {
    var seen: [OpenDocument] = []
    var opened: OpenDocument?
    while true {
      let others = references.withLock { references in
        references.removeAll { $0.document == nil }
        let others = references.compactMap(\.document).filter { document in
          !seen.contains { $0 === document }
        }
        if others.isEmpty, let opened { references.append(Reference(document: opened)) }
        return others
      }
      if let opened, others.isEmpty { return opened }
      // Asked for each time: a save of another thread may have made the file.
      if let place = FilePlace(path: path),
        let shared = others.first(where: { $0.serves(opening) && $0.isCurrent(at: place) })
      {
        return shared
      }
      seen += others
      if opened == nil { opened = try open() }
    }
  }
}
