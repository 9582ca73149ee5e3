import DocumentTables

extension ModelCatalog {
  /// Decodes all values that only a type's own coding can read, once when tables are opened, so
  /// that no getter can fail later.
  ///
  /// The cost is proportional to the rows with such columns: enumerations that are not closed, and
  /// `Codable` values.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` naming entity, property and object.
  package func proveDecodable(_ tables: Tables) throws {
    for description in descriptions {
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        if let problem = description.firstProblem(of: slot, in: tables) { throw problem }
      }
    }
  }

  /// Whether the next closure must set values that their types cannot read as they are: values that
  /// are required and new, or have another shape than before.
  ///
  /// Such values read as blank values until they are set; call ``proveDecodable(_:)`` afterwards.
  ///
  /// - Throws: The errors of ``proveDecodable(_:)``, for types without a blank value.
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
  /// Returns the error for the first stored value of an attribute that its type rejects.
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
  /// Whether an attribute can be read if no value is stored.
  var canBeBlank: Bool {
    guard case .attribute = kind else { return true }
    func isPossible<Content>(_ type: Content.Type) -> Bool {
      BlankValue.make(of: type, by: self) != nil
    }
    return isPossible(valueType)
  }
}
