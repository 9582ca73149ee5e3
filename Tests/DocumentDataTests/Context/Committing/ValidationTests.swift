import DocumentData
import DocumentTables
import Testing

@testable import DocumentData

@Suite("The validation of pending changes, without a context")
struct ValidationTests {
  enum Harbour {
    static var models: [any PersistentModel.Type] { [Ship.self, Sailor.self] }

    @Model class Ship {
      var name: String
      @Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3)
      var crew: [Sailor] = []

      init(name: String) { self.name = name }
    }

    @Model class Sailor {
      var name: String
      var ship: Ship

      init(name: String, ship: Ship) {
        self.name = name
        self.ship = ship
      }
    }
  }

  /// Validates changes of objects that are related to as many others as a test says.
  private func error(
    _ rows: RowObjects, _ pending: PendingChanges, related count: Int?,
    model: (ObjectKey, Int) -> (any PersistentModel)? = { _, _ in nil }
  ) -> SwiftDataError? {
    let validation = Validation(rows.tables.schema) { _, _ in
      count.map { (0..<$0).map { ObjectKey($0) + 100 } }
    }
    do {
      try validation.check(pending, model: model)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A to-many has as many objects as its counts allow",
    arguments: [
      (nil, "0 objects, at least 1 are required"), (0, "0 objects, at least 1 are required"),
      (1, nil), (3, nil), (4, "4 objects, at most 3 are allowed"),
    ] as [(Int?, String?)])
  func counts(_ count: Int?, _ problem: String?) throws {
    let rows = try RowObjects(Harbour.models, [("Ship", "Argo")])
    let ship = try rows.make(1, as: Harbour.Ship.self)
    var pending = PendingChanges()
    pending.change(ship)
    let found = error(rows, pending, related: count)
    #expect(found?.explanation == problem)
    #expect(found?.property == (problem == nil ? nil : "crew"))
    // A change at the other end concerns the object as well.
    var other = PendingChanges()
    other.recount(1, hierarchy: rows.hierarchy)
    #expect(error(rows, other, related: count) { _, _ in ship }?.explanation == problem)
    #expect(error(rows, other, related: count) == nil)
  }

  @Test("A required to-one leads to an object", arguments: [nil, 0, 1] as [Int?])
  func required(_ count: Int?) throws {
    let rows = try RowObjects(Harbour.models, [("Sailor", "Ann")])
    var pending = PendingChanges()
    pending.change(try rows.make(1, as: Harbour.Sailor.self))
    let found = error(rows, pending, related: count)
    #expect(found?.explanation == (count == 1 ? nil : "it must not be nil"))
  }

  @Test("A denied deletion fails as long as related objects remain", arguments: [0, 2, 5])
  func denials(_ count: Int) throws {
    let rows = try RowObjects(Harbour.models, [("Ship", "Argo")])
    let ship = try rows.make(1, as: Harbour.Ship.self)
    let slot = try #require(rows.description(of: Harbour.Ship.self).slot(named: "crew"))
    var pending = PendingChanges()
    pending.note(PendingChanges.Denial(model: ship, slot: slot))
    #expect(error(rows, pending, related: count) == nil)
    rows.objects.setPhase(.deleted, of: ship)
    let found = error(rows, pending, related: count)
    #expect((found == nil) == (count == 0))
    #expect(found?.explanation.hasSuffix(", …") != (count <= 3))
    #expect(found?.object == (count == 0 ? nil : 1))
  }

  @Test("The error names the failing object with the smallest key")
  func order() throws {
    let rows = try RowObjects(Harbour.models, [("Ship", "a"), ("Ship", "b"), ("Ship", "c")])
    var pending = PendingChanges()
    for key in [3, 1, 2] as [ObjectKey] {
      pending.change(try rows.make(key, as: Harbour.Ship.self))
    }
    #expect(error(rows, pending, related: 9)?.object == 1)
  }

  @Test("A new object has a value for each attribute that needs one")
  func attributes() throws {
    let rows = try RowObjects(Harbour.models, [("Ship", "Argo")])
    let ship = Harbour.Ship(name: "Maria")
    try rows.insert(ship, as: 5)
    var pending = PendingChanges()
    pending.insert(ship)
    #expect(error(rows, pending, related: 2) == nil)
    let name = try #require(rows.description(of: Harbour.Ship.self).slot(named: "name"))
    ship._$setSlot(name, to: .unset)
    let found = error(rows, pending, related: 2)
    #expect(found?.explanation == "it was never set")
    #expect(found?.property == "name")
  }
}
