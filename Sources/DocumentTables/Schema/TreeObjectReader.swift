/// Removes the members of a tree's object one by one; reports missing and unexpected ones.
package struct TreeObjectReader {
  package var place: String
  private var members: [String: Tree]

  package init(_ tree: Tree, of place: String) throws(SchemaProblem) {
    guard case .object(let list) = tree else {
      throw SchemaProblem(.malformed, entity: place, "an object is expected here")
    }
    self.place = place
    members = Dictionary(list.map { (CanonicalOrder.ordered($0.name), $0.value) }) {
      first, _ in first
    }
    guard members.count == list.count else {
      throw SchemaProblem(.malformed, entity: place, "a member occurs twice")
    }
  }

  package mutating func value(_ name: String) throws(SchemaProblem) -> Tree {
    guard let value = members.removeValue(forKey: name) else {
      throw SchemaProblem(.malformed, entity: place, "the member \(name) is missing")
    }
    return value
  }

  /// Checks that every member has been read.
  package func finish() throws(SchemaProblem) {
    if let name = members.keys.sorted(by: utf8Precedes).first {
      throw SchemaProblem(
        .malformed, entity: place, "unknown member \(name.quotedIfBlank)")
    }
  }

  package mutating func text(_ name: String) throws(SchemaProblem) -> String {
    guard let text = try value(name).textValue else { throw wrong(name, "a text") }
    return text
  }

  package mutating func optionalText(_ name: String) throws(SchemaProblem) -> String? {
    let tree = try value(name)
    if tree.isNull { return nil }
    guard let text = tree.textValue else { throw wrong(name, "a text or null") }
    return text
  }

  package mutating func bool(_ name: String) throws(SchemaProblem) -> Bool {
    guard let bool = try value(name).boolValue else { throw wrong(name, "true or false") }
    return bool
  }

  package mutating func array(_ name: String) throws(SchemaProblem) -> [Tree] {
    guard let array = try value(name).arrayValue else { throw wrong(name, "an array") }
    return array
  }

  package mutating func optionalArray(_ name: String) throws(SchemaProblem) -> [Tree]? {
    let tree = try value(name)
    if tree.isNull { return nil }
    guard let array = tree.arrayValue else { throw wrong(name, "an array or null") }
    return array
  }

  package mutating func optionalCount(_ name: String) throws(SchemaProblem) -> Int? {
    let tree = try value(name)
    if tree.isNull { return nil }
    guard let number = tree.integerValue, let count = Int(exactly: number), count >= 0 else {
      throw wrong(name, "a count or null")
    }
    return count
  }

  package mutating func texts(_ name: String) throws(SchemaProblem) -> [String] {
    try texts(try array(name), name)
  }

  package mutating func paths(_ name: String) throws(SchemaProblem) -> [[String]] {
    var lists: [[String]] = []
    for tree in try array(name) {
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
    SchemaProblem(.malformed, entity: place, "the member \(name) is not \(expected)")
  }
}
