/// A length of time as people write it.
enum StatedDuration {
  /// Reads `01:15:00`, `1:15`, `1h 15m`, `75 min` or `PT1H15M`, in seconds; nil for any other text.
  static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 32 else { return nil }
    let bytes = Array(text.lowercased().utf8)
    var (numbers, units): ([Int64], [String]) = ([], [])
    var at = 0
    while at < bytes.count {
      let start = at
      while at < bytes.count, bytes[at] &- 48 < 10 { at += 1 }
      if at > start {
        guard at - start <= 5,
          let number = Int64(String(decoding: bytes[start..<at], as: UTF8.self))
        else { return nil }
        numbers.append(number)
        continue
      }
      while at < bytes.count, bytes[at] &- 48 >= 10 { at += 1 }
      let unit = String(decoding: bytes[start..<at], as: UTF8.self).filter {
        $0 != " " && $0 != "."
      }
      if numbers.isEmpty, unit == "pt" { continue }
      units.append(unit)
    }
    if units.allSatisfy({ $0 == ":" }), units.count == numbers.count - 1, 2...3 ~= numbers.count {
      guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
      return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
    guard !units.isEmpty, units.count == numbers.count || units.count == numbers.count - 1 else {
      return nil
    }
    var total: Int64 = 0
    for (place, number) in numbers.enumerated() {
      // 1h15
      let unit = place < units.count ? units[place] : "min"
      switch unit {
      case "h", "hr", "hrs", "hour", "hours", "std", "stunden": total += number * 3600
      case "m", "min", "mins", "minutes", "minuten": total += number * 60
      case "s", "sec": total += number
      default: return nil
      }
    }
    return total
  }
}
