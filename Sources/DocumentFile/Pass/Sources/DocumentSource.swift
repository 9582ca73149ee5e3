import DocumentTables

/// A source of a document's rows, always in the order of hierarchies and keys, independent of the
/// number of threads.
enum DocumentSource {
  case archive(ArchiveSource)
  case flat(FlatStream)
  case tables(TablesSource)

  /// The place in the document where rows were found.
  struct Place {
    /// The bytes of the document read so far; the rows, where these are in memory.
    var bytesRead: Int
    /// The data part of the rows; nil where they are in none.
    var chunk: ChunkDecoding.Job?
    /// The external values that the rows refer to.
    var externals: Set<Digest> = []
  }

  typealias Take = (SegmentFacts, Place) throws(DocumentError) -> Void
  typealias Report = (DocumentError) throws(DocumentError) -> Void

  /// Passes all rows to `take` once, and returns the content beside the rows.
  ///
  /// - Parameter report: Receives the errors of parts; if it returns, reading continues without the
  ///   part. Errors in a flat text are thrown instead.
  func read(
    _ workers: WorkerCount, _ facts: @escaping SegmentFacts.Gathering, report: Report, _ take: Take
  ) throws(DocumentError) -> Tables {
    switch self {
    case .archive(let archive): try archive.read(workers, facts, report: report, take)
    case .flat(let text): try text.read(workers, facts, take)
    case .tables(let tables): try tables.read(workers, facts, take)
    }
  }

  /// The same source; a flat text is read in one window.
  var atOnce: DocumentSource {
    guard case .flat(let text) = self else { return self }
    return .flat(text.atOnce)
  }

  var archive: ArchiveEnvelope? {
    if case .archive(let archive) = self { archive.document } else { nil }
  }

  var header: Header {
    switch self {
    case .archive(let archive): archive.document.header
    case .flat(let text): text.sections.header
    case .tables(let source): source.header
    }
  }

  var nextKey: ObjectKey {
    switch self {
    case .archive(let archive): archive.document.manifest.nextKey
    case .flat(let text): text.sections.nextKey
    case .tables(let source): source.tables.nextKey
    }
  }

  var form: DocumentForm {
    switch self {
    case .archive, .tables: .document
    case .flat: .flat
    }
  }

  var encoding: DocumentEncoding {
    switch self {
    case .archive(let archive): archive.document.mediaType.encoding
    case .flat(let text): text.encoding
    case .tables: .json
    }
  }
}
