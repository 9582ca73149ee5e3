import DocumentData
import Foundation

// A small application with three versions, and each of the older two once more without its classes.
//
//     1  Entry: who, amount (Int), kind (enumeration), place (structure), notes (Codable), tags
//     2  Person instead of the text `who`; the amount is a decimal
//     3  lightweight: kind gets a default, `isPaid` is new

enum LedgerKind: String, Codable, CaseIterable { case income, expense }

struct LedgerPlace: PersistentStructure, Equatable {
  var city: String
  var latitude: Double?
}

struct LedgerNote: Codable, Equatable {
  var text: String
  var stars: [Int]
}

enum LedgerV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self, Page.self] }

  @Model class Entry {
    var who: String
    var amount: Int
    var kind: LedgerKind
    var place: LedgerPlace?
    var note: LedgerNote?
    var tags: [String] = []
    var created: Date = Date()
    @Relationship(inverse: \Page.entries) var page: Page?

    init(who: String, amount: Int, kind: LedgerKind) {
      self.who = who
      self.amount = amount
      self.kind = kind
    }
  }

  @Model class Page {
    var number: Int
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(number: Int) { self.number = number }
  }
}

enum LedgerV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self, Page.self, Person.self] }

  @Model class Entry {
    var person: Person?
    var amount: Decimal
    var kind: LedgerKind
    var place: LedgerPlace?
    var note: LedgerNote?
    var tags: [String] = []
    var created: Date = Date()
    @Relationship(inverse: \Page.entries) var page: Page?

    init(amount: Decimal, kind: LedgerKind) {
      self.amount = amount
      self.kind = kind
    }
  }

  @Model class Page {
    var number: Int
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(number: Int) { self.number = number }
  }

  @Model class Person {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Entry.person) var entries: [Entry] = []
    init(name: String) { self.name = name }
  }
}

enum LedgerV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Entry.self, Page.self, Person.self] }

  @Model class Entry {
    var person: Person?
    var amount: Decimal
    var kind: LedgerKind
    var place: LedgerPlace?
    var note: LedgerNote?
    var tags: [String] = []
    var created: Date = Date()
    var isPaid = false
    @Relationship(inverse: \Page.entries) var page: Page?

    init(amount: Decimal, kind: LedgerKind) {
      self.amount = amount
      self.kind = kind
    }
  }

  @Model class Page {
    var number: Int
    @Relationship(deleteRule: .cascade) var entries: [Entry] = []
    init(number: Int) { self.number = number }
  }

  @Model class Person {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Entry.person) var entries: [Entry] = []
    init(name: String) { self.name = name }
  }
}

enum FrozenLedgerV1: FrozenVersion { static let schema = FrozenSchema(of: LedgerV1.self) }
enum FrozenLedgerV2: FrozenVersion { static let schema = FrozenSchema(of: LedgerV2.self) }

/// The plan with the classes of every version.
enum LedgerPlan: SchemaMigrationPlan {
  static var schemaName: String { "ledger" }
  static var schemas: [any VersionedSchema.Type] {
    [LedgerV1.self, LedgerV2.self, LedgerV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: LedgerV1.self, toVersion: LedgerV2.self,
        transform: { old, new in
          var people: [String: LedgerV2.Person] = [:]
          for entry in try old.fetch(FetchDescriptor<LedgerV1.Entry>()) {
            guard let changed: LedgerV2.Entry = new.counterpart(of: entry) else { continue }
            changed.amount = Decimal(entry.amount) / 100
            let person = people[entry.who] ?? LedgerV2.Person(name: entry.who)
            people[entry.who] = person
            new.insert(person)
            changed.person = person
          }
        },
        revert: { newer, older in
          for entry in try newer.fetch(FetchDescriptor<LedgerV2.Entry>()) {
            guard let changed: LedgerV1.Entry = older.counterpart(of: entry) else { continue }
            changed.amount = Int(NSDecimalNumber(decimal: entry.amount * 100).doubleValue)
            changed.who = entry.person?.name ?? "?"
          }
        }),
      .lightweight(fromVersion: LedgerV2.self, toVersion: LedgerV3.self),
    ]
  }
}

/// The same plan without the classes of the older versions.
enum FrozenLedgerPlan: SchemaMigrationPlan {
  static var schemaName: String { "ledger" }
  static var schemas: [any VersionedSchema.Type] {
    [FrozenLedgerV1.self, FrozenLedgerV2.self, LedgerV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: FrozenLedgerV1.self, toVersion: FrozenLedgerV2.self,
        transform: { old, new in
          var people: [String: FrozenRow] = [:]
          for entry in try old.rows("Entry") {
            guard let changed = new.counterpartRow(of: entry) else { continue }
            let amount: Int = try entry["amount"]
            try changed.set("amount", to: Decimal(amount) / 100)
            let name: String = try entry["who"]
            if people[name] == nil {
              let person = try new.insertRow("Person")
              try person.set("name", to: name)
              people[name] = person
            }
            try changed.set("person", to: people[name])
          }
        },
        revert: { newer, older in
          for entry in try newer.rows("Entry") {
            guard let changed = older.counterpartRow(of: entry) else { continue }
            let amount: Decimal = try entry["amount"]
            try changed.set("amount", to: Int(NSDecimalNumber(decimal: amount * 100).doubleValue))
            let person: FrozenRow? = try entry["person"]
            try changed.set("who", to: try person?["name", as: String.self] ?? "?")
          }
        }),
      .lightweight(fromVersion: FrozenLedgerV2.self, toVersion: LedgerV3.self),
    ]
  }
}
