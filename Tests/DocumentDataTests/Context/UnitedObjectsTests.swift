import Foundation
import Testing

@testable import DocumentData

/// The law of upserts: an object that a save has united with a stored one is the same object from
/// then on, whatever the program fetches, releases or inserts.
@Suite("An object that was united with a stored one")
struct UnitedObjectsTests {
  typealias Contact = Directory.Contact
  typealias Phone = Directory.Phone
  typealias Case = UnitedContact.Case

  @Test("is edited as the stored object", arguments: Case.all)
  func edited(how: Case) throws {
    let united = try UnitedContact(how)
    united.contact.name = "edit"
    #expect(united.context.hasChanges)
    #expect(united.contact.hasChanges)
    #expect(try united.every().map(\.name).allSatisfy { $0 == "edit" })
    try united.context.save()
    #expect(!united.contact.hasChanges)
    #expect(try united.stored().map(\.name) == ["edit"])
    #expect(try united.every().map(\.name).allSatisfy { $0 == "edit" })
  }

  @Test("reads the edits of the stored object", arguments: Case.all)
  func read(how: Case) throws {
    let united = try UnitedContact(how)
    for (number, other) in try united.every().enumerated() {
      other.name = "\(number)"
      #expect(united.contact.name == "\(number)")
      try united.context.save()
      #expect(united.contact.name == "\(number)")
      #expect(try united.stored().map(\.name) == ["\(number)"])
    }
  }

  @Test("reads what another context saves", arguments: Case.all)
  func followed(how: Case) throws {
    let united = try UnitedContact(how)
    let other = ModelContext(united.container)
    try other.only(Contact.self).name = "other"
    try other.save()
    #expect(try united.every().map(\.name).allSatisfy { $0 == "other" })
    #expect(united.contact.name == "other")
  }

  @Test("has the same related objects from either side", arguments: Case.all)
  func related(how: Case) throws {
    let united = try UnitedContact(how)
    united.contact.phones.append(Phone("1"))
    let phone = Phone("2")
    united.context.insert(phone)
    phone.contact = united.contact
    #expect(try united.every().map { $0.phones.count }.allSatisfy { $0 == 2 })
    try united.context.save()
    let stored = try #require(try united.stored().first)
    #expect(stored.phones.map(\.number).sorted() == ["1", "2"])
    phone.contact = nil
    united.contact.friend = united.contact
    try united.context.save()
    #expect(try united.every().map { $0.phones.map(\.number) }.allSatisfy { $0 == ["1"] })
    let friend = try #require(try united.stored().first)
    #expect(friend.friend === friend)
  }

  @Test("is deleted as the stored object", arguments: Case.all)
  func deleted(how: Case) throws {
    let united = try UnitedContact(how)
    let all = try united.every()
    united.context.delete(united.contact)
    #expect(all.allSatisfy { $0.isDeleted })
    united.context.insert(united.contact)
    #expect(all.allSatisfy { !$0.isDeleted })
    united.context.delete(all[all.count - 1])
    #expect(united.contact.isDeleted)
    try united.context.save()
    #expect(try united.stored().isEmpty)
    #expect(united.contact.modelContext == nil)
  }

  @Test("is rolled back as the stored object", arguments: Case.all)
  func rolledBack(how: Case) throws {
    let united = try UnitedContact(how)
    let before = try united.stored().map(\.name)
    united.contact.name = "edit"
    united.contact.phones = [Phone("1")]
    united.context.rollback()
    #expect(!united.context.hasChanges)
    #expect(try united.every().map(\.name).allSatisfy { [$0] == before })
    #expect(try united.every().allSatisfy { $0.phones.isEmpty })
    united.contact.name = "again"
    try united.context.save()
    #expect(try united.stored().map(\.name) == ["again"])
  }

  @Test("has its edits undone and redone as the stored object", arguments: Case.all)
  func undone(how: Case) throws {
    let united = try UnitedContact(how)
    let manager = UndoManager()
    manager.groupsByEvent = false
    united.context.undoManager = manager
    let before = united.contact.name
    manager.beginUndoGrouping()
    united.contact.name = "edit"
    manager.endUndoGrouping()
    try united.context.save()
    manager.undo()
    #expect(try united.every().map(\.name).allSatisfy { $0 == before })
    manager.redo()
    #expect(try united.every().map(\.name).allSatisfy { $0 == "edit" })
    manager.undo()
    try united.context.save()
    #expect(try united.stored().map(\.name) == [before])
  }

  @Test("notifies the observers of every object of the row", arguments: Case.all)
  func observed(how: Case) throws {
    let united = try UnitedContact(how)
    let all = try united.every()
    for writer in all {
      for reader in all {
        nonisolated(unsafe) var isNotified = false
        withObservationTracking {
          _ = reader.name
        } onChange: {
          isNotified = true
        }
        writer.name += "."
        #expect(isNotified)
        #expect(reader.name == writer.name)
      }
    }
  }

  @Test(
    "is what the context finds, unless the program holds another object of the row",
    arguments: [
      UnitedContact.Way.unknown, .overtaken, .overtakenAndFetched, .again, .reopened, .taken,
    ], UnitedContact.Meanwhile.allCases)
  func identical(way: UnitedContact.Way, meanwhile: UnitedContact.Meanwhile) throws {
    let united = try UnitedContact(Case(way: way, meanwhile: meanwhile))
    #expect(try united.every().allSatisfy { $0 === united.contact })
    let phone = Phone("1")
    phone.contact = united.contact
    try united.context.save()
    #expect(phone.contact === united.contact)
  }

  @Test("is found by the identifier that it had before the save", arguments: [true, false])
  func foundByFormerIdentifier(isHeld: Bool) throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let stored = Library.Tag(name: "a")
    context.insert(stored)
    try context.save()
    let other = isHeld ? context : ModelContext(container)
    let tag = Library.Tag(name: "a")
    other.insert(tag)
    let former = tag.persistentModelID
    try other.save()
    #expect(tag.persistentModelID == stored.persistentModelID)
    #expect(other.model(for: former) === (isHeld ? stored : tag))
    let registered: Library.Tag? = other.registeredModel(for: former)
    #expect(registered === (isHeld ? stored : tag))
  }

  @Test("keeps its ephemeral values unless the stored object has some")
  func ephemeral() throws {
    let container = try ModelContainer(
      for: Contact.self, Phone.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Contact("a", name: "Ann"))
    try context.save()
    let contact = Contact("a", name: "Bob")
    contact.clicks = 3
    context.insert(contact)
    try context.save()
    #expect(contact.clicks == 3)
    let other = Contact("a", name: "Cid")
    other.clicks = 4
    context.insert(other)
    try context.save()
    #expect(other.clicks == 3)
    other.clicks = 5
    #expect(contact.clicks == 5)
  }

  @Test("may be related to itself or to the stored object")
  func relatedToItself() throws {
    let container = try ModelContainer(
      for: Contact.self, Phone.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let first = Contact("a", name: "Ann")
    context.insert(first)
    try context.save()
    for friend in [nil, first] {
      let contact = Contact("a", name: "Bob")
      context.insert(contact)
      contact.friend = friend ?? contact
      try context.save()
      #expect(contact.friend === first)
      let stored = try ModelContext(container).only(Contact.self)
      #expect(stored.friend === stored)
      first.friend = nil
      try context.save()
    }
  }

  @Test("is new again, with its own values, if a rollback drops the union that no save has stored")
  func separated() throws {
    let container = try ModelContainer(
      for: Contact.self, Phone.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let stored = [Contact("a", name: "Ann"), Contact("b", name: "Bea"), Contact("c", name: "Cid")]
    for contact in stored { context.insert(contact) }
    try context.save()
    let contact = Contact("a", name: "Bob")
    contact.clicks = 2
    context.insert(contact)
    stored[1].mail = "c"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try context.all(Contact.self).count == 3)
    context.rollback()
    #expect(contact.modelContext == nil)
    #expect(contact.name == "Bob")
    #expect(contact.clicks == 2)
    #expect(stored.map(\.name) == ["Ann", "Bea", "Cid"])
    contact.name = "nothing"
    try context.save()
    #expect(try ModelContext(container).all(Contact.self).map(\.name) == ["Ann", "Bea", "Cid"])
  }

  @Test("by a compound key is edited as the stored object")
  func compound() throws {
    typealias Account = Library.Account
    let container = try Library.container()
    let first = ModelContext(container)
    first.insert(Account(bank: "a", number: 1, owner: "x"))
    try first.save()
    let context = ModelContext(container)
    let account = Account(bank: "a", number: 1, owner: "y")
    context.insert(account)
    try context.save()
    let found = try context.only(Account.self)
    account.owner = "edit"
    try context.save()
    #expect(found === account)
    #expect(try ModelContext(container).only(Account.self).owner == "edit")
  }

  @Test("by a custom store is edited as the stored object", arguments: [true, false])
  func customStore(isFetched: Bool) throws {
    typealias Team = Club.Team
    let configuration = MemoryConfiguration()
    let first = try configuration.context()
    first.insert(Team(name: "Reds"))
    try first.save()
    configuration.identifies = { $0.properties["name"] == $1.properties["name"] }
    let context = try configuration.context()
    let team = Team(name: "Reds")
    context.insert(team)
    try context.save()
    let found = isFetched ? try context.only(Team.self) : nil
    team.name = "edit"
    try context.save()
    if let found { #expect(found === team) }
    #expect(try configuration.context().only(Team.self).name == "edit")
  }

  @Test("is edited as the stored object by automatic saves")
  @MainActor func autosaved() async throws {
    let container = try Library.container()
    let other = ModelContext(container)
    other.insert(Library.Tag(name: "a"))
    try other.save()
    let context = container.mainContext
    let tag = Library.Tag(name: "a")
    context.insert(tag)
    try await waitForSave(of: context)
    let found = try context.only(Library.Tag.self)
    tag.colour = "edit"
    #expect(found.colour == "edit")
    try await waitForSave(of: context)
    #expect(try ModelContext(container).only(Library.Tag.self).colour == "edit")
  }

  @MainActor private func waitForSave(of context: ModelContext) async throws {
    for _ in 0..<1000 where context.hasChanges { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("is edited as the stored object by a model actor")
  func actor() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.insert(Library.Tag(name: "a"))
    try context.save()
    let painter = Painter(modelContainer: container)
    let id = try await painter.add("a")
    try await painter.paint("red")
    #expect(try ModelContext(container).only(Library.Tag.self).colour == "red")
    try context.only(Library.Tag.self).colour = "green"
    try context.save()
    #expect(try await painter.colours(of: id) == ["green", "green"])
  }
}

@ModelActor
private actor Painter {
  private var tag: Library.Tag?

  func add(_ name: String) throws -> PersistentIdentifier {
    let tag = Library.Tag(name: name)
    modelContext.insert(tag)
    try modelContext.save()
    self.tag = tag
    return tag.persistentModelID
  }

  func paint(_ colour: String) throws {
    _ = try modelContext.fetch(FetchDescriptor<Library.Tag>())
    tag?.colour = colour
    try modelContext.save()
  }

  func colours(of identifier: PersistentIdentifier) throws -> [String?] {
    _ = try modelContext.fetch(FetchDescriptor<Library.Tag>())
    return [tag?.colour, self[identifier, as: Library.Tag.self]?.colour]
  }
}
