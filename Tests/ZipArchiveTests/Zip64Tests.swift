import Foundation
import Testing

@testable import ZipArchive

@Suite("Zip64")
struct Zip64Tests {
  private static let limits: ZipLimits = {
    var limits = ZipLimits()
    limits.maximumEntryBytes = 1 << 40
    limits.maximumTotalBytes = 1 << 41
    limits.maximumRatio = 1 << 40
    return limits
  }()

  /// The error of a reader, if there is one.
  private func refusal(_ source: any ByteSource) -> ZipError? {
    do {
      _ = try ZipReader(source, limits: Self.limits)
      return nil
    } catch {
      return error
    }
  }

  /// An archive with an entry of 5 GiB of zeros before a small one.
  private func largeOffset() throws -> SparseSink {
    let sink = SparseSink()
    var writer = ZipWriter(limits: Self.limits, sink: sink.take)
    let size = 5 << 30
    // Lifetime: the reserved addresses are never touched, and released after the writer used them.
    let reserved = try #require(
      mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    try #require(reserved != MAP_FAILED)
    defer { munmap(reserved, size) }
    try writer.add(
      name: "large", stored: UnsafeRawBufferPointer(start: reserved, count: size), rawSize: size,
      crc32: 1, method: .stored)
    try writer.add(name: "small", contents: [1, 2, 3], method: .stored)
    try writer.finish()
    return sink
  }

  // Spec 2.5-1, 2.5-2
  @Test("sizes are written and read where they need it, and only there")
  func sizes() throws {
    for rawSize in [0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_0000_0000, 1 << 36] {
      let sink = SparseSink()
      var writer = ZipWriter(limits: Self.limits, sink: sink.take)
      let entry = try writer.add(
        name: "a", stored: [1, 2, 3], rawSize: rawSize, crc32: 9, method: .deflated)
      try writer.finish()
      let isZip64 = rawSize >= 0xFFFF_FFFF
      #expect(entry.dataOffset == 31 + (isZip64 ? 20 : 0))
      #expect(sink.pieces[0].bytes[4] == (isZip64 ? 45 : 20))
      let reader = try ZipReader(sink.source(), limits: Self.limits)
      #expect(reader.entries == [entry])
    }
  }

  // Spec 2.5-1, 2.5-3
  @Test("offsets and the directory's place are written and read where they need it")
  func offsets() throws {
    let sink = try largeOffset()
    let reader = try ZipReader(sink.source(), limits: Self.limits)
    #expect(reader.entries.map(\.name) == ["large", "small"])
    let small = try #require(reader.entry(named: "small"))
    #expect(small.localHeaderOffset > 5 << 30)
    #expect(try reader.contents(of: small) == [1, 2, 3])
    // Zip64 end record, locator and end record stand in one piece.
    let end = try #require(sink.pieces.last)
    #expect(end.bytes.count == 56 + 20 + 22)
  }

  /// Where a byte of the end of an archive is changed, and the rule that must find it.
  static let lies: [(String, Int, ZipError.Code)] = [
    ("record signature", 0, .zip64Invalid), ("record size", 4, .zip64Invalid),
    ("version made by", 12, .zip64Invalid), ("version needed", 14, .zip64Invalid),
    ("disk", 16, .multidisk), ("directory disk", 20, .multidisk),
    ("entries on disk", 24, .entryCount), ("entries", 32, .entryCount),
    ("directory size", 40, .zip64Invalid), ("directory offset", 48, .directoryBounds),
    ("directory offset beyond Int", 55, .zip64Invalid), ("locator signature", 56, .zip64Invalid),
    ("locator disk", 60, .multidisk), ("record offset", 64, .zip64Invalid),
    ("disks", 72, .multidisk), ("end record count", 86, .zip64Invalid),
    ("end record offset", 92, .zip64Invalid),
  ]

  // Spec 2.5-4
  @Test("lies of the end records are refused", arguments: lies)
  func lie(name: String, index: Int, code: ZipError.Code) throws {
    let sink = try largeOffset()
    let source = sink.source(editing: sink.pieces.count - 1) { bytes in
      bytes[index] ^= 0x80
      // Both counts of the end record change alike.
      if index == 86 { bytes[84] ^= 0x80 }
    }
    let error = try #require(refusal(source))
    #expect(error.code == code, "\(error)")
  }

  // Spec 2.5-1
  @Test("zip64 end records that are not needed are refused")
  func unneeded() throws {
    var archive = try CraftedArchive()
    let place = CentralDirectoryPlace(offset: 0, size: 0, entries: 3)
    archive.beforeEnd =
      Zip64EndOfCentralDirectory(for: place).serialized + Zip64EndLocator(for: place).serialized
    #expect(archive.serialized.refusal()?.code == .zip64Invalid)
  }

  // Spec 2.5-4
  @Test("65,534 entries fit the end record, 65,535 do not", arguments: [65_534, 65_535])
  func manyEntries(count: Int) throws {
    let sink = ArchiveSink()
    var writer = ZipWriter(sink: sink.take)
    for index in 0..<count {
      try writer.add(name: String(index), stored: [], rawSize: 0, crc32: 0, method: .stored)
    }
    try writer.finish()
    let reader = try ZipReader(MemoryByteSource(sink.bytes))
    #expect(reader.entries.count == count)
    #expect(reader.entries.last?.name == String(count - 1))
    let locator = sink.bytes.dropLast(22).suffix(20).prefix(4)
    #expect((Array(locator) == [0x50, 0x4B, 6, 7]) == (count == 65_535))
  }
}
