import DocumentMigration
import DocumentTables
import Testing

@Suite("The difference of two schemas")
struct SchemaDifferenceTests {
  static func base() -> [TableEntity] {
    [
      TableEntity(
        name: "Trip",
        attributes: [
          TableAttribute(name: "days", type: .scalar(.int32), isNullable: true),
          TableAttribute(name: "name", type: .scalar(.text)),
        ],
        relationships: [
          TableRelationship(name: "items", destination: "Item", inverse: "trip", isToMany: true),
          TableRelationship(name: "tags", destination: "Tag", inverse: "trips", isToMany: true),
        ], uniquenessConstraints: [["name"]], indexes: [["days"]]),
      TableEntity(
        name: "Work", superentity: "Trip",
        attributes: [TableAttribute(name: "reason", type: .scalar(.text), isNullable: true)]),
      TableEntity(
        name: "Item",
        relationships: [
          TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
        ]),
      TableEntity(
        name: "Tag",
        relationships: [
          TableRelationship(name: "trips", destination: "Trip", inverse: "tags", isToMany: true)
        ]),
    ]
  }

  static func difference(_ change: (inout [TableEntity]) -> Void) throws -> SchemaDifference {
    var entities = base()
    change(&entities)
    return try SchemaDifference(
      from: TableSchema(name: "S", version: nil, entities: base()),
      to: TableSchema(name: "S", version: nil, entities: entities))
  }

  private func steps(_ change: (inout [TableEntity]) -> Void) throws -> [String] {
    try Self.difference(change).steps.map(\.description)
  }

  private func problem(_ change: (inout [TableEntity]) -> Void) throws -> SchemaProblem? {
    do {
      _ = try Self.difference(change)
      return nil
    } catch let problem as SchemaProblem {
      return problem
    }
  }

  @Test("follows a renamed entity through superentity, destination and inverse")
  func renamedEverywhere() throws {
    let steps = try steps { entities in
      entities[0].name = "Journey"
      entities[0].originalName = "Trip"
      entities[1].superentity = "Journey"
      entities[2].relationships[0].destination = "Journey"
      entities[3].relationships[0].destination = "Journey"
    }
    #expect(steps == ["Trip is now Journey"])
  }

  @Test("refuses what has two readings, and names both")
  func ambiguity() throws {
    let property = try problem {
      $0[0].attributes[1].originalName = "days"
      $0[0].attributes.remove(at: 0)
      $0[0].indexes = []
    }
    #expect(property?.code == .ambiguousChange)
    #expect(property?.property == "name")
    let claimed = try problem {
      $0[0].attributes.append(
        TableAttribute(name: "z", originalName: "name", type: .scalar(.text)))
    }
    #expect(claimed?.code == .ambiguousChange)
    #expect(claimed?.property == "z")
    let twice = try problem {
      $0[1].attributes = ["p", "q"].map {
        TableAttribute(name: $0, originalName: "reason", type: .scalar(.text), isNullable: true)
      }
    }
    #expect(twice?.code == .ambiguousChange)
    #expect(twice?.property == "q")
    let entity = try problem {
      $0[2].originalName = "Work"
      $0.remove(at: 1)
    }
    #expect(entity?.code == .ambiguousChange)
    #expect(entity?.entity == "Item")
    let stillThere = try problem { $0.append(TableEntity(name: "Job", originalName: "Work")) }
    #expect(stillThere?.code == .ambiguousChange)
    let both = try problem {
      $0.remove(at: 1)
      $0.append(TableEntity(name: "P", superentity: "Trip", originalName: "Work"))
      $0.append(TableEntity(name: "Q", superentity: "Trip", originalName: "Work"))
    }
    #expect(both?.code == .ambiguousChange)
    #expect(both?.entity == "Q")
  }

  // Spec 7.3-3
  @Test("goes by the name first, so that an original name may stay for later versions")
  func staleOriginalName() throws {
    #expect(try steps { $0[0].attributes[1].originalName = "days" }.isEmpty)
    #expect(try steps { $0[0].attributes[1].originalName = "older" }.isEmpty)
    #expect(try steps { $0[0].originalName = "Older" }.isEmpty)
  }

  @Test("refuses what needs a decision, and names the property")
  func unsupported() throws {
    func refused(_ change: (inout [TableEntity]) -> Void) throws -> String? {
      try problem(change).map { problem in
        let place = [problem.entity, problem.property].compactMap { $0 }.joined(separator: ".")
        return problem.code == .unsupportedChange ? place : problem.code.rawValue
      }
    }
    let required = TableAttribute(name: "z", type: .scalar(.text))
    #expect(try refused { $0[0].attributes.append(required) } == "Trip.z")
    var computed = required
    computed.defaultValue = .computed
    #expect(try refused { $0[0].attributes.append(computed) } == "Trip.z")
    #expect(try refused { $0[0].attributes[0].type = .scalar(.text) } == "Trip.days")
    #expect(try refused { $0[0].attributes[0].type = .scalar(.int16) } == "Trip.days")
    #expect(try refused { $0[0].attributes[0].type = .scalar(.float) } == "Trip.days")
    #expect(try refused { $0[1].superentity = nil } == "Work")
    #expect(try refused { $0[2].superentity = "Tag" } == "Item")
    #expect(
      try refused {
        $0[0].relationships[0].inverse = nil
        $0[2].relationships = []
      } == "Trip.items")
    #expect(
      try refused {
        $0[1].attributes = []
        $0[1].relationships = [
          TableRelationship(name: "reason", destination: "Tag", isToMany: false)
        ]
      } == "Work.reason")
  }

  @Test("refuses to remove an entity that a relationship still leads to")
  func removedDestination() throws {
    #expect(
      try problem { $0.remove(at: 3) }?.code == .missingEntity)
    let steps = try steps {
      $0.remove(at: 3)
      $0[0].relationships.removeLast()
    }
    #expect(
      steps == ["Tag is removed with its objects", "Trip.tags is removed with its values"])
  }

  @Test("lets a to-one without inverse gain one, and refuses a list that loses its members")
  func newInverse() throws {
    let old = [
      TableEntity(name: "A"),
      TableEntity(
        name: "B",
        relationships: [TableRelationship(name: "a", destination: "A", isToMany: false)]),
    ]
    var new = old
    new[0].relationships = [
      TableRelationship(name: "bs", destination: "B", inverse: "a", isToMany: true)
    ]
    new[1].relationships[0].inverse = "bs"
    let difference = try SchemaDifference(
      from: TableSchema(name: "S", version: nil, entities: old),
      to: TableSchema(name: "S", version: nil, entities: new))
    #expect(
      difference.steps.map(\.description) == ["A.bs is new", "B.a has the inverse A.bs"])
    var list = old
    list[1].relationships = []
    list[0].relationships = [TableRelationship(name: "bs", destination: "B", isToMany: true)]
    #expect(throws: SchemaProblem.self) {
      try SchemaDifference(
        from: TableSchema(name: "S", version: nil, entities: list),
        to: TableSchema(name: "S", version: nil, entities: new))
    }
  }

  @Test("Uniqueness may break where a constraint names what has changed, and only there")
  func brokenUniqueness() throws {
    let colour = TableAttribute(
      name: "colour", type: .scalar(.text), defaultValue: .value(.text("red")))
    #expect(try !Self.difference { $0[0].attributes.append(colour) }.mayBreakUniqueness)
    let constrained = try Self.difference {
      $0[0].attributes.append(colour)
      $0[0].uniquenessConstraints.append(["colour"])
    }
    #expect(constrained.mayBreakUniqueness)
    let number = TableAttribute(name: "name", type: .scalar(.int32))
    var entities = Self.base()
    entities[0].attributes[1] = number
    let another = try SchemaDifference(
      from: TableSchema(name: "S", version: nil, entities: Self.base()),
      to: TableSchema(name: "S", version: nil, entities: entities), decisions: .leftToClosures)
    #expect(another.mayBreakUniqueness)
  }
}
