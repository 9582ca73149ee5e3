import DocumentTables

/// The sets that the index parts of one hierarchy contain (spec 3.13).
struct IndexPlan: Sendable {
  /// A set of numbers that occur in a chunk.
  struct Section: Sendable {
    enum Kind: UInt8, Sendable {
      /// Hashes of values, for finding objects by value.
      case values = 0
      /// Keys that records refer to, for finding the members of an owner.
      case references = 1

      /// The number behind the largest one.
      var end: UInt64 {
        switch self {
        case .values: ComparisonHash.end
        case .references: UInt64(ObjectKeyRange.end)
        }
      }

      /// Returns the slot of a number: the upper four bits of a hash; four bits of a key, above those
      /// in which neighbours differ.
      @inline(__always)
      func slot(of number: UInt64) -> Int {
        switch self {
        case .values: Int(truncatingIfNeeded: number >> (ComparisonHash.bits - 4) & 15)
        case .references: Int(truncatingIfNeeded: number >> 14 & 15)
        }
      }
    }

    var kind: Kind
    var entity: String
    var properties: [String]
    var columns: [Int]
    /// Whether objects of an entity have these properties, by discriminator.
    var concerned: [Bool]

    func hasSameName(as other: IndexPart.Section) -> Bool {
      kind == other.kind && entity.utf8.elementsEqual(other.entity.utf8)
        && properties.count == other.properties.count
        && zip(properties, other.properties).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
  }

  let hierarchy: String
  let sections: [Section]

  init(_ schema: TableSchema, hierarchy index: Int) {
    let layout = schema.hierarchies[index]
    hierarchy = layout.name
    sections = Self.values(schema, layout) + Self.references(schema, layout)
  }

  /// Returns the sets for uniqueness constraints, and for indexes of a single text, URL or UUID.
  private static func values(_ schema: TableSchema, _ layout: HierarchyLayout) -> [Section] {
    layout.entities.flatMap { own -> [Section] in
      guard let entity = schema.entity(named: own.name) else { return [] }
      var lists = entity.uniquenessConstraints
      for list in entity.indexes where list.count == 1 && !lists.contains(list) {
        if let column = own.column(of: list[0]), isName(layout.columns[column]) {
          lists.append(list)
        }
      }
      return lists.compactMap { properties in
        let columns = properties.compactMap { own.column(of: $0) }
        guard columns.count == properties.count,
          columns.allSatisfy({ ComparisonHash.isHashed(layout.columns[$0]) })
        else { return nil }
        return Section(
          kind: .values, entity: own.name, properties: properties, columns: columns,
          concerned: layout.entities.map { schema.isEntity($0.name, kindOf: own.name) })
      }
    }
  }

  private static func isName(_ column: ColumnLayout) -> Bool {
    switch column.attribute?.type {
    case .scalar(.text), .scalar(.url), .scalar(.uuid): true
    default: false
    }
  }

  /// Returns the sets for relationships whose other end needs them to find its members.
  private static func references(_ schema: TableSchema, _ layout: HierarchyLayout) -> [Section] {
    layout.columns.enumerated().compactMap { column, content in
      guard case .relationship(let relationship, let storage) = content.content,
        storage == .reference || storage == .list, relationship.inverse != nil
      else { return nil }
      return Section(
        kind: .references, entity: content.entity, properties: [content.name], columns: [column],
        concerned: layout.entities.map { schema.isEntity($0.name, kindOf: content.entity) })
    }
  }

  /// Returns the most selective set for objects of an entity with known values of some properties;
  /// nil if there is none.
  func position(ofValues properties: Set<String>, entity: String, in schema: TableSchema) -> Int? {
    sections.indices.filter { index in
      let section = sections[index]
      return section.kind == .values && properties.isSuperset(of: section.properties)
        && schema.isEntity(entity, kindOf: section.entity)
    }.max { sections[$0].properties.count < sections[$1].properties.count }
  }

  func position(ofReferences column: Int) -> Int? {
    sections.firstIndex { $0.kind == .references && $0.columns == [column] }
  }
}
