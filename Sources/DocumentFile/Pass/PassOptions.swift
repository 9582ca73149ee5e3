import DocumentTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How documents pass through a job.
package struct PassOptions {
  /// Larger than those for documents that come into memory.
  package var limits: DocumentLimits
  package var workers: WorkerCount
  /// Where work is put aside that memory does not hold.
  package var temporaryFolder = Self.standardTemporaryFolder
  /// Called now and then, on the caller's thread.
  package var progress: ((PassProgress) -> Void)?
  /// So many bytes of a flat text are read by one thread at a time.
  var windowBytes = Self.standardWindowBytes
  /// So many bytes wait to be sorted before they are put aside.
  var sortedBytes = StreamedCheck.standardMemory
  /// A flat text of so many bytes is read at once where something in it is wrong: what is wrong with
  /// its encoding is then said before what is wrong with a record.
  var rereadBytes = 64 << 20

  static let standardWindowBytes = 2 << 20

  package init(
    limits: DocumentLimits = .streaming, workers: WorkerCount = .standard
  ) {
    self.limits = limits
    self.workers = workers
  }

  /// `TMPDIR`, or the folder that systems have for it.
  private static var standardTemporaryFolder: String {
    // Lifetime: `getenv` returns text that is copied at once.
    guard let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty else {
      return "/tmp"
    }
    return folder
  }
}

/// How far a document has been read.
package struct PassProgress: Hashable, Sendable {
  package enum Phase: String, Hashable, Sendable {
    case checking, writing
    /// Into memory, or only some of the document.
    case reading
  }

  package var phase: Phase
  /// What was read, where a document that has to be read twice has its bytes twice.
  ///
  /// That all were read is not the end of the work.
  package var bytes: Int
  package var totalBytes: Int
  /// The objects that have passed by in this phase.
  package var objects: Int
}

extension DocumentLimits {
  /// For documents whose rows are not kept: 64 GiB of file and of parts, one billion objects.
  package static let streaming: DocumentLimits = {
    var limits = DocumentLimits()
    limits.fileBytes = 64 << 30
    limits.totalBytes = 64 << 30
    limits.objects = 1_000_000_000
    return limits
  }()
}
