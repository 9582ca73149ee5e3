import DocumentFile
import DocumentTables

@testable import TripFormats

/// A document of random objects, with every attribute of the schema.
struct GeneratedTrips {
  private(set) var tables: Tables
  private var random: Generator

  /// A generator whose numbers depend on the seed alone (SplitMix64).
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var number = state
      number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
      number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
      return number ^ (number >> 31)
    }
  }

  init(seed: UInt64) throws {
    random = Generator(state: seed)
    let schema = try TripSchema.released()
    tables = schema.tables(of: [], documentID: UInt128(seed) + 1, nextKey: 1, extensions: [])
    var objects: [TripObject] = []
    var key: ObjectKey = 0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      key += 1
      let trip = key
      objects.append(
        object(
          ["Trip", "PersonalTrip", "BusinessTrip"].randomElement(using: &random) ?? "", trip, nil,
          schema))
      for entity in ["Stay", "Leg", "BucketListItem", "Participant"] {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          key += 1
          // A part of no trip is rare, and a person without a trip is in no other format.
          let isAlone = entity != "Participant" && Int.random(in: 0..<8, using: &random) == 0
          objects.append(object(entity, key, isAlone ? nil : trip, schema))
        }
      }
    }
    tables = schema.tables(
      of: objects, documentID: UInt128(seed) + 1, nextKey: key + 1, extensions: [])
  }

  private mutating func object(
    _ entity: String, _ key: ObjectKey, _ trip: ObjectKey?, _ schema: TripSchema
  ) -> TripObject {
    var object = TripObject(
      entity: entity, key: key, trip: trip, values: schema.blankValues(of: entity))
    for attribute in schema.attributes(of: entity) where Int.random(in: 0..<4, using: &random) > 0 {
      object.values[attribute.name] = value(of: attribute)
    }
    return object
  }

  private mutating func value(of attribute: TableAttribute) -> Value {
    if attribute.isNullable, Int.random(in: 0..<4, using: &random) == 0 { return .null }
    switch attribute.type {
    case .scalar(.bool): return .bool(Bool.random(using: &random))
    case .scalar(.day): return .integer(Int64.random(in: 8000...9000, using: &random))
    case .scalar(.double): return .double(Double(Int.random(in: 0..<1000, using: &random)) / 8)
    case .scalar(.clockTime): return .text(time())
    case .array: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in link() })
    case .structure(let structure): return structure.name == "Place" ? location() : price()
    default: return .text(attribute.name == "status" ? status() : text())
    }
  }

  private mutating func status() -> String {
    ["open", "done", "cancelled", "postponed"].randomElement(using: &random) ?? "open"
  }

  private mutating func text() -> String {
    let words = [
      "", "Lisboa", "a", "x, y; z\\", "two\nlines", "\"quoted\"", "→", "A → B (C 1)", "日本語", "שלום",
      "flight", "train", "car", " spaced ", "=1+1", "{}", "null", "tab\tbed", "e\u{301}", "#fff",
      "🚢",
    ]
    return words.randomElement(using: &random) ?? ""
  }

  private mutating func link() -> Value {
    .text("https://example.org/\(Int.random(in: 0..<4, using: &random))")
  }

  private mutating func time() -> String {
    let zones = [
      ("Europe/Lisbon", 60), ("Etc/UTC", 0), ("Asia/Kathmandu", 345), ("Pacific/Apia", 780),
      ("America/New_York", -240), ("Nowhere/Unknown", 90),
    ]
    let (zone, offset) = zones.randomElement(using: &random) ?? ("Etc/UTC", 0)
    let second = Int64.random(in: 700_000_000...780_000_000, using: &random)
    let fraction = Int.random(in: 0..<6, using: &random) == 0 ? Int64(500_000_000) : 0
    if Int.random(in: 0..<4, using: &random) == 0 {
      return LocalTimeText(second: second, nanosecond: fraction)
        .map { ClockTimeText.local($0).text } ?? ""
    }
    return ZonedTimeText(
      localSecond: second, nanosecond: fraction, offset: Int64(offset), zone: zone)?.text ?? ""
  }

  private mutating func price() -> Value {
    var members: [String: Tree] = [:]
    if Bool.random(using: &random) { members["amount"] = .spelled(.decimal, "12.5") }
    if Bool.random(using: &random) { members["currency"] = .text("EUR") }
    return .tree(.members(members))
  }

  private mutating func location() -> Value {
    var members: [String: Tree] = [:]
    if Bool.random(using: &random) {
      members["latitude"] = .double(Double(Int.random(in: -90...90, using: &random)) + 0.25)
      members["longitude"] = .double(Double(Int.random(in: -179...179, using: &random)) + 0.5)
    }
    if Bool.random(using: &random) { members["timeZone"] = .text("Europe/Lisbon") }
    if Bool.random(using: &random) { members["code"] = .text("LIS") }
    return .tree(.members(members))
  }
}
