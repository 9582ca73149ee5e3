import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Other tools accept what is written")
struct ForeignToolsTests {
  static func path(of tool: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + tool }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  func run(_ tool: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.path(of: tool)))
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(
    "unzip tests every entry", .enabled(if: path(of: "unzip") != nil),
    arguments: DocumentEncoding.allCases)
  func unzip(encoding: DocumentEncoding) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      try SampleTables.small().document(.document, encoding), to: "x.trips")
    #expect(try run("unzip", ["-t", path]) == 0)
  }

  @Test("xmllint finds every part well-formed", .enabled(if: path(of: "xmllint") != nil))
  func xmllint() throws {
    let directory = try TemporaryDirectory()
    let tables = try SampleTables.small()
    var paths = [try directory.write(try tables.document(.flat, .xml), to: "flat.xml")]
    let archive = try ZipReader(MemoryByteSource(try tables.document(.document, .xml)))
    for (index, entry) in archive.entries.enumerated() where entry.name.hasSuffix(".xml") {
      paths.append(try directory.write(try archive.contents(of: entry), to: "\(index).xml"))
    }
    #expect(paths.count == 9)
    #expect(try run("xmllint", ["--noout"] + paths) == 0)
  }
}
