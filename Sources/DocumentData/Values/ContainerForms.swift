import DocumentTables

/// The stored form of a list: an array if its elements are scalars, else a typed tree.
struct ListForm {
  private let element: _AttributeType

  init(_ element: _AttributeType) { self.element = element }

  var type: AttributeType {
    guard case .scalar(let scalar) = element.type else { return .tree(shape: nil) }
    return .array(scalar, nullableElements: element.isNullable)
  }

  func value(of elements: [Value]) -> Value {
    if case .array = type { return .array(elements) }
    return .tree(.array(elements.map { Tree($0, of: element.type) }))
  }

  /// Returns nil if the value is not a list of such elements.
  func elements(of value: Value) -> [Value]? {
    switch value {
    case .array(let elements): return elements
    case .tree(.array(let trees)):
      var elements: [Value] = []
      elements.reserveCapacity(trees.count)
      for tree in trees {
        guard let value = element.value(of: tree) else { return nil }
        elements.append(value)
      }
      return elements
    default: return nil
    }
  }
}

/// The stored form of a set: a list in the order of its elements' canonical texts, so that equal
/// sets have equal forms.
struct SetForm {
  private let list: ListForm
  private let element: _AttributeType

  init(_ element: _AttributeType) {
    self.element = element
    list = ListForm(element)
  }

  var type: AttributeType { list.type }

  func value(of elements: [Value]) -> Value {
    let sorted = elements.map { ($0, CanonicalJSON.bytes(of: Tree($0, of: element.type))) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    return list.value(of: sorted.map(\.0))
  }

  /// Returns nil if the value is not a list of such elements.
  func elements(of value: Value) -> [Value]? { list.elements(of: value) }
}

/// The stored form of a dictionary: a typed tree.
///
/// The tree is an object if the keys are texts, else a list of objects with `key` and `value`, in
/// the order of the keys' canonical texts.
struct MapForm {
  private let key: _AttributeType
  private let element: _AttributeType

  init(_ key: _AttributeType, _ element: _AttributeType) {
    self.key = key
    self.element = element
  }

  var type: AttributeType {
    guard !key.isNullable, case .scalar(let key) = key.type, case .scalar(let value) = element.type
    else { return .tree(shape: nil) }
    return .dictionary(key: key, value: value, nullableValues: element.isNullable)
  }

  private var hasTextKeys: Bool { key.type == .scalar(.text) && !key.isNullable }

  func value(of entries: [(Value, Value)]) -> Value {
    let members = entries.map { (Tree($0, of: key.type), Tree($1, of: element.type)) }
    if hasTextKeys {
      let named = members.map { TreeMember($0.textValue ?? "", $1) }
      return .tree(.object(named.sorted { utf8Precedes($0.name, $1.name) }))
    }
    let sorted = members.map { (CanonicalJSON.bytes(of: $0), $0, $1) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    return .tree(
      .array(sorted.map { .object([TreeMember("key", $0.1), TreeMember("value", $0.2)]) }))
  }

  /// Returns nil if the value is not a dictionary of such keys and values.
  func entries(of value: Value) -> [(Value, Value)]? {
    guard case .tree(let tree) = value else { return nil }
    let members: [(Tree, Tree)]
    switch tree {
    case .object(let named) where hasTextKeys:
      members = named.map { (.text($0.name), $0.value) }
    case .array(let items) where !hasTextKeys:
      members = items.compactMap { item in
        guard let key = item["key"], let value = item["value"] else { return nil }
        return (key, value)
      }
      guard members.count == items.count else { return nil }
    default: return nil
    }
    var entries: [(Value, Value)] = []
    entries.reserveCapacity(members.count)
    for (keyTree, valueTree) in members {
      guard let key = key.value(of: keyTree), let value = element.value(of: valueTree)
      else { return nil }
      entries.append((key, value))
    }
    return entries
  }
}

extension _AttributeType {
  /// Returns the value of this type that a tree represents; nil if it represents none.
  func value(of tree: Tree) -> Value? {
    if isNullable, tree.isNull { return .null }
    // Inside a tree, the schema states no members: what the type's coding left out, it decodes.
    if case .structure = type { return .tree(tree) }
    return Value(tree, of: type)
  }
}
