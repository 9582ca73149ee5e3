import Foundation
import Testing

/// What `convert` writes, `tripconv` reads: over samples, generated documents and files of other
/// programs, and over all options of `convert`.
///
///     TRIPDOCUMENTS_CONVERSIONS=5000 TRIPDOCUMENTS_FIRST_CONVERSION=1000 scripts/test --filter ConvertedFilesTests
@Suite("Files that convert writes")
struct ConvertedFilesTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  private static let seeds: [UInt64] = {
    let first = number("TRIPDOCUMENTS_FIRST_CONVERSION") ?? 0
    return Array(first..<first + (number("TRIPDOCUMENTS_CONVERSIONS") ?? 24))
  }()

  /// All valid documents and files of other programs below the folder of samples.
  private static let samples: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples").standardizedFileURL
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let names = [".trips", ".trips.json", ".trips.xml", ".store"]
    return (files?.compactMap { $0 as? URL } ?? []).filter { url in
      !url.path.contains("/broken/") && names.contains(where: url.lastPathComponent.hasSuffix)
    }.sorted { $0.path < $1.path }
  }()

  // Spec 1.4-3, 3.12-30
  @Test("are read again, whatever the options", arguments: seeds)
  func areRead(seed: UInt64) throws {
    let folder = ScratchFolder()
    let chain = ConversionChain(seed: seed, samples: Self.samples)
    var input = "input.trips"
    var isDocument = true
    switch chain.input {
    case .sample(let url):
      input = url.path
      isDocument = url.pathExtension != "store"
    case .generated(let arguments):
      try #require(try Command(arguments, in: folder).status == 0, "\(arguments)")
    case .foreign(let file):
      input = file.name
      isDocument = false
      try folder.write(file.text, to: input)
    }
    for step in chain.steps {
      guard try convert(input, isDocument: isDocument, step, folder) else { return }
      input = step.output
      isDocument = step.isDocument
    }
  }

  /// - Returns: Whether the command wrote the file.
  private func convert(
    _ input: String, isDocument: Bool, _ step: ConversionChain.Step, _ folder: ScratchFolder
  ) throws -> Bool {
    // A store is a folder of files.
    let readsStandardInput = step.readsStandardInput && !input.hasSuffix(".store")
    let arguments =
      ["convert", readsStandardInput ? "-" : input]
      + ["-o", step.writesStandardOutput ? "-" : step.output] + step.arguments
    let command = try Command(
      arguments, in: folder,
      input: readsStandardInput
        ? try Data(
          contentsOf: input.hasPrefix("/")
            ? URL(filePath: input) : folder.url.appending(path: input))
        : Data())
    let words: Comment = "\(arguments.joined(separator: " ")): \(command.errors)"
    if step.writesStandardOutput {
      #expect(!folder.names.contains(step.output), words)
      if command.status == 0 {
        try command.output.write(to: folder.url.appending(path: step.output))
      }
    }
    #expect(folder.names.contains(step.output) == (command.status == 0), words)
    try checkFilesBeside(command, step, isDocument: isDocument, folder, words)
    guard command.status == 0 else {
      // No trip is selected, two options contradict each other, or a document cannot be another or is
      // only to be read.
      #expect([3, 64, 65].contains(command.status), words)
      #expect(
        !isDocument || !step.keepsContent || command.errors.contains("[document-read-only]"), words)
      return false
    }
    if step.isDocument {
      let validation = try folder.run("validate", step.output)
      #expect(validation.status == 0, "\(words) \(validation.text)")
      if isDocument, step.keepsContent, step.keepsRemains {
        #expect(try content(input, folder) == content(step.output, folder), words)
      }
    } else {
      let back = try folder.run("convert", step.output, "-o", "back.trips")
      #expect(back.status == 0, "\(words) \(back.errors)")
    }
    return true
  }

  /// What the reports beside a file say agrees with the messages and the exit code.
  private func checkFilesBeside(
    _ command: Command, _ step: ConversionChain.Step, isDocument: Bool, _ folder: ScratchFolder,
    _ words: Comment
  ) throws {
    let names = folder.names
    if let report = step.file(of: "--loss-report"), names.contains(report) {
      let json = try JSONSerialization.jsonObject(with: folder.bytes(report)) as? [String: Any]
      let files = try #require(json?["files"] as? [[String: Any]], words)
      let losses = files.flatMap { $0["losses"] as? [Any] ?? [] }
      if command.status == 0, step.arguments.contains("--fail-on-loss") {
        #expect(losses.isEmpty, words)
      }
    } else if step.file(of: "--loss-report") != nil {
      #expect(command.status != 0, words)
    }
    if let rejected = step.file(of: "--reject"), names.contains(rejected) {
      #expect(command.status == 0 && !isDocument && !step.arguments.contains("--strict"), words)
      #expect(try !folder.bytes(rejected).isEmpty, words)
    }
  }

  @Test(
    "are read again where random options found that they were not",
    arguments: [
      // A migration moves a property to a subentity, and leaves its values in other rows.
      ("journeys-v5/to-2.0.0.trips.json", "a.sqlite"),
      // A graph without nodes.
      ("empty-v4/source.trips.json", "a.jsonld"),
    ])
  func foundCases(sample: String, output: String) throws {
    let folder = ScratchFolder()
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/\(sample)").standardizedFileURL.path
    let command = try folder.run("convert", path, "-o", output)
    #expect(command.status == 0, "\(command.errors)")
    let back = try folder.run("convert", output, "-o", "back.trips")
    #expect(back.status == 0, "\(back.errors)")
    let direct = try folder.run("convert", path, "-o", "direct.trips", "--without-history")
    #expect(direct.status == 0, "\(direct.errors)")
    let names = try ["back.trips", "direct.trips"].map {
      try folder.run("list", $0).text
    }
    #expect(names[0] == names[1])
  }

  /// The content of a document and its media type without the suffix of its form.
  private func content(_ file: String, _ folder: ScratchFolder) throws -> [String] {
    let inspection = try folder.run("inspect", "--json", file)
    let json = try JSONSerialization.jsonObject(with: inspection.output) as? [String: Any]
    let type = try #require(json?["type"] as? String)
    return [
      String(type.prefix { $0 != "+" }),
      try folder.run("dump", "--all", "--keep-version", file).text,
    ]
  }
}
