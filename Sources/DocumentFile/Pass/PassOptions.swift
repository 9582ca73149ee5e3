import DocumentTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The options of a pass.
package struct PassOptions {
  /// The limits of the document; by default larger than the limits for documents that are loaded
  /// into memory.
  package var limits: DocumentLimits
  package var workers: WorkerCount
  /// The folder for data that is spilled from memory to disk.
  package var temporaryFolder = Self.standardTemporaryFolder
  /// A callback for progress reports, called now and then on the caller's thread.
  package var progress: ((PassProgress) -> Void)?
  /// Returns whether reading must stop, which is asked now and then on the caller's thread.
  var isCancelled: (() -> Bool)?
  /// The bytes of a flat text that one thread reads at a time.
  var windowBytes = Self.standardWindowBytes
  /// The bytes of entries that are sorted in memory before they are spilled.
  var sortedBytes = StreamedCheck.standardMemory
  /// The size in bytes up to which a flat text with an error is read again at once, so that an
  /// encoding error is reported before an error in a record.
  var rereadBytes = 64 << 20

  static let standardWindowBytes = 2 << 20

  package init(
    limits: DocumentLimits = .streaming, workers: WorkerCount = .standard
  ) {
    self.limits = limits
    self.workers = workers
  }

  /// The value of `TMPDIR`, or `/tmp` if it is unset or empty.
  private static var standardTemporaryFolder: String {
    // Lifetime: `getenv` returns text that is copied at once.
    guard let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty else {
      return "/tmp"
    }
    return folder
  }
}

/// The progress of reading a document.
package struct PassProgress: Hashable, Sendable {
  package enum Phase: String, Hashable, Sendable {
    case checking, writing
    /// Reading the document, or some of its objects, into memory.
    case reading
  }

  package var phase: Phase
  /// The bytes read so far; a document that is read twice counts its bytes twice.
  ///
  /// The work may continue after all bytes have been read.
  package var bytes: Int
  package var totalBytes: Int
  /// The objects processed in this phase.
  package var objects: Int
}

extension DocumentLimits {
  /// Limits for documents whose rows are not kept: 64 GiB of file and of parts, one billion
  /// objects.
  package static let streaming: DocumentLimits = {
    var limits = DocumentLimits()
    limits.fileBytes = 64 << 30
    limits.totalBytes = 64 << 30
    limits.objects = 1_000_000_000
    return limits
  }()
}
