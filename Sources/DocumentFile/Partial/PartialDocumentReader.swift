import DocumentTables
import ZipArchive

/// A document of which only the requested objects are read.
///
/// From the document form, the reader first reads header and manifest, and then, for each query,
/// the index parts and the chunks that contain the answer. It reads a small document without its
/// index parts, because index parts may be wrong and records are authoritative. Every part read is
/// checked as when the whole document is read; rules over whole tables are not checked. A flat text
/// has no parts and is read at once.
package struct PartialDocumentReader: Sendable {
  enum Content: Sendable {
    case archived(ArchiveEnvelope)
    case whole(Tables)
  }

  /// How index parts decide which chunks are read.
  enum IndexUse: Sendable {
    /// Index parts select the chunks; an index part that contradicts a chunk it selected is an
    /// error.
    case trusted
    /// Index parts are ignored: every chunk of a hierarchy is read.
    case ignored
    /// Every chunk is read, and an index part that contradicts its chunk is an error.
    case verified
  }

  /// The total size of data and external parts up to which documents are read without index parts
  /// (spec 3.13).
  package static let largestWithoutIndexes = 4 << 20

  let indexUse: IndexUse
  let content: Content
  let workers: WorkerCount
  package let header: Header
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  package let nextKey: ObjectKey
  /// The number of objects of each entity, without those of its subentities.
  package let rows: [String: Int]
  private let path: String?

  /// Reads header and manifest, or a whole flat text.
  ///
  /// - Parameter verifiesIndexes: Whether each query reads every record that could match and
  ///   compares the index parts with the records.
  package init(
    _ source: ReadSource, limits: DocumentLimits = .standard, workers: WorkerCount = .standard,
    verifiesIndexes: Bool = false
  ) throws(DocumentError) {
    do throws(DocumentError) {
      let bytes = try ReadingFile.open(source, limits: limits)
      switch try FileFormat(of: bytes) {
      case .zip:
        try self.init(
          archive: bytes, limits: limits, workers: workers, path: source.path,
          verifiesIndexes: verifiesIndexes)
      case .flat:
        let whole = try ReadingFile.wholeBytes(of: bytes)
        self.init(
          try DocumentFile.read(.bytes(whole), limits: limits, workers: workers), workers: workers,
          path: source.path)
      }
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// Creates a reader of tables that are already in memory.
  package init(
    _ tables: Tables, form: DocumentForm, encoding: DocumentEncoding, type: DocumentType
  ) {
    indexUse = .ignored
    content = .whole(tables)
    header = Header(documentID: tables.documentID, type: type, schema: tables.schema)
    self.form = form
    self.encoding = encoding
    nextKey = tables.nextKey
    rows = tables.rowCounts()
    workers = .standard
    path = nil
  }

  private init(_ document: LoadedDocument, workers: WorkerCount, path: String?) {
    indexUse = .ignored
    content = .whole(document.tables)
    header = document.header
    form = document.form
    encoding = document.encoding
    nextKey = document.tables.nextKey
    rows = document.tables.rowCounts()
    self.workers = workers
    self.path = path
  }

  init(
    archive bytes: any ByteSource, limits: DocumentLimits, workers: WorkerCount,
    path: String? = nil,
    verifiesIndexes: Bool = false,
    largestWithoutIndexes: Int = PartialDocumentReader.largestWithoutIndexes
  ) throws(DocumentError) {
    let document = try ArchiveEnvelope(bytes, limits: limits, report: DocumentError.refuse)
    content = .archived(document)
    // No overflow: the manifest's total of all parts is checked.
    let size = document.manifest.parts.reduce(0) { size, part in
      part.chunk != nil || PartName.digest(ofExternal: part.name) != nil
        ? size + part.rawSize : size
    }
    indexUse =
      verifiesIndexes ? .verified : size <= largestWithoutIndexes ? .ignored : .trusted
    header = document.header
    form = .document
    encoding = document.mediaType.encoding
    nextKey = document.manifest.nextKey
    rows = document.manifest.rows
    self.workers = workers
    self.path = path
  }

  package var schema: TableSchema { header.schema }

  /// Returns the object with a key and everything it owns; the subset is empty if there is no such
  /// object.
  ///
  /// - Parameter entity: The object's entity or a superentity, if known, so that fewer chunks are
  ///   read.
  package func subset(
    ofKey key: ObjectKey, entity: String? = nil
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      for hierarchy in schema.hierarchies.indices
      where entity.map({ schema.hierarchyIndex(of: $0) == hierarchy }) ?? true {
        let found = try making.reading.places(ofKeys: [key], hierarchy: hierarchy).filter {
          making.isKind($0, of: entity)
        }
        if !found.isEmpty { return try making.subset(of: found) }
      }
      return try making.subset(of: [])
    }
  }

  /// Returns the objects of an entity whose properties have these values, with everything they own.
  ///
  /// Values are compared like keys (spec 4.11). For the properties of a uniqueness constraint, or
  /// of an index by name, only the chunks that contain the objects are read; for other properties,
  /// all chunks of the entity.
  package func subset(
    of entity: String, where values: [(property: String, value: Value)]
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      return try making.subset(of: try making.reading.places(of: entity, where: values))
    }
  }

  /// Returns the objects to which one object is related through a relationship, with everything
  /// they own.
  package func subset(
    ofMembersOf key: ObjectKey, entity: String, through relationship: String
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      return try making.subset(
        of: try making.members(of: key, entity: entity, through: relationship))
    }
  }

  /// Returns all objects of an entity and its subentities, without the objects they own.
  ///
  /// - Parameter progress: Receives the number of bytes read from their chunks.
  package func subset(
    ofAll entity: String, progress: ((PassProgress) -> Void)? = nil
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      making.reading.progress = progress
      return try making.subset(of: try making.reading.places(ofAll: entity), withOwned: false)
    }
  }

  private func inFile(
    _ body: () throws(DocumentError) -> TablesSubset
  ) throws(DocumentError) -> TablesSubset {
    do {
      return try body()
    } catch {
      throw error.inFile(path)
    }
  }
}
