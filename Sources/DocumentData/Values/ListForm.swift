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

extension _AttributeType {
  /// Returns the value of this type that a tree represents; nil if it represents none.
  func value(of tree: Tree) -> Value? {
    isNullable && tree.isNull ? .null : Value(tree, of: type)
  }
}
