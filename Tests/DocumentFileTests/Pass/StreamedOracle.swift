import DocumentTables
import Foundation

@testable import DocumentFile

/// Both roads of one document: in memory, and with rows that pass by.
enum StreamedOracle {
  static let maximum = 20

  static func options(windowBytes: Int, rereadBytes: Int = 0) -> PassOptions {
    var options = PassOptions()
    options.limits = .standard
    options.workers = WorkerCount(2)
    options.windowBytes = windowBytes
    options.rereadBytes = rereadBytes
    return options
  }

  static func findingsInMemory(_ bytes: [UInt8]) -> [String] {
    LoadedValidation(maximum: maximum).findings(bytes).map(\.description)
  }

  static func findingsStreamed(_ bytes: [UInt8], _ options: PassOptions) -> [String] {
    DocumentFile.validate(.bytes(bytes), options: options, maximum: maximum)
      .map(\.description)
  }

  /// What reading and writing gives: the bytes, or what is wrong.
  static func writtenInMemory(
    _ bytes: [UInt8], _ form: DocumentForm, _ options: DocumentWriteOptions
  ) -> Result<[UInt8], DocumentError> {
    Result { () throws(DocumentError) in
      let content = try DocumentFile.read(.bytes(bytes))
      // A pass cannot compare a history with all rows, so it writes none.
      return try DocumentFile.bytes(
        of: content.tables.withoutHistory, form: form, options: options)
    }
  }

  static func writtenStreamed(
    _ bytes: [UInt8], _ form: DocumentForm, _ options: DocumentWriteOptions,
    _ streaming: PassOptions, to directory: TemporaryDirectory
  ) throws -> Result<[UInt8], DocumentError> {
    try writtenStreamed(.bytes(bytes), form, options, streaming, to: directory)
  }

  static func writtenStreamed(
    _ source: ReadSource, _ form: DocumentForm, _ options: DocumentWriteOptions,
    _ streaming: PassOptions, to directory: TemporaryDirectory
  ) throws -> Result<[UInt8], DocumentError> {
    let path = directory.path + "/" + UUID().uuidString
    do throws(DocumentError) {
      let document = try DocumentPass(source, options: streaming)
      _ = try document.write(to: .path(path), form: form, options: options)
    } catch {
      return .failure(error)
    }
    return .success(Array(try Data(contentsOf: URL(filePath: path))))
  }

  static let targets: [(DocumentForm, DocumentEncoding)] = [
    (.document, .json), (.document, .xml), (.flat, .json), (.flat, .xml),
  ]
}

extension Result<[UInt8], DocumentError> {
  /// The digest of the bytes, or the words of the error without the file.
  var words: String {
    switch self {
    case .success(let bytes): return Digest(of: bytes).text
    case .failure(var error):
      error.file = nil
      return error.description
    }
  }
}
