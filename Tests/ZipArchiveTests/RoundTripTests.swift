import Testing

@testable import ZipArchive

@Suite("Reading what was written")
struct RoundTripTests {
  // Spec 2.3-1
  @Test("gives the same names and contents in the same order", arguments: 0..<20)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let entries = (0..<Int.random(in: 0...12, using: &generator)).map { index in
      let stem = ["part", "Ünïcode/旅", "a b", "🚂/x"].randomElement(using: &generator) ?? "part"
      let count = [0, 1, 2, 3, 100, 5000].randomElement(using: &generator) ?? 0
      let isCompressible = Bool.random(using: &generator)
      return (
        name: "\(stem)\(index)",
        contents: generator.bytes(count: count, compressible: isCompressible)
      )
    }
    let method: CompressionMethod =
      seed.isMultiple(of: 3) ? .stored : .deflated(level: 1 + seed % 12)
    let bytes = try ArchiveSink.archive(entries, method: method)
    let again = try ArchiveSink.archive(entries, method: method)
    #expect(bytes == again)

    let reader = try ZipReader(MemoryByteSource(bytes))
    #expect(reader.entries.map(\.name) == entries.map(\.name))
    var memory = generator.bytes(count: seed * 100, compressible: false)
    for (name, contents) in entries {
      let entry = try #require(reader.entry(named: name))
      #expect(try reader.contents(of: entry) == contents)
      try ZipReader.inflate(
        stored: reader.storedBytes(of: entry), of: entry, padding: 3, into: &memory)
      #expect(Array(memory.prefix(contents.count + 3)) == contents + [0, 0, 0])
      #expect(entry.storedSize <= entry.rawSize)
    }
  }

  @Test("keeps entries that are copied as they lie, byte for byte")
  func copiesStoredBytes() throws {
    var generator = SeededGenerator(seed: 7)
    let original = try ArchiveSink.archive([
      ("a", generator.bytes(count: 3000, compressible: true)),
      ("b", generator.bytes(count: 3000, compressible: false)), ("leer", []),
    ])
    let reader = try ZipReader(MemoryByteSource(original))
    let sink = ArchiveSink()
    var writer = ZipWriter(sink: sink.take)
    for entry in reader.entries {
      let copy = try writer.add(
        name: entry.name, stored: try reader.storedBytes(of: entry), rawSize: entry.rawSize,
        crc32: entry.crc32, method: entry.method)
      #expect(copy == entry)
    }
    try writer.finish()
    #expect(sink.bytes == original)
    #expect(writer.count == original.count)
  }

  @Test("gives the same archive whether contents are compressed before or while they are added")
  func compressesBefore() throws {
    let contents = Array(repeating: UInt8(ascii: "x"), count: 1000)
    let sink = ArchiveSink()
    var writer = ZipWriter(sink: sink.take)
    try writer.add(name: "x", CompressedContents(contents, method: .deflated(level: 6)))
    try writer.finish()
    #expect(try sink.bytes == ArchiveSink.archive([("x", contents)]))
  }

  // Spec 2.3-2
  @Test("stores contents that deflate does not make smaller")
  func storesIncompressible() throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(count: 500, compressible: false)
    #expect(try CompressedContents(bytes, method: .deflated(level: 9)).method == .stored)
    #expect(try CompressedContents([], method: .deflated(level: 9)).method == .stored)
    let zeros = try CompressedContents(.init(repeating: 0, count: 500), method: .deflated(level: 1))
    #expect(zeros.method == .deflated)
    #expect(zeros.stored.count < 20)
  }

  @Test(
    "can add zeros after the contents",
    arguments: [CompressionMethod.stored, .deflated(level: 6)])
  func padding(method: CompressionMethod) throws {
    let contents = Array(repeating: UInt8(ascii: "y"), count: 100)
    let bytes = try ArchiveSink.archive([("y", contents), ("leer", [])], method: method)
    let reader = try ZipReader(MemoryByteSource(bytes))
    let entry = try #require(reader.entry(named: "y"))
    let zeros = [UInt8](repeating: 0, count: 64)
    #expect(try reader.contents(of: entry, padding: 64) == contents + zeros)
    let empty = try #require(reader.entry(named: "leer"))
    #expect(try reader.contents(of: empty, padding: 64) == zeros)
  }

  @Test("finds an entry by the exact scalars of its name only")
  func exactNames() throws {
    let reader = try ZipReader(
      MemoryByteSource(try ArchiveSink.archive([("caf\u{E9}", [1])])))
    #expect(reader.entry(named: "caf\u{E9}") != nil)
    #expect(reader.entry(named: "cafe\u{301}") == nil)
    #expect(reader.entry(named: "tea") == nil)
  }

  // Spec 2.4-1
  @Test("accepts the UTF-8 flag on an ASCII name, and the writer does not set it")
  func utf8FlagOnASCII() throws {
    var crafted = try CraftedArchive()
    #expect(crafted.parts[0].record.fields.flags.rawValue == 0)
    crafted.parts[0].editBoth { $0.flags = .init(rawValue: 1 << 11) }
    #expect(try crafted.serialized.readAll().count == 3)
  }

  // Spec 2.4-1, 2.4-2
  @Test("writes the headers that the format calls for")
  func goldenBytes() throws {
    let bytes = try ArchiveSink.archive([("a", Array("hi".utf8))], method: .stored)
    let fields: [UInt8] = [
      10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0,
    ]
    let local = [0x50, 0x4B, 3, 4] + fields + [0x61]
    let record =
      [0x50, 0x4B, 1, 2, 45, 0] + fields + [UInt8](repeating: 0, count: 14) + [0x61]
    let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 47, 0, 0, 0, 33, 0, 0, 0, 0, 0]
    #expect(bytes == local + Array("hi".utf8) + record + end)
  }
}
