import DocumentData
import DocumentTables
import Foundation
import Testing

private typealias User = GalleryV2.User
private typealias Snap = GalleryV2.Snap
/// The class that the type of `Snap.user` names.
private typealias NamedUser = GalleryV1.User

@Suite("A class that schema versions share")
struct SharedClassTests {
  /// One user with one snap, and another user.
  private func gallery() throws -> ModelContext {
    Birds.context(
      try Birds.tables(GalleryV2.self) { context in
        let user = User(name: "Ann")
        user.snaps = [Snap(title: "tern")]
        context.insert(user)
        context.insert(User(name: "Bob"))
      }, GalleryV2.self)
  }

  private func user(_ name: String, _ context: ModelContext) throws -> User {
    try #require(try context.all(User.self).first { $0.name == name })
  }

  /// What another context reads.
  private func names(_ context: ModelContext) throws -> [String] {
    try ModelContext(context.container).all(User.self).map(\.name).sorted()
  }

  @Test("a relationship gives an object of the class that its type names")
  func reading() throws {
    let context = try gallery()
    let snap = try context.only(Snap.self)
    let named = try #require(snap.user)
    let ann = try user("Ann", context)
    #expect(named.name == "Ann")
    #expect(named.persistentModelID == ann.persistentModelID)
    #expect(snap.user === named)
    #expect(named.snaps == [snap])
    #expect(ann.snaps == [snap])
    #expect(named.modelContext === context)
    #expect(!context.hasChanges)
    #expect(try context.all(User.self).count == 2)
  }

  @Test("both objects of a row have one truth", arguments: [true, false])
  func changing(isAskedFirst: Bool) throws {
    let context = try gallery()
    let snap = try context.only(Snap.self)
    let ann: User
    let named: NamedUser
    if isAskedFirst {
      ann = try user("Ann", context)
      named = try #require(snap.user)
    } else {
      named = try #require(snap.user)
      ann = try user("Ann", context)
    }
    named.name = "Anna"
    #expect(ann.name == "Anna")
    #expect(ann.hasChanges)
    ann.name = "Anne"
    #expect(named.name == "Anne")
    try context.save()
    #expect(named.name == "Anne")
    #expect(try names(context) == ["Anne", "Bob"])
    ann.name = "later"
    #expect(named.name == "later")
    context.rollback()
    #expect(named.name == "Anne")
    named.snaps = []
    #expect(ann.snaps.isEmpty)
    #expect(snap.user == nil)
    named.snaps = [snap]
    #expect(ann.snaps == [snap])
    #expect(snap.user === named)
  }

  @Test("changes of one that only the relationship has led to are saved")
  func alone() throws {
    let context = try gallery()
    try context.only(Snap.self).user?.name = "alone"
    #expect(context.hasChanges)
    try context.save()
    #expect(try names(context) == ["Bob", "alone"])
  }

  @Test("another context's save is seen through both")
  func following() throws {
    let context = try gallery()
    let named = try #require(try context.only(Snap.self).user)
    let other = ModelContext(context.container)
    try user("Ann", other).name = "elsewhere"
    try other.save()
    _ = try context.all(User.self)
    #expect(named.name == "elsewhere")
  }

  @Test("a relationship is set to an object of the class that its type names")
  func setting() throws {
    let context = try gallery()
    let snap = try context.only(Snap.self)
    let second = Snap(title: "gull")
    context.insert(second)
    second.user = snap.user
    #expect(try user("Ann", context).snaps.count == 2)
    try user("Bob", context).snaps = [second]
    snap.user = second.user
    #expect(try user("Bob", context).snaps.count == 2)
    try context.save()
    let other = ModelContext(context.container)
    #expect(try user("Bob", other).snaps.count == 2)
    #expect(try user("Ann", other).snaps.isEmpty)
  }

  @Test("a new object of that class becomes one of the listed class", arguments: [true, false])
  func settingNew(isInserted: Bool) throws {
    let context = try gallery()
    let snap = Snap(title: "gull")
    let named = NamedUser(name: "Cleo")
    if isInserted { context.insert(snap) }
    snap.user = named
    if !isInserted { context.insert(snap) }
    #expect(snap.user === named)
    let cleo = try user("Cleo", context)
    #expect(cleo.snaps == [snap])
    #expect(cleo.nick == "-")
    named.name = "Clio"
    #expect(cleo.name == "Clio")
    try context.save()
    #expect(named.persistentModelID == cleo.persistentModelID)
    #expect(try user("Clio", ModelContext(context.container)).snaps.map(\.title) == ["gull"])
  }

  @Test("a new one by itself belongs to another version")
  func insertingAlone() throws {
    let context = try gallery()
    context.insert(NamedUser(name: "Cleo"))
    #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<NamedUser>())
    }
  }

  @Test("deleting it deletes the listed class's object, by its rules")
  func deleting() throws {
    let context = try gallery()
    let named = try #require(try context.only(Snap.self).user)
    context.delete(named)
    #expect(named.isDeleted)
    try context.save()
    #expect(try context.all(User.self).map(\.name) == ["Bob"])
    #expect(try context.all(Snap.self).isEmpty)
    #expect(named.name == "Ann")
    #expect(named.modelContext == nil)
  }

  @Test("predicates lead through the relationship")
  func predicates() throws {
    let context = try gallery()
    context.insert(Snap(title: "nobody's"))
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let found = try context.fetch(
        FetchDescriptor<Snap>(predicate: #Predicate { $0.user?.name == "Ann" }))
      #expect(found.map(\.title) == ["tern"])
    }
    let users = try context.fetch(
      FetchDescriptor<User>(predicate: #Predicate { $0.snaps.contains { $0.title == "tern" } }))
    #expect(users.map(\.name) == ["Ann"])
  }

  @Test("a change can be undone")
  func undoing() throws {
    let context = try gallery()
    let named = try #require(try context.only(Snap.self).user)
    let ann = try user("Ann", context)
    let manager = UndoManager()
    context.undoManager = manager
    named.name = "Anna"
    context.processPendingChanges()
    manager.undo()
    #expect(ann.name == "Ann")
    #expect(named.name == "Ann")
  }

  @Test("a container is made of the classes, and keeps what is saved")
  func container() throws {
    let folder = try MigrationFolder()
    let configuration = ModelConfiguration(url: folder.url("gallery.store"))
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: User.self, Snap.self, GalleryV2.Album.self, configurations: configuration)
    }
    let context = ModelContext(try open())
    let ann = User(name: "Ann")
    context.insert(ann)
    ann.snaps.append(Snap(title: "tern"))
    try context.save()
    let again = ModelContext(try open())
    #expect(try again.only(Snap.self).user?.name == "Ann")
  }

  @Test("two listed classes of one name are refused with both and the version")
  func twice() throws {
    let schema = Schema(
      [GalleryV1.User.self, GalleryV2.User.self, Snap.self], version: Schema.Version(7, 0, 0))
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(
      error?.description == """
        unknownSchema (User): schema version 7.0.0 has two classes of this name, \
        \(String(reflecting: GalleryV1.User.self)) and \(String(reflecting: GalleryV2.User.self)): \
        list one of them, and declare subclasses anew with their superclass
        """)
  }
}
