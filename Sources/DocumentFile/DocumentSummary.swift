import DocumentTables
import ZipArchive

/// Everything known about a document without reading its rows: header and manifest of the document
/// form, the sections before the tables of the flat form.
package struct DocumentSummary: Sendable {
  /// An entry of the zip.
  package struct Part: Hashable, Sendable {
    package let name: String
    package let kind: String
    package let rawSize: Int
    package let storedSize: Int
    /// The digest of the stored bytes; nil for the manifest, which cannot state its own digest.
    package let digest: Digest?
    package let hierarchy: String?
    package let rows: Int?
  }

  package let form: DocumentForm
  package let encoding: DocumentEncoding
  package let header: Header
  package let nextKey: ObjectKey
  /// The number of objects of each entity; nil for a flat document.
  package let rows: [String: Int]?
  /// The parts in the order of the zip entries; nil for a flat document.
  package let parts: [Part]?
  /// The history; nil if there is none, or for a flat document, whose end is not read.
  package let history: History?
  /// Nil for a flat document.
  package let volatile: VolatileInformation?
  package let fileBytes: Int

  /// The media type of the file.
  package var mediaType: String {
    header.type.mediaType(form == .document ? .zip : .flat(encoding))
  }
}

extension DocumentSummary {
  init(_ document: ArchiveEnvelope) throws(DocumentError) {
    history = try ArchiveSource(document: document).history(DocumentError.refuse)
    form = .document
    encoding = document.mediaType.encoding
    header = document.header
    nextKey = document.manifest.nextKey
    rows = document.manifest.rows
    volatile = document.manifest.volatile
    fileBytes = document.source.count
    var parts = document.manifest.parts.map(Part.init)
    if let manifest = document.archive.entries.last { parts.append(Part(manifest: manifest)) }
    self.parts = parts
  }

  init(_ sections: FlatSections, encoding: DocumentEncoding, fileBytes: Int) {
    form = .flat
    self.encoding = encoding
    header = sections.header
    nextKey = sections.nextKey
    rows = nil
    parts = nil
    history = nil
    volatile = nil
    self.fileBytes = fileBytes
  }
}

extension DocumentSummary.Part {
  init(_ part: ManifestPart) {
    name = part.name
    kind = part.kind.rawValue
    rawSize = part.rawSize
    storedSize = part.storedSize
    digest = part.digest
    hierarchy = part.chunk?.hierarchy
    rows = part.chunk?.rows
  }

  init(manifest entry: ZipEntry) {
    name = entry.name
    kind = "manifest"
    rawSize = entry.rawSize
    storedSize = entry.storedSize
    digest = nil
    hierarchy = nil
    rows = nil
  }
}
