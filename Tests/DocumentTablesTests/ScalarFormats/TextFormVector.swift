import FoundationEssentials
import Testing

@testable import DocumentTables

/// One line of a list under `spec/vectors`.
struct TextFormVector: Decodable, Sendable {
  let text: String
  /// The bits of the value in hexadecimal.
  let bits: String?
  /// Why the text is refused, by the name of a `TextFormProblem`.
  let refused: TextFormProblem.RawValue?
  /// False for a spelling that a reader takes and a writer does not make.
  let canonical: Bool?
  /// The declared type of an integer.
  let type: String?
  /// A decimal as an integer and a power of ten.
  let significand: String?
  let exponent: Int?
  /// The parts of a URL.
  let relative: String?
  let base: String?
  /// A day since 2001-01-01.
  let days: Int64?
  /// The parts of a time at a place: seconds on the local clock, minutes ahead of UTC.
  let local: Int64?
  let nanosecond: Int64?
  let offset: Int64?
  let zone: String?

  var isCanonical: Bool { canonical ?? true }

  /// Reads one list; a list that is empty or not there fails the test.
  static func list(_ name: String) throws -> [TextFormVector] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let file = root.appending(path: "spec/vectors/\(name).json")
    let list = try JSONDecoder().decode([TextFormVector].self, from: Data(contentsOf: file))
    try #require(list.count > 30)
    return list
  }

  /// Checks every line of a list against a parser and a formatter.
  static func check<Value>(
    _ name: String,
    parse: (TextFormVector) throws(TextFormProblem) -> Value,
    text: (Value) throws(TextFormProblem) -> String,
    matches: (Value, TextFormVector) throws -> Bool
  ) throws {
    for vector in try list(name) {
      do {
        let value = try parse(vector)
        #expect(vector.refused == nil, "took \(vector.text.debugDescription)")
        #expect(try matches(value, vector), "misread \(vector.text.debugDescription)")
        if vector.isCanonical {
          let written = try text(value)
          #expect(written.utf8.elementsEqual(vector.text.utf8), "\(written) for \(vector.text)")
        }
      } catch let problem as TextFormProblem {
        #expect(
          vector.refused == problem.rawValue, "refused \(vector.text.debugDescription): \(problem)")
      }
    }
  }
}

/// A small generator (SplitMix64), so that every run tests the same values.
struct TextFormRandom: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
