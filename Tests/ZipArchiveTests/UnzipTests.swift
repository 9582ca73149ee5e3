import Foundation
import Testing
import ZipArchive

@Suite("Other programs")
struct UnzipTests {
  private static let unzip = "/usr/bin/unzip"

  @Test(
    "unzip finds nothing wrong with an archive",
    .enabled(if: FileManager.default.isExecutableFile(atPath: unzip)),
    arguments: [CompressionMethod.stored, .deflated(level: 6)])
  func unzipTests(method: CompressionMethod) throws {
    var generator = SeededGenerator(seed: 3)
    let bytes = try ArchiveSink.archive(
      [
        ("mimetype", Array("x".utf8)), ("leer", []),
        ("旅/data.json", generator.bytes(count: 50_000, compressible: true)),
        ("data/random", generator.bytes(count: 50_000, compressible: false)),
      ], method: method)
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zip")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.unzip)
    process.arguments = ["-tqq", url.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
