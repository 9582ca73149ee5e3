import DocumentTables
import ZipArchive

extension DocumentError: CustomStringConvertible {
  /// The error as `file:line:column: error: words`, to which editors can jump.
  package var description: String {
    (location.isEmpty ? "" : location + ": ") + "error: " + words
  }

  /// The object concerned, the message and the rule, such as
  /// `Trip 2, name: the property must not be null [record-null]`.
  package var words: String { words(mend: code.rule?.mend) }

  /// The same with another remedy.
  package func words(mend: String?) -> String {
    (object.isEmpty ? "" : object + ": ") + message(mend: mend) + " [\(code.rawValue)]"
  }

  /// The error in words, without its place, followed by the remedy if there is one.
  package var message: String { message(mend: code.rule?.mend) }

  private func message(mend: String?) -> String {
    let detail = Self.shortened(detail)
    // The detail of an error of the zip contains the rule in words.
    var words = underlying is ZipError ? "" : code.rule?.message ?? ""
    if words.isEmpty { words = detail } else if !detail.isEmpty { words += ": " + detail }
    if words.isEmpty { words = "a rule of the format is broken" }
    if let mend { words += "; " + mend }
    return Self.printable(words)
  }

  /// The file with the part, line and column, such as `my.trips/data/Trip/0-15.json:3:7`
  /// or `my.trips.json:3:7`; empty if nothing is known.
  package var location: String {
    var text = [file, entryName].compactMap { $0 }.joined(separator: "/")
    if case .line(let line, let column) = place {
      text += (text.isEmpty ? "" : ":") + "\(line):\(column)"
    }
    return Self.printable(text)
  }

  /// The section or the offset, the entity with the key, and the property; empty if nothing is known.
  package var object: String {
    var pieces: [String] = []
    if entryName == nil, let part { pieces.append(part) }
    if case .offset(let offset) = place { pieces.append("byte \(offset)") }
    var names: [String] = []
    if let entity { names.append(key.map { "\(entity) \($0)" } ?? entity) }
    if entity == nil, let key { names.append("object \(key)") }
    if let property { names.append(property) }
    if !names.isEmpty { pieces.append(names.joined(separator: ", ")) }
    return Self.printable(pieces.joined(separator: ": "))
  }

  /// The part, if it is an entry of a zip rather than a section of a flat text.
  private var entryName: String? {
    guard let part, part.contains(where: { $0 == "." || $0 == "/" }) || part == "mimetype" else {
      return nil
    }
    return part
  }

  /// Truncates a detail, which may quote arbitrarily long text from a file.
  private static func shortened(_ detail: String) -> String {
    let longest = 1000
    guard detail.unicodeScalars.count > longest else { return detail }
    return String(String.UnicodeScalarView(detail.unicodeScalars.prefix(longest))) + "…"
  }
}
