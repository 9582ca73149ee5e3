/// The names of Windows for zones, which Exchange and Outlook write as TZID, and what these programs show for them.
enum WindowsZones {
  /// Finds the zone of the IANA database that a name of Windows means, also that of its summer time.
  static func identifier(_ name: String) -> String? {
    identifiers[name] ?? identifiers[name.replacing(" Daylight Time", with: " Standard Time")]
  }

  /// The regions that programs show in place of cities, with the names of Windows.
  static let regions: [String: String] = [
    "alaska": "Alaskan Standard Time", "arizona": "US Mountain Standard Time",
    "atlantic time (canada)": "Atlantic Standard Time",
    "baja california": "Pacific Standard Time (Mexico)",
    "beijing, chongqing, hong kong, urumqi": "China Standard Time",
    "brasilia": "E. South America Standard Time",
    "cape verde is.": "Cape Verde Standard Time",
    "central america": "Central America Standard Time",
    "central time (us & canada)": "Central Standard Time",
    "city of buenos aires": "Argentina Standard Time",
    "coordinated universal time": "UTC",
    "eastern time (us & canada)": "Eastern Standard Time", "fiji": "Fiji Standard Time",
    "greenland": "Greenland Standard Time", "hawaii": "Hawaiian Standard Time",
    "indiana (east)": "US Eastern Standard Time",
    "mountain time (us & canada)": "Mountain Standard Time",
    "newfoundland": "Newfoundland Standard Time",
    "pacific time (us & canada)": "Pacific Standard Time",
    "saskatchewan": "Canada Central Standard Time",
    "west central africa": "W. Central Africa Standard Time",
  ]

  /// The zones that names of Windows mean: of the cities that a program shows, the one of these counts.
  static let main = Set(identifiers.values)
}
