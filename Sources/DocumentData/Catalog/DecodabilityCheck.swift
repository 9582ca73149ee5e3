import DocumentTables

extension ModelCatalog {
  /// Decodes all values that only a type's own coding can read, once when tables are opened, so
  /// that no getter can fail later.
  ///
  /// The cost is proportional to the rows with such columns: enumerations that are not closed, and
  /// `Codable` values. Equal values are decoded once, as far as a table of bounded size knows them.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` naming entity, property and object.
  package func proveDecodable(_ tables: Tables) throws {
    for description in descriptions {
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        if let problem = description.firstProblem(of: slot, in: tables) { throw problem }
      }
    }
  }

  /// Checks that the closures of a stage can read every object.
  ///
  /// A value that its type rejects reads as a substitute (``SubstituteValue``), which a closure may
  /// replace; ``proveDecodable(_:)`` checks afterwards what is left. This looks at the rows of those
  /// types only that have no substitute.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a value that could only end the program.
  func proveReadable(_ tables: Tables) throws {
    for description in descriptions {
      let properties = ModelMetadata.of(description.type).properties
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key })
      where slot >= properties.count || !properties[slot].hasSubstitute {
        guard var problem = description.firstProblem(of: slot, in: tables) else { continue }
        problem.explanation +=
          "; no closure can read it, since no other value of its type is known: give the property a "
          + "default value in this version"
        throw problem
      }
    }
  }
}

extension ModelDescription {
  /// Returns the error for the first stored value of an attribute that its type rejects.
  fileprivate func firstProblem(of slot: Int, in tables: Tables) -> SwiftDataError? {
    guard let coding = checkedSlots[slot], let column = slots[slot].column else { return nil }
    var accepted = AcceptedValues()
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count where segment.entities[row] == discriminator {
        do {
          try accepted.check(segment.columns[column], at: row, by: coding)
        } catch {
          return SwiftDataError(
            .loadIssueModelContainer, error.words(of: segment.value(at: row, column: column)),
            entity: entityName,
            property: slots[slot].name, object: segment.keys[row])
        }
      }
    }
    return nil
  }
}

extension Schema.PropertyMetadata {
  /// Whether a closure of a stage can read an attribute whose type rejects the stored value.
  var hasSubstitute: Bool {
    guard case .attribute = kind else { return true }
    func isPossible<Content>(_ type: Content.Type) -> Bool { SubstituteValue.make(of: type) != nil }
    return canBeBlank || isPossible(valueType)
  }

  /// Whether an attribute can be read if no value is stored.
  var canBeBlank: Bool {
    guard case .attribute = kind else { return true }
    func isPossible<Content>(_ type: Content.Type) -> Bool {
      BlankValue.make(of: type, by: self) != nil
    }
    return isPossible(valueType)
  }
}
