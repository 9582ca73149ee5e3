import Testing

@testable import DocumentFile

@Suite("The numbers of index parts")
struct AscendingNumbersTests {
  // Spec 3.13-18
  @Test(
    "are read as they were written, near the end and before it", arguments: 0..<63 as Range<UInt64>)
  func everyLength(bits: UInt64) throws {
    let lowest = UInt64(1) << bits
    for number in [lowest, lowest - 1, lowest | 0x55] {
      var bytes: [UInt8] = [0xFF]
      AscendingNumbers.append(number, to: &bytes)
      let end = bytes.count
      for rest in [[], [0], [UInt8](repeating: 0x80, count: 9), [UInt8](repeating: 1, count: 9)] {
        var offset = 1
        #expect(try AscendingNumbers.read(bytes + rest, &offset, before: end) == number)
        #expect(offset == end)
        offset = 1
        #expect(
          try AscendingNumbers.read(bytes + rest, &offset, before: end + rest.count) == number)
        #expect(offset == end)
      }
    }
  }

  // Spec 3.13-17, 3.13-18
  @Test("have one spelling, and an end", arguments: [0, 12])
  func malformed(rest: Int) throws {
    for spelling: [UInt8] in [
      [0x80, 0], [0xFF, 0x80, 0], [UInt8](repeating: 0x81, count: 9) + [1],
    ] {
      var offset = 0
      #expect(throws: DocumentError.self) {
        try AscendingNumbers.read(
          spelling + [UInt8](repeating: 1, count: rest), &offset, before: spelling.count + rest)
      }
    }
    for cut: [UInt8] in [[], [0x80], [0xFF, 0xFF]] {
      var offset = 0
      #expect(throws: DocumentError.self) {
        try AscendingNumbers.read(
          cut + [UInt8](repeating: 1, count: rest), &offset, before: cut.count)
      }
    }
  }
}
