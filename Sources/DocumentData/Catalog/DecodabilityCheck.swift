import DocumentMigration
import DocumentTables

extension ModelCatalog {
  /// Decodes all values that only a type's own coding can read, once when tables are opened, so
  /// that no getter can fail later.
  ///
  /// The cost is proportional to the rows with such columns: enumerations that are not closed, and
  /// `Codable` values. Equal values are decoded once, as far as a table of bounded size knows them.
  ///
  /// - Returns: In words, the attributes with unknown cases of enumerations, which read as another.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` naming entity, property and object.
  package func proveDecodable(_ tables: Tables) throws -> [String] {
    var unknown: [String] = []
    for description in descriptions {
      for (slot, _) in description.checkedSlots.sorted(by: { $0.key < $1.key }) {
        let found = description.values(of: slot, in: tables)
        if let problem = found.problem { throw problem }
        if let words = found.unknownCases?.words { unknown.append(words) }
      }
    }
    return unknown
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
        guard var problem = description.values(of: slot, in: tables).problem else { continue }
        problem.explanation +=
          "; no closure can read it, since no other value of its type is known: give the property a "
          + "default value in this version"
        throw problem
      }
    }
  }
}

/// The unknown cases of an enumeration among the values of an attribute.
private struct UnknownCases {
  let place: String
  /// The first stored value, and its object.
  let first: (value: Value, object: ObjectKey)
  var count = 1

  var words: String {
    let objects = count == 1 ? "1 object has" : "\(count) objects have"
    return "\(place): \(objects) a raw value of no known case, first "
      + "\(MigrationStep.excerpt(first.value)) of object \(first.object): it reads as unknownCase, "
      + "and stays until the property is set"
  }
}

extension ModelDescription {
  /// Returns the error for the first stored value of an attribute that its type rejects, else the unknown cases.
  fileprivate func values(
    of slot: Int, in tables: Tables
  ) -> (problem: SwiftDataError?, unknownCases: UnknownCases?) {
    guard let coding = checkedSlots[slot], let column = slots[slot].column else {
      return (nil, nil)
    }
    var accepted = AcceptedValues()
    var unknown: UnknownCases?
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count where segment.entities[row] == discriminator {
        do {
          guard try accepted.check(segment.columns[column], at: row, by: coding) else { continue }
          unknown?.count += 1
          if unknown == nil {
            unknown = UnknownCases(
              place: "\(entityName).\(slots[slot].name)",
              first: (segment.value(at: row, column: column), segment.keys[row]))
          }
        } catch {
          let problem = SwiftDataError(
            .loadIssueModelContainer, error.words(of: segment.value(at: row, column: column)),
            entity: entityName,
            property: slots[slot].name, object: segment.keys[row])
          return (problem, nil)
        }
      }
    }
    return (nil, unknown)
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
