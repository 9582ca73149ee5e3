import FoundationEssentials
import Testing

@testable import DocumentTables

@Suite("The vectors of the specification")
struct TextFormVectorTests {
  // Spec 4.4-1, 4.4-2
  @Test("Dates read, write and are refused as listed")
  func dates() throws {
    try TextFormVector.check(
      "dates",
      parse: { vector throws(TextFormProblem) in try DateText.parse(vector.text) },
      text: { value throws(TextFormProblem) in DateText.text(value) },
      matches: { value, vector in hexadecimal(value.bitPattern) == vector.bits })
  }

  // Spec 4.12-1
  @Test("Days read, write and are refused as listed")
  func days() throws {
    try TextFormVector.check(
      "days",
      parse: { vector throws(TextFormProblem) in try DayText.parse(vector.text) },
      text: { value throws(TextFormProblem) in DayText.text(value) },
      matches: { value, vector in value == vector.days })
  }

  // Spec 4.14-1, 4.14-2
  @Test("Times by a clock read, write and are refused as listed")
  func clockTimes() throws {
    try TextFormVector.check(
      "clock-times",
      parse: { vector throws(TextFormProblem) in try ClockTimeText(vector.text) },
      text: { value throws(TextFormProblem) in value.text },
      matches: { value, vector in
        let place: ZonedTimeText? = if case .zoned(let time) = value { time } else { nil }
        return value.local.second == vector.local && value.local.nanosecond == vector.nanosecond
          && place?.offset == vector.offset && place?.zone == vector.zone
      })
  }

  // Spec 4.13-1, 4.13-2
  @Test("Times at a place read, write and are refused as listed")
  func zonedTimes() throws {
    try TextFormVector.check(
      "zoned-times",
      parse: { vector throws(TextFormProblem) in try ZonedTimeText(vector.text) },
      text: { value throws(TextFormProblem) in value.text },
      matches: { value, vector in
        value.localSecond == vector.local && value.nanosecond == vector.nanosecond
          && value.offset == vector.offset && value.zone == vector.zone
      })
  }

  // Spec 4.3-1, 4.3-2
  @Test("Doubles read, write and are refused as listed")
  func doubles() throws {
    try TextFormVector.check(
      "doubles",
      parse: { vector throws(TextFormProblem) in
        try FloatingPointText.parseWithWords(
          vector.text, as: Double.self, spelling: vector.isCanonical ? .canonical : .anyNumber)
      },
      text: { value throws(TextFormProblem) in FloatingPointText.text(value) },
      matches: { value, vector in hexadecimal(value.bitPattern) == vector.bits })
  }

  // Spec 4.3-1, 4.3-2
  @Test("Floats read, write and are refused as listed")
  func floats() throws {
    try TextFormVector.check(
      "floats",
      parse: { vector throws(TextFormProblem) in
        try FloatingPointText.parseWithWords(
          vector.text, as: Float.self, spelling: vector.isCanonical ? .canonical : .anyNumber)
      },
      text: { value throws(TextFormProblem) in FloatingPointText.text(value) },
      matches: { value, vector in hexadecimal(value.bitPattern) == vector.bits })
  }

  // Spec 4-1, 4.3-4
  @Test("A spelling that no writer makes is refused where only that of a writer is taken")
  func otherSpellings() throws {
    for vector in try TextFormVector.list("doubles") where !vector.isCanonical {
      #expect(throws: TextFormProblem.notCanonical, "\(vector.text)") {
        try FloatingPointText.parse(vector.text, as: Double.self, spelling: .canonical)
      }
    }
    for vector in try TextFormVector.list("floats") where !vector.isCanonical {
      #expect(throws: TextFormProblem.notCanonical, "\(vector.text)") {
        try FloatingPointText.parse(vector.text, as: Float.self, spelling: .canonical)
      }
    }
  }

  // Spec 4.2-1, 4.2-2
  @Test("Integers read, write and are refused as listed, for every width")
  func integers() throws {
    func check<Integer: FixedWidthInteger>(_ type: Integer.Type, _ name: String) throws {
      for vector in try TextFormVector.list("integers") where vector.type == name {
        do throws(TextFormProblem) {
          let value = try IntegerText.parse(vector.text, as: type)
          #expect(vector.refused == nil, "took \(vector.text) as \(name)")
          let bits = Integer.Magnitude(truncatingIfNeeded: value)
          #expect(hexadecimal(bits) == vector.bits)
          #expect(IntegerText.text(value) == vector.text)
        } catch {
          #expect(vector.refused == error.rawValue, "refused \(vector.text) as \(name)")
        }
      }
    }
    try check(Int8.self, "int8")
    try check(Int16.self, "int16")
    try check(Int32.self, "int32")
    try check(Int64.self, "int64")
    try check(UInt8.self, "uint8")
    try check(UInt16.self, "uint16")
    try check(UInt32.self, "uint32")
    try check(UInt64.self, "uint64")
  }

  // Spec 4.5-1, 4.5-2
  @Test("Decimals read, write and are refused as listed")
  func decimals() throws {
    try TextFormVector.check(
      "decimals",
      parse: { vector throws(TextFormProblem) in try DecimalText.parse(vector.text) },
      text: { value throws(TextFormProblem) in DecimalText.text(value) },
      matches: { value, vector in
        guard let digits = vector.significand, let exponent = vector.exponent else {
          return value.isNaN
        }
        let magnitude = try #require(Decimal(string: digits.replacing("-", with: "")))
        // A decimal's own power of ten ends at 127; beyond it the text holds zeros.
        guard exponent <= 127 else { return true }
        return value
          == Decimal(
            sign: digits.hasPrefix("-") ? .minus : .plus, exponent: exponent,
            significand: magnitude)
      })
  }

  // Spec 4.6-1, 4.6-2
  @Test("Data reads, writes and is refused as listed")
  func data() throws {
    try TextFormVector.check(
      "base64",
      parse: { vector throws(TextFormProblem) in try DataText.parse(vector.text) },
      text: { value throws(TextFormProblem) in DataText.text(value) },
      matches: { value, vector in value.map { hexadecimal($0) }.joined() == vector.bits })
  }

  // Spec 4.7-1, 4.7-2
  @Test("UUIDs read, write and are refused as listed")
  func uuids() throws {
    try TextFormVector.check(
      "uuids",
      parse: { vector throws(TextFormProblem) in try UUIDText.parse(vector.text) },
      text: { value throws(TextFormProblem) in UUIDText.text(value) },
      matches: { value, vector in hexadecimal(value) == vector.bits })
  }

  // Spec 4.8-1, 4.8-2
  @Test("URLs read, write and are refused as listed")
  func urls() throws {
    try TextFormVector.check(
      "urls",
      parse: { vector throws(TextFormProblem) in try URLText.parse(vector.text) },
      text: { value throws(TextFormProblem) in try URLText.text(value) },
      matches: { value, vector in
        value.relativeString == vector.relative && value.baseURL?.relativeString == vector.base
      })
  }
}

/// All digits of an unsigned number in base 16.
func hexadecimal(_ value: some FixedWidthInteger) -> String {
  let digits = String(value, radix: 16)
  let width = type(of: value).bitWidth / 4
  return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}
