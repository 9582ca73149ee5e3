import FoundationEssentials
import Testing

@testable import DocumentTables

@Suite("Text form of data")
struct DataTextTests {
  @Test("Bytes of every length read back and are spelled as Foundation spells them")
  func roundTrip() throws {
    var random = TextFormRandom(seed: 10)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = DataText.text(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(try DataText.parse(text) == bytes)
    }
  }

  @Test("A byte that is no digit is refused wherever it stands")
  func strayBytes() throws {
    let digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for stray in UInt8.min...UInt8.max where !digits.contains(stray) {
      for (text, positions) in [("Zm9vYmFy", 0..<7), ("Zm9vYg==", 0..<6)] {
        for position in positions {
          var bytes = Array(text.utf8)
          bytes[position] = stray
          #expect(throws: TextFormProblem.malformed) {
            try bytes.withUnsafeBufferPointer { buffer in _ = try DataText.parse(buffer) }
          }
        }
      }
    }
  }

  // Spec 4.6-2
  @Test("Bits that say nothing have to be zero")
  func unusedBits() throws {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    #expect(digits.filter { (try? DataText.parse("A\($0)==")) != nil } == ["A", "Q", "g", "w"])
    #expect(digits.filter { (try? DataText.parse("AA\($0)=")) != nil }.count == 16)
  }
}
