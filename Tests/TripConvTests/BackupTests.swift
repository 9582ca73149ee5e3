import Foundation
import Testing

@Suite("tripconv migrate --backup")
struct BackupTests {
  private let folder = ScratchFolder()

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// The first comes to its version record by record, the second in memory.
  private static let documents = [("a.trips", "3.0.0"), ("a.trips.json", "1.0.0")]

  @Test(
    "replaces a link that has the backup's name, and nothing that it leads to", arguments: documents
  )
  func link(name: String, version: String) throws {
    try folder.generate(name, version: version)
    try folder.write("precious", to: "other")
    let old = try folder.bytes(name)
    try FileManager.default.createSymbolicLink(
      atPath: path(name + "~"), withDestinationPath: "other")
    let command = try folder.run("migrate", "--in-place", "--backup", name)
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.text("other") == "precious")
    #expect(try folder.bytes(name + "~") == old)
    #expect(folder.names == [name, name + "~", "other"])
  }

  @Test(
    "leaves the document where the backup's name is too long, and says so", arguments: documents)
  func longName(name: String, version: String) throws {
    let name = String(repeating: "n", count: 255 - name.utf8.count) + name
    try folder.generate(name, version: version)
    let old = try folder.bytes(name)
    let refused = try folder.run("migrate", "--in-place", "--backup", name)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("its name has 256 bytes"))
    #expect(try folder.bytes(name) == old)
    #expect(folder.names == [name])
    #expect(try folder.run("migrate", "--in-place", name).status == 0)
    #expect(folder.names == [name])
  }

  @Test(
    "refuses a pipe in the backup's place instead of waiting for its reader", arguments: documents)
  func pipe(name: String, version: String) throws {
    try folder.generate(name, version: version)
    let old = try folder.bytes(name)
    try #require(mkfifo(path(name + "~"), 0o600) == 0)
    let command = try folder.run("migrate", "--in-place", "--backup", name)
    #expect(command.status == 73)
    #expect(try folder.bytes(name) == old)
  }
}
