import Foundation
import Testing

/// What `convert` writes, `tripconv` reads: over the samples and generated documents, and over all
/// options of `convert`.
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
    }
    for step in chain.steps {
      let arguments = ["convert", input, "-o", step.output] + step.arguments
      let command = try Command(arguments, in: folder)
      let words: Comment = "\(arguments.joined(separator: " ")): \(command.errors)"
      #expect(folder.names.contains(step.output) == (command.status == 0), words)
      guard command.status == 0 else {
        // No trip is selected, two options contradict each other, or a document cannot be another.
        #expect([3, 64, 65].contains(command.status), words)
        #expect(!isDocument || !step.keepsContent, words)
        return
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
      input = step.output
      isDocument = step.isDocument
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
