import FoundationEssentials
import Testing

@testable import DocumentTables

@Suite("Text form of decimals")
struct DecimalTextTests {
  @Test("Every significand and power of ten reads back")
  func roundTrip() throws {
    var random = TextFormRandom(seed: 9)
    for _ in 0..<1_500 {
      var digits = String(Int.random(in: 1...9, using: &random))
      for _ in 0..<Int.random(in: 0...37, using: &random) {
        digits += String(Int.random(in: 0...9, using: &random))
      }
      let significand = try #require(Decimal(string: digits))
      // The initializer from parts moves the zeros at the end to the power of ten.
      let exponent = Int.random(in: -128...(127 - 38), using: &random)
      let value = Decimal(
        sign: Bool.random(using: &random) ? .minus : .plus, exponent: exponent,
        significand: significand)
      let text = DecimalText.text(value)
      let read = try DecimalText.parse(text)
      #expect(read == value)
      #expect(DecimalText.text(read) == text)
      #expect(text.utf8.count <= DecimalText.longestText)
    }
  }

  @Test("The ends of the range read back")
  func ends() throws {
    for value in [
      Decimal.greatestFiniteMagnitude, -Decimal.greatestFiniteMagnitude,
      Decimal.leastNonzeroMagnitude, 0, 1, Decimal(UInt64.max) + 1,
    ] {
      #expect(try DecimalText.parse(DecimalText.text(value)) == value)
    }
    #expect(try DecimalText.parse("NaN").isNaN)
    #expect(DecimalText.text(.nan) == "NaN")
  }

  @Test("Equal decimals have one text, however they store their zeros")
  func zerosAtTheEnd() throws {
    let parts = try #require(Decimal(string: "1.25")) + (try #require(Decimal(string: "0.25")))
    #expect(DecimalText.text(parts) == "1.5")
    #expect(DecimalText.text(try #require(Decimal(string: "1.50"))) == "1.5")
    #expect(DecimalText.text(try #require(Decimal(string: "100"))) == "100")
  }

  // Spec 4.5-2
  @Test("A number of many digits is refused, not rounded", arguments: [39, 45, 200, 100_000])
  func tooManyDigits(count: Int) {
    #expect(throws: TextFormProblem.notRepresentable) {
      try DecimalText.parse("0." + String(repeating: "9", count: count))
    }
  }
}
