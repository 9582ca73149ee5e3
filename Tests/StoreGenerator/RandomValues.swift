extension StoreRows {
  /// Returns a random value of an attribute, null for some of the optional ones.
  func value(
    of attribute: StoreAttribute, unique: Bool, _ key: Int64, _ random: inout StoreRandom
  ) -> StoreValue {
    // Drawn in any case, so that a change of the model's optionality keeps the other values.
    let isNull = Int.random(in: 0..<5, using: &random) == 0
    let value = value(of: attribute.kind, unique: unique, key, &random)
    return attribute.isOptional && !unique && isNull ? .null : value
  }

  private func value(
    of kind: StoreAttribute.Kind, unique: Bool, _ key: Int64, _ random: inout StoreRandom
  ) -> StoreValue {
    switch kind {
    case .int16: return .integer(Int64(Int16.random(in: .min ... .max, using: &random)))
    case .int32: return .integer(Int64(Int32.random(in: .min ... .max, using: &random)))
    case .int64: return .integer(unique ? key : Self.integer(&random))
    case .decimal:
      let digits = Int64.random(in: -99_999_999_999...99_999_999_999, using: &random)
      return .decimal("\(digits).\(Int.random(in: 1...9, using: &random))")
    case .double: return .double(Self.double(&random))
    case .float: return .double(Double(Float(Self.double(&random))))
    case .string: return .string(unique ? "\(Self.text(&random)) \(key)" : Self.text(&random))
    case .bool: return .bool(Bool.random(using: &random))
    case .date:
      let ticks = Int64.random(in: -3_000_000_000_000...3_000_000_000_000, using: &random)
      return .date(Double(ticks) / 1_024)
    case .binary: return .data(Self.bytes(0...40, &random))
    case .uuid:
      var bytes = Self.bytes(16...16, &random)
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return .uuid(bytes)
    case .uri: return .uri("https://example.com/\(key)?q=\(Int.random(in: 0...99, using: &random))")
    case .transformable(.strings):
      return .strings((0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) })
    case .transformable(.dictionary):
      return .dictionary([
        "title": .string(Self.text(&random)), "count": .integer(Self.integer(&random)),
        "when": .date(Double(key)), "data": .data(Self.bytes(0...8, &random)),
      ])
    case .transformable(.opaque): return .data([0xC0] + Self.bytes(1...20, &random))
    case .json:
      let numbers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        String(Int.random(in: -9...9, using: &random))
      }
      return .json("[" + numbers.joined(separator: ",") + "]")
    case .composite(let elements, .cases):
      let chosen = Int.random(in: 0..<elements.count, using: &random)
      var values: [String: StoreValue] = [:]
      for (index, element) in elements.enumerated() {
        values[element.name] =
          index == chosen ? value(of: element.kind, unique: false, key, &random) : .null
      }
      return .composite(values)
    case .composite(let elements, .rawValue):
      let words = ["sea", "rail", "foot"]
      let element = elements[0]
      let number = Int.random(in: 0..<3, using: &random)
      return .composite([
        element.name: element.kind == .string ? .string(words[number]) : .integer(Int64(number))
      ])
    case .composite(let elements, .structure):
      return .composite(
        Dictionary(
          uniqueKeysWithValues: elements.map {
            ($0.name, value(of: $0, unique: false, key, &random))
          }))
    }
  }

  private static func integer(_ random: inout StoreRandom) -> Int64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .min
    case 1: .max
    case 2: 0
    default: Int64.random(in: -1_000_000...1_000_000, using: &random)
    }
  }

  private static func double(_ random: inout StoreRandom) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: 0.1
    case 2: -1e300
    case 3: .infinity
    default: Double(Int64.random(in: -1_000_000...1_000_000, using: &random)) / 64
    }
  }

  private static let texts = [
    "", "Lisboa", "奥の細道", "e\u{301}t\u{E9}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "line\nbreak\ttab", "quote \" ' \\ `", "a\u{0}b",
    String(repeating: "long ", count: 60),
  ]

  private static func text(_ random: inout StoreRandom) -> String {
    texts[Int.random(in: 0..<texts.count, using: &random)]
  }

  private static func bytes(_ count: ClosedRange<Int>, _ random: inout StoreRandom) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
  }
}
