extension SchemaDifference {
  /// Where each column of a new table takes its values.
  func source(of layout: HierarchyLayout) throws(SchemaProblem) -> HierarchySource {
    let roots = Set(
      layout.entities.compactMap { origins[$0.name] }.compactMap { old.hierarchyIndex(of: $0) })
    guard roots.count <= 1 else {
      throw SchemaProblem(
        .unsupportedChange, entity: layout.name,
        "objects of several old hierarchies would become one; a custom stage must move them")
    }
    guard let index = roots.first else {
      return HierarchySource(
        hierarchy: nil, columns: layout.columns.map { .constant($0.defaultValue) },
        discriminators: [])
    }
    let before = old.hierarchies[index]
    var columns: [ColumnSource] = []
    for column in layout.columns {
      guard let origin = origins[column.entity] else {
        columns.append(.constant(column.defaultValue))
        continue
      }
      let name = try oldName(of: column, entity: origin)
      guard let position = name.flatMap({ before.column(named: $0, of: origin) }) else {
        // A to-one whose truth stood at the other end had no column.
        let end = name.flatMap { old.relationshipEnd(named: $0, of: origin) }
        columns.append(end.map { .resolved($0) } ?? .constant(column.defaultValue))
        continue
      }
      columns.append(columnSource(column, from: before.columns[position], at: position))
    }
    let discriminators = before.entities.map { entity in
      layout.entities.first { origins[$0.name] == entity.name }?.discriminator
    }
    return HierarchySource(hierarchy: index, columns: columns, discriminators: discriminators)
  }

  private func columnSource(
    _ column: ColumnLayout, from before: ColumnLayout, at position: Int
  ) -> ColumnSource {
    switch (before.content, column.content) {
    case (.relationship(let relationship, let from), .relationship(_, let to)) where from != to:
      if let end = old.relationshipEnd(named: relationship.name, of: before.entity) {
        return .resolved(end)
      }
      return .column(position)
    case (.attribute(let from), .attribute(let to)):
      if before.storage != column.storage { return .widened(position) }
      if from.isNullable, !to.isNullable, !column.defaultValue.isNull {
        return .filled(position, column.defaultValue)
      }
      return .column(position)
    case (.relationship(let from, .list), .relationship(let to, .list))
    where from.isNullable && !to.isNullable:
      return .filled(position, .references([]))
    default: return .column(position)
    }
  }

  private func oldName(
    of column: ColumnLayout, entity origin: String
  ) throws(SchemaProblem) -> String? {
    guard let newEntity = new.entity(named: column.entity),
      let oldEntity = old.entity(named: origin)
    else { return nil }
    let originalName: String? =
      switch column.content {
      case .attribute(let attribute): attribute.originalName
      case .relationship(let relationship, _): relationship.originalName
      }
    return try originName(column.name, originalName, of: newEntity, in: oldEntity)
  }
}

extension ColumnLayout {
  /// What rows hold that were never asked.
  var defaultValue: Value {
    switch content {
    case .attribute(let attribute):
      if case .value(let value) = attribute.defaultValue { value } else { .null }
    case .relationship(let relationship, .list) where !relationship.isNullable: .references([])
    case .relationship: .null
    }
  }
}
