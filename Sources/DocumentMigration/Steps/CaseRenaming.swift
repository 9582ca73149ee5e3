import DocumentTables

/// The renamed cases of the enumeration that an attribute, or a member of its structures, is of.
package struct CaseRenaming: Hashable, Sendable {
  /// The attribute in the older schema.
  package var older: DeclaredProperty
  /// The attribute in the newer schema.
  package var newer: DeclaredProperty
  /// The member with the values, of an attribute with structures.
  package var member: String?
  /// The values of the older schema that have other names in the newer one.
  package var up: ValueRenaming
  /// The values of the newer schema that the older one has under other names only.
  package var down: ValueRenaming

  package init(
    older: DeclaredProperty, newer: DeclaredProperty, member: String? = nil, up: ValueRenaming,
    down: ValueRenaming
  ) {
    self.older = older
    self.newer = newer
    self.member = member
    self.up = up
    self.down = down
  }

  /// The attribute before and after a migration in one of the two directions.
  func ends(_ way: MigrationStep.Way) -> (old: DeclaredProperty, new: DeclaredProperty) {
    way == .back ? (newer, older) : (older, newer)
  }

  /// The place of the values after a migration.
  func place(_ way: MigrationStep.Way) -> MigrationStep.Place { place(ends(way).new) }

  private func place(_ property: DeclaredProperty) -> MigrationStep.Place {
    let named = member.map { property.member($0) } ?? property
    return MigrationStep.Place(named.entity, named.name)
  }

  /// The step of a migration to the newer schema.
  func step(_ way: MigrationStep.Way) -> MigrationStep {
    MigrationStep(
      .renameCases(up, back: down), old: place(older), new: place(newer), way: way)
  }
}

extension HierarchySource {
  /// Returns the source whose columns have the renamed values.
  func renamed(
    _ renamings: [CaseRenaming], in layout: HierarchyLayout, from old: TableSchema,
    _ way: MigrationStep.Way
  ) -> HierarchySource {
    var source = self
    for renaming in renamings {
      let (origin, target) = renaming.ends(way)
      let values = way == .back ? renaming.down : renaming.up
      guard !values.values.isEmpty,
        let column = layout.columns.firstIndex(where: {
          $0.entity == target.entity && $0.name == target.name
        }),
        let type = old.entity(named: origin.entity)?.attribute(named: origin.name)?.type
      else { continue }
      for part in source.parts.indices {
        source.parts[part].columns[column].conversion.add(
          values, member: renaming.member, from: type, way)
      }
    }
    return source
  }
}
