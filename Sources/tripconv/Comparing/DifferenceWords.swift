import DocumentTables
import TripPages

/// Values of properties that differ, in words.
struct DifferenceWords {
  /// The maximum number of related objects that are named; larger lists are counted.
  private static let mostMembers = 10
  /// The maximum number of scalars of one text that is printed.
  private static let longestText = 1000

  let oldReader: ObjectReader
  let newReader: ObjectReader

  /// Returns the old and the new value of a property; nil where there is no object.
  func words(
    _ property: ObjectDifference.Property, hasOld: Bool, hasNew: Bool
  ) -> (old: String?, new: String?) {
    let old: String
    let new: String
    switch property.content {
    case .attribute(let attribute, let before, let after):
      (old, new) = Self.words(before, after, attribute, areBoth: hasOld && hasNew)
    case .relationship(let end, let before, let after):
      (old, new) = members(end, before, after, areBoth: hasOld && hasNew)
    case .foreign(let before, let after):
      (old, new) = (Self.json(before), Self.json(after))
    }
    return (hasOld ? old : nil, hasNew ? new : nil)
  }

  // MARK: Attributes

  /// Returns two values of an attribute in words that differ.
  static func words(
    _ old: Value, _ new: Value, _ attribute: TableAttribute, areBoth: Bool = true
  ) -> (old: String, new: String) {
    let words = (old: short(old, attribute), new: short(new, attribute))
    guard areBoth, words.old.unicodeScalars.elementsEqual(words.new.unicodeScalars) else {
      return words
    }
    return (exact(old, attribute), exact(new, attribute))
  }

  private static func short(_ value: Value, _ attribute: TableAttribute) -> String {
    switch value {
    case .null: "none"
    case .text(let text) where text.isEmpty: "\"\""
    default: shortened(ValueWords.short(value, attribute))
    }
  }

  /// Returns a value that the short words do not tell from another.
  private static func exact(_ value: Value, _ attribute: TableAttribute) -> String {
    switch value {
    case .null: "none"
    case .data(let bytes): "\(bytes.count) bytes, SHA-256 \(Digest(of: bytes).text.prefix(16))…"
    case .text(let text):
      shortened(text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined(), from: text)
    default: json(Tree(value, of: attribute.type))
    }
  }

  private static func shortened(_ text: String, from whole: String? = nil) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longestText else { return text }
    let beginning = String(String.UnicodeScalarView(scalars.prefix(longestText)))
    return "\(beginning)… (\((whole ?? text).unicodeScalars.count) characters, SHA-256 "
      + "\(Digest(of: Array((whole ?? text).utf8)).text.prefix(16))…)"
  }

  private static func json(_ tree: Tree?) -> String {
    guard let tree else { return "none" }
    return shortened(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self))
  }

  // MARK: Relationships

  /// Returns the title of a related object.
  static func title(
    _ key: ObjectKey, _ end: RelationshipEnd, _ reader: ObjectReader
  ) -> String {
    reader.object(key, hierarchy: end.destinationHierarchy).map { reader.title(of: $0) }
      ?? "\(end.relationship.destination) \(key)"
  }

  private func members(
    _ end: RelationshipEnd, _ old: [ObjectKey]?, _ new: [ObjectKey]?, areBoth: Bool
  ) -> (old: String, new: String) {
    let before = old ?? []
    let after = new ?? []
    guard before.count > Self.mostMembers || after.count > Self.mostMembers else {
      let words = (list(end, old, oldReader), list(end, new, newReader))
      // Different objects may have one title.
      guard areBoth, words.0 == words.1 else { return words }
      return (Self.keys(end, old), Self.keys(end, new))
    }
    guard areBoth else { return ("\(before.count) objects", "\(after.count) objects") }
    let (wereThere, areThere) = (Set(before), Set(after))
    let gone = before.filter { !areThere.contains($0) }
    let come = after.filter { !wereThere.contains($0) }
    let order = gone.isEmpty && come.isEmpty ? " in another order" : ""
    return (
      "\(before.count) objects" + some(gone, end, oldReader, "without"),
      "\(after.count) objects\(order)" + some(come, end, newReader, "with")
    )
  }

  private func some(
    _ keys: [ObjectKey], _ end: RelationshipEnd, _ reader: ObjectReader, _ word: String
  ) -> String {
    guard !keys.isEmpty else { return "" }
    let titles = keys.prefix(Self.mostMembers).map { Self.title($0, end, reader) }
    let rest = keys.count - titles.count
    return ", \(word) \(titles.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
  }

  private func list(
    _ end: RelationshipEnd, _ keys: [ObjectKey]?, _ reader: ObjectReader
  ) -> String {
    guard let keys else { return "none" }
    if keys.isEmpty { return "empty" }
    return keys.map { Self.title($0, end, reader) }.joined(separator: ", ")
  }

  private static func keys(_ end: RelationshipEnd, _ keys: [ObjectKey]?) -> String {
    guard let keys else { return "none" }
    if keys.isEmpty { return "empty" }
    return keys.map { "\(end.relationship.destination) \($0)" }.joined(separator: ", ")
  }
}
