import DocumentData
import DocumentTables
import Testing

/// The relationships that model classes make, and which of them are two ends of one connection.
@Suite struct RelationshipTests {
  private static func relationship(_ entity: String, _ name: String) throws -> TableRelationship {
    let schema = try Schema(versionedSchema: JourneySchemaV2.self).tableSchema(name: "journeys")
    return try #require(schema.entity(named: entity)?.relationship(named: name))
  }

  @Test("the property's type decides about destination, number and nil")
  func types() throws {
    let stops = try Self.relationship("Journey", "stops")
    #expect(stops.destination == "Stop")
    #expect(stops.isToMany)
    #expect(stops.isNullable)
    let guides = try Self.relationship("Journey", "guides")
    #expect(guides.isToMany)
    #expect(!guides.isNullable)
    let captain = try Self.relationship("Journey", "captain")
    #expect(!captain.isToMany)
    #expect(captain.isNullable)
  }

  @Test("delete rules, counts and original names are read in both spellings")
  func options() throws {
    #expect(try Self.relationship("Journey", "stops").deleteRule == .cascade)
    #expect(try Self.relationship("Journey", "captain").deleteRule == .deny)
    let guides = try Self.relationship("Journey", "guides")
    #expect(guides.deleteRule == .nullify)
    #expect(guides.minimumCount == 1)
    #expect(guides.maximumCount == 3)
    #expect(guides.originalName == "leaders")
    let stops = try Self.relationship("Journey", "stops")
    #expect(stops.minimumCount == nil)
    #expect(stops.maximumCount == nil)
  }

  @Test(
    "an inverse is the one that is stated, or the only one that can be meant",
    arguments: [
      ("Journey", "stops", "journey"), ("Stop", "journey", "stops"),
      ("Guide", "teacher", "pupils"), ("Guide", "pupils", "teacher"),
      // Two properties of one class that lead to it are a pair,
      ("Stop", "before", "after"), ("Stop", "after", "before"),
      ("Journey", "following", "preceding"),
      ("Cruise", "port", "cruises"), ("Port", "cruises", "port"),
    ])
  func inverses(entity: String, name: String, inverse: String) throws {
    #expect(try Self.relationship(entity, name).inverse == inverse)
  }

  @Test(
    "where two properties could be the inverse, none is",
    arguments: [("Journey", "guides"), ("Journey", "captain"), ("Guide", "journeys")])
  func ambiguous(entity: String, name: String) throws {
    #expect(try Self.relationship(entity, name).inverse == nil)
  }

  @Test("a stated inverse counts for both ends")
  func statedInverse() throws {
    let schema = try Schema(JourneySchemaV1.Stop.self).tableSchema(name: "journeys")
    #expect(schema.entity(named: "Stop")?.relationship(named: "journey")?.inverse == "stops")
  }
}
