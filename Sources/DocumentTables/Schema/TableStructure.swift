import Synchronization

/// A structure: named values that an attribute has as one value, which the schema states once (spec 6.11).
///
///     structure Place   address  text?         in a record   "location":{"address":null,"latitude":48.21,…}
///                       latitude double?       as a value    a tree: an object of all members
///
/// A column keeps the text that a record in JSON has of it (``NestedForm``). A class, because that form is asked
/// row by row, and one pointer is all that it carries.
package final class TableStructure: Sendable {
  /// The maximum number of members of one structure.
  package static let maximumMembers = 256
  /// The maximum number of bytes of the texts and data in the defaults of its members: a record that leaves them
  /// out has them again for each attribute of the structure.
  package static let maximumDefaultLength = 65_536

  package let name: String
  /// The structure's name in an older version of the schema.
  package let originalName: String?
  /// The members, sorted by the UTF-8 bytes of their names; their types are scalars and lists.
  package let members: [TableAttribute]
  /// The text in JSON before each member's value: `{"address":`, then `,"latitude":`.
  package let openings: [[UInt8]]
  /// The memory of a value whose members are null (spec 3.12).
  package let emptyBytes: Int
  /// The members without their original names, which concern no value.
  private let comparedMembers: [TableAttribute]
  private let derivation = Mutex<(any Sendable)?>(nil)

  package init(name: String, originalName: String? = nil, members: [TableAttribute]) {
    self.name = name
    self.originalName = originalName
    let members = members.sorted { utf8Precedes($0.name, $1.name) }
    self.members = members
    openings = members.enumerated().map { index, member in
      var bytes = [UInt8(ascii: index == 0 ? "{" : ",")]
      CanonicalJSON.appendString(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      return bytes
    }
    comparedMembers = members.map { member in
      var member = member
      member.originalName = nil
      return member
    }
    emptyBytes = members.reduce(Tree.nodeBytes) { $0 + Tree.nodeBytes + $1.name.utf8.count }
  }

  /// The members as columns of their own would be laid out.
  package var memberLayouts: [ColumnLayout] {
    members.map { ColumnLayout(name: $0.name, entity: name, content: .attribute($0)) }
  }

  /// Returns what is made of the structure once, though many hierarchies have attributes of it.
  ///
  /// - Parameter make: Makes it; the same in each call.
  package func derived<Content: Sendable>(_ make: () -> Content) -> Content {
    derivation.withLock { known in
      if let known = known as? Content { return known }
      let made = make()
      known = made
      return made
    }
  }

  /// Returns the position of a member, whose name is compared byte for byte.
  package func member(named name: String) -> Int? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = low + (high - low) / 2
      if utf8Precedes(members[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    guard low < members.count, members[low].name.utf8.elementsEqual(name.utf8) else { return nil }
    return low
  }
}

extension TableStructure: Hashable {
  /// Returns whether both have the same name and members; their original names may differ.
  package static func == (left: TableStructure, right: TableStructure) -> Bool {
    left === right
      // The openings have the bytes of the names; two names that are canonically equivalent are not one.
      || left.name.utf8.elementsEqual(right.name.utf8) && left.openings == right.openings
        && left.comparedMembers == right.comparedMembers
  }

  /// Returns whether a schema states both alike, with the names that they had before.
  func isStated(as other: TableStructure) -> Bool {
    self == other && originalName == other.originalName
      && members.map(\.originalName) == other.members.map(\.originalName)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(members.count)
  }
}

extension TableStructure {
  /// How an index names a member of an attribute's structure, such as `place.latitude` (spec 6.2).
  struct MemberPath {
    let attribute: String
    let member: String

    /// - Parameter name: The name in an index, which is no property's; its last full stop divides it.
    init?(_ name: String) {
      guard let stop = name.utf8.lastIndex(of: UInt8(ascii: ".")),
        let attribute = String(name.utf8[..<stop]),
        let member = String(name.utf8[name.utf8.index(after: stop)...])
      else { return nil }
      self.attribute = attribute
      self.member = member
    }
  }
}

// MARK: Values

extension TableStructure {
  /// Why a tree is no value of a structure.
  package enum ValueProblem: Error, Hashable, Sendable {
    case notAnObject
    case unknownMember(String)
    case missingMember(String)
    case wrongMember(String)
  }

  /// Returns the one value that a tree means: with all members, absent ones as a record's are (spec 5.2).
  package func value(of tree: Tree) throws(ValueProblem) -> Tree {
    try value(of: tree) { $0.valueWhereAbsent }
  }

  /// Returns the one value of a tree that a program encoded: an absent member is nil there, even if it has a
  /// default.
  package func value(ofCoded tree: Tree) throws(ValueProblem) -> Tree {
    try value(of: tree) { $0.isNullable ? .null : $0.valueWhereAbsent }
  }

  private func value(
    of tree: Tree, _ absent: (TableAttribute) -> Value?
  ) throws(ValueProblem) -> Tree {
    guard case .object(let given) = tree else { throw .notAnObject }
    var values: [Value?] = Array(repeating: nil, count: members.count)
    for item in given {
      guard let index = member(named: item.name), values[index] == nil else {
        throw .unknownMember(item.name)
      }
      guard let value = members[index].value(of: item.value) else {
        throw .wrongMember(item.name)
      }
      values[index] = value
    }
    return try value(of: values, absent)
  }

  /// Returns the value that a tree of exactly the members is; nil if it is none (spec 6.11-9).
  package func wholeValue(of tree: Tree) -> Tree? {
    guard case .object(let given) = tree, given.count == members.count else { return nil }
    return try? value(of: tree)
  }

  /// Returns the value with these members; nil is an absent one.
  ///
  /// - Parameter values: As many as there are members, each of the type of its member.
  package func value(of values: [Value?]) throws(ValueProblem) -> Tree {
    try value(of: values) { $0.valueWhereAbsent }
  }

  private func value(
    of values: [Value?], _ absent: (TableAttribute) -> Value?
  ) throws(ValueProblem) -> Tree {
    var result: [TreeMember] = []
    result.reserveCapacity(members.count)
    for (member, value) in zip(members, values) {
      guard let value = value ?? absent(member) else { throw .missingMember(member.name) }
      result.append(TreeMember(member.name, Tree(value, of: member.type)))
    }
    return .object(result)
  }

  /// Returns the value of these members' values, of which there are as many as members.
  package func tree(of values: [Value]) -> Tree {
    .object(zip(members, values).map { TreeMember($0.name, Tree($1, of: $0.type)) })
  }

  /// Returns the members' values in a value; null for members that it has not.
  package func values(of tree: Tree) -> [Value] {
    var given: ArraySlice<TreeMember> = []
    if case .object(let items) = tree { given = items[...] }
    return members.map { member in
      // Both are in the order of names.
      while let first = given.first, utf8Precedes(first.name, member.name) { given.removeFirst() }
      guard let first = given.first, first.name.utf8.elementsEqual(member.name.utf8) else {
        return .null
      }
      return Value(first.value, of: member.type) ?? .null
    }
  }
}

extension TableAttribute {
  /// The value of a record that omits the attribute; nil if none may.
  package var valueWhereAbsent: Value? {
    if case .value(let value) = defaultValue { return value }
    return isNullable ? .null : nil
  }

  /// The texts of its cases in a record in JSON; nil if every value is allowed.
  package var caseTexts: [[UInt8]]? {
    cases?.map { value in
      var text: [UInt8] = []
      switch type {
      case .array(let element, _): NestedForm.array(element).append(value, to: &text)
      case .scalar(let scalar): CanonicalJSON.append(value, of: scalar, to: &text)
      case .dictionary, .tree, .structure: break
      }
      return text
    }
  }

  /// Returns the value, or null, that a tree is; nil if it is none that the attribute may have.
  package func value(of tree: Tree) -> Value? {
    guard let value = tree.isNull ? .null : Value(tree, of: type), allows(value) else { return nil }
    return value
  }

  /// Returns whether a value of the type, or null, may be stored.
  func allows(_ value: Value) -> Bool {
    value.isNull ? isNullable : cases?.contains(value) != false
  }
}

// MARK: Texts

extension TableStructure {
  /// Appends the text that a record in JSON has of a value.
  func append(_ tree: Tree, to bytes: inout [UInt8]) {
    for (index, value) in values(of: tree).enumerated() {
      bytes.append(contentsOf: openings[index])
      switch members[index].type {
      case .scalar(let scalar): CanonicalJSON.append(value, of: scalar, to: &bytes)
      case .array(let element, _): NestedForm.array(element).append(value, to: &bytes)
      case .dictionary, .tree, .structure: TextForm.append("null", to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
