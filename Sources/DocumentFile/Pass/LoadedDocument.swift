import DocumentTables
import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What reading a document yields.
package struct LoadedDocument: Sendable {
  package var tables: Tables
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  package let header: Header
  /// Nil in the flat form, which has none.
  package let volatile: VolatileInformation?
  /// Which state of the file this is, for saving in its place; nil for a flat document that came from
  /// no file, whose bytes nobody will compare.
  package let origin: DocumentOrigin?

  /// The limits within which it was read, and is saved in its place.
  package var limits = DocumentLimits.standard

  package var type: DocumentType { header.type }
  /// The document announces a feature for writing that this library does not know.
  package var isReadOnly: Bool { header.isReadOnly }

  /// Hands the tables over and keeps none, so that whoever changes them can free the old rows.
  package mutating func takeTables() -> Tables {
    let taken = tables
    tables = Tables(schema: taken.schema, documentID: taken.documentID)
    return taken
  }
}

/// The state of a file that a document was read from or saved as.
package struct DocumentOrigin: Sendable {
  package let identity: FileIdentity
  /// What the next save names as its parent; nil for the flat form.
  package let manifestDigest: Digest?
  /// Nil for the flat form.
  package let revision: Int?
  /// What the next save may copy; nil for the flat form, which has no parts.
  let parts: StoredParts?
}

extension DocumentOrigin {
  /// Whether a file is still in this state; false where it cannot be read.
  package func isState(ofFileAt path: String) -> Bool {
    guard let descriptor = try? OpenDescriptor.open(path, O_RDONLY | O_NONBLOCK),
      let now = try? FileIdentity(ofOpen: descriptor.number, limits: .standard)
    else { return false }
    return now == identity
  }

  /// The state of a file that has just been written and has no name yet.
  init(
    ofWritten descriptor: Int32, form: DocumentForm, revision: Int, parts: StoredParts?,
    limits: DocumentLimits
  ) throws(DocumentError) {
    do {
      let source = try FileByteSource(descriptor: descriptor, ownership: .lent)
      guard form == .document else {
        self.init(
          identity: FileIdentity(ofWhole: try source.read(at: 0, count: source.count)),
          manifestDigest: nil, revision: nil, parts: nil)
        return
      }
      let archive = try ZipReader(source, limits: limits.zip)
      var digest: Digest?
      if let manifest = archive.entries.last {
        digest = Digest(of: try archive.storedBytes(of: manifest))
      }
      self.init(
        identity: try FileIdentity(of: archive, source: source), manifestDigest: digest,
        revision: revision, parts: parts)
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
