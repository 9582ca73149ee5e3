import DocumentData
import Foundation
import Testing

@Suite("Unique keys, and what a save does with two of them")
struct UniquenessTests {
  @Model class Member {
    @Attribute(.unique) var number: Int
    @Attribute(.unique) var mail: String?
    var name: String
    var card: Card?
    @Relationship(deleteRule: .cascade) var loans: [Loan] = []

    init(_ number: Int, _ mail: String? = nil, name: String = "") {
      self.number = number
      self.mail = mail
      self.name = name
    }
  }

  @Model class Card {
    @Attribute(.unique) var code: String
    var member: Member?

    init(code: String) { self.code = code }
  }

  /// Unique by a relationship, and by a pair of one with an attribute.
  @Model class Loan {
    #Unique<Loan>([\.member, \.title])
    var title: String
    var member: Member?
    var days = 0

    init(title: String, days: Int = 0) {
      self.title = title
      self.days = days
    }
  }

  @Model class Seat {
    @Relationship(.unique) var holder: Holder?
    var row: Int

    init(row: Int) { self.row = row }
  }

  @Model class Holder {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }

  @Model class Root {
    @Attribute(.unique) var code: Double
    init(code: Double) { self.code = code }
  }

  @Model class Leaf: Root {
    var size = 0
  }

  private static let types: [any PersistentModel.Type] = [
    Member.self, Card.self, Loan.self, Seat.self, Holder.self, Root.self, Leaf.self,
  ]

  private func context(
    _ uniqueness: ModelConfiguration.UniquenessPolicy = .upsert
  ) throws -> ModelContext {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniqueness = uniqueness
    return ModelContext(
      try ModelContainer(for: Schema(Self.types), configurations: configuration))
  }

  // MARK: Upsert

  @Test("objects that have each other's keys among themselves become one, whoever comes first")
  func chain() throws {
    let context = try context()
    let stored = Member(1, "a", name: "stored")
    context.insert(stored)
    try context.save()
    // The second has the key of the first by number, the third that of the second by mail.
    context.insert(Member(1, "b", name: "second"))
    let last = Member(1, "c", name: "third")
    context.insert(last)
    try context.save()
    #expect(try context.only(Member.self) === stored)
    #expect(stored.name == "third")
    #expect(stored.mail == "c")
    #expect(last.persistentModelID == stored.persistentModelID)
    last.name = "changed"
    #expect(stored.name == "changed")
    context.rollback()
    #expect(last.name == "third")
  }

  @Test("rolling back a save that failed parts objects that had become one")
  func rollbackOfChain() throws {
    let context = try context()
    context.insert(Member(1, "a", name: "stored"))
    context.insert(Member(9, "z"))
    try context.save()
    let objects = ["b", "c"].map { Member(1, $0, name: $0) }
    for object in objects { context.insert(object) }
    context.insert(Member(9, "a"))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(objects.allSatisfy { $0.modelContext == nil })
    let stored = try #require(try context.all(Member.self).first)
    #expect(stored.name == "stored")
    #expect(stored.mail == "a")
    stored.name = "again"
    try context.save()
    #expect(try ModelContext(context.container).all(Member.self).map(\.name) == ["again", ""])
  }

  @Test("a new object whose two keys belong to two stored objects is refused, and both stay")
  func tornApart() throws {
    let context = try context()
    context.insert(Member(1, "a"))
    context.insert(Member(2, "b"))
    try context.save()
    context.insert(Member(1, "b", name: "new"))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Member")
    #expect(error?.property == "mail" || error?.property == "number")
    context.rollback()
    #expect(try context.all(Member.self).map(\.mail) == ["a", "b"])
    #expect(try ModelContext(context.container).all(Member.self).map(\.number) == [1, 2])
  }

  @Test("a union may bring together what another constraint was asked about before")
  func laterConstraint() throws {
    let context = try context()
    let holder = Holder(name: "Ada")
    let seat = Seat(row: 1)
    seat.holder = holder
    context.insert(seat)
    try context.save()
    let new = Seat(row: 2)
    new.holder = Holder(name: "Ada")
    context.insert(new)
    try context.save()
    #expect(try context.only(Holder.self) === holder)
    #expect(try context.only(Seat.self) === seat)
    #expect(seat.row == 2)
    #expect(seat.holder === holder)
  }

  @Test("a pair of a relationship and an attribute is one key")
  func relationshipInKey() throws {
    let context = try context()
    let ada = Member(1)
    let ben = Member(2)
    ada.loans = [Loan(title: "x", days: 1), Loan(title: "y", days: 1)]
    ben.loans = [Loan(title: "x", days: 1)]
    context.insert(ada)
    context.insert(ben)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 3)
    let again = Loan(title: "x", days: 9)
    again.member = ada
    context.insert(again)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 3)
    #expect(ada.loans.map(\.days) == [9, 1])
    // Without a member there is no key.
    context.insert(Loan(title: "x"))
    context.insert(Loan(title: "x"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 5)
  }

  @Test("the older object takes over what the newer is related to")
  func relationships() throws {
    let context = try context()
    let stored = Member(1, name: "stored")
    stored.card = Card(code: "old")
    stored.loans = [Loan(title: "x")]
    context.insert(stored)
    try context.save()
    let new = Member(1, name: "new")
    new.card = Card(code: "new")
    new.loans = [Loan(title: "y")]
    context.insert(new)
    try context.save()
    #expect(stored.card?.code == "new")
    #expect(stored.card?.member === stored)
    #expect(stored.loans.map(\.title) == ["x", "y"])
    #expect(stored.loans.allSatisfy { $0.member === stored })
    let plain = Member(1, name: "plain")
    context.insert(plain)
    try context.save()
    #expect(stored.name == "plain")
    // An object that was made without them says nothing of its relationships.
    #expect(stored.card?.code == "new")
    #expect(stored.loans.count == 2)
  }

  @Test("three stored objects may pass their keys on in a circle in one save")
  func circle() throws {
    let context = try context()
    let members = (1...3).map { Member($0) }
    for member in members { context.insert(member) }
    try context.save()
    (members[0].number, members[1].number, members[2].number) = (2, 3, 1)
    try context.save()
    #expect(try ModelContext(context.container).all(Member.self).map(\.number) == [2, 3, 1])
  }

  @Test("a key that a stored object gives up is free for a new one in the same save")
  func freed() throws {
    let context = try context()
    let old = Member(1, name: "old")
    context.insert(old)
    try context.save()
    old.number = 2
    context.insert(Member(1, name: "new"))
    try context.save()
    let found = try ModelContext(context.container).all(Member.self)
    #expect(found.map(\.name) == ["old", "new"])
    #expect(found.map(\.number) == [2, 1])
  }

  @Test("deleting an object and inserting another of its key is no collision")
  func replaced() throws {
    for policy in [ModelConfiguration.UniquenessPolicy.upsert, .refuse] {
      let context = try context(policy)
      let old = Member(1, "a", name: "old")
      context.insert(old)
      try context.save()
      let identifier = old.persistentModelID
      context.delete(old)
      let new = Member(1, "a", name: "new")
      context.insert(new)
      try context.save()
      #expect(try context.only(Member.self) === new)
      #expect(new.persistentModelID != identifier)
      #expect(old.name == "old")
    }
  }

  @Test("nil is no key, case counts, canonically equivalent texts do not")
  func values() throws {
    let context = try context()
    context.insert(Member(1, nil))
    context.insert(Member(2, nil))
    context.insert(Member(3, "a"))
    context.insert(Member(4, "A"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Member>()) == 4)
    context.insert(Card(code: "e\u{301}"))
    try context.save()
    context.insert(Card(code: "\u{E9}"))
    try context.save()
    #expect(try context.only(Card.self).code == "\u{E9}")
    for code in [0.0, -0.0, Double.nan, Double.nan] { context.insert(Root(code: code)) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Root>()) == 2)
    context.insert(Root(code: -0.0))
    context.insert(Root(code: .nan))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Root>()) == 2)
  }

  @Test("an object cannot become one with an object of a subclass")
  func subclass() throws {
    let context = try context()
    context.insert(Leaf(code: 1))
    try context.save()
    context.insert(Root(code: 1))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "code")
    #expect(error?.explanation.contains("Leaf") == true)
    context.rollback()
    let leaf = Leaf(code: 1)
    leaf.size = 5
    context.insert(leaf)
    try context.save()
    #expect(try context.only(Leaf.self).size == 5)
  }

  @Test("an upsert meets what another context has saved meanwhile")
  func otherContext() throws {
    let context = try context()
    context.insert(Member(1, name: "mine"))
    let other = ModelContext(context.container)
    other.insert(Member(1, name: "theirs"))
    try other.save()
    try context.save()
    #expect(try other.only(Member.self).name == "mine")
    #expect(try context.only(Member.self).name == "mine")
  }

  // MARK: Refusal

  @Test("a store that refuses duplicates names both objects and the properties")
  func refused() throws {
    let context = try context(.refuse)
    let stored = Member(1, name: "stored")
    context.insert(stored)
    try context.save()
    let new = Member(1, name: "new")
    context.insert(new)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Member")
    #expect(error?.property == "number")
    #expect(error?.object == 2)
    #expect(error?.explanation.contains("Member 1") == true)
    #expect(stored.name == "stored")
    #expect(new.name == "new")
    #expect(context.insertedModelsArray.count == 1)
    new.number = 2
    try context.save()
    #expect(try context.all(Member.self).map(\.name) == ["stored", "new"])
  }

  @Test("a store that refuses duplicates refuses them among new objects, and by compound keys")
  func refusedAmongNew() throws {
    let context = try context(.refuse)
    let member = Member(1)
    member.loans = [Loan(title: "x"), Loan(title: "x")]
    context.insert(member)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Loan")
    #expect(error?.property == "member, title")
    try #require(member.loans.last).title = "y"
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 2)
  }
}
