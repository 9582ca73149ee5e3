import DocumentTables

/// Where the rows of a document come from: always in the order of hierarchies and keys, and the same
/// whatever the number of threads.
enum DocumentSource {
  case archive(ArchiveSource)
  case flat(FlatStream)

  /// Where in the document the rows were found that are handed over.
  struct Place {
    /// The bytes of the document that have been read.
    var bytesRead: Int
    /// The data part of the rows; nil in a flat text, which has none.
    var chunk: ChunkDecoding.Job?
    /// The external values to which the rows refer.
    var externals: Set<Digest> = []
  }

  typealias Take = (SegmentFacts, Place) throws(DocumentError) -> Void
  typealias Report = (DocumentError) throws(DocumentError) -> Void

  /// Hands over all rows once, and returns what stands beside them.
  ///
  /// - Parameter report: Is told what is wrong with a part, and may let reading go on without it; what
  ///   is wrong in a flat text is thrown.
  func read(
    _ workers: WorkerCount, _ facts: @escaping SegmentFacts.Gathering, report: Report, _ take: Take
  ) throws(DocumentError) -> Tables {
    switch self {
    case .archive(let archive): try archive.read(workers, facts, report: report, take)
    case .flat(let text): try text.read(workers, facts, take)
    }
  }

  /// The same; a flat text is read at once.
  var atOnce: DocumentSource {
    guard case .flat(var text) = self else { return self }
    text.windowBytes = .max
    return .flat(text)
  }

  var archive: ArchiveEnvelope? {
    if case .archive(let archive) = self { archive.document } else { nil }
  }

  var header: Header {
    switch self {
    case .archive(let archive): archive.document.header
    case .flat(let text): text.sections.header
    }
  }

  var nextKey: ObjectKey {
    switch self {
    case .archive(let archive): archive.document.manifest.nextKey
    case .flat(let text): text.sections.nextKey
    }
  }

  var form: DocumentForm {
    switch self {
    case .archive: .document
    case .flat: .flat
    }
  }

  var encoding: DocumentEncoding {
    switch self {
    case .archive(let archive): archive.document.mediaType.encoding
    case .flat(let text): text.encoding
    }
  }
}
