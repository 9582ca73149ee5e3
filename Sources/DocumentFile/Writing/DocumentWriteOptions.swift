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
  /// What the format says; only tests choose another.
  var chunkLimit = ChunkPartition.standardLimit

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
