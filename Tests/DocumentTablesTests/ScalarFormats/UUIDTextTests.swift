import FoundationEssentials
import Testing

@testable import DocumentTables

@Suite("Text form of UUIDs")
struct UUIDTextTests {
  @Test("A UUID is spelled as Foundation spells it and reads back")
  func roundTrip() throws {
    var random = TextFormRandom(seed: 11)
    for _ in 0..<500 {
      let number = UInt128(random.next()) << 64 | UInt128(random.next())
      let uuid = UUIDText.uuid(of: number)
      #expect(UUIDText.number(of: uuid) == number)
      #expect(UUIDText.text(number) == uuid.uuidString)
      #expect(try UUIDText.parse(uuid.uuidString) == number)
      let lower = uuid.uuidString.lowercased()
      guard lower != uuid.uuidString else { continue }
      #expect(throws: TextFormProblem.notCanonical) { try UUIDText.parse(lower) }
    }
  }

  // Spec 4.7-2
  @Test("No other byte stands for a digit or a hyphen")
  func strayBytes() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let digits = Set("0123456789ABCDEF".utf8)
    for position in 0..<36 {
      for stray in UInt8.min...UInt8.max {
        var bytes = Array(text.utf8)
        let isHyphen = bytes[position] == UInt8(ascii: "-")
        if isHyphen ? stray == UInt8(ascii: "-") : digits.contains(stray) { continue }
        bytes[position] = stray
        let read = try? bytes.withUnsafeBufferPointer { try UUIDText.parse($0) }
        #expect(read == nil)
      }
    }
  }
}
