import Testing
import ZipArchive

@Suite("Damage")
struct DamageTests {
  /// An archive of every kind of entry.
  private func sample() throws -> [UInt8] {
    try ArchiveSink.archive([
      ("mimetype", Array("text/plain".utf8)), ("leer", []),
      ("旅/data", Array(repeating: UInt8(ascii: "t"), count: 300)),
    ])
  }

  // Spec 2.6-2
  @Test("by cutting the archive off anywhere is found")
  func truncation() throws {
    let bytes = try sample()
    for count in bytes.indices {
      #expect(Array(bytes[..<count]).refusal() != nil, "\(count)")
    }
  }

  @Test("by changing any bit of a byte is found, or does not matter")
  func flips() throws {
    let bytes = try sample()
    let good = try bytes.readAll()
    var found = 0
    for index in bytes.indices {
      for mask in [UInt8(0x01), 0x04, 0x08, 0x10, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] ^= mask
        do {
          let read = try damaged.readAll()
          #expect(read.map(\.0) == good.map(\.0) && read.map(\.1) == good.map(\.1), "\(index)")
        } catch {
          found += 1
        }
      }
    }
    // Only the bits after the end of a deflate stream do not matter.
    #expect(found > bytes.count * 6 - 10)
  }

  @Test("by any number of random bytes is found, or does not matter", arguments: 0..<200)
  func randomDamage(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let good = try sample().readAll()
    var bytes = try sample()
    for _ in 0..<Int.random(in: 2...8, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[index] = 0xFF
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
      default: bytes.remove(at: index)
      }
    }
    do {
      let read = try bytes.readAll()
      #expect(read.map(\.1) == good.map(\.1))
    } catch {
      #expect(!error.message.isEmpty)
    }
  }
}
