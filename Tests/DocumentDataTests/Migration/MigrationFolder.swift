import DocumentData
import DocumentFile
import DocumentTables
import Foundation

/// A folder that goes away with the test.
final class MigrationFolder {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func write(
    _ tables: Tables, to url: URL, _ encoding: DocumentEncoding = .json
  ) throws {
    try DocumentFile.write(
      tables, form: .document, options: DocumentWriteOptions(encoding: encoding, type: .generic),
      to: .path(url.path))
  }

  func read(_ url: URL) throws -> Tables { try DocumentFile.read(.path(url.path)).tables }
}
