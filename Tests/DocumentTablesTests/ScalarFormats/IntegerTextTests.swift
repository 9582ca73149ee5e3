import Testing

@testable import DocumentTables

@Suite("Text form of integers")
struct IntegerTextTests {
  @Test("Every integer of eight bits reads back, and its neighbours beyond the range do not")
  func eightBits() throws {
    for number in -300...300 {
      let text = String(number)
      #expect((try? IntegerText.parse(text, as: Int8.self)) == Int8(exactly: number))
      #expect((try? IntegerText.parse(text, as: UInt8.self)) == UInt8(exactly: number))
    }
  }

  @Test("Random integers of 64 bits read back")
  func sixtyFourBits() throws {
    var random = TextFormRandom(seed: 8)
    for _ in 0..<2_000 {
      let bits = random.next() >> UInt64.random(in: 0...63, using: &random)
      let signed = Int64(bitPattern: bits)
      #expect(IntegerText.text(signed) == String(signed))
      #expect(try IntegerText.parse(IntegerText.text(signed), as: Int64.self) == signed)
      #expect(try IntegerText.parse(IntegerText.text(bits), as: UInt64.self) == bits)
    }
  }

  @Test("Integers at which the number of digits changes are written in full")
  func digitCounts() {
    var power: UInt64 = 1
    for _ in 0..<20 {
      let neighbours: [UInt64] = [power - 1, power, power + 1]
      for value in neighbours {
        #expect(IntegerText.text(value) == String(value))
      }
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    let largest: [UInt64] = [.max, .max - 1, 1 << 63]
    for value in largest {
      #expect(IntegerText.text(value) == String(value))
    }
    #expect(IntegerText.text(Int64.min) == String(Int64.min))
  }

  // Spec 4.2-2
  @Test("An integer is a number in JSON up to 2^53 − 1")
  func largestJSONNumber() {
    #expect(IntegerText.isJSONNumber(Int64(9_007_199_254_740_991)))
    #expect(IntegerText.isJSONNumber(Int64(-9_007_199_254_740_991)))
    #expect(!IntegerText.isJSONNumber(Int64(9_007_199_254_740_992)))
    #expect(!IntegerText.isJSONNumber(Int64.min))
    #expect(!IntegerText.isJSONNumber(UInt64.max))
    #expect(IntegerText.isJSONNumber(Int8.min))
  }
}
