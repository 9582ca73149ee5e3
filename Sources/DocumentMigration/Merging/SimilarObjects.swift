import DocumentTables

/// A search for objects that both sides of a merge inserted and that differ only in lesser
/// attributes, as after a cherry-pick and an edit (spec 13.2).
struct SimilarObjects {
  /// The most objects of a side with one owner and one text that are compared.
  private static let mostCandidates = 8

  private let left: Tables
  private let right: Tables
  private let columns: [[ComparedColumn]]
  /// The attributes that tell objects apart, by hierarchy and discriminator.
  private let telling: [[[ComparedColumn]]]
  private let owners: [[ComparedColumn.Place]]

  init(_ left: Tables, _ right: Tables) {
    self.left = left
    self.right = right
    let columns = left.schema.comparedColumns()
    let uniques = CheckPlan(left.schema).uniques
    self.columns = columns
    telling = left.schema.hierarchies.enumerated().map { hierarchy, layout in
      layout.entities.indices.map { entity in
        columns[hierarchy].filter { column in
          guard column.owners[entity], let attribute = column.layout.attribute else { return false }
          let isUnique = uniques.contains {
            $0.hierarchy == hierarchy && $0.concerned[entity] && $0.columns.contains(column.index)
          }
          return isUnique || !attribute.isNullable && attribute.defaultValue == .none
        }
      }
    }
    owners = left.schema.columnsOfOwners()
  }

  /// A text of an object, with what objects must have in common to be compared.
  private struct Trait: Hashable {
    let hierarchy: Int
    let discriminator: UInt16
    /// The left keys of the objects that own the object.
    let owners: [ObjectKey]
    let column: Int
    let text: ComparisonText
  }

  /// Returns the left keys of right objects that are the only similar ones, or similar and of one
  /// key.
  ///
  /// - Parameters:
  ///   - ones: The left objects without a counterpart.
  ///   - others: The right objects without a counterpart.
  ///   - known: The left keys of all other right objects.
  func keys(
    _ ones: Set<ObjectKey>, _ others: Set<ObjectKey>, known: [ObjectKey: ObjectKey]
  ) -> [ObjectKey: ObjectKey] {
    guard !ones.isEmpty, !others.isEmpty else { return [:] }
    let leftRows = rows(ones, in: left) { $0 }
    let rightRows = rows(others, in: right) { known[$0] }
    var counterparts: [ObjectKey: Set<ObjectKey>] = [:]
    var rivals: [ObjectKey: Set<ObjectKey>] = [:]
    for (trait, rightRows) in rightRows {
      guard let leftRows = leftRows[trait], leftRows.count <= Self.mostCandidates,
        rightRows.count <= Self.mostCandidates
      else { continue }
      for one in leftRows {
        for other in rightRows where isSimilar(one, other) {
          counterparts[other.key, default: []].insert(one.key)
          rivals[one.key, default: []].insert(other.key)
        }
      }
    }
    var keys: [ObjectKey: ObjectKey] = [:]
    for (key, found) in counterparts {
      if found.contains(key) {
        keys[key] = key
      } else if found.count == 1, let one = found.first, rivals[one]?.count == 1 {
        keys[key] = one
      }
    }
    return keys
  }

  /// Returns objects by each text that tells them apart.
  ///
  /// - Parameter leftKey: Returns the left key of an owner; nil if it has no counterpart, so that the
  ///   object has none.
  private func rows(
    _ keys: Set<ObjectKey>, in tables: Tables, _ leftKey: (ObjectKey) -> ObjectKey?
  ) -> [Trait: [InsertedRow]] {
    var rows: [Trait: [InsertedRow]] = [:]
    for key in keys {
      guard let place = tables.find(key),
        let row = tables.row(key, hierarchy: place.hierarchy, columns)
      else { continue }
      var owning = columns[row.hierarchy].filter(\.leadsToOwner).flatMap {
        $0.targets(of: row.values[$0.index])
      }
      for owner in owners[row.hierarchy] {
        owning += tables.tables[owner.hierarchy].sources(of: key, throughColumn: owner.column)
      }
      let known = owning.compactMap(leftKey)
      guard known.count == owning.count else { continue }
      for column in telling[row.hierarchy][Int(row.discriminator)] {
        guard case .text(let text) = row.values[column.index], !text.isEmpty,
          column.layout.attribute?.cases == nil
        else { continue }
        let trait = Trait(
          hierarchy: row.hierarchy, discriminator: row.discriminator, owners: known,
          column: column.index, text: ComparisonText(text))
        rows[trait, default: []].append(row)
      }
    }
    return rows
  }

  /// Returns whether more than half of the attributes that tell objects of the entity apart are
  /// equal, or half of them and the keys.
  private func isSimilar(_ one: InsertedRow, _ other: InsertedRow) -> Bool {
    let telling = telling[one.hierarchy][Int(one.discriminator)]
    let equal = telling.count { column in
      let value = one.values[column.index]
      return !value.isNull && value == other.values[column.index]
    }
    return 2 * equal > telling.count || 2 * equal == telling.count && one.key == other.key
  }
}
