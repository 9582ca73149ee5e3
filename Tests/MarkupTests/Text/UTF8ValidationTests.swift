import Testing

@testable import Markup

@Suite("Checking UTF-8")
struct UTF8ValidationTests {
  @Test("Mutated texts get the same verdict as from the standard library")
  func mutations() {
    var generator = SeededGenerator(seed: 3)
    let scalars: [Unicode.Scalar] = ["é", "€", "😀", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "\u{0}"]
    var refused = 0
    for round in 0..<4000 {
      var bytes = Array(generator.string(of: scalars).utf8)
      if round % 2 == 1, let index = bytes.indices.randomElement(using: &generator) {
        bytes[index] = UInt8.random(in: 0x70...0xFF, using: &generator)
      }
      let fault = bytes.withUnsafeBufferPointer { UTF8Validation.firstInvalidOffset(in: $0) }
      #expect((fault == nil) == (String(validating: bytes, as: UTF8.self) != nil))
      if let fault {
        refused += 1
        #expect(String(validating: bytes[..<fault], as: UTF8.self) != nil)
      }
    }
    #expect(refused > 500)
  }
}
