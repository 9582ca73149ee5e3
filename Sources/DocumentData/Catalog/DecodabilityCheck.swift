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
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        if let problem = description.firstProblem(of: slot, in: tables) { throw problem }
      }
    }
  }

  /// Whether a closure that comes next has values to set that their types cannot read as they are:
  /// what is required and new, or of another shape than before.
  ///
  /// Until they are set such values read as blank ones; then ``proveDecodable(_:)`` is to be asked.
  ///
  /// - Throws: As ``proveDecodable(_:)`` does, for types of which there is no blank value.
  func leavesValuesToSet(in tables: Tables) throws -> Bool {
    var isAny = false
    for description in descriptions {
      let properties = ModelMetadata.of(description.type).properties
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        guard let problem = description.firstProblem(of: slot, in: tables) else { continue }
        guard slot < properties.count, properties[slot].canBeBlank else { throw problem }
        isAny = true
      }
    }
    return isAny
  }
}

extension ModelDescription {
  /// The first stored value of an attribute that its type refuses.
  fileprivate func firstProblem(of slot: Int, in tables: Tables) -> SwiftDataError? {
    guard let coding = checkedSlots[slot], let column = slots[slot].column else { return nil }
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count where segment.entities[row] == discriminator {
        do {
          try coding.check(segment.value(at: row, column: column))
        } catch {
          return SwiftDataError(
            .loadIssueModelContainer, error.description, entity: entityName,
            property: slots[slot].name, object: segment.keys[row])
        }
      }
    }
    return nil
  }
}

extension Schema.PropertyMetadata {
  /// Whether an attribute can be read where nothing is stored.
  var canBeBlank: Bool {
    guard case .attribute = kind else { return true }
    func isPossible<Content>(_ type: Content.Type) -> Bool {
      BlankValue.make(of: type, by: self) != nil
    }
    return isPossible(valueType)
  }
}
