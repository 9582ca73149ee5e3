import DocumentTables
import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The result of reading a document.
package struct LoadedDocument: Sendable {
  package var tables: Tables
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  package let header: Header
  /// The volatile information of the manifest; nil for the flat form, which has none.
  package let volatile: VolatileInformation?
  /// The state of the file, for saving in place; nil for a flat document that was not read from a
  /// path.
  package let origin: DocumentOrigin?

  /// The limits for reading the document and saving it in place.
  package var limits = DocumentLimits.standard

  package var type: DocumentType { header.type }
  /// Whether writing the document requires a feature that this library does not know.
  package var isReadOnly: Bool { header.isReadOnly }

  /// Returns the tables and releases the reference to them, so that a caller that changes them can
  /// free the old rows.
  package mutating func takeTables() -> Tables {
    let taken = tables
    tables = Tables(schema: taken.schema, documentID: taken.documentID)
    return taken
  }
}

/// The state of a file after a document was read from or saved to it.
package struct DocumentOrigin: Sendable {
  package let identity: FileIdentity
  /// The digest that the next save records as its parent; nil for the flat form.
  package let manifestDigest: Digest?
  /// The revision of the document; nil for the flat form.
  package let revision: Int?
  /// The parts that the next save may copy; nil for the flat form, which has no parts.
  let parts: StoredParts?
}

extension DocumentOrigin {
  /// Returns whether a file is still in this state; false if the file cannot be read.
  package func isState(ofFileAt path: String) -> Bool {
    guard let descriptor = try? OpenDescriptor.open(path, O_RDONLY | O_NONBLOCK),
      let now = try? FileIdentity(ofOpen: descriptor.number, limits: .standard)
    else { return false }
    return now == identity
  }

  /// Reads the state of a newly written file that has no name yet.
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
