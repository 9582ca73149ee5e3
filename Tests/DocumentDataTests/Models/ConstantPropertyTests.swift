import DocumentData
import Foundation
import Testing

@Suite("Properties that are 'let'")
struct ConstantPropertyTests {
  typealias Coin = Minting.Coin
  typealias Medal = Minting.Medal

  private func coins() throws -> ModelContainer { try makeContainer([Coin.self, Medal.self]) }

  private func check(_ coin: Coin, _ id: UUID, _ motto: String?) {
    #expect(coin.id == id)
    #expect(coin.struck == Date(timeIntervalSinceReferenceDate: 7))
    #expect(coin.metal == .silver)
    #expect(coin.origin == Minting.Origin(mint: "Praha", year: 1300))
    #expect(coin.motto == motto)
    #expect(coin.marks == ["a", "b"])
    #expect(coin.ink == Ink(red: 9))
    #expect(coin.class == 4)
    #expect(coin.kind == "coin")
  }

  @Test("They are attributes; one that has a value of its own is not")
  func schema() throws {
    let entity = try #require(Schema([Coin.self]).entitiesByName["Coin"])
    #expect(
      entity.attributes.map(\.name).sorted()
        == ["class", "id", "ink", "marks", "metal", "motto", "origin", "owner", "struck"])
    #expect(entity.attributesByName["motto"]?.isOptional == true)
    #expect(entity.attributesByName["id"]?.isUnique == true)
  }

  @Test("They are read before insertion, after it, after the save, and from the document")
  func values() throws {
    let container = try coins()
    let context = ModelContext(container)
    let coin = Coin(motto: "x")
    check(coin, coin.id, "x")
    context.insert(coin)
    check(coin, coin.id, "x")
    let medal = Medal(ribbon: "blue")
    context.insert(medal)
    try context.save()
    check(coin, coin.id, "x")
    let other = ModelContext(container)
    let read = try #require(other.model(for: coin.persistentModelID) as? Coin)
    check(read, coin.id, "x")
    let readMedal = try #require(other.fetch(FetchDescriptor<Medal>()).first)
    check(readMedal, medal.id, "for merit")
    #expect(readMedal.ribbon == "blue")
    #expect(!readMedal.isWorn)
    // A change of another property leaves them in the row.
    readMedal.isWorn = true
    read.owner = "Ann"
    try other.save()
    let third = try ModelContext(container).fetch(FetchDescriptor<Coin>())
    let ids: [UUID] = third.map(\.id)
    #expect(Set(ids) == [coin.id, medal.id])
    let medals = third.compactMap { $0 as? Medal }
    #expect(medals.map(\.ribbon) == ["blue"])
  }

  @Test(
    "Predicates and orders find them, among pending and among saved objects",
    arguments: [true, false])
  func fetching(isSaved: Bool) throws {
    let context = ModelContext(try coins())
    for number in 1...3 {
      context.insert(
        Coin(
          struck: Date(timeIntervalSinceReferenceDate: Double(number)),
          metal: number == 2 ? .gold : .silver, motto: "\(number)"))
    }
    if isSaved { try context.save() }
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let gold = Minting.Metal.gold
    let found = #Predicate<Coin> { $0.struck > date || $0.metal == gold }
    let descriptor = FetchDescriptor(
      predicate: found, sortBy: [SortDescriptor(\.struck, order: .reverse)])
    #expect(try context.fetch(descriptor).map(\.motto) == ["3", "2"])
    let explanation = try context.explain(descriptor)
    #expect(explanation.isTranslated)
    #expect(explanation.isOrderedByColumns)
    let silver = #Predicate<Coin> { $0.metal == .silver && $0.motto == "3" }
    #expect(try context.fetchCount(FetchDescriptor(predicate: silver)) == 1)
  }

  @Test("The row takes the newer value of an upsert; the object in memory keeps its own")
  func upsert() throws {
    let container = try coins()
    let context = ModelContext(container)
    let id = UUID()
    let older = Coin(id: id, motto: "older")
    context.insert(older)
    try context.save()
    context.insert(Coin(id: id, motto: "newer"))
    try context.save()
    #expect(older.motto == "older")
    let read = try ModelContext(container).fetch(FetchDescriptor<Coin>())
    #expect(read.map(\.motto) == ["newer"])
    #expect(read.map(\.id) == [id])
  }

  @Test("An object keeps them when another context saves other values, and when it is rolled back")
  func otherContext() throws {
    let container = try coins()
    let context = ModelContext(container)
    let coin = Coin(motto: "first")
    context.insert(coin)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(other.model(for: coin.persistentModelID) as? Coin)
    same.setValue(forKey: \.motto, to: "second")
    try other.save()
    #expect(same.motto == "first")
    coin.owner = "Ann"
    context.rollback()
    #expect(coin.motto == "first")
    let found = try context.fetchCount(
      FetchDescriptor<Coin>(predicate: #Predicate { $0.motto == "second" }))
    #expect(found == 1)
    let new = try ModelContext(container).fetch(FetchDescriptor<Coin>())
    #expect(new.map(\.motto) == ["second"])
  }

  @Test("A new object that is rolled back keeps them")
  func rollback() throws {
    let context = ModelContext(try coins())
    let coin = Coin(motto: "x")
    context.insert(coin)
    context.rollback()
    check(coin, coin.id, "x")
    #expect(coin.getValue(forKey: \.motto) == "x")
  }

  @Test("Insertions and deletions are undone with them")
  func undo() throws {
    let container = try coins()
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let coin = Coin(motto: "x")
    context.insert(coin)
    manager.undo()
    manager.redo()
    try context.save()
    context.delete(coin)
    try context.save()
    manager.undo()
    try context.save()
    let read = try #require(ModelContext(container).fetch(FetchDescriptor<Coin>()).first)
    check(read, coin.id, "x")
  }

  @Test("Backing data give an object its constants")
  func backingData() throws {
    let id = UUID()
    let backing: any BackingData<Minting.Version2.Token> =
      Minting.Version2.Token.createBackingData()
    func set(_ backing: some BackingData<Minting.Version2.Token>) {
      backing.setValue(forKey: \.name, to: id.uuidString)
      backing.setValue(forKey: \.count, to: 5)
    }
    set(backing)
    let token = Minting.Version2.Token(backingData: backing)
    #expect(token.name == id.uuidString)
    #expect(token.count == 5)
    #expect(token.note == nil)
    #expect(!token.isUsed)
    let container = try makeContainer([Minting.Version2.Token.self])
    let context = ModelContext(container)
    context.insert(token)
    try context.save()
    let read = try ModelContext(container).fetch(FetchDescriptor<Minting.Version2.Token>())
    #expect(read.map(\.name) == [id.uuidString])
    #expect(read.map(\.count) == [5])
    let coin = Coin(motto: "x")
    let copy = Coin(backingData: coin.persistentBackingData)
    check(copy, coin.id, "x")
  }

  @Test("An identifier that leads nowhere gives an object of blank constants")
  func blank() throws {
    let context = ModelContext(try makeContainer([Minting.Version2.Token.self]))
    let token = Minting.Version2.Token(name: "x")
    context.insert(token)
    try context.save()
    context.delete(token)
    try context.save()
    let other = ModelContext(context.container)
    let missing = try #require(
      other.model(for: token.persistentModelID) as? Minting.Version2.Token)
    #expect(missing.modelContext == nil)
    #expect(missing.name == "")
    #expect(missing.count == 0)
    #expect(missing.note == nil)
  }

  @Test("A 'var' becomes a 'let' and a 'let' a 'var' in lightweight stages")
  func migration() throws {
    let folder = try MigrationFolder()
    let configuration = ModelConfiguration(url: folder.url("tokens.store"))
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: Minting.Version1.self), configurations: configuration)
      let context = ModelContext(container)
      let token = Minting.Version1.Token(name: "Ann")
      token.note = "old"
      token.count = 8
      context.insert(token)
      try context.save()
    }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: Minting.Version2.self), migrationPlan: Minting.Plan.self,
        configurations: configuration)
      let context = ModelContext(container)
      let token = try #require(context.fetch(FetchDescriptor<Minting.Version2.Token>()).first)
      #expect(token.name == "Ann")
      #expect(token.note == "old")
      #expect(token.count == 8)
      token.isUsed = true
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: Minting.Version3.self), migrationPlan: Minting.Plan.self,
      configurations: configuration)
    let tokens = try ModelContext(container).fetch(FetchDescriptor<Minting.Version3.Token>())
    #expect(tokens.map(\.title) == ["Ann"])
    #expect(tokens.map(\.note) == ["old"])
    #expect(tokens.map(\.count) == [8])
  }

  @Test("A 'let' without a default has the schema that the 'var' had: no migration is needed")
  func sameSchema() throws {
    let folder = try MigrationFolder()
    let configuration = ModelConfiguration(url: folder.url("tokens.store"))
    do {
      let container = try ModelContainer(
        for: Schema([Minting.Version1.Token.self], version: Schema.Version(1, 0, 0)),
        configurations: configuration)
      let context = ModelContext(container)
      context.insert(Minting.Version1.Token(name: "Ann"))
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema([Minting.Unchanging.Token.self], version: Schema.Version(1, 0, 0)),
      configurations: configuration)
    let tokens = try ModelContext(container).fetch(FetchDescriptor<Minting.Unchanging.Token>())
    #expect(tokens.map(\.name) == ["Ann"])
  }

  @Test("Custom stores keep them")
  func customStore() throws {
    let container = try ModelContainer(
      for: Schema([Minting.Version2.Token.self]), configurations: MemoryConfiguration())
    let context = ModelContext(container)
    context.insert(Minting.Version2.Token(name: "Ann"))
    try context.save()
    let other = ModelContext(context.container)
    let read = try other.fetch(FetchDescriptor<Minting.Version2.Token>())
    #expect(read.map(\.name) == ["Ann"])
    #expect(read.map(\.count) == [1])
  }
}
