import Foundation

/// The names of zones beside those with a slash.
enum ZoneNames {
  /// The names without a slash of the IANA database, and the links of the United States.
  private static let plain = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "HST",
    "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
    "MST7MDT", "NZ", "US/Alaska", "US/Arizona", "US/Central", "US/East-Indiana", "US/Eastern",
    "US/Hawaii", "US/Michigan", "US/Mountain", "US/Pacific", "NZ-CHAT", "Navajo", "PRC", "PST8PDT",
    "Poland", "Portugal", "ROC", "ROK",
    "Singapore", "Turkey", "W-SU", "WET",
  ]

  /// The names for the time of Greenwich.
  private static let universal: Set = [
    "UTC", "GMT", "Z", "UCT", "ZULU", "UNIVERSAL", "GREENWICH", "GMT0", "GMT+0", "GMT-0", "UTC0",
    "TZONE://MICROSOFT/UTC", "COORDINATED UNIVERSAL TIME", "GREENWICH MEAN TIME",
  ]

  /// Abbreviations that mean one offset only, in minutes; others, such as IST and CST, mean several.
  static let offsets: [String: Int64] = [
    "WEST": 60, "WESZ": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "OEZ": 120, "EEST": 180,
    "OESZ": 180,
    "MSK": 180, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "AEST": 600, "AEDT": 660,
    "NZST": 720,
    "NZDT": 780, "EDT": -240, "MDT": -360, "PDT": -420, "AKDT": -480, "AKST": -540,
  ]

  static func isUniversal(_ name: String) -> Bool { universal.contains(name.uppercased()) }

  /// Returns a name as the database spells it, without regard to case.
  static func spelled(_ name: String) -> String? { names[name.lowercased()] }

  /// The names that the system lists, and those of today for zones that it lists by an old name only.
  private static let identifiers = Set(TimeZone.knownTimeZoneIdentifiers).union(WindowsZones.main)

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for name in identifiers.union(plain) { names[name.lowercased()] = name }
    return names
  }()

  /// Returns the zones of a city such as "Mexico City".
  static func zones(ofCity city: String) -> [String] {
    cities[city.lowercased().replacing(" ", with: "_")] ?? []
  }

  private static let cities: [String: [String]] = {
    var cities: [String: [String]] = [:]
    for name in identifiers.sorted() {
      guard let city = name.split(separator: "/").last, city.utf8.count < name.utf8.count else {
        continue
      }
      cities[city.lowercased(), default: []].append(name)
    }
    return cities
  }()

  /// Reads an offset such as `+0530`, `UTC+2`, `GMT-05:00` or `UTC+05_30`, in minutes.
  static func offset(_ text: String) -> Int64? {
    guard text.utf8.count <= 16 else { return nil }
    var bytes = text.uppercased().utf8.filter { $0 != 32 }[...]
    for prefix in ["UTC", "GMT"] where bytes.starts(with: prefix.utf8) {
      bytes = bytes.dropFirst(3)
    }
    guard let sign = bytes.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let parts = bytes.split(
      maxSplits: 2, omittingEmptySubsequences: false,
      whereSeparator: { [UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0) })
    func number(_ digits: ArraySlice<UInt8>) -> Int64? {
      guard 1...4 ~= digits.count, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
      return digits.reduce(Int64(0)) { $0 * 10 + Int64($1) - 48 }
    }
    guard let first = parts.first, let hours = number(first) else { return nil }
    let minutes: Int64
    switch (first.count, parts.count) {
    case (1...2, 1): minutes = hours * 60
    case (3...4, 1):
      guard hours % 100 < 60 else { return nil }
      minutes = hours / 100 * 60 + hours % 100
    case (1...2, 2):
      guard parts[1].count == 2, let stated = number(parts[1]), stated < 60 else { return nil }
      minutes = hours * 60 + stated
    default: return nil
    }
    guard minutes <= 14 * 60 else { return nil }
    return sign == UInt8(ascii: "-") ? -minutes : minutes
  }
}
