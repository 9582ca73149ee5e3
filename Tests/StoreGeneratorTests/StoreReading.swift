import Foundation
import SQLiteDatabase

@testable import ZipArchive

/// Returns the rows of a query.
func rows(_ sql: String, in path: String) throws -> [[SQLiteValue]] {
  let statement = try SQLiteConnection(path: path).prepare(sql, for: "test")
  var rows: [[SQLiteValue]] = []
  while try statement.step() {
    rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
  }
  return rows
}

/// Runs a test in a folder of its own.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("store-test-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}

/// Inflates raw deflate data of unknown size.
func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
  var size = 1 << 16
  while true {
    var outcome = Inflater.Outcome.complete
    let output = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Bound: the inflater gets the whole buffer and never writes beyond it.
      outcome = bytes.withUnsafeBytes {
        Inflater.inflate($0, into: UnsafeMutableRawBufferPointer(buffer))
      }
      switch outcome {
      case .complete: count = size
      case .tooShort(let made): count = made
      case .tooLong, .damaged: count = 0
      }
    }
    switch outcome {
    case .complete, .tooShort: return output
    case .tooLong: size *= 2
    case .damaged: throw CocoaError(.fileReadCorruptFile)
    }
  }
}
