import DocumentTables

/// One sort criterion, by a column if possible.
enum FetchOrder<T: PersistentModel> {
  /// Sorts by a column.
  case column(ColumnOrder, Source)
  case objects(SortDescriptor<T>)

  /// Where objects with pending changes have the values of a column.
  struct Source {
    /// The position of the property in the class's metadata.
    let slot: Int
    /// The property's column.
    let column: Int
    /// The member whose values are compared, if the property has structures.
    let member: IndexedMember?

    func value(of model: T) -> Value {
      let value = model._$storedValue(slot, column: column)
      return member.map { $0.value(in: value) } ?? value
    }
  }

  init(_ descriptor: SortDescriptor<T>, _ description: ModelDescription, _ schema: TableSchema) {
    self =
      Self.column(descriptor, description, schema)
      ?? Self.member(descriptor, description, schema)
      ?? .objects(descriptor)
  }

  var columnOrder: ColumnOrder? {
    if case .column(let order, _) = self { order } else { nil }
  }

  private static func column(
    _ descriptor: SortDescriptor<T>, _ description: ModelDescription, _ schema: TableSchema
  ) -> FetchOrder? {
    guard let slot = slot(of: descriptor), let column = description.slots[slot].column,
      let attribute = schema.hierarchies[description.hierarchy].columns[column].attribute,
      attribute.transformer == nil,
      let comparison = comparison(descriptor, T.schemaMetadata[slot].keypath, attribute)
    else { return nil }
    let order = ColumnOrder(
      column: column, isDescending: descriptor.order == .reverse, comparison: comparison)
    return .column(order, Source(slot: slot, column: column, member: nil))
  }

  /// Returns the order by a member of a structure, whose key path is known if an index names it.
  private static func member(
    _ descriptor: SortDescriptor<T>, _ description: ModelDescription, _ schema: TableSchema
  ) -> FetchOrder? {
    let members = ModelMetadata.of(T.self).indexedMembers
    let named = descriptor.keyPath.flatMap { path in members[path].map { (path, $0) } }
    let found =
      named
      ?? members.first { descriptor.comparison(ofPropertyAt: $0.key) != nil }.map {
        ($0.key, $0.value)
      }
    guard let (keyPath, member) = found, let column = description.slots[member.slot].column,
      schema.hierarchies[description.hierarchy].columns[column].structure == member.structure,
      let number = schema.queriedColumns[description.hierarchy]
        .number(ofMember: member.position, in: column),
      let comparison = comparison(descriptor, keyPath, member.attribute)
    else { return nil }
    let order = ColumnOrder(
      column: number, isDescending: descriptor.order == .reverse, comparison: comparison)
    return .column(order, Source(slot: member.slot, column: column, member: member))
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
    _ descriptor: SortDescriptor<T>, _ keyPath: AnyKeyPath, _ attribute: TableAttribute
  ) -> ColumnOrder.Comparison? {
    let type = unwrappedType(of: keyPath)
    if type == String.self {
      guard let comparison = descriptor.comparison(ofPropertyAt: keyPath) else { return nil }
      // Foundation's lexical order is that of `<`, but where texts begin with two spellings of one character it calls different
      // texts equal, which is no order.
      if comparison == .natural || comparison == .lexical { return .natural }
      return .custom { left, right in
        guard case .text(let left) = left, case .text(let right) = right else { return 0 }
        return comparison.compare(left, right).rawValue
      }
    }
    guard let comparable = type as? any Comparable.Type,
      AttributeCodingFactory.coding(ofAny: type)?.attributeType.type == attribute.type
    else { return nil }
    return ColumnComparison.order(of: comparable)
  }

  private static func unwrappedType(of keyPath: AnyKeyPath) -> any Any.Type {
    let type = type(of: keyPath).valueType
    return (type as? any OptionalType.Type)?.wrappedType ?? type
  }
}
