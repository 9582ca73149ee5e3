import Testing

@testable import Markup

@Suite("Numbers in JSON")
struct JSONNumberTests {
  @Test(
    "Integers are read up to the ends of their range",
    arguments: [0, 1, -1, 9, 10, 999_999_999_999_999_999, .max, .min, .max - 1, .min + 1] as [Int64]
  )
  func integers(value: Int64) throws {
    let read = try reading(json: "\(value) ") { (reader) throws(MarkupError) in
      try reader.readInt64()
    }
    #expect(read == value)
  }

  @Test("Unsigned integers are read up to the end of their range")
  func unsignedIntegers() throws {
    for value in [0, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000, UInt64.max] {
      let read = try reading(json: "\(value)") { (reader) throws(MarkupError) in
        try reader.readUInt64()
      }
      #expect(read == value)
    }
    for text in ["18446744073709551616", "99999999999999999999", "-1", "100000000000000000000"] {
      let error = fault { () throws(MarkupError) in
        _ = try reading(json: text) { (reader) throws(MarkupError) in try reader.readUInt64() }
      }
      #expect(error?.code == .jsonNumberRange)
    }
  }

  @Test(
    "What is no 64-bit integer is refused",
    arguments: [
      ("1.0", "json-not-an-integer"), ("1e2", "json-not-an-integer"),
      ("-0", "json-not-an-integer"), ("9223372036854775808", "json-number-range"),
      ("-9223372036854775809", "json-number-range"),
      ("99999999999999999999999", "json-number-range"), ("007", "json-number"),
    ])
  func refusedIntegers(text: String, rule: String) {
    let error = fault { () throws(MarkupError) in
      _ = try reading(json: text) { (reader) throws(MarkupError) in try reader.readInt64() }
    }
    #expect(error?.code.rawValue == rule)
    #expect(error?.position.offset == 0)
  }

  @Test(
    "Doubles are the nearest to their text, bit for bit",
    arguments: [
      "0", "-0", "-0.0", "1", "0.1", "-12.5", "1e22", "1e23", "1e-22", "123456789.125E-3",
      "9007199254740993", "9007199254740992", "0.30000000000000004", "2.2250738585072014e-308",
      "5e-324", "1.7976931348623157e308", "179769313486231580793728971405301e276",
      "0.000000000000000000000000000000000000123", "1234567890123456789012345678901234567890",
      "0e99999999999999999999", "0.1e1", "8.5e+0",
    ])
  func doubles(text: String) throws {
    let expected = try #require(Double(text))
    let read = try reading(json: text) { (reader) throws(MarkupError) in try reader.readDouble() }
    #expect(read.bitPattern == expected.bitPattern)
  }

  @Test(
    "Overflow, and underflow of what is not zero, are refused",
    arguments: [
      "1e309", "-1e400", "1e-400", "-1e-999999999999999999999", "1e999999999999999999999",
    ])
  func outOfRange(text: String) {
    let error = fault { () throws(MarkupError) in
      _ = try reading(json: text) { (reader) throws(MarkupError) in try reader.readDouble() }
    }
    #expect(error?.code == .jsonNumberRange)
  }

  @Test("Floats are rounded once, from the text")
  func floats() throws {
    // Rounded to a double first, this would be a tie and become 1.
    let text = "1.00000005960464477540"
    let read = try reading(json: text) { (reader) throws(MarkupError) in try reader.readFloat() }
    #expect(read == Float(1).nextUp)
    let error = fault { () throws(MarkupError) in
      _ = try reading(json: "1e39") { (reader) throws(MarkupError) in try reader.readFloat() }
    }
    #expect(error?.code == .jsonNumberRange)
  }

  @Test("Random doubles come back from their shortest text")
  func randomDoubles() throws {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<2000 {
      let value =
        round % 2 == 0
        ? Double(bitPattern: generator.next())
        : Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 100
      guard value.isFinite else { continue }
      let read = try reading(json: "\(value)") { (reader) throws(MarkupError) in
        try reader.readDouble()
      }
      #expect(read.bitPattern == value.bitPattern)
    }
  }

  @Test("The text of a number is lent as it stands")
  func text() throws {
    let text = try reading(json: "[-1.50E+2]") { (reader) throws(MarkupError) in
      try reader.beginArray()
      _ = try reader.nextElement()
      return String(decoding: try reader.numberText(), as: UTF8.self)
    }
    #expect(text == "-1.50E+2")
  }
}
