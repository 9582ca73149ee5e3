import DocumentFile
import Foundation

/// Runs of git.
enum GitProgram {
  /// Runs git and returns what it prints, without the last line feed.
  ///
  /// - Parameters:
  ///   - allowed: The other exit codes that are no failure; then nil is returned.
  ///   - failure: The status of a failure.
  /// - Throws: ``CommandFailure`` with git's words if it fails.
  @discardableResult
  static func run(
    _ arguments: [String], allowed: Set<Int32> = [], failure: ExitStatus = .cannotRead
  ) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw CommandFailure(.cannotRead, "git cannot be run: \(error.localizedDescription)")
    }
    // What git prints here is short, so neither pipe can fill while the other is read.
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    let words = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    if process.terminationReason == .exit, process.terminationStatus == 0 {
      let text = Self.text(bytes)
      // A repaired path would be another one.
      guard Data(text.utf8) == bytes.dropLast(bytes.last == UInt8(ascii: "\n") ? 1 : 0) else {
        throw CommandFailure(.cannotRead, "git names a path that is not UTF-8: \(text)")
      }
      return text
    }
    if process.terminationReason == .exit, allowed.contains(process.terminationStatus) {
      return nil
    }
    let problem = Self.text(words)
    throw CommandFailure(
      failure,
      "git \(arguments.first ?? ""): "
        + (problem.isEmpty ? "it failed with \(process.terminationStatus)" : problem))
  }

  private static func text(_ bytes: Data) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
