import Testing

@testable import ZipArchive

@Suite("Names of entries")
struct EntryNameTests {
  // Spec 2.2-1
  @Test(
    "are relative paths of non-empty segments",
    arguments: [
      "mimetype", "data/Trip/0-1023.json", "a b", "旅/🚂", "...", "a/.b", "x..y", "ab:c", "1:2", "é",
    ])
  func allowed(name: String) throws {
    #expect(EntryName.problem(in: name) == nil)
    let reader = try ZipReader(MemoryByteSource(try ArchiveSink.archive([(name, [1])])))
    #expect(reader.entries.map(\.name) == [name])
  }

  // Spec 2.2-1
  @Test(
    "that mean another place, or nothing, are refused",
    arguments: [
      ("", .empty), ("a\0b", .controlCharacter), ("a\nb", .controlCharacter),
      ("\u{7F}", .controlCharacter), ("a\u{85}", .controlCharacter), ("a\\b", .backslash),
      ("/etc/passwd", .absolute), ("C:/x", .driveLetter), ("z:", .driveLetter), ("a/", .directory),
      ("a//b", .emptySegment), ("..", .dotSegment), ("a/../b", .dotSegment), ("./a", .dotSegment),
      ("a/.", .dotSegment),
    ] as [(String, ZipError.NameProblem)])
  func refused(name: String, problem: ZipError.NameProblem) throws {
    #expect(EntryName.problem(in: name) == problem)
    var crafted = try CraftedArchive()
    crafted.parts[0].rename(Array(name.utf8))
    crafted.parts[0].editBoth { $0.flags = .init(rawValue: 1 << 11) }
    crafted.moveOffsets()
    let error = try #require(crafted.serialized.refusal())
    #expect(error.code == .nameInvalid)
    #expect(error.detail == .name(problem))
  }

  @Test("are UTF-8, and marked as such where they are not ASCII")
  func encoding() throws {
    var crafted = try CraftedArchive()
    crafted.parts[0].rename([0x61, 0xE9])
    crafted.moveOffsets()
    #expect(crafted.serialized.refusal()?.detail == .name(.notUTF8))
    crafted.parts[0].rename(Array("é".utf8))
    crafted.moveOffsets()
    #expect(crafted.serialized.refusal()?.detail == .name(.notMarkedUTF8))
  }
}
