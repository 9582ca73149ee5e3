import DocumentData
import DocumentTables
import Foundation
import Testing

private enum ClubV1Again: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { ClubV1.models }
}

private enum FrozenClubV1Again: FrozenVersion {
  static let schema = FrozenSchema(of: ClubV1Again.self)
}

private enum PantryV1Again: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { PantryV1.models }
}

private enum FrozenPantryV1Again: FrozenVersion {
  static let schema = FrozenSchema(of: PantryV1Again.self)
}

/// Two versions of equal shape, with a closure between them.
private protocol OneClosure: SchemaMigrationPlan {
  associatedtype First: FrozenVersion
  associatedtype Second: FrozenVersion
}

extension OneClosure {
  static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: First.self, toVersion: Second.self, willMigrate: RowClosure.willMigrate,
        didMigrate: nil)
    ]
  }
}

private enum ClubClosure: OneClosure {
  typealias First = FrozenClubV1
  typealias Second = FrozenClubV1Again
}

private enum PantryClosure: OneClosure {
  typealias First = FrozenPantryV1
  typealias Second = FrozenPantryV1Again
}

@Suite("Rules of versions without classes")
struct FrozenRowRuleTests {
  private func runClub(
    _ closure: @escaping RowClosure.OneContext
  ) throws -> [ClubV1.Member] {
    let old = try Birds.tables(ClubV1.self, ClubMembers.fill)
    let tables = try RowClosure.$willMigrate.withValue(closure) {
      try Birds.migrate(ClubClosure.self, old).tables
    }
    #expect(TablesCheck.findings(tables).isEmpty)
    return try Birds.context(tables, ClubV1.self).all(ClubV1.Member.self)
  }

  @Test("a new row with the unique key of another becomes that row")
  func upsert() throws {
    let members = try runClub { context in
      let ada = try context.insertRow("Member")
      try ada.set("name", to: "Ada")
      try ada.set("level", to: 1)
      let room = try context.insertRow("Room")
      try room.set("title", to: "attic")
      try ada.set("room", to: room)
      try context.save()
      #expect(try context.rows("Member").count == 3)
      try ada.set("level", to: 2)
    }
    #expect(members.map(\.name) == ["Ada", "Grace", "Mary"])
    #expect(members[0].level == .high && members[0].room?.title == "attic")
    #expect(members[0].friends.map(\.name) == ["Mary", "Grace"])
  }

  @Test("a new row without a value is refused, also if it would become another row")
  func upsertWithoutValue() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try runClub { try $0.insertRow("Member").set("name", to: "Ada") }
    }
    #expect(error.entity == "Member" && error.property == "level")
    #expect(error.explanation == "it was never set")
  }

  @Test("relationships of an entity to itself change both ends")
  func friends() throws {
    let members = try runClub { context in
      let rows = try context.rows("Member")
      #expect(try (rows[1]["friendOf"] as [FrozenRow]) == [rows[0]])
      try rows[2].set("friends", to: [rows[1], rows[0]])
      context.deleteRow(rows[1])
      #expect(try (rows[2]["friends"] as [FrozenRow]) == [rows[0]])
      #expect(try (rows[0]["friends"] as [FrozenRow]) == [rows[2]])
    }
    #expect(members.map(\.name) == ["Ada", "Mary"])
    #expect(members[0].friendOf.map(\.name) == ["Mary"])
  }

  @Test("rows of an entity include those of its subentities, which have the inherited properties")
  func subentities() throws {
    let old = try Birds.tables(PantryV1.self, Pantry.fill)
    let tables = try RowClosure.$willMigrate.withValue({ context in
      let recipes = try context.rows("Recipe")
      #expect(recipes.map(\.entityName) == ["Baking", "Recipe", "Recipe"])
      #expect(try context.rows("Baking") == [recipes[0]])
      #expect(try recipes[0]["minutes", as: Double.self] == 40.5)
      #expect(throws: SwiftDataError.self) { try recipes[1]["minutes", as: Double.self] }
      #expect(try recipes[2]["ratings", as: [String: Int].self] == ["r2": 2])
      let added = try context.insertRow("Baking")
      try added.set("title", to: "Cake")
      try added.set("minutes", to: 30.0)
      try added.set("ratings", to: ["a": 1])
      // The relationship leads to the superentity.
      try context.firstRow("Ingredient").set("recipe", to: added)
    }) { try Birds.migrate(PantryClosure.self, old).tables }
    #expect(TablesCheck.findings(tables).isEmpty)
    let cake = try #require(
      try Birds.context(tables, PantryV1.self).all(PantryV1.Baking.self).last)
    #expect(cake.title == "Cake" && cake.minutes == 30 && cake.servings == 4)
    #expect(cake.ratings == ["a": 1] && cake.ingredients.count == 1)
  }
}
