import DocumentTables

/// The result of a lookup by one value.
@usableFromInline
enum LookedUp {
  /// Undecided: no index applies, several objects have the value, or pending changes may matter.
  case unknown
  case none
  case object(AnyObject)
}

// A fast path for the most common fetch: one object by the value of one attribute.
extension ContextCore {
  /// Looks up the object for a condition that compares one attribute with a value, if an index
  /// finds at most one row.
  ///
  /// - Parameter type: The requested class.
  func lookUp(_ condition: FetchCondition, _ type: any PersistentModel.Type) -> LookedUp {
    confinement.enter()
    defer { confinement.leave() }
    guard custom == nil, pending.isEmpty else { return .unknown }
    if store.generation != base.generation { advance() }
    guard let shape = translatedEqualities.shape(of: condition.expression),
      let parts = shape.parts(of: condition.expression), parts.variable == condition.variable,
      let column = shape.column(
        of: parts.attribute, translate: { column(comparedBy: condition, type) })
    else { return .unknown }
    // A comparison with nil selects all rows without a value.
    if case .null = parts.value { return .unknown }
    let description = column.description
    // Only the one table is copied: retaining the parts of all tables would cost more than the
    // lookup.
    let table = base.tables.tables[description.hierarchy]
    switch column.lookup.row(in: table, equalTo: parts.value) {
    case .unknown: return .unknown
    case .none: return .none
    case .one(let location):
      let segment = table.segments[location.segment]
      guard description.kinds[Int(segment.entities[location.row])] else { return .none }
      let known =
        objects.identityMap.object(for: segment.keys[location.row])
        ?? materialize(description.hierarchy, location)
      return known.map { .object($0) } ?? .unknown
    }
  }

  /// Returns the column that an expression compares with a value; nil if the expression is anything
  /// else.
  private func column(
    comparedBy condition: FetchCondition, _ type: any PersistentModel.Type
  ) -> TranslatedEqualities.Column? {
    guard let description = catalog.description(of: type) else { return nil }
    let translator = Translator(
      fetchSource, hierarchy: description.hierarchy, pendingHierarchies: [])
    translator.begin(condition.variable)
    guard case .equals(let column, _)? = translator.condition(condition.expression)?.isTrue,
      !translator.canThrow
    else { return nil }
    // A member of a structure has no column in the tables, which a lookup reads as they are.
    let layouts = schema.hierarchies[description.hierarchy].columns
    guard layouts.indices.contains(column) else { return nil }
    return TranslatedEqualities.Column(PointLookup(column: column, layouts[column]), description)
  }
}
