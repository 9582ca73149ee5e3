import DocumentTables
import Testing

@testable import DocumentData

@Suite("The objects of a context, without the context")
struct ContextObjectsTests {
  typealias Plain = Layout.Plain
  typealias Derived = Layout.Derived

  @Test("A row becomes an object of its class, which reads the row and is found by its key")
  func making() throws {
    let rows = try RowObjects()
    let plain = try rows.make(1, as: Plain.self)
    #expect(plain.name == "a")
    #expect(plain.count == 7)
    let derived = try rows.make(2, as: Derived.self)
    #expect(derived.detail == "d")
    #expect(rows.objects.identityMap[1] === plain)
    #expect(rows.objects.identityMap[2] === derived)
    #expect(rows.objects.identityMap[3] == nil)
    #expect(plain.modelContext == nil)
  }

  @Test("Objects leave the map when the program releases them, with or without kept homes")
  func releasing() throws {
    let rows = try RowObjects()
    for keepsHomes in [false, true] {
      if keepsHomes { rows.objects.keepHomes() }
      var all = try rows.all(Plain.self)
      #expect(rows.objects.identityMap.size.count == 3)
      all.removeAll()
      #expect(rows.objects.identityMap.size.count == 0)
    }
  }

  @Test("Objects keep their map when the part that made them is gone")
  func outliving() throws {
    var kept: Plain?
    weak var map: IdentityMap?
    do {
      let rows = try RowObjects()
      kept = try rows.make(1, as: Plain.self)
      map = rows.objects.identityMap
    }
    #expect(kept?.name == "a")
    #expect(map?[1] === kept)
    kept = nil
    #expect(map == nil)
  }

  @Test("Many rows give the objects that exist and new ones, of the wanted class only")
  func many() throws {
    let rows = try RowObjects()
    let known = try rows.make(3, as: Plain.self)
    let all = try rows.all(Plain.self)
    #expect(all.map(\.name) == ["a", "b", "c"])
    #expect(all[2] === known)
    #expect(try rows.all(Derived.self).first === all[1])
    #expect(try rows.all(Derived.self).count == 1)
  }

  @Test("Objects of an entity share a home while homes are kept")
  func homes() throws {
    let rows = try RowObjects()
    let description = try rows.description(of: Plain.self)
    #expect(rows.objects.home(of: description) !== rows.objects.home(of: description))
    rows.objects.keepHomes()
    let home = rows.objects.home(of: description)
    #expect(rows.objects.home(of: description) === home)
    rows.objects.dropHomes()
    #expect(rows.objects.home(of: description) !== home)
  }

  @Test("An alias shares values, row and phase with its principal, until it is released")
  func aliases() throws {
    let rows = try RowObjects()
    let objects = rows.objects
    let principal = try rows.make(1, as: Plain.self)
    var newer: Plain? = Plain(name: "new")
    let description = try rows.description(of: Plain.self)
    if let newer {
      newer._$state.enter(objects.home(of: description))
      objects.alias(newer, to: principal)
    }
    #expect(newer?.name == "a")
    principal.name = "changed"
    #expect(newer?.name == "changed")
    #expect(newer.map { objects.principal(of: $0) } === principal)
    #expect(objects.identityMap[1] === principal)
    objects.setPhase(.removed, of: principal)
    let phase = newer.map { $0._$state.phase }
    #expect(phase == .removed)
    #expect(objects.aliases(of: 1).count == 1)
    newer = nil
    #expect(objects.aliases(of: 1).isEmpty)
  }

  @Test("A new object keeps its aliases when it gets another key")
  func newKeys() throws {
    let rows = try RowObjects()
    let objects = rows.objects
    let (first, second) = (Plain(name: "first"), Plain(name: "second"))
    try rows.insert(first, as: 5)
    second._$state.enter(objects.home(of: try rows.description(of: Plain.self)))
    objects.alias(second, to: first)
    objects.renumber(first, to: 9)
    #expect([first, second].map { $0._$state.key } == [9, 9])
    #expect(objects.identityMap[9] === first && objects.identityMap[5] == nil)
    #expect(objects.aliases(of: 9).first === second && objects.aliases(of: 5).isEmpty)
    #expect(objects.takeAliases(of: 9).first === second)
    #expect(objects.aliases(of: 9).isEmpty)
  }

  @Test("An object that became an alias is found under its key before, until both are apart again")
  func unions() throws {
    let rows = try RowObjects()
    let objects = rows.objects
    let older = try rows.make(1, as: Plain.self)
    let newer = Plain(name: "new")
    try rows.insert(newer, as: 5)
    objects.identityMap[5] = nil
    objects.alias(newer, to: older)
    objects.noteUnion(of: newer, before: 5)
    #expect(objects.key(unitedFrom: 5) == 1)
    #expect(objects.key(unitedFrom: 1) == nil)
    objects.separate(newer, before: 5)
    #expect(objects.key(unitedFrom: 5) == nil)
    #expect(objects.principal(of: newer) === newer)
    #expect(objects.aliases(of: 1).isEmpty)
  }

  @Test("A stand-in shares the values of the object of the listed class")
  func standIns() throws {
    let rows = try RowObjects(GalleryV2.models, [("User", "Ann")])
    let user = try rows.make(1, as: GalleryV2.User.self)
    let named = try #require(try rows.objects.standIn(for: user, as: GalleryV1.User.self))
    #expect(named.name == "Ann")
    named.name = "Bea"
    #expect(user.name == "Bea")
    #expect(try rows.objects.standIn(for: named, as: GalleryV1.User.self) === named)
    #expect(rows.objects.principal(of: named) === user)
    #expect(try rows.objects.standIn(for: user, as: GalleryV1.Snap.self) == nil)
  }

  @Test("A class that could not read a property of the listed class has no stand-in")
  func unreadableStandIns() throws {
    let rows = try RowObjects(StrictV2.models, [("Book", "Rihla")])
    let book = try rows.make(1, as: StrictV2.Book.self)
    let error = #expect(throws: SwiftDataError.self) {
      try rows.objects.standIn(for: book, as: StrictV1.Book.self)
    }
    #expect(error?.property == "kind")
    let refused = #expect(throws: SwiftDataError.self) {
      try rows.objects.principal(forNew: StrictV1.Book(title: "new"))
    }
    #expect(refused?.entity == "Book")
    #expect(try rows.objects.principal(forNew: Plain(name: "other")) == nil)
  }
}
