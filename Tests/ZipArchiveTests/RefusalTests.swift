import Testing

@testable import ZipArchive

@Suite("An archive outside the format is refused by its rule")
struct RefusalTests {
  /// A way to falsify an archive, and the rule that must find it.
  struct Forgery: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: ZipError.Code
    var forge: @Sendable (inout CraftedArchive) -> Void

    init(
      _ description: String, _ code: ZipError.Code,
      _ forge: @escaping @Sendable (inout CraftedArchive) -> Void
    ) {
      testDescription = description
      self.code = code
      self.forge = forge
    }
  }

  static let forgeries: [Forgery] = [
    Forgery("encrypted", .encrypted) { $0.parts[1].editBoth { $0.flags = .encrypted } },
    Forgery("strongly encrypted", .encrypted) {
      $0.parts[1].editBoth { $0.flags = .strongEncryption }
    },
    Forgery("masked header", .encrypted) { $0.parts[1].editBoth { $0.flags = .maskedHeader } },
    Forgery("data descriptor", .dataDescriptor) {
      $0.parts[1].editBoth { $0.flags = .dataDescriptor }
    },
    Forgery("deflate option flag", .flags) {
      $0.parts[2].editBoth { $0.flags = .init(rawValue: 2) }
    },
    Forgery("zstd", .method) { $0.parts[2].editBoth { $0.method = 93 } },
    Forgery("entry comment", .comment) {
      $0.parts[1].record.extra = [0x41]
      $0.parts[1].record.commentLength = 1
    },
    Forgery("entry on another disk", .multidisk) { $0.parts[1].record.diskNumberStart = 1 },
    Forgery("end record on another disk", .multidisk) { $0.editEnd = { $0.disk = 1 } },
    Forgery("directory on another disk", .multidisk) { $0.editEnd = { $0.directoryDisk = 1 } },
    Forgery("extended timestamp", .extraField) {
      $0.parts[1].addExtra([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0])
      $0.moveOffsets()
    },
    Forgery("extra field in the local header only", .localHeaderMismatch) {
      $0.parts[2].local.extra = [1, 2, 3, 4]
      $0.parts[2].local.fields.extraLength = 4
      $0.moveOffsets()
      $0.afterEntries = []
    },
    Forgery("made on Unix", .fieldValue) { $0.parts[1].record.versionMadeBy = 0x031E },
    Forgery("version 6.3 needed", .fieldValue) { $0.parts[1].editBoth { $0.versionNeeded = 63 } },
    Forgery("another time", .fieldValue) { $0.parts[1].editBoth { $0.time = 0x6000 } },
    Forgery("another date", .fieldValue) { $0.parts[1].editBoth { $0.date = 0 } },
    Forgery("internal attributes", .fieldValue) { $0.parts[1].record.internalAttributes = 1 },
    Forgery("external attributes", .fieldValue) {
      $0.parts[1].record.externalAttributes = 0o120777 << 16
    },
    Forgery("duplicate name", .duplicateName) {
      $0.parts[1].rename(Array("first".utf8))
      $0.moveOffsets()
    },
    Forgery("local flags", .localHeaderMismatch) {
      $0.parts[1].local.fields.flags = .utf8Name
    },
    Forgery("local method", .localHeaderMismatch) { $0.parts[1].local.fields.method = 8 },
    Forgery("local CRC", .localHeaderMismatch) { $0.parts[1].local.fields.crc32 ^= 1 },
    Forgery("local size", .localHeaderMismatch) { $0.parts[1].local.fields.rawSize = 0 },
    Forgery("local name", .localHeaderMismatch) { $0.parts[1].local.name[0] = 0x44 },
    Forgery("two records for one local header", .entryOverlap) {
      $0.parts[1].record = $0.parts[0].record
      $0.parts[1].record.name = Array("other".utf8)
    },
    Forgery("entry that quotes the next local header", .entryOverlap) { archive in
      let next = archive.parts[1]
      archive.parts[0].editBoth {
        $0.storedSize += UInt32(next.local.serialized.count)
        $0.rawSize = $0.storedSize
      }
    },
    Forgery("entry that reaches into the directory", .entryOverlap) {
      $0.parts[2].editBoth { $0.storedSize += 1 }
    },
    Forgery("entry larger than the archive", .entryOverlap) {
      $0.parts[2].editBoth { $0.storedSize = 0xFFFF_FFFE }
    },
    Forgery("records in another order than entries", .leadingBytes) {
      let first = $0.parts[0].record
      $0.parts[0].record = $0.parts[1].record
      $0.parts[1].record = first
    },
    Forgery("gap between entries", .gap) {
      $0.parts[0].data += [0]
      $0.moveOffsets()
    },
    Forgery("gap before the directory", .gap) { $0.afterEntries = [0, 0, 0] },
    Forgery("leading bytes, offsets counted from the first entry", .leadingBytes) { archive in
      let prefix = Array("#!/bin/sh\n".utf8)
      archive.beforeEntries = prefix
      archive.editEnd = { $0.directoryOffset -= UInt32(prefix.count) }
    },
    Forgery("leading bytes, offsets counted from the beginning", .leadingBytes) {
      $0.beforeEntries = Array("#!/bin/sh\n".utf8)
      $0.moveOffsets()
    },
    Forgery("entries without records", .leadingBytes) {
      $0.afterEntries = $0.parts.flatMap { $0.local.serialized + $0.data }
      $0.parts = []
    },
    Forgery("bytes between directory and end record", .directoryBounds) { $0.beforeEnd = [0] },
    Forgery("directory offset too large", .directoryBounds) {
      $0.editEnd = { $0.directoryOffset += 1 }
    },
    Forgery("directory offset too small", .leadingBytes) {
      $0.editEnd = { $0.directoryOffset -= 1 }
    },
    Forgery("directory size too large", .directoryBounds) {
      $0.editEnd = { $0.directorySize = 0xFFFF_FFF0 }
    },
    Forgery("bytes after the last record", .directoryRecord) { $0.afterRecords = [0] },
    Forgery("broken record signature", .directoryRecord) {
      $0.afterRecords = $0.parts[2].record.serialized
      $0.afterRecords[0] = 0
      $0.parts.removeLast()
      $0.editEnd = {
        $0.entries = 3
        $0.entriesOnDisk = 3
      }
    },
    Forgery("count too small", .entryCount) {
      $0.editEnd = {
        $0.entries -= 1
        $0.entriesOnDisk -= 1
      }
    },
    Forgery("count too large", .entryCount) {
      $0.editEnd = {
        $0.entries += 1
        $0.entriesOnDisk += 1
      }
    },
    Forgery("count far too large", .entryCount) {
      $0.editEnd = {
        $0.entries = 0xFFFE
        $0.entriesOnDisk = 0xFFFE
      }
    },
    Forgery("counts that differ", .entryCount) { $0.editEnd = { $0.entriesOnDisk = 1 } },
    Forgery("archive comment", .comment) {
      $0.editEnd = { $0.commentLength = 2 }
      $0.afterEnd = [0x68, 0x69]
    },
    Forgery("archive in the comment of an archive", .leadingBytes) {
      let inner = $0.serialized
      $0.editEnd = { $0.commentLength = UInt16(inner.count) }
      $0.afterEnd = inner
    },
    Forgery("comment longer than the rest", .truncated) { $0.editEnd = { $0.commentLength = 1 } },
    Forgery("trailing bytes", .trailingBytes) { $0.afterEnd = [0] },
    Forgery("stored sizes that differ", .sizeMismatch) { $0.parts[1].editBoth { $0.rawSize += 1 } },
    Forgery("raw size too large", .sizeMismatch) { $0.parts[2].editBoth { $0.rawSize += 1 } },
    Forgery("raw size too small", .sizeMismatch) { $0.parts[2].editBoth { $0.rawSize -= 1 } },
    Forgery("raw size zero", .sizeMismatch) { $0.parts[2].editBoth { $0.rawSize = 0 } },
    Forgery("CRC", .crcMismatch) { $0.parts[2].editBoth { $0.crc32 ^= 1 } },
    Forgery("stored data", .crcMismatch) { $0.parts[1].data[0] ^= 1 },
    Forgery("bytes after the deflate stream", .deflateInvalid) {
      $0.parts[2].data += [0]
      $0.parts[2].editBoth { $0.storedSize += 1 }
    },
    Forgery("deflate stream cut short", .deflateInvalid) {
      $0.parts[2].data.removeLast()
      $0.parts[2].editBoth { $0.storedSize -= 1 }
    },
    Forgery("no deflate stream", .deflateInvalid) {
      $0.parts[2].data = .init(repeating: 0xFF, count: $0.parts[2].data.count)
    },
    Forgery("ratio beyond deflate", .budgetRatio) {
      $0.parts[2].editBoth { $0.rawSize = $0.storedSize * 1100 + 1 }
    },
    Forgery("long name", .budgetNameBytes) {
      $0.parts[1].rename(.init(repeating: 0x6E, count: 1025))
      $0.moveOffsets()
    },
    Forgery("zip64 size without an extra field", .zip64Invalid) {
      $0.parts[2].editBoth { $0.rawSize = .max }
    },
    Forgery("zip64 offset without an extra field", .zip64Invalid) {
      $0.parts[2].record.localHeaderOffset = .max
    },
    Forgery("zip64 extra field that nothing refers to", .zip64Invalid) {
      $0.parts[1].addExtra([1, 0, 8, 0, 4, 0, 0, 0, 0, 0, 0, 0])
      $0.moveOffsets()
    },
    Forgery("zip64 extra field for sizes that fit", .zip64Invalid) { archive in
      archive.parts[2].addExtra(
        [1, 0, 16, 0, 100, 0, 0, 0, 0, 0, 0, 0, UInt8(archive.parts[2].data.count)]
          + [0, 0, 0, 0, 0, 0, 0])
      archive.parts[2].editBoth {
        $0.rawSize = .max
        $0.storedSize = .max
        $0.versionNeeded = 45
      }
      // The local extra field belongs to the data for a reader that does not expect it.
      archive.parts[2].local.extra = []
    },
    Forgery("zip64 count without zip64 records", .zip64Invalid) {
      $0.editEnd = {
        $0.entries = .max
        $0.entriesOnDisk = .max
      }
    },
  ]

  @Test("an untouched archive is accepted")
  func baseline() throws {
    #expect(try CraftedArchive().serialized.refusal() == nil)
  }

  // Spec 2.1-1, 2.1-2, 2.2-2, 2.4-1, 2.4-2, 2.6-1, 2.7-1
  @Test("each forgery has its code", arguments: forgeries)
  func forgery(_ forgery: Forgery) throws {
    var archive = try CraftedArchive()
    forgery.forge(&archive)
    let error = try #require(archive.serialized.refusal())
    #expect(error.code == forgery.code, "\(error)")
    #expect(error.message.count > 10)
  }

  // Spec 2.6-2
  @Test("what is no archive is called so, and what is cut off is called so")
  func noArchive() throws {
    #expect([UInt8]().refusal()?.code == .endRecordMissing)
    #expect(Array("{\"format\": 1}".utf8).refusal()?.code == .endRecordMissing)
    #expect([UInt8](repeating: 0x50, count: 100_000).refusal()?.code == .endRecordMissing)
    #expect(try CraftedArchive().serialized.dropLast(30).refusal()?.code == .truncated)
  }

  @Test("an archive without entries is one")
  func empty() throws {
    let bytes = try ArchiveSink.archive([])
    #expect(bytes.count == 22)
    #expect(try bytes.readAll().isEmpty)
    #expect(([0, 0, 0] + bytes).refusal()?.code == .leadingBytes)
  }

  @Test("an error names entry, field and place, and prints no control characters")
  func place() throws {
    var archive = try CraftedArchive()
    archive.parts[1].local.fields.crc32 ^= 0x100
    let error = try #require(archive.serialized.refusal())
    #expect(error.entry == "data/second")
    #expect(error.field == "crc-32")
    #expect(error.offset == archive.parts[0].local.serialized.count + 3 + 15)

    archive = try CraftedArchive()
    archive.parts[0].local.name = Array("f\u{1B}[2J".utf8)
    archive.parts[0].record.name = archive.parts[0].local.name
    #expect(archive.serialized.refusal()?.message.contains("\u{1B}") == false)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func refusal() -> ZipError? { Array(self).refusal() }
}
