/// The tables and columns of a model, by the rules that real stores follow.
package struct StoreLayout: Sendable {
  /// A table with the rows of one hierarchy of entities.
  package struct Table: Sendable {
    package let name: String
    /// The entities of the hierarchy in the order of their numbers; the first is the root.
    package let entities: [String]
    package fileprivate(set) var columns: [Column]
  }

  /// A column and the property that it stores.
  package struct Column: Sendable {
    package enum Source: Sendable, Hashable {
      /// An attribute, or an element of a composite attribute, by its path.
      case attribute(entity: String, path: [String])
      /// A to-one relationship: the key of the other row.
      case toOne(entity: String, name: String)
      /// The entity number of the other row, where its entity has subentities.
      case toOneEntity(entity: String, name: String)
      /// A to-many relationship of another entity, without an inverse: the key of its row.
      case owner(entity: String, name: String)
      /// The place of the row in an ordered to-many relationship of another entity.
      case order(entity: String, name: String)
    }

    package let name: String
    package let type: String
    package let source: Source
  }

  /// The table of a many-to-many relationship.
  package struct JoinTable: Sendable {
    package let name: String
    /// The relationship whose entity sorts first, and the column with the keys of its rows.
    package let entity: String
    package let relationship: String
    package let column: String
    /// The column with the keys of the destination's rows.
    package let otherColumn: String
  }

  /// The number of each entity, from 1: names in order, each hierarchy depth first.
  package let numbers: [String: Int64]
  package private(set) var tables: [Table] = []
  package private(set) var joinTables: [JoinTable] = []

  package init(_ model: StoreModel) {
    var numbers: [String: Int64] = [:]
    let roots = model.entities.filter { $0.superentity == nil }.map(\.name).sorted()
    for name in roots.flatMap({ model.family(of: $0) }) { numbers[name] = Int64(numbers.count + 1) }
    self.numbers = numbers
    for root in roots {
      let family = model.family(of: root)
      var table = Table(name: "Z" + root.uppercased(), entities: family, columns: [])
      var used: [String: Int] = [:]
      func add(_ name: String, _ type: String, _ source: Column.Source) {
        let count = used[name, default: 0]
        used[name] = count + 1
        let suffix = count == 0 ? "" : String(count)
        table.columns.append(Column(name: name + suffix, type: type, source: source))
      }
      for name in family {
        let own = model.entity(named: name)?.properties ?? []
        for property in own.sorted(by: { $0.name < $1.name }) {
          switch property {
          case .attribute(let attribute):
            Self.leaves(of: attribute, []) { leaf, path in
              add(
                "Z" + leaf.name.uppercased(), leaf.columnType, .attribute(entity: name, path: path))
            }
          case .relationship(let relationship) where !relationship.isToMany:
            let column = relationship.name.uppercased()
            add("Z" + column, "INTEGER", .toOne(entity: name, name: relationship.name))
            if !model.subentities(of: relationship.destination).isEmpty {
              let number = numbers[relationship.destination] ?? 0
              add(
                "Z\(number)_" + column, "INTEGER",
                .toOneEntity(entity: name, name: relationship.name))
            }
            if let inverse = relationship.inverse,
              let other = model.relationship(inverse, of: relationship.destination),
              other.isToMany, other.isOrdered
            {
              add(
                "Z_FOK_" + column, "INTEGER",
                .order(entity: relationship.destination, name: inverse))
            }
          case .relationship: break
          }
        }
      }
      for owner in model.entities.sorted(by: { $0.name < $1.name }) {
        for case .relationship(let relationship) in owner.properties
        where relationship.isToMany && relationship.inverse == nil
          && family.contains(relationship.destination)
        {
          add(
            "Z\(numbers[owner.name] ?? 0)" + relationship.name.uppercased(), "INTEGER",
            .owner(entity: owner.name, name: relationship.name))
        }
      }
      tables.append(table)
    }
    joinTables = Self.joinTables(model, numbers)
  }

  private static func leaves(
    of attribute: StoreAttribute, _ path: [String],
    _ body: (StoreAttribute, [String]) -> Void
  ) {
    let path = path + [attribute.name]
    guard case .composite(let elements, _) = attribute.kind else { return body(attribute, path) }
    for element in elements { leaves(of: element, path, body) }
  }

  private static func joinTables(_ model: StoreModel, _ numbers: [String: Int64]) -> [JoinTable] {
    var tables: [JoinTable] = []
    for entity in model.entities.sorted(by: { $0.name < $1.name }) {
      let properties = entity.properties.sorted { $0.name < $1.name }
      for case .relationship(let relationship) in properties where relationship.isToMany {
        guard let inverse = relationship.inverse,
          let other = model.relationship(inverse, of: relationship.destination), other.isToMany,
          let own = numbers[entity.name], let theirs = numbers[relationship.destination],
          (own, relationship.name) < (theirs, inverse)
        else { continue }
        let column = "Z_\(own)" + inverse.uppercased()
        var otherColumn = "Z_\(theirs)" + relationship.name.uppercased()
        if column == otherColumn { otherColumn += "1" }
        tables.append(
          JoinTable(
            name: "Z_\(own)" + relationship.name.uppercased(), entity: entity.name,
            relationship: relationship.name, column: column, otherColumn: otherColumn))
      }
    }
    return tables
  }

  /// Returns the table with the rows of an entity.
  package func table(of entity: String) -> Table? {
    tables.first { $0.entities.contains(entity) }
  }
}
