import DocumentTables

/// One sort criterion, by a column if possible.
enum FetchOrder<T: PersistentModel> {
  /// Sorts by a column. `slot` is the position of its property in the class's metadata, for the
  /// values of objects with pending changes.
  case column(ColumnOrder, slot: Int)
  case objects(SortDescriptor<T>)

  init(_ descriptor: SortDescriptor<T>, _ description: ModelDescription, _ schema: TableSchema) {
    if let slot = Self.slot(of: descriptor), let column = description.slots[slot].column,
      let attribute = schema.hierarchies[description.hierarchy].columns[column].attribute,
      attribute.transformer == nil, let comparison = Self.comparison(descriptor, slot, attribute)
    {
      self = .column(
        ColumnOrder(
          column: column, isDescending: descriptor.order == .reverse, comparison: comparison),
        slot: slot)
    } else {
      self = .objects(descriptor)
    }
  }

  var columnOrder: ColumnOrder? {
    if case .column(let order, _) = self { order } else { nil }
  }

  /// Returns the position of the property that a descriptor sorts by; nil if it is not a property
  /// of the class.
  private static func slot(of descriptor: SortDescriptor<T>) -> Int? {
    guard let keyPath = descriptor.keyPath else { return nil }
    if case .slot(let slot)? = PropertyIndex.of(T.self)[keyPath] { return slot }
    guard unwrappedType(of: keyPath) == OrderedText.self else { return nil }
    return T.schemaMetadata.firstIndex {
      descriptor.comparison(ofPropertyAt: $0.keypath) != nil
    }
  }

  private static func comparison(
    _ descriptor: SortDescriptor<T>, _ slot: Int, _ attribute: TableAttribute
  ) -> ColumnOrder.Comparison? {
    let keyPath = T.schemaMetadata[slot].keypath
    let type = unwrappedType(of: keyPath)
    if type == String.self {
      guard let comparison = descriptor.comparison(ofPropertyAt: keyPath) else { return nil }
      if comparison == .natural { return .natural }
      return .custom { left, right in
        guard case .text(let left) = left, case .text(let right) = right else { return 0 }
        return comparison.compare(left, right).rawValue
      }
    }
    return (type as? any Comparable.Type).flatMap { comparison(of: $0, attribute) }
  }

  private static func unwrappedType(of keyPath: AnyKeyPath) -> any Any.Type {
    let type = type(of: keyPath).valueType
    return (type as? any OptionalType.Type)?.wrappedType ?? type
  }

  private static func comparison<Content: Comparable>(
    of type: Content.Type, _ attribute: TableAttribute
  ) -> ColumnOrder.Comparison? {
    guard let coding = AttributeCoding.shared(type), coding.attributeType.type == attribute.type
    else { return nil }
    if ColumnComparison.isDirect(type) { return .natural }
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
