/// The scalar types of the format; raw values are their names in schemas and typed trees.
///
/// This file says everything that concerns one type alone, so that a new type is added here: its column, its
/// texts (whose rules are in `ScalarFormats`), its words. Other code asks the type, and distinguishes values by how
/// a column stores them.
package enum ScalarType: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double, decimal
  case text, date, day, clockTime, zonedTime, uuid, url, data
}

// MARK: Storage

extension ScalarType {
  package var storage: ColumnStorage {
    switch self {
    case .bool: .bool
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .day: .integer
    case .uint64: .unsigned
    case .float, .double, .date: .double
    case .uuid: .uuid
    case .text, .clockTime, .zonedTime, .url, .decimal: .text
    case .data: .data
    }
  }

  /// The range of an integer type of at most 63 value bits; nil for every other type.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int8: Int64(Int8.min)...Int64(Int8.max)
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    case .uint8: 0...Int64(UInt8.max)
    case .uint16: 0...Int64(UInt16.max)
    case .uint32: 0...Int64(UInt32.max)
    default: nil
    }
  }

  /// The blank value of the type, such as 0 (spec 7.3).
  package var blank: Value {
    switch self {
    case .bool: .bool(false)
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .day: .integer(0)
    case .uint64: .unsigned(0)
    case .float, .double: .double(0)
    case .date: .date(0)
    case .uuid: .uuid(0)
    case .data: .data([])
    case .text: .text("")
    case .decimal: .text("0")
    case .clockTime: .text(ClockTimeText.blank.text)
    case .zonedTime: .text(ZonedTimeText.blank.text)
    // An empty text is not a URL; this URL leads to no resource.
    case .url: .text("about:blank")
    }
  }
}

extension ScalarType {
  /// Two values that differ, and that a program would change if it trimmed, rounded, clamped or normalised values.
  package var telling: (Value, Value) {
    switch self {
    case .bool: (.bool(true), .bool(false))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      (.integer(integerRange?.upperBound ?? 0), .integer(integerRange?.lowerBound ?? 1))
    case .day: (.integer(2_932_896), .integer(-719_162))
    case .uint64: (.unsigned(.max), .unsigned(0))
    case .float: (.double(16_777_215), .double(-0.000_030_517_578_125))
    case .double: (.double(1.5e300), .double(-1.25e-300))
    case .date: (.date(64_092_211_199.5), .date(-63_113_904_000.25))
    case .uuid: (.uuid(.max), .uuid(1))
    case .data: (.data([0, 255, 10]), .data([]))
    case .text: (.text("  A\u{30A}\u{FB01}\n"), .text(""))
    case .decimal: (.text("12345678901234567890.000000001"), .text("-0.5"))
    case .clockTime: (.text("2026-07-01T23:59:59.999999999"), .text("0001-01-01T00:00:00"))
    case .zonedTime:
      (.text("2026-07-01T23:59:59.999999999+02:00[Europe/Paris]"), .text(ZonedTimeText.blank.text))
    case .url: (.text("HTTPS://Example.com:443/%7ea/../b?c#d"), .text("about:blank"))
    }
  }
}

// MARK: Texts

extension ScalarType {
  /// Whether the column has texts that spell other values, each in one spelling.
  package var isSpelled: Bool { storage == .text && self != .text }

  /// Requires that a text is the one spelling of a value, if the type is spelled.
  package func checkSpelling(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    switch self {
    case .decimal: _ = try DecimalText.parse(text)
    case .url: if !URLText.isUsual(text) { _ = try URLText.parse(text) }
    case .clockTime: try ClockTimeText.check(text)
    case .zonedTime: try ZonedTimeText.check(text)
    default: break
    }
  }

  /// Returns the one spelling of the value that a text denotes, if the type is spelled.
  package func spelling(of text: String) throws(TextFormProblem) -> String {
    switch self {
    case .decimal: DecimalText.text(try DecimalText.parse(text))
    case .url: try URLText.text(try URLText.parse(text))
    case .clockTime: try ClockTimeText(text).text
    case .zonedTime: try ZonedTimeText(text).text
    default: text
    }
  }

  /// The regular expression of the texts of spec 4; nil for `bool` and `text`, which need none.
  package var pattern: String? {
    switch self {
    case .bool, .text: nil
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: ScalarPattern.integer
    case .float: ScalarPattern.float
    case .double: ScalarPattern.double
    case .decimal: ScalarPattern.decimal
    case .date: ScalarPattern.date
    case .day: ScalarPattern.day
    case .clockTime: ScalarPattern.clockTime
    case .zonedTime: ScalarPattern.zonedTime
    case .uuid: ScalarPattern.uuid
    case .url: ScalarPattern.url
    case .data: ScalarPattern.data
    }
  }
}

// MARK: Typed trees

extension ScalarType {
  /// The types of leaves that a mark tells from texts (spec 3.1), in the order of exported schemas.
  package static let marked: [ScalarType] = [
    .date, .day, .clockTime, .zonedTime, .uuid, .data, .decimal, .url,
  ]

  /// Returns the leaf that a text denotes, which must be the one text of its value; only for marked types.
  package func leaf(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Tree {
    Tree(try Value(text: text, of: self), of: .scalar(self))
  }
}

// MARK: Words

extension ScalarType {
  /// A value in words, such as "a day".
  package var words: String {
    switch self {
    case .bool: "true or false"
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: "an integer"
    case .float, .double: "a number"
    case .decimal: "a decimal number"
    case .text: "a text"
    case .date: "a date"
    case .day: "a day"
    case .clockTime: "a time by a clock"
    case .zonedTime: "a time at a place"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "data"
    }
  }

  /// What a message expects of a value, such as "a day such as 1836-10-02".
  package var expectation: String {
    switch self {
    case .bool, .text: words
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      integerRange.map { "an integer from \($0.lowerBound) to \($0.upperBound)" } ?? words
    case .uint64: "an integer from 0 to \(UInt64.max)"
    case .float, .double, .decimal: "a number such as 1.5"
    case .date: "a date such as 1836-10-02T00:00:00Z"
    case .day: "a day such as 1836-10-02"
    case .clockTime: "a time such as 2026-07-01T19:30:00, or the same with +02:00[Europe/Paris]"
    case .zonedTime: "a time such as 2026-07-01T19:30:00+02:00[Europe/Paris]"
    case .uuid: "a UUID such as 6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    case .url: "a URL such as https://example.com/a"
    case .data: "Base64"
    }
  }
}
