/// Where airports are, by their codes.
///
/// Bookings and logs of flights name airports by codes, and seldom where they are.
enum Airports {
  private static let size = 9

  /// Returns the place of the airport with a code of IATA, such as `CDG`; nil for any other text.
  ///
  /// The time is proportional to the logarithm of the number of airports.
  static func point(_ code: String) -> MapPoint? {
    let code = Array(code.utf8)
    guard code.count == 3 else { return nil }
    // Lifetime: the text of a literal is never freed.
    return AirportTable.airports.withUTF8Buffer { bytes in
      var (low, high) = (0, bytes.count / size)
      while low < high {
        let middle = (low + high) / 2
        // Bound: the middle is below the number of airports.
        let airport = bytes[middle * size..<(middle + 1) * size]
        if airport.prefix(3).elementsEqual(code) {
          let numbers = airport.dropFirst(3).map { Int($0) - ($0 < 92 ? 48 : 49) }
          return MapPoint(
            latitude: Double(number(numbers[..<3]) - 9000) / 100,
            longitude: Double(number(numbers[3...]) - 18_000) / 100)
        }
        if airport.lexicographicallyPrecedes(code) { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  private static func number(_ digits: ArraySlice<Int>) -> Int { digits.reduce(0) { $0 * 64 + $1 } }

  /// Returns the code in what a booking or a log calls an airport; nil if it states none.
  ///
  /// `CDG`, `CDG - Paris/FR`, `Paris Charles de Gaulle (CDG)` and `Paris / Charles de Gaulle (CDG/LFPG)` do.
  static func code(in name: String) -> String? {
    let name = name.utf8
    func isCode(_ text: some Collection<UInt8>) -> Bool {
      text.count == 3 && text.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    if isCode(name) || isCode(name.prefix(3)) && name.dropFirst(3).starts(with: " - ".utf8) {
      return String(name.prefix(3))
    }
    guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let words = name[name.index(after: open)...].dropLast().split(separator: UInt8(ascii: "/"))
    return words.first(where: isCode).flatMap { String($0) }
  }
}
