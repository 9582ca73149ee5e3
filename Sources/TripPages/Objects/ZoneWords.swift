/// The names of zones, for people.
package enum ZoneWords {
  /// Returns the name of a zone; for a zone that is an offset only, the offset as clocks show it, such as `UTC+2`.
  ///
  /// The zone `Etc/GMT-2` of the IANA database is two hours ahead of UTC, which its name seems to deny.
  package static func words(_ zone: String) -> String {
    if zone == "Etc/UTC" { return "UTC" }
    if zone.hasPrefix("Etc/GMT") {
      let hours = zone.dropFirst(7)
      guard let sign = hours.first, let number = UInt8(hours.dropFirst()), number <= 14,
        sign == "-" || sign == "+"
      else { return zone }
      return number == 0 ? "UTC" : "UTC" + (sign == "-" ? "+" : "-") + String(number)
    }
    // UTC+05_30, where no name of a zone may have a colon.
    let parts = zone.dropFirst(4).split(separator: "_", omittingEmptySubsequences: false)
    guard zone.hasPrefix("UTC+") || zone.hasPrefix("UTC-"), parts.count == 2,
      let hours = UInt8(parts[0]), UInt8(parts[1]) != nil
    else { return zone }
    return zone.prefix(4) + String(hours) + ":" + parts[1]
  }
}
