import DocumentData
import DocumentTables
import Foundation

/// Models of every kind of relationship; the suites of this folder use them.
enum Library {
  static var models: [any PersistentModel.Type] {
    [
      Author.self, Book.self, Tag.self, Citizen.self, Passport.self, Node.self, Person.self,
      Note.self, Playlist.self, House.self, Room.self, Folder.self, Page.self, Account.self,
      Profile.self, Animal.self, Dog.self, Puppy.self, Desk.self, Drawer.self,
    ]
  }

  // One to many.
  @Model class Author {
    var name: String
    var motto: String?
    var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model class Book {
    var title: String
    var pages = 0
    var author: Author?
    var tags: [Tag] = []

    init(title: String) { self.title = title }
  }

  // Many to many, with a unique name.
  @Model class Tag {
    @Attribute(.unique) var name: String
    var colour: String?
    var books: [Book] = []

    init(name: String) { self.name = name }
  }

  // One to one.
  @Model class Citizen {
    var name: String
    var passport: Passport?

    init(name: String) { self.name = name }
  }

  @Model class Passport {
    var number: Int
    var owner: Citizen?

    init(number: Int) { self.number = number }
  }

  // One to one within one class.
  @Model class Node {
    var number: Int
    @Relationship(inverse: \Node.previous) var next: Node?
    var previous: Node?

    init(number: Int) { self.number = number }
  }

  // Relationships that are their own inverse. No attached macro can name a property of its own
  // class, so the schema is told.
  @Model class Person {
    var name: String
    var spouse: Person?
    var friends: [Person] = []

    init(name: String) { self.name = name }
  }

  // Without inverse.
  @Model class Note {
    var text: String
    var book: Book?
    var tag: Tag?

    init(text: String) { self.text = text }
  }

  @Model class Playlist {
    var books: [Book] = []

    init() {}
  }

  // A required to-one.
  @Model class House {
    var rooms: [Room] = []

    init() {}
  }

  @Model class Room {
    var name: String
    var house: House

    init(name: String, house: House) {
      self.name = name
      self.house = house
    }
  }

  @Model class Desk {
    @Relationship(deleteRule: .cascade) var drawers: [Drawer] = []

    init() {}
  }

  @Model class Drawer {
    var desk: Desk

    init(desk: Desk) { self.desk = desk }
  }

  // An optional to-many.
  @Model class Folder {
    var pages: [Page]?

    init() {}
  }

  @Model class Page {
    var folder: Folder?

    init() {}
  }

  // A compound constraint.
  @Model class Account {
    #Unique<Account>([\.bank, \.number])

    var bank: String
    var number: Int
    var owner: String

    init(bank: String, number: Int, owner: String) {
      self.bank = bank
      self.number = number
      self.owner = owner
    }
  }

  // Every kind of attribute that matters to a context.
  enum Mood: String, Codable { case calm, cross }

  struct Place: Codable, Hashable {
    var street: String
    var floor: Int?
  }

  @Model class Profile {
    var mood: Mood
    var place: Place
    var former: [Place] = []
    var scores: [String: Int] = [:]
    var words: [String]?
    @Attribute(.ephemeral) var clicks = 3
    @Attribute(.ephemeral) var hint: String?
    @Transient var cache = 7

    init(mood: Mood, place: Place) {
      self.mood = mood
      self.place = place
    }
  }

  // A hierarchy.
  @Model class Animal {
    var name: String
    var legs = 4

    init(name: String) { self.name = name }
  }

  @Model class Dog: Animal {
    var tricks: Int

    init(name: String, tricks: Int) {
      self.tricks = tricks
      super.init(name: name)
    }
  }

  @Model class Puppy: Dog {
    var weeks = 8
  }

  static func container(
    persist: (@Sendable (Tables) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try makeContainer(models, persist: persist)
  }

  static func context() throws -> ModelContext { ModelContext(try container()) }
}

/// The durable content of a store that a closure writes, and that no other process changes.
struct ClosureContent: DurableContent {
  let save: @Sendable (Tables) throws -> Void

  func write(_ tables: Tables, as writing: FileWriting) throws { try save(tables) }
  func remove() throws {}
  func readChange(since tables: Tables) throws -> ChangedContent? { nil }
  func lock() throws {}
  func unlock() {}
}

func makeContainer(
  _ types: [any PersistentModel.Type], persist: (@Sendable (Tables) throws -> Void)? = nil
) throws -> ModelContainer {
  let schema = Schema(types)
  let stated = try schema.tableSchema(name: "samples")
  let entities = stated.entities.map { entity in
    guard entity.name == "Person" else { return entity }
    return TableEntity(
      name: entity.name, attributes: entity.attributes,
      relationships: entity.relationships.map { relationship in
        var relationship = relationship
        relationship.inverse = relationship.name
        return relationship
      })
  }
  let tableSchema = try TableSchema(
    name: stated.name, version: stated.version, entities: entities)
  return ModelContainer(
    store: DocumentStore(
      Tables(schema: tableSchema, documentID: 7), durable: persist.map { ClosureContent(save: $0) }),
    catalog: ModelCatalog(types, schema: tableSchema), schema: schema)
}

extension ModelContext {
  func all<T: PersistentModel>(_ type: T.Type) throws -> [T] { try fetch(FetchDescriptor<T>()) }

  func only<T: PersistentModel>(_ type: T.Type) throws -> T {
    let all = try all(type)
    guard let first = all.first, all.count == 1 else { throw NotOne(count: all.count) }
    return first
  }
}

struct NotOne: Error {
  let count: Int
}
