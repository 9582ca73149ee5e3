import ArgumentParser
import DocumentFile
import DocumentTables
import Foundation

/// `tripconv git textconv`: prints a document as text for `git diff`.
struct TextConversion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "textconv",
    abstract: "Print a document as text for git diff; git calls this.",
    discussion: """
      Prints what tripconv dump --all --keep-version prints, without the fingerprints and the next \
      key, which change with every edit. Prints a file that is no valid document as it is, and why, \
      because git would refuse to show any change of it otherwise.
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  func run() throws {
    let source = try source()
    guard !source.isEmptyFile else { return }
    var filter = HeaderFilter()
    do {
      try dump(source) { bytes throws(StandardOutputFailure) in
        try StandardOutput.write(filter.filtered(bytes))
      }
    } catch let error as StandardOutputFailure {
      throw CommandFailure(error, file: nil)
    } catch {
      let failure = CommandFailure(error, file: input.name)
      // Other failures, such as a missing file, say nothing of the content.
      guard failure.status == .badData else { throw failure }
      try print(source, failure)
    }
  }

  /// Returns the file, or the bytes of standard input.
  private func source() throws -> ReadSource {
    guard input.source.path == nil else { return input.source }
    do {
      return .bytes([UInt8](try FileHandle.standardInput.readToEnd() ?? Data()))
    } catch {
      throw CommandFailure(.cannotRead, error.localizedDescription, at: input.name)
    }
  }

  private func dump(
    _ source: ReadSource, to sink: ([UInt8]) throws(StandardOutputFailure) -> Void
  ) throws {
    let pass = try DocumentPass(source, options: PassOptions())
    let outcome = try pass.dump(all: true, schema: pass.header.schema, to: sink)
    guard case .needsAllRows = outcome else { return }
    let tables = try DocumentFile.read(pass.opened).tables
    try TablesDump.dump(tables, all: true, to: sink)
  }

  /// Prints why a file is no valid document, and its text, or the digest of other bytes.
  private func print(_ source: ReadSource, _ failure: CommandFailure) throws {
    // The name is that of a temporary file, and differs each time.
    var text = failure.messages.map { "not a valid document: \($0.words)\n" }.joined()
    let bytes: [UInt8]
    switch source {
    case .bytes(let known): bytes = known
    default:
      bytes = [UInt8](source.path.flatMap { FileManager.default.contents(atPath: $0) } ?? Data())
    }
    if bytes.contains(0) {
      text += "\(bytes.count) bytes, SHA-256 \(Digest(of: bytes).text)\n"
    } else {
      text += String(decoding: bytes, as: UTF8.self)
    }
    do {
      try StandardOutput.write(text)
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}

/// A filter that leaves out the lines of a dump's first block that change with every edit.
private struct HeaderFilter {
  private static let noise = ["  layout = ", "  model = ", "  nextKey = "]
  private var pending: [UInt8]? = []

  /// Returns the next piece of text to print.
  mutating func filtered(_ bytes: [UInt8]) -> [UInt8] {
    guard var header = pending else { return bytes }
    header += bytes
    // The block ends with its last line, which is that of the next key.
    guard let range = header.firstRange(of: Array("\n  nextKey = ".utf8)),
      let end = header[range.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
    else {
      pending = header
      return []
    }
    pending = nil
    let lines = header[...end].split(separator: UInt8(ascii: "\n"))
    let kept = lines.filter { line in
      !Self.noise.contains { line.starts(with: Array($0.utf8)) }
    }
    return kept.flatMap { $0 + [UInt8(ascii: "\n")] } + header[(end + 1)...]
  }
}
