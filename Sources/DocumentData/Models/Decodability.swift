import DocumentTables

extension PersistentModel {
  /// Decodes what only its own coding can read, so that no getter can fail later.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` naming entity, property and object.
  func _$proveDecodable() throws {
    guard let description = _$state.description, !description.treeSlots.isEmpty,
      let segment = _$state.segment
    else { return }
    for slot in description.treeSlots {
      guard let column = description.slots[slot].column, let coding = description.codings[slot]
      else { continue }
      let value = segment.value(at: Int(_$state.row), column: column)
      do {
        try coding.check(value)
      } catch {
        throw SwiftDataError(
          .loadIssueModelContainer, error.description, entity: description.entityName,
          property: description.slots[slot].name, object: _$state.key)
      }
    }
  }
}
