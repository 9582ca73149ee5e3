import DocumentFile
import DocumentTables
import Foundation
import Testing

/// Names in files that would move the cursor, turn text round or fake a line.
@Suite("Names that a terminal would obey")
struct HostileTextTests {
  private let folder = ScratchFolder()

  private static let hostile =
    "\u{1B}]0;owned\u{07}\u{1B}[31m\u{7F}\u{9B}2J\u{202E}abc\u{2028}\u{2066}z\r\nfake: valid\t"
    + "\u{200E}\u{61C}\u{200B}\u{200D}\u{FEFF}\u{AD}\u{85}\u{2060}\u{E0041}é"

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if ["\n", "\u{FE0E}", "\u{FE0F}"].contains(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static var quoted: String {
    let json = try? JSONEncoder().encode([hostile])
    return String(decoding: json ?? Data(), as: UTF8.self).dropFirst().dropLast().description
  }

  /// A document whose schema, trips and places have hostile names.
  private func document(_ name: String, version: String) throws {
    try folder.generate("plain.trips.json", trips: 3, version: version)
    var text = try folder.text("plain.trips.json")
    text.replace(/,"layout":"[^"]*","model":"[^"]*"/, with: "")
    text = text.replacingOccurrences(
      of: "\"name\":\"trips\",\"version\"", with: "\"name\":\(Self.quoted),\"version\"")
    text.replace(/"placeName":"[^"]*"/, with: "\"placeName\":\(Self.quoted)")
    text = text.replacingOccurrences(
      of: "\"isConfirmed\":false", with: "\"isConfirmed\":true")
    try #require(text.contains("owned"))
    try folder.write(text, to: name)
  }

  private func check(_ arguments: [String], _ status: Int32) throws -> Command {
    let command = try Command(arguments, in: folder)
    #expect(command.status == status, "\(arguments.first ?? ""): \(command.errors.prefix(500))")
    for text in [command.text, command.errors] {
      let found = text.unicodeScalars.first(where: Self.isHidden)
      #expect(found == nil, "\(arguments): \(found.map { String($0.value, radix: 16) } ?? "")")
      #expect(!text.contains("\nfake: valid"))
    }
    return command
  }

  @Test(
    "no verb prints one of them, as text or as JSON",
    arguments: ["a.json", "\u{202E}b\u{200B}.json"])
  func verbs(file: String) throws {
    try document(file, version: "4.0.0")
    _ = try check(["inspect", file], 0)
    _ = try check(["validate", file], 0)
    _ = try check(["validate", file, "--json"], 0)
    _ = try check(["plan", file], 0)
    _ = try check(["plan", file, "--schema-version", "3.0.0"], 0)
    _ = try check(["plan", "--json", file, "--schema-version", "1.0.0"], 0)
    _ = try check(["schema", "diff", file, "3.0.0"], 0)
    _ = try check(["schema", "diff", file, "3.0.0", "--json"], 0)
    _ = try check(["schema", "check", file], 65)
    _ = try check(["migrate", file, "-o", "new.json"], 0)
    _ = try check(
      [
        "migrate", file, "-o", "old.json", "--schema-version", "1.0.0", "--loss-report", "-",
        "--progress", "json",
      ], 0)
    _ = try check(["convert", "old.json", "-o", "new.trips"], 0)
    _ = try check(["show", file, Self.hostile + "x"], 3)
    _ = try check(["show", file, "--entity", "Trip"], 3)
    _ = try check(["dump", "--all", "--keep-version", file], 0)
    _ = try check(["list", file], 0)
    _ = try check(["list", file, "--json"], 0)
    _ = try check(["list", file, "--where", Self.hostile + "=1"], 64)
    _ = try check(["dump", file, "--entity", Self.hostile], 64)
    _ = try check(["diff", "/dev/null", file], 1)
    _ = try check(["diff", file, "/dev/null", "--json"], 1)
    _ = try check(["diff", file, "plain.trips.json"], 1)
    _ = try check(["diff", "/dev/null", file, "--patch", "-o", "patch.json"], 0)
    _ = try check(["apply", file, "patch.json", "-o", "patched.json"], 65)
    _ = try check(["merge", "plain.trips.json", file, "-o", "all.json", "--conflicts", "-"], 1)
    _ = try check(["scrub", file, "-o", "scrubbed.json"], 0)
    _ = try check(["scrub", file, "-o", "b.json", "--keep", Self.hostile + ".x"], 64)
    try folder.write("{", to: "broken\u{202E}")
    _ = try check(["git", "textconv", "broken\u{202E}"], 0)
    _ = try check(["inspect", Self.hostile], 66)
    let json = try check(["inspect", "--json", file], 0)
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let schema = try #require(object?["schema"] as? [String: Any])
    let name = try #require(schema["name"] as? String)
    #expect(name.unicodeScalars.elementsEqual(Self.hostile.unicodeScalars))
  }

  @Test("histories name them spelled out")
  func histories() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/history-v4/source.trips.json").standardizedFileURL
    var tables = try DocumentFile.read(.path(sample.path)).tables
    let schema = tables.schema
    tables.history?.append(
      History.Transaction(
        time: 1e9, author: Self.hostile, program: Self.hostile, process: Self.hostile,
        schema: schema.modelFingerprint(),
        groups: [
          .init(
            .update, entity: "Trip", keys: HistoryKeys([1]), properties: ["name"],
            old: ["name": [.text(Self.hostile)]], new: ["name": [.text("Nil")]])
        ]), of: schema)
    let bytes = try DocumentFile.bytes(
      of: tables, form: .flat, options: DocumentWriteOptions(encoding: .json))
    try Data(bytes).write(to: folder.url.appending(path: "a.json"))
    for format in [[], ["--json"]] {
      _ = try check(["history", "list", "a.json"] + format, 0)
      _ = try check(["history", "show", "a.json", "4"] + format, 0)
      _ = try check(["history", "net", "a.json"] + format, 0)
    }
    _ = try check(["history", "list", "a.json", "--author", Self.hostile], 0)
    _ = try check(["history", "net", "a.json", "--entity", Self.hostile], 64)
    try document("b.trips.json", version: "5.0.0")
    _ = try check(["git", "textconv", "b.trips.json"], 0)
    _ = try check(["show", "b.trips.json"], 3)
  }

  @Test("findings name them spelled out")
  func findings() throws {
    try document("a.json", version: "4.0.0")
    let text = try folder.text("a.json").replacingOccurrences(
      of: "\"trip\":1}", with: "\"trip\":999999,\(Self.quoted):1}")
    try folder.write(text, to: "a.json")
    _ = try check(["validate", "a.json"], 65)
    let json = try check(["validate", "--json", "a.json"], 65)
    #expect(try JSONSerialization.jsonObject(with: json.output) is [String: Any])
  }

  @Test("data stays as it is")
  func data() throws {
    try document("a.json", version: "4.0.0")
    try folder.run("convert", "a.json", "-o", "b.json")
    #expect(try folder.text("b.json").contains("\u{202E}abc"))
  }
}
