import DocumentTables

/// What a look-up by one value finds.
@usableFromInline
enum LookedUp {
  /// No index tells, or several objects have the value, or pending changes may matter.
  case unknown
  case none
  case object(AnyObject)
}

// The quickest way to the commonest of fetches: one object by a key of its own.
extension ContextCore {
  /// The object for which a condition holds that compares one attribute with a value, where an index
  /// names one row at most.
  ///
  /// - Parameter type: The class asked for.
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
    // A comparison with nil asks for the rows without a value.
    if case .null = parts.value { return .unknown }
    let description = column.description
    // The one table: to take references to all that tables are made of would cost more than this.
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

  /// The column that an expression says equals a value, if that is all it says.
  private func column(
    comparedBy condition: FetchCondition, _ type: any PersistentModel.Type
  ) -> TranslatedEqualities.Column? {
    guard let description = catalog.description(of: type) else { return nil }
    let translator = Translator(
      core: self, hierarchy: description.hierarchy, pendingHierarchies: [])
    translator.begin(condition.variable)
    guard case .equals(let column, _)? = translator.condition(condition.expression),
      !translator.canThrow
    else { return nil }
    let layout = schema.hierarchies[description.hierarchy].columns[column]
    return TranslatedEqualities.Column(PointLookup(column: column, layout), description)
  }
}
