import DocumentTables

/// How tables compare the values of a type.
enum ColumnComparison {
  /// Whether tables compare the values in the same way as Swift.
  static func isDirect(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return isDirect(optional.wrappedType) }
    return ScalarType.directlyCompared.contains(ObjectIdentifier(type))
  }

  /// Returns the order of a type's `<`; nil for a type that no attribute can have.
  static func order<Content: Comparable>(of type: Content.Type) -> ColumnOrder.Comparison? {
    guard let coding = AttributeCoding.shared(type) else { return nil }
    if isDirect(type) { return .natural }
    let order = ValueOrder { left, right in
      guard let left = try? coding.decode(left), let right = try? coding.decode(right) else {
        return 0
      }
      return left < right ? -1 : right < left ? 1 : 0
    }
    return .custom { order.compare($0, $1) }
  }
}

/// The order that a type's own `Comparable` conformance defines.
private struct ValueOrder: @unchecked Sendable {
  // Unchecked, because a conformance found at run time cannot be proven usable from any thread. The
  // closure captures a type and its coding, which never change.
  let compare: (Value, Value) -> Int

  init(_ compare: @escaping (Value, Value) -> Int) { self.compare = compare }
}
