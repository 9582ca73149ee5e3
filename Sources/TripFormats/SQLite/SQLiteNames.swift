/// Names that are distinct as SQLite compares them: without regard to the case of letters.
struct SQLiteNames {
  private var taken: Set<String> = []

  /// Takes the first free name: the wanted one, then the alternative, then the wanted one with a
  /// number.
  ///
  /// A NUL, which ends a statement, becomes U+FFFD; a name that SQLite reserves gets an underscore.
  mutating func take(_ wanted: String, or alternative: String? = nil) -> String {
    let name = Self.permitted(wanted)
    if insert(name) { return name }
    if let alternative = alternative.map(Self.permitted), insert(alternative) { return alternative }
    // No more names are taken than were asked for, so a free number is found.
    var number = 2
    while !insert("\(name)_\(number)") { number += 1 }
    return "\(name)_\(number)"
  }

  private mutating func insert(_ name: String) -> Bool {
    // SQLite folds ASCII letters only; folding more is safe.
    taken.insert(name.lowercased()).inserted
  }

  private static func permitted(_ name: String) -> String {
    if name.isEmpty { return "_" }
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
    let text = String(scalars)
    return text.lowercased().hasPrefix("sqlite_") ? "_" + text : text
  }
}
