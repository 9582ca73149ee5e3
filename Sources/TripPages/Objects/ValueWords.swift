import DocumentTables

/// Values for people.
package enum ValueWords {
  /// Returns a value in a list; empty for null.
  package static func short(_ value: Value, _ attribute: TableAttribute) -> String {
    text(value, attribute.type, date: DateWords.short)
  }

  /// Returns a value in the description of one object; empty for null.
  package static func long(_ value: Value, _ attribute: TableAttribute) -> String {
    text(value, attribute.type, date: DateWords.long)
  }

  /// Returns the name of a property in words, without `is` or `has`: `isInPlan` as `in plan`.
  package static func label(_ property: String) -> String {
    var words: [String] = []
    var word = ""
    var previous: Character = " "
    for character in property {
      if character == "_" || character.isUppercase && !previous.isUppercase {
        words.append(word)
        word = ""
      }
      if character != "_" { word.append(character) }
      previous = character
    }
    words = (words + [word]).filter { !$0.isEmpty }
    if words.count > 1, ["is", "has"].contains(words[0]) { words.removeFirst() }
    return words.map { $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }.joined(separator: " ")
  }

  /// Returns a label with a capital letter, as a heading.
  package static func capitalized(_ label: String) -> String {
    label.prefix(1).uppercased() + label.dropFirst()
  }

  /// Returns a value as JSON: booleans and numbers that every reader keeps exactly as such,
  /// everything else in its text form (spec 4).
  package static func json(_ value: Value, _ type: AttributeType) -> Tree {
    plain(Tree(value, of: type))
  }

  private static func text(
    _ value: Value, _ type: AttributeType, date: (Double) -> String
  ) -> String {
    switch (type, value) {
    case (_, .null): return ""
    case (.scalar(.date), .double(let seconds)), (_, .date(let seconds)): return date(seconds)
    case (_, .bool(let value)): return value ? "yes" : "no"
    case (_, .text(let text)): return text
    case (_, .array(let items)) where items.isEmpty: return ""
    case (.tree, .tree(let tree)), (.structure, .tree(let tree)):
      if let words = location(tree) ?? price(tree) { return words }
    case (.scalar(.data), .data(let bytes)): return "\(bytes.count) bytes"
    case (.scalar(.float), .double(let number)): return FloatingPointText.text(Float(number))
    default: break
    }
    let tree = json(value, type)
    if case .array(let items) = tree {
      let texts = items.compactMap(\.textValue)
      if texts.count == items.count { return texts.joined(separator: ", ") }
    }
    if case .text(let text) = tree { return text }
    var bytes: [UInt8] = []
    CanonicalJSON.append(tree, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the words for coordinates with a code and a zone, such as `CDG, 49.0097, 2.5479
  /// (Europe/Paris)`; nil for any other value.
  private static func location(_ tree: Tree) -> String? {
    guard case .object(let members) = tree, !members.isEmpty else { return nil }
    let known = ["code", "latitude", "longitude", "timeZone"]
    guard members.allSatisfy({ known.contains($0.name) }) else { return nil }
    let words = members.filter { $0.name != "timeZone" }.compactMap { member in
      switch member.value {
      case .text(let text): text
      case .double(let number): FloatingPointText.text(number)
      case .integer(let number): String(number)
      default: nil
      }
    }.joined(separator: ", ")
    guard let zone = tree["timeZone"]?.textValue.map(ZoneWords.words) else { return words }
    return words.isEmpty ? zone : words + " (\(zone))"
  }

  /// Returns the words for an amount in a currency, such as `120.50 EUR`; nil for any other value.
  private static func price(_ tree: Tree) -> String? {
    guard case .object(let members) = tree, members.count == 2,
      case .spelled(.decimal, let amount)? = tree["amount"],
      let currency = tree["currency"]?.textValue
    else { return nil }
    return "\(amount) \(currency)"
  }

  // Recursion: readers limit the depth of every tree from a file.
  private static func plain(_ tree: Tree) -> Tree {
    switch tree {
    case .date(let seconds): .text(DateText.text(seconds))
    case .day(let days): .text(DayText.text(days))
    case .spelled(_, let text): .text(text)
    case .uuid(let value): .text(UUIDText.text(value))
    case .data(let bytes): .text(DataText.text(bytes))
    case .double(let number) where !number.isFinite: .text(FloatingPointText.text(number))
    case .integer(let number) where number.magnitude > CanonicalJSON.largestExactInteger:
      .text(String(number))
    case .unsigned(let number): .text(String(number))
    case .array(let items): .array(items.map(plain))
    case .object(let members): .object(members.map { TreeMember($0.name, plain($0.value)) })
    default: tree
    }
  }
}
