import DocumentData
import DocumentTables
import Testing

/// Owners of every delete rule, with and without a way back.
private enum Rules {
  static var models: [any PersistentModel.Type] {
    [
      Nullify.self, Cascade.self, Deny.self, NoAction.self, Item.self, OneWayNullify.self,
      OneWayCascade.self, OneWayDeny.self, OneWayNoAction.self, Thing.self,
    ]
  }

  @Model class Nullify {
    @Relationship(deleteRule: .nullify) var items: [Item] = []
    init() {}
  }

  @Model class Cascade {
    @Relationship(deleteRule: .cascade) var items: [Item] = []
    init() {}
  }

  @Model class Deny {
    @Relationship(deleteRule: .deny) var items: [Item] = []
    init() {}
  }

  @Model class NoAction {
    @Relationship(deleteRule: .noAction) var items: [Item] = []
    init() {}
  }

  @Model class Item {
    var nullify: Nullify?
    var cascade: Cascade?
    var deny: Deny?
    var noAction: NoAction?
    init() {}
  }

  @Model class OneWayNullify {
    @Relationship(deleteRule: .nullify) var things: [Thing] = []
    init() {}
  }

  @Model class OneWayCascade {
    @Relationship(deleteRule: .cascade) var things: [Thing] = []
    init() {}
  }

  @Model class OneWayDeny {
    @Relationship(deleteRule: .deny) var things: [Thing] = []
    init() {}
  }

  @Model class OneWayNoAction {
    @Relationship(deleteRule: .noAction) var things: [Thing] = []
    init() {}
  }

  @Model class Thing {
    init() {}
  }
}

@Suite("Delete rules")
struct DeleteRuleTests {
  private func context() throws -> ModelContext { ModelContext(try makeContainer(Rules.models)) }

  private func check<Owner: PersistentModel>(
    _ owner: Owner, _ context: ModelContext, remaining: Int
  ) throws {
    context.insert(owner)
    try context.save()
    context.delete(owner)
    try context.save()
    #expect(try context.all(Owner.self).isEmpty)
    #expect(
      try context.all(Rules.Item.self).count + context.all(Rules.Thing.self).count == remaining)
  }

  @Test("nullify, two ways: the related stay and forget")
  func nullify() throws {
    let context = try context()
    let owner = Rules.Nullify()
    owner.items = [Rules.Item(), Rules.Item()]
    try check(owner, context, remaining: 2)
    #expect(try context.all(Rules.Item.self).allSatisfy { $0.nullify == nil })
  }

  @Test("cascade, two ways: the related go too")
  func cascade() throws {
    let context = try context()
    let owner = Rules.Cascade()
    owner.items = [Rules.Item(), Rules.Item()]
    try check(owner, context, remaining: 0)
  }

  @Test("no action, two ways: the related stay, and lead nowhere")
  func noAction() throws {
    let context = try context()
    let owner = Rules.NoAction()
    owner.items = [Rules.Item()]
    try check(owner, context, remaining: 1)
    #expect(try context.only(Rules.Item.self).noAction == nil)
  }

  @Test("deny, two ways: the save names object and property, and passes if the related go too")
  func deny() throws {
    let context = try context()
    let owner = Rules.Deny()
    let item = Rules.Item()
    owner.items = [item]
    context.insert(owner)
    try context.save()
    context.delete(owner)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Deny")
    #expect(error?.property == "items")
    #expect(context.hasChanges)
    context.delete(item)
    try context.save()
    #expect(try context.all(Rules.Deny.self).isEmpty)
    #expect(try context.all(Rules.Item.self).isEmpty)
  }

  @Test("deny passes if the related have gone elsewhere, were never saved, or there are none")
  func denyWithoutReason() throws {
    let context = try context()
    let owner = Rules.Deny()
    let item = Rules.Item()
    owner.items = [item]
    context.insert(owner)
    try context.save()
    context.delete(owner)
    item.deny = nil
    try context.save()
    #expect(try context.all(Rules.Deny.self).isEmpty)

    let second = Rules.Deny()
    context.insert(second)
    try context.save()
    let new = Rules.Item()
    second.items = [new]
    context.delete(second)
    context.delete(new)
    try context.save()
    #expect(try context.all(Rules.Deny.self).isEmpty)

    let third = Rules.Deny()
    context.insert(third)
    try context.save()
    context.delete(third)
    try context.save()
    #expect(try context.all(Rules.Deny.self).isEmpty)
  }

  @Test("an owner that was never saved is dropped, and its related objects forget it")
  func denyOfUnsaved() throws {
    let container = try makeContainer(Rules.models)
    let context = ModelContext(container)
    let item = Rules.Item()
    context.insert(item)
    try context.save()
    let owner = Rules.Deny()
    owner.items = [item]
    context.insert(owner)
    context.delete(owner)
    #expect(item.deny == nil)
    try context.save()
    #expect(try ModelContext(container).only(Rules.Item.self).deny == nil)
    #expect(TablesCheck.findings(container.store.current.tables, limit: 1).isEmpty)
  }

  @Test("what another context saves does not lift a denial")
  func denyAfterForeignSave() throws {
    let container = try makeContainer(Rules.models)
    let context = ModelContext(container)
    let owner = Rules.Deny()
    context.insert(owner)
    try context.save()
    let item = Rules.Item()
    item.deny = owner
    context.delete(owner)
    let other = ModelContext(container)
    other.insert(Rules.Thing())
    try other.save()
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.delete(item)
    try context.save()
    #expect(try context.all(Rules.Deny.self).isEmpty)
  }

  @Test("a denied deletion can be rolled back")
  func denyRolledBack() throws {
    let context = try context()
    let owner = Rules.Deny()
    owner.items = [Rules.Item()]
    context.insert(owner)
    try context.save()
    context.delete(owner)
    context.rollback()
    try context.save()
    #expect(owner.items.count == 1)
  }

  @Test("one way: nullify and no action leave the related, cascade takes them, deny refuses")
  func oneWay() throws {
    var context = try context()
    let nullify = Rules.OneWayNullify()
    nullify.things = [Rules.Thing()]
    try check(nullify, context, remaining: 1)

    context = try self.context()
    let noAction = Rules.OneWayNoAction()
    noAction.things = [Rules.Thing()]
    try check(noAction, context, remaining: 1)

    context = try self.context()
    let cascade = Rules.OneWayCascade()
    cascade.things = [Rules.Thing(), Rules.Thing()]
    try check(cascade, context, remaining: 0)

    context = try self.context()
    let deny = Rules.OneWayDeny()
    let thing = Rules.Thing()
    deny.things = [thing]
    context.insert(deny)
    try context.save()
    context.delete(deny)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.delete(thing)
    try context.save()
    #expect(try context.all(Rules.Thing.self).isEmpty)
  }

  @Test("whoever names a deleted object without its knowing forgets it")
  func oneWayReferences() throws {
    let context = try Library.context()
    let book = Library.Book(title: "t")
    let note = Library.Note(text: "n")
    note.book = book
    let list = Library.Playlist()
    list.books = [book, Library.Book(title: "u")]
    context.insert(note)
    context.insert(list)
    try context.save()
    context.delete(book)
    #expect(note.book == nil)
    #expect(list.books.map(\.title) == ["u"])
    try context.save()
    #expect(note.book == nil)
    #expect(list.books.map(\.title) == ["u"])
  }

  @Test("a cascade goes down a chain and around a cycle")
  func chains() throws {
    let context = try Library.context()
    let desk = Library.Desk()
    context.insert(desk)
    let drawers = (0..<3).map { _ in Library.Drawer(desk: desk) }
    drawers.forEach { context.insert($0) }
    try context.save()
    context.delete(desk)
    #expect(drawers.allSatisfy { $0.isDeleted })
    try context.save()
    #expect(try context.all(Library.Drawer.self).isEmpty)
  }

  @Test("a required relationship of a deleted object stays readable, before and after the save")
  func requiredOfDeleted() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let desk = Library.Desk()
    let drawer = Library.Drawer(desk: desk)
    context.insert(drawer)
    try context.save()
    let other = ModelContext(container)
    let seen = try other.only(Library.Drawer.self)
    context.delete(desk)
    #expect(drawer.desk === desk)
    try context.save()
    #expect(drawer.desk === desk)
    #expect(drawer.desk.drawers.isEmpty)
    #expect(try other.all(Library.Drawer.self).isEmpty)
    #expect(seen.desk.persistentModelID == desk.persistentModelID)
  }

  @Test("losing a required object fails the save, and reads as before until then")
  func requiredLost() throws {
    let context = try Library.context()
    let house = Library.House()
    let room = Library.Room(name: "r", house: house)
    context.insert(room)
    try context.save()
    context.delete(house)
    #expect(room.house === house)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Room")
    #expect(error?.property == "house")
    context.rollback()
    #expect(house.rooms.first === room)
    house.rooms = []
    #expect(room.house === house)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let second = Library.House()
    room.house = second
    try context.save()
    #expect(second.rooms.first === room)
    #expect(room.house === second)
  }
}
