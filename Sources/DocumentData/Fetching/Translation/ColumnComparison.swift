import DocumentTables

/// The types whose values tables compare in the same way as Swift.
enum ColumnComparison {
  static func isDirect(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return isDirect(optional.wrappedType) }
    return ScalarType.directlyCompared.contains(ObjectIdentifier(type))
  }
}
