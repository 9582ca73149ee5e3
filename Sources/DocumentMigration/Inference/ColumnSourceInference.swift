import DocumentTables

/// The inference of the sources of a new schema's columns.
struct ColumnSourceInference {
  let matching: SchemaMatching
  let old: TableSchema
  let new: TableSchema
  let way: MigrationStep.Way
  /// Old entity → the new entity of its objects.
  let heirs: [String: String]

  init(
    _ matching: SchemaMatching, from old: TableSchema, to new: TableSchema, way: MigrationStep.Way
  ) {
    self.matching = matching
    self.old = old
    self.new = new
    self.way = way
    heirs = Self.heirs(matching, from: old, to: new, way: way)
  }

  static func heirs(
    _ matching: SchemaMatching, from old: TableSchema, to new: TableSchema, way: MigrationStep.Way
  ) -> [String: String] {
    let successors = matching.inverted().entities
    var heirs: [String: String] = [:]
    for entity in old.entities {
      heirs[entity.name] =
        way == .back
        ? old.lineage(of: entity.name).lazy.compactMap { successors[$0.name] }
          .first { new.entity(named: $0)?.isAbstract == false }
        : successors[entity.name]
    }
    return heirs
  }

  func sources() -> [HierarchySource] {
    var parts: [Int: Set<Int>] = [:]
    for (old, new) in heirs {
      guard let from = self.old.hierarchyIndex(of: old), let to = self.new.hierarchyIndex(of: new)
      else { continue }
      parts[to, default: []].insert(from)
    }
    return new.hierarchies.enumerated().map { index, layout in
      HierarchySource(parts: (parts[index] ?? []).sorted().map { part(of: layout, from: $0) })
    }
  }

  private func part(of layout: HierarchyLayout, from hierarchy: Int) -> TablePart {
    let before = old.hierarchies[hierarchy]
    let discriminators = before.entities.map { entity in
      heirs[entity.name].flatMap { layout.entity(named: $0)?.discriminator }
    }
    let columns = layout.columns.indices.map { index in
      source(of: index, in: layout, from: before, discriminators)
    }
    return TablePart(hierarchy: hierarchy, discriminators: discriminators, columns: columns)
  }

  private func source(
    of index: Int, in layout: HierarchyLayout, from before: HierarchyLayout,
    _ discriminators: [UInt16?]
  ) -> ColumnSource {
    let column = layout.columns[index]
    let origins = matching.origins(of: DeclaredProperty(column.entity, column.name))
    var source = ColumnSource(
      origin: .absent, conversion: ValueConversion(), absent: column.absent(way))
    guard !origins.isEmpty else { return source }
    /// The matched property of each old entity whose rows have the new property; otherwise nil.
    var found: [DeclaredProperty?] = []
    /// The old entities whose rows do not have the new property.
    var others: Set<Int> = []
    for (old, new) in zip(before.entities, discriminators) {
      let owns = new.map { discriminator in
        layout.entities[Int(discriminator)].properties.contains { $0.column == index }
      }
      if owns != true { others.insert(found.count) }
      found.append(
        owns == true ? origins.first { self.old.isEntity(old.name, kindOf: $0.entity) } : nil)
    }
    if case .relationship(let relationship, let storage) = column.content,
      let related = relatedSources(
        of: relationship, storage, found: found, entities: before.entities.map(\.name))
    {
      source.origin = .related(related)
      return source
    }
    let positions = found.map { property in
      property.flatMap { before.column(named: $0.name, of: $0.entity) }
    }
    source.origin = origin(positions, others: others, column, before)
    for position in Set(positions.compactMap { $0 }) {
      add(before.columns[position], column, to: &source.conversion)
    }
    return source
  }

  /// Returns a single column if that column serves all rows that have the property.
  private func origin(
    _ positions: [Int?], others: Set<Int>, _ column: ColumnLayout, _ before: HierarchyLayout
  ) -> ColumnSource.Origin {
    let used = Set(positions.indices.filter { !others.contains($0) }.map { positions[$0] })
    guard let only = used.first, used.count == 1 else {
      return used.isEmpty ? .absent : .byEntity(positions)
    }
    guard let only else { return .absent }
    // Values in rows without the property have no meaning, but references there would be followed.
    let isFollowed =
      column.attribute == nil
      && others.contains { entity in
        before.entities[entity].properties.contains { $0.column == only }
      }
    return isFollowed ? .byEntity(positions) : .column(only)
  }

  private func add(
    _ before: ColumnLayout, _ column: ColumnLayout, to conversion: inout ValueConversion
  ) {
    switch (before.content, column.content) {
    case (.attribute(let from), .attribute(let to)): conversion.add(from, to, way)
    case (.relationship(let from, .list), .relationship(let to, .list))
    where from.isNullable && !to.isNullable:
      conversion.filling = .references([])
    default: break
    }
  }
}

extension ColumnLayout {
  /// Returns the value of rows that have no old value.
  fileprivate func absent(_ way: MigrationStep.Way) -> Value {
    switch content {
    case .attribute(let attribute): attribute.absent(way)
    case .relationship(let relationship, .list) where !relationship.isNullable: .references([])
    case .relationship: .null
    }
  }
}
