import DocumentTables
import ZipArchive

/// The options for writing a document; the content depends on the tables alone.
package struct DocumentWriteOptions: Sendable {
  /// The version of this library and of its converter.
  package static let libraryVersion = "0.1.0"
  package static let standardGenerator = "TripDocuments \(libraryVersion)"

  package var encoding: DocumentEncoding
  package var compression: CompressionMethod
  package var type: DocumentType
  /// The program named in the manifest as the writer of the document.
  package var generator: String
  /// The number of the save: 1 for a full write, incremented by a save in place.
  package var revision: Int
  package var parent: Digest?
  package var limits: DocumentLimits
  /// The number of threads; the output does not depend on it.
  package var workers: WorkerCount
  /// Returns whether writing must stop; then it throws `.outputFailed`.
  package var isCancelled: (@Sendable () -> Bool)?
  /// The maximum size in bytes of the record texts in a chunk: 2 MiB (spec 3.6); only tests set
  /// another limit.
  var chunkLimit = 2_097_152
  /// The raw bytes of all data parts from which on index parts are written: 64 KiB (spec 3.13); only
  /// tests set another limit.
  ///
  /// Reading all records of a smaller document takes less time than the rest of opening it.
  var indexedBytes = 65_536
  /// The number of objects of a hierarchy from which on its index has several parts (spec 3.13); only
  /// tests set another number.
  var dividedIndexRows = 262_144

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
  /// Deflates entries at a level, for callers that do not import the zip module.
  package mutating func compressEntries(_ level: CompressionLevel) { compression = level.method }

  /// Leaves all entries uncompressed, so that the bytes of the archive do not depend on a
  /// compressor.
  package mutating func storeEntries() { compression = .stored }
}

/// The trade-off between time and file size when a document's parts are deflated.
///
/// Every reader can read every level, and the raw bytes of parts are the same.
package enum CompressionLevel: String, CaseIterable, Hashable, Sendable {
  /// The fastest, for frequent automatic saves.
  case autosave
  /// A small file in little time.
  case standard = "default"
  /// The smallest size that is worth its time, for files that are sent or archived.
  case export

  /// The compression method with the level of libdeflate.
  package var method: CompressionMethod {
    switch self {
    case .autosave: .deflated(level: 1)
    case .standard: .deflated(level: 4)
    case .export: .deflated(level: 9)
    }
  }
}
