import Testing

@testable import DocumentTables

@Suite("Text form of floating-point numbers")
struct FloatingPointTextTests {
  @Test("Every double reads back to the same bits, and its spelling is canonical")
  func doubles() throws {
    var random = TextFormRandom(seed: 5)
    for index in 0..<4_000 {
      let value: Double
      switch index % 4 {
      case 0: value = Double(bitPattern: random.next())
      case 1: value = Double.random(in: -180...180, using: &random)
      case 2: value = Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 100
      default: value = Double(Int.random(in: -(1 << 60)...(1 << 60), using: &random))
      }
      guard value.isFinite else { continue }
      let text = FloatingPointText.text(value)
      let canonical = try FloatingPointText.parse(text, as: Double.self, spelling: .canonical)
      #expect(canonical.bitPattern == value.bitPattern)
      let described = try FloatingPointText.parse(
        value.description, as: Double.self, spelling: .anyNumber)
      #expect(described.bitPattern == value.bitPattern)
    }
  }

  @Test("Every float reads back to the same bits, and its spelling is canonical")
  func floats() throws {
    var random = TextFormRandom(seed: 6)
    for index in 0..<4_000 {
      let value =
        index.isMultiple(of: 2)
        ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        : Float(Int.random(in: -999_999...999_999, using: &random)) / 100
      guard value.isFinite else { continue }
      let text = FloatingPointText.text(value)
      let read = try FloatingPointText.parse(text, as: Float.self, spelling: .canonical)
      #expect(read.bitPattern == value.bitPattern)
    }
  }

  // Spec 4.3-3
  @Test("A number is read as the standard library reads it, whatever its length")
  func reading() throws {
    var random = TextFormRandom(seed: 7)
    for _ in 0..<4_000 {
      let digits = Int.random(in: 1...25, using: &random)
      var text = String(Int.random(in: 1...9, using: &random))
      for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &random)) }
      let place = Int.random(in: 1...text.count, using: &random)
      if place < text.count {
        text.insert(".", at: text.index(text.startIndex, offsetBy: place))
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -30...12, using: &random))" }
      let double = try FloatingPointText.parse(text, as: Double.self, spelling: .anyNumber)
      #expect(double == Double(text), "\(text)")
      let float = try FloatingPointText.parse(text, as: Float.self, spelling: .anyNumber)
      #expect(float == Float(text), "\(text)")
    }
  }

  @Test("What is not finite is a word, and a word is no number")
  func words() throws {
    #expect(FloatingPointText.text(Double.infinity) == "INF")
    #expect(FloatingPointText.text(-Float.infinity) == "-INF")
    #expect(FloatingPointText.text(-Double.signalingNaN) == "NaN")
    #expect(FloatingPointText.word(for: 1.0) == nil)
    let read = try FloatingPointText.parseWithWords("NaN", as: Double.self)
    #expect(read.bitPattern == Double.nan.bitPattern)
    for word in ["INF", "-INF", "NaN"] {
      #expect(throws: TextFormProblem.malformed) {
        try FloatingPointText.parse(word, as: Double.self, spelling: .anyNumber)
      }
    }
  }

  // Spec 4.3-3
  @Test("A very long number costs no more than its length and is still rounded once")
  func longNumbers() throws {
    let halfway = "1.00000000000000011102230246251565404236316680908203125"
    let zeros = String(repeating: "0", count: 5_000)
    #expect(try FloatingPointText.parse(halfway + zeros, spelling: .anyNumber) == 1.0)
    #expect(
      try FloatingPointText.parse(halfway + zeros + "1", spelling: .anyNumber) == 1.0.nextUp)
    #expect(throws: TextFormProblem.outOfRange) {
      try FloatingPointText.parse("1" + zeros, as: Double.self, spelling: .anyNumber)
    }
  }
}
