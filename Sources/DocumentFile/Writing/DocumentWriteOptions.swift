import DocumentTables
import ZipArchive

/// How a document is written; what is written is up to the tables alone.
package struct DocumentWriteOptions: Hashable, Sendable {
  /// The version of this library and of its converter.
  package static let libraryVersion = "0.1.0"
  package static let standardGenerator = "TripDocuments \(libraryVersion)"

  package var encoding: DocumentEncoding
  package var compression: CompressionMethod
  package var type: DocumentType
  /// Named in the manifest as the program that wrote the document.
  package var generator = standardGenerator
  /// 1 and nil for a full write; a save in place counts on and names what it replaced.
  package var revision = 1
  package var parent: Digest?
  package var limits = DocumentLimits.standard
  /// How many threads write; what they write does not depend on it.
  package var workers = WorkerCount.standard
  /// The most bytes of record texts in a chunk: 2 MiB (spec 3.6); only tests choose another limit.
  var chunkLimit = 2_097_152

  package init(
    encoding: DocumentEncoding, compression: CompressionMethod = CompressionLevel.standard.method,
    type: DocumentType = .trips, generator: String = standardGenerator, revision: Int = 1,
    parent: Digest? = nil, limits: DocumentLimits = .standard,
    workers: WorkerCount = .standard
  ) {
    self.encoding = encoding
    self.compression = compression
    self.type = type
    self.generator = generator
    self.revision = revision
    self.parent = parent
    self.limits = limits
    self.workers = workers
  }
}

extension DocumentWriteOptions {
  /// Deflates entries so far; a program that does not see the zip chooses so.
  package mutating func compressEntries(_ level: CompressionLevel) { compression = level.method }

  /// Leaves every entry uncompressed: the archive's bytes then depend on no compressor.
  package mutating func storeEntries() { compression = .stored }
}

/// How much time deflating a document's parts may take, for how small a file.
///
/// Every reader reads the parts of every level, and their raw bytes are the same.
package enum CompressionLevel: String, CaseIterable, Hashable, Sendable {
  /// The fastest, for saves that come unasked and often.
  case autosave
  /// A small file in little time.
  case standard = "default"
  /// The smallest that is worth its time, for files that are sent or kept.
  case export

  /// The level of libdeflate.
  package var method: CompressionMethod {
    switch self {
    case .autosave: .deflated(level: 1)
    case .standard: .deflated(level: 4)
    case .export: .deflated(level: 9)
    }
  }
}
