/// Removes the members of a tree's object one by one; reports missing and unexpected ones.
package struct TreeObjectReader {
  /// The entity, or another object, that errors name.
  package var entity: String
  /// The property that errors name, if the object is one.
  package var property: String?
  private var members: [String: Tree]

  package init(_ tree: Tree, of entity: String) throws(SchemaProblem) {
    guard case .object(let list) = tree else {
      throw SchemaProblem(.malformed, entity: entity, "an object is expected here")
    }
    self.entity = entity
    members = Dictionary(list.map { (CanonicalOrder.ordered($0.name), $0.value) }) {
      first, _ in first
    }
    guard members.count == list.count else {
      throw SchemaProblem(.malformed, entity: entity, "a member occurs twice")
    }
  }

  package mutating func value(_ name: String) throws(SchemaProblem) -> Tree {
    guard let value = optional(name) else {
      throw problem("the member \(name) is missing")
    }
    return value
  }

  /// Returns a member; nil if it is absent.
  package mutating func optional(_ name: String) -> Tree? { members.removeValue(forKey: name) }

  /// Checks that every member has been read.
  package func finish() throws(SchemaProblem) {
    if let name = members.keys.sorted(by: utf8Precedes).first {
      throw problem("unknown member \(name.quotedIfBlank)")
    }
  }

  package mutating func text(_ name: String) throws(SchemaProblem) -> String {
    guard let text = try value(name).textValue else { throw wrong(name, "a text") }
    return text
  }

  package mutating func optionalText(_ name: String) throws(SchemaProblem) -> String? {
    guard let tree = optional(name) else { return nil }
    guard let text = tree.textValue else { throw wrong(name, "a text") }
    return text
  }

  package mutating func bool(
    _ name: String, implied: Bool = false
  ) throws(SchemaProblem) -> Bool {
    guard let tree = optional(name) else { return implied }
    guard let bool = tree.boolValue else { throw wrong(name, "true or false") }
    return bool
  }

  package mutating func array(_ name: String) throws(SchemaProblem) -> [Tree] {
    guard let array = try value(name).arrayValue else { throw wrong(name, "an array") }
    return array
  }

  /// Returns the items of an array; none, the implied value, if the member is absent.
  package mutating func list(_ name: String) throws(SchemaProblem) -> [Tree] {
    try optionalArray(name) ?? []
  }

  package mutating func optionalArray(_ name: String) throws(SchemaProblem) -> [Tree]? {
    guard let tree = optional(name) else { return nil }
    guard let array = tree.arrayValue else { throw wrong(name, "an array") }
    return array
  }

  package mutating func optionalCount(_ name: String) throws(SchemaProblem) -> Int? {
    guard let tree = optional(name) else { return nil }
    guard let number = tree.integerValue, let count = Int(exactly: number), count >= 0 else {
      throw wrong(name, "a count")
    }
    return count
  }

  package mutating func texts(_ name: String) throws(SchemaProblem) -> [String] {
    try texts(try list(name), name)
  }

  package mutating func paths(_ name: String) throws(SchemaProblem) -> [[String]] {
    var lists: [[String]] = []
    for tree in try list(name) {
      guard let items = tree.arrayValue, !items.isEmpty else {
        throw wrong(name, "an array of lists of names")
      }
      lists.append(try texts(items, name))
    }
    return lists
  }

  private func texts(_ trees: [Tree], _ name: String) throws(SchemaProblem) -> [String] {
    var texts: [String] = []
    for tree in trees {
      guard let text = tree.textValue else { throw wrong(name, "an array of texts") }
      texts.append(text)
    }
    return texts
  }

  private func wrong(_ name: String, _ expected: String) -> SchemaProblem {
    problem("the member \(name) is not \(expected)")
  }

  /// Creates an error that names the entity and the property.
  package func problem(_ words: String) -> SchemaProblem {
    SchemaProblem(.malformed, entity: entity, property: property?.quotedIfBlank, words)
  }
}
