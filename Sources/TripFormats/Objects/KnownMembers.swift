import DocumentTables

// Values of structures, of which files state some members: in a document each value has all of them.

extension Tree {
  /// A number, as places state degrees: a whole one, a double, or one of more digits than a double can tell.
  package var numberValue: Double? {
    switch self {
    case .double(let number): number
    case .integer(let number): Double(number)
    case .spelled(.decimal, let text): Double(text)
    default: nil
    }
  }
}

extension AttributeType {
  /// Returns a value of the type without the members that are null, as files state it.
  func known(_ value: Value) -> Value {
    guard case .structure = self, case .tree(.object(let members)) = value else { return value }
    return .tree(.object(members.filter { !$0.value.isNull }))
  }

  /// Returns a value of the type with all members, as a document has it; null if it is no value of the
  /// structure.
  func whole(_ value: Value) -> Value {
    guard case .structure(let structure) = self, case .tree(let tree) = value else { return value }
    return (try? structure.value(of: tree)).map { .tree($0) } ?? .null
  }
}
