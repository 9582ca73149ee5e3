/// A typed value of any shape: `Codable` values, foreign data, carried entries, headers and
/// manifests.
///
/// Integers and doubles are different values (1 and 1.0). Texts are equal if their scalars are,
/// doubles if their bits are, except that all NaN are equal (spec 4.3).
package indirect enum Tree: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number above `Int64.max`; smaller numbers are `integer`.
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  /// Days since 2001-01-01.
  case day(Int64)
  case uuid(UInt128)
  case data([UInt8])
  /// The canonical spelling of a value of a spelled type, such as `url`.
  case spelled(ScalarType, String)
  case array([Tree])
  /// Members with distinct names, in the order of the UTF-8 bytes of their names.
  case object([TreeMember])
}

/// A member of an object.
package struct TreeMember: Hashable, Sendable {
  package var name: String
  package var value: Tree

  package init(_ name: String, _ value: Tree) {
    self.name = name
    self.value = value
  }

  package static func == (left: TreeMember, right: TreeMember) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(spelling: name)
    hasher.combine(value)
  }
}

extension Tree {
  /// Returns an object with its members in order; if several have the same name, the last one is
  /// kept.
  package static func members(_ members: [String: Tree]) -> Tree {
    .object(
      members.sorted { utf8Precedes($0.key, $1.key) }.map { TreeMember($0.key, $0.value) })
  }

  /// Returns the case that represents a number.
  package static func number(_ value: UInt64) -> Tree {
    if let small = Int64(exactly: value) { .integer(small) } else { .unsigned(value) }
  }

  package subscript(name: String) -> Tree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var textValue: String? {
    if case .text(let value) = self { value } else { nil }
  }

  package var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var arrayValue: [Tree]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The keys of a list, empty for null; nil if the tree is neither null nor a list of keys.
  package var keyList: [ObjectKey]? {
    switch self {
    case .null: return []
    case .array(let items):
      var keys: [ObjectKey] = []
      keys.reserveCapacity(items.count)
      for item in items {
        guard case .integer(let key) = item else { return nil }
        keys.append(key)
      }
      return keys
    default: return nil
    }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The maximum number of values of a tree in a document (spec 3.12).
  package static let largestCount = 4_000_000

  /// Returns whether the tree has more than `limit` values, itself, arrays and objects included.
  package func isLarger(than limit: Int) -> Bool {
    var count = 0
    var waiting = [self]
    while let tree = waiting.popLast() {
      count += 1
      switch tree {
      case .array(let items): waiting.append(contentsOf: items)
      case .object(let members): waiting.append(contentsOf: members.lazy.map(\.value))
      default: break
      }
      if count + waiting.count > limit { return true }
    }
    return false
  }

  /// Returns whether arrays and objects are nested more than `limit` deep.
  package func isDeeper(than limit: Int) -> Bool {
    var waiting: [(tree: Tree, depth: Int)] = [(self, 0)]
    while let (tree, depth) = waiting.popLast() {
      switch tree {
      case .array(let items):
        if depth >= limit { return true }
        for item in items { waiting.append((item, depth + 1)) }
      case .object(let members):
        if depth >= limit { return true }
        for member in members { waiting.append((member.value, depth + 1)) }
      default: break
      }
    }
    return false
  }
}

extension Tree: Hashable {
  // Both recurse on the call stack; readers limit the depth of every tree from a file.
  package static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.double(let left), .double(let right)): isSameNumber(left, right)
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.date(let left), .date(let right)): isSameNumber(left, right)
    case (.day(let left), .day(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.spelled(let type, let left), .spelled(let other, let right)):
      type == other && left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value), .day(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value), .date(let value): hasher.combine(value.isNaN ? .nan : value)
    case .text(let value), .spelled(_, let value):
      hasher.combine(spelling: value)
    case .uuid(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
