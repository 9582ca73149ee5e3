import DocumentTables
import ZipArchive

/// A document of which only what is asked for is read.
///
/// Of the document form that is header and manifest to begin with, and then, for each question, index
/// parts and the chunks that hold the answer. A small document is read without its index parts: the
/// records are the truth, and an index part is only its writer's word. Every part that is read is checked as reading the whole
/// document checks it; rules over whole tables are not. A flat text has no parts and is read at once.
package struct PartialDocumentReader: Sendable {
  enum Content: Sendable {
    case archived(ArchiveEnvelope)
    case whole(Tables)
  }

  /// How far index parts decide which chunks are read.
  enum IndexUse: Sendable {
    /// They say which; one that contradicts a chunk that was read on its word is an error.
    case trusted
    /// They say nothing: every chunk of a hierarchy is read.
    case ignored
    /// Every chunk is read, and an index part that contradicts it is an error.
    case verified
  }

  /// Documents whose data and external parts have at most so many bytes together are read without
  /// index parts (spec 3.13).
  package static let largestWithoutIndexes = 4 << 20

  let indexUse: IndexUse
  let content: Content
  let workers: WorkerCount
  package let header: Header
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  package let nextKey: ObjectKey
  /// The objects of each entity, those of its subentities not counted.
  package let rows: [String: Int]
  private let path: String?

  /// Reads header and manifest, or a whole flat text.
  ///
  /// - Parameter verifiesIndexes: Whether each question reads every record that could answer it, and
  ///   compares the index parts with them.
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

  /// Tables that are in memory already, to be asked like a document.
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

  /// The object of a key with everything it owns; nothing where there is no such object.
  ///
  /// - Parameter entity: Its entity or one above, where that is known: fewer chunks are read then.
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

  /// The objects of an entity whose properties have these values, as keys are compared (spec 4.11),
  /// with everything they own.
  ///
  /// With the properties of a uniqueness constraint, or of an index by name, only the chunks that hold
  /// the objects are read; with others, all of the entity's.
  package func subset(
    of entity: String, where values: [(property: String, value: Value)]
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      return try making.subset(of: try making.reading.places(of: entity, where: values))
    }
  }

  /// The objects that one object is related to through a relationship, with everything they own.
  package func subset(
    ofMembersOf key: ObjectKey, entity: String, through relationship: String
  ) throws(DocumentError) -> TablesSubset {
    try inFile { () throws(DocumentError) in
      let making = SubsetReading(self)
      return try making.subset(
        of: try making.members(of: key, entity: entity, through: relationship))
    }
  }

  /// All objects of an entity and of those below it, without what they own.
  ///
  /// - Parameter progress: Is told how many of their chunks' bytes were read.
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
