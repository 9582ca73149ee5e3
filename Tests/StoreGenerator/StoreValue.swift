import SQLiteDatabase

/// A value of a generated row, as the model sees it.
package indirect enum StoreValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case double(Double)
  /// Decimal digits with at most one point.
  case decimal(String)
  case string(String)
  case bool(Bool)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case uuid([UInt8])
  case uri(String)
  /// JSON of an array inside a struct, or of a payload.
  case json(String)
  /// The strings of a transformable `[String]`.
  case strings([String])
  /// The members of a transformable dictionary.
  case dictionary([String: PropertyList])
  /// The elements of a composite by their names.
  case composite([String: StoreValue])

  /// The value of a column without external storage.
  package var stored: SQLiteValue {
    switch self {
    case .null, .composite: .null
    case .integer(let number): .integer(number)
    case .double(let number), .date(let number): .real(number)
    // The column has numeric affinity, so SQLite stores a number.
    case .decimal(let digits): .text(digits)
    case .string(let text), .uri(let text): .text(text)
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .data(let bytes), .uuid(let bytes): .blob(bytes)
    case .json(let text): .blob(Array(text.utf8))
    case .strings(let texts): .blob(KeyedArchive.strings(texts))
    case .dictionary(let members): .blob(KeyedArchive.dictionary(members))
    }
  }

  /// Returns the element at a path of names, nil if a composite on the way is null.
  package func element(_ path: ArraySlice<String>) -> StoreValue {
    guard let name = path.first else { return self }
    guard case .composite(let elements) = self else { return .null }
    return (elements[name] ?? .null).element(path.dropFirst())
  }
}

/// A generated row.
package struct StoreRow: Sendable, Hashable {
  package var entity: String
  /// `Z_PK`.
  package var key: Int64
  /// `Z_OPT`.
  package var version: Int64
  /// The values of all attributes, those of superentities too.
  package var attributes: [String: StoreValue]
  /// The keys behind to-one relationships; absent if null.
  package var toOne: [String: Int64]
}

/// A generated transaction of the history.
package struct StoreTransaction: Sendable, Hashable {
  package var key: Int64
  /// Seconds since 2001.
  package var timestamp: Double
  package var author: String?
  package var bundleID: String
  package var contextName: String?
  package var processID: String
  package var changes: [StoreChange]
}

/// A generated change of one object.
package struct StoreChange: Sendable, Hashable {
  package enum Kind: Int64, Sendable, Hashable {
    case insert, update, delete
  }

  package var key: Int64
  package var kind: Kind
  package var entity: String
  package var row: Int64
  /// The names of the changed properties of an update, sorted.
  package var properties: [String]
  /// The preserved values of a deleted object, by their names.
  package var preserved: [String: StoreValue]
}

/// SplitMix64: the same numbers for the same seed.
package struct StoreRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(_ parts: UInt64...) {
    state = 0
    for part in parts { state = Self.mixed(state &+ 0x9E37_79B9_7F4A_7C15 &+ part) }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number that belongs to a name, the same in every process.
  static func number(of name: String) -> UInt64 {
    name.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
