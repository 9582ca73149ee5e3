import Foundation
import StoreGenerator
import Testing

/// Journals that come with a file of SQLite and name another file, which SQLite would delete.
@Suite("Journals that name another file")
struct JournalTests {
  private let folder = ScratchFolder()

  static let verbs: [[String]] = [
    ["inspect"], ["validate"], ["list"], ["dump"], ["show", "*", "a"], ["history", "list"],
    ["history", "show", "*", "1"], ["convert", "*", "-o", "new.trips"],
    ["migrate", "*", "-o", "new.trips"], ["scrub", "*", "-o", "new.trips"],
    ["diff", "*", "plain.trips"], ["diff", "plain.trips", "*"], ["plan"], ["schema", "export"],
    ["merge", "plain.trips", "*", "-o", "new.trips"],
    ["merge", "--union", "*", "plain.trips", "-o", "new.trips"],
    ["import", "*", "--into", "plain.trips"], ["git", "textconv"],
  ]

  @Test(
    "are refused by every verb, and nothing is written or deleted",
    arguments: ["a.sqlite", "a.store"], verbs)
  func refused(file: String, verb: [String]) throws {
    try folder.generate("plain.trips", trips: 2)
    if file.hasSuffix(".store") {
      try StoreWriter(
        StoreRows(.users, seed: 1, rowsPerTable: 2), journal: .delete, transactions: 1
      )
      .write(to: folder.url.appending(path: file).path)
    } else {
      try folder.generate(file, trips: 2)
    }
    try folder.write("precious", to: "victim")
    let journal = try Self.journal(
      of: folder.bytes(file), naming: folder.url.appending(path: "victim").path)
    try journal.write(to: folder.url.appending(path: file + "-journal"))
    let before = try folder.names.map { [$0: try folder.bytes($0)] }
    var arguments = verb.map { $0 == "*" ? file : $0 }
    if !verb.contains("*") { arguments.append(file) }
    let command = try Command(arguments, in: folder)
    // Git shows what a file is not, and goes on. Some verbs read no such file.
    let isText = verb == ["git", "textconv"]
    #expect(
      command.status < 70 && (command.status == 0) == isText, "\(arguments): \(command.errors)")
    #expect(try folder.names.map { [$0: try folder.bytes($0)] } == before)
  }

  /// A journal with nothing to roll back, which ends with the name of a super-journal.
  private static func journal(of file: Data, naming name: String) -> Data {
    let bytes = [UInt8](file)
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    func big(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let path = Array(name.utf8)
    var journal = magic + big(0) + big(0) + big(bytes.count / size) + big(512) + big(size)
    journal += [UInt8](repeating: 0, count: 512 - journal.count) + big((1 << 30) / size + 1) + path
    journal += big(path.count) + big(path.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }) + magic
    return Data(journal)
  }
}
