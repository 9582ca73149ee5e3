import Testing

@testable import ZipArchive

/// Archives that other programs wrote.
@Suite struct OtherArchiveReaderTests {
  private static let names = ["reservations/a.json", "custom/b", "documents/c.pdf"]

  private static func archive() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    for name in names {
      try zip.add(
        name: name, contents: Array(repeating: UInt8(ascii: "a"), count: 300),
        method: .deflated(level: 6))
    }
    try zip.finish()
    return bytes
  }

  /// Returns the places of a signature.
  private static func places(of signature: UInt32, in bytes: [UInt8]) -> [Int] {
    (0..<bytes.count - 3).filter { place in
      (0..<4).allSatisfy { bytes[place + $0] == UInt8(truncatingIfNeeded: signature >> (8 * $0)) }
    }
  }

  @Test(
    "Times, attributes and versions of other programs are accepted, which a document must not have")
  func otherHeaders() throws {
    var bytes = try Self.archive()
    for place in Self.places(of: LocalHeader.signature, in: bytes) { bytes[place + 10] = 0x21 }
    for place in Self.places(of: CentralDirectoryRecord.signature, in: bytes) {
      bytes[place + 5] = 3
      bytes[place + 12] = 0x21
      bytes[place + 40] = 0xA4
    }
    #expect(throws: ZipError.self) { _ = try ZipReader(MemoryByteSource(bytes)) }
    let reader = try OtherArchiveReader(MemoryByteSource(bytes))
    #expect(reader.entries.map(\.name) == Self.names)
    for entry in reader.entries { #expect(try reader.contents(of: entry).count == 300) }
  }

  @Test("Bytes before an entry are skipped")
  func gap() throws {
    let bytes = try Self.archive()
    let local = Self.places(of: LocalHeader.signature, in: bytes)
    let central = Self.places(of: CentralDirectoryRecord.signature, in: bytes)
    // The first entry is left out of the directory, so its bytes are a gap.
    var shorter = bytes
    let size = central[1] - central[0]
    shorter.removeSubrange(central[0]..<central[1])
    let end = shorter.count - 22
    for place in [end + 8, end + 10] { shorter[place] = 2 }
    shorter[end + 12] -= UInt8(size)
    let reader = try OtherArchiveReader(MemoryByteSource(shorter))
    #expect(reader.entries.map(\.name) == Array(Self.names.dropFirst()))
    #expect(reader.entries[0].localHeaderOffset == local[1])
  }

  @Test(
    "What cannot be read exactly is refused by name",
    arguments: [
      (8, UInt8(1), ZipError.Code.encrypted), (10, 12, .method),
    ])
  func refused(_ field: Int, _ value: UInt8, _ code: ZipError.Code) throws {
    var bytes = try Self.archive()
    bytes[Self.places(of: CentralDirectoryRecord.signature, in: bytes)[1] + field] = value
    #expect {
      _ = try OtherArchiveReader(MemoryByteSource(bytes))
    } throws: { ($0 as? ZipError)?.code == code }
  }

  @Test("Entries that share bytes are refused")
  func overlap() throws {
    var bytes = try Self.archive()
    // The second record names the first entry's name and place.
    let central = Self.places(of: CentralDirectoryRecord.signature, in: bytes)
    let local = Self.places(of: LocalHeader.signature, in: bytes)
    let size = bytes[central[0] + 20]
    bytes[central[0] + 20] = size + UInt8(local[1] - local[0])
    #expect {
      _ = try OtherArchiveReader(MemoryByteSource(bytes))
    } throws: { ($0 as? ZipError)?.code == .entryOverlap }
  }

  @Test("Names that lead out of a folder are refused")
  func names() throws {
    var bytes = try Self.archive()
    for place in Self.places(of: CentralDirectoryRecord.signature, in: bytes).prefix(1) {
      bytes.replaceSubrange(place + 46..<place + 49, with: Array("../".utf8))
    }
    #expect {
      _ = try OtherArchiveReader(MemoryByteSource(bytes))
    } throws: { ($0 as? ZipError)?.code == .nameInvalid }
  }
}
