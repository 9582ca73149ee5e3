import DocumentTables

extension ModelCatalog {
  /// Decodes what only a type's own coding can read, once when tables are opened, so that no getter
  /// can fail later.
  ///
  /// Cost follows the rows of such columns: enumerations that are not closed, and `Codable` values.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` naming entity, property and object.
  package func proveDecodable(_ tables: Tables) throws {
    for description in descriptions {
      for (slot, coding) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        guard let column = description.slots[slot].column else { continue }
        for segment in tables.tables[description.hierarchy].segments {
          for row in 0..<segment.count
          where segment.entities[row] == description.discriminator {
            do {
              try coding.check(segment.value(at: row, column: column))
            } catch {
              throw SwiftDataError(
                .loadIssueModelContainer, error.description, entity: description.entityName,
                property: description.slots[slot].name, object: segment.keys[row])
            }
          }
        }
      }
    }
  }
}
