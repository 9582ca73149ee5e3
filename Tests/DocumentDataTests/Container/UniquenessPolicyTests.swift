import DocumentData
import Foundation
import Testing

@Suite("A uniqueness policy for each constraint")
struct UniquenessPolicyTests {
  typealias Policy = ModelConfiguration.UniquenessPolicy

  @Model class Shop {
    #Unique<Shop>([\.city, \.street])
    @Attribute(.unique) var name: String
    var city: String
    var street: String
    var visits: Int
    @Attribute(.ephemeral) var clicks = 0
    /// A one-to-one, and objects that the shop owns.
    var keeper: Keeper?
    @Relationship(deleteRule: .cascade) var shelves: [Shelf] = []
    /// Owned, and the other end owns the shop.
    @Relationship(deleteRule: .cascade) var signs: [Sign] = []
    @Relationship(inverse: \Brand.shops) var brands: [Brand] = []
    @Relationship(inverse: \Street.shops) var place: Street?

    init(_ name: String, city: String = "", street: String = "", visits: Int = 0) {
      self.name = name
      self.city = city
      // Most tests are about the name alone.
      self.street = street.isEmpty ? UUID().uuidString : street
      self.visits = visits
    }
  }

  @Model class Keeper {
    var name: String
    var shop: Shop?
    init(_ name: String) { self.name = name }
  }

  @Model class Shelf {
    var label: String
    var shop: Shop?
    @Relationship(deleteRule: .cascade) var boxes: [Box] = []
    init(_ label: String) { self.label = label }
  }

  @Model class Box {
    var label: String
    var shelf: Shelf?
    init(_ label: String) { self.label = label }
  }

  @Model class Sign {
    var text: String
    /// Deleting a sign would delete the shop.
    @Relationship(deleteRule: .cascade) var target: Shop?
    init(_ text: String) { self.text = text }
  }

  @Model class Brand {
    @Attribute(.unique) var name: String
    var shops: [Shop] = []
    init(_ name: String) { self.name = name }
  }

  @Model class Street {
    var name: String
    var shops: [Shop] = []
    init(_ name: String) { self.name = name }
  }

  /// Refers to a shop that does not know it.
  @Model class Note {
    var text: String
    var shop: Shop?
    init(_ text: String) { self.text = text }
  }

  @Model class Branch: Shop {
    var number = 0
    override init(_ name: String, city: String = "", street: String = "", visits: Int = 0) {
      super.init(name, city: city, street: street, visits: visits)
    }
  }

  static let types: [any PersistentModel.Type] = [
    Shop.self, Keeper.self, Shelf.self, Box.self, Sign.self, Brand.self, Street.self, Note.self,
    Branch.self,
  ]

  private func container(
    at url: URL? = nil, _ set: (inout ModelConfiguration) -> Void
  ) throws -> ModelContainer {
    var configuration =
      url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
    set(&configuration)
    return try ModelContainer(for: Schema(Self.types), configurations: configuration)
  }

  private func context(_ policy: Policy) throws -> ModelContext {
    ModelContext(try container { $0.setUniqueness(policy, of: Shop.self, by: [\.name]) })
  }

  private func context(
    deciding decide: @escaping @Sendable (Shop, Shop) throws -> Policy
  ) throws -> ModelContext {
    ModelContext(
      try container { $0.setUniqueness(of: Shop.self, by: [\.name], decide: decide) })
  }

  /// A context with a saved shop.
  private func stored(_ context: ModelContext, _ shop: Shop = Shop("a", visits: 1)) throws -> Shop {
    context.insert(shop)
    try context.save()
    return shop
  }

  private func count<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    try ModelContext(context.container).fetchCount(FetchDescriptor<T>())
  }

  // MARK: Declaration

  @Test("a constraint has its own policy, others that of the store")
  func declared() throws {
    let context = ModelContext(
      try container {
        $0.uniqueness = .refuse
        $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name])
        $0.setUniqueness(.upsert, by: [\Shop.street, \Shop.city])
        #expect($0.uniqueness == .refuse)
      })
    let shop = try stored(context, Shop("a", city: "c", street: "s", visits: 1))
    context.insert(Shop("a", city: "d", visits: 2))
    try context.save()
    #expect(shop.visits == 1)
    context.insert(Shop("b", city: "c", street: "s", visits: 3))
    try context.save()
    #expect(shop.name == "b" && shop.visits == 3)
    context.insert(Brand("x"))
    try context.save()
    context.insert(Brand("x"))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test("the last policy of a constraint counts, and equal configurations have equal policies")
  func equality() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let plain = configuration
    configuration.setUniqueness(.refuse, of: Shop.self, by: [\.city, \.street])
    let refusing = configuration
    #expect(refusing != plain)
    configuration.setUniqueness(.keepExisting, of: Shop.self, by: [\.street, \.city])
    #expect(configuration != refusing)
    configuration.setUniqueness(.refuse, of: Shop.self, by: [\.city, \.street])
    #expect(configuration == refusing && configuration.hashValue == refusing.hashValue)
    configuration.setUniqueness(of: Shop.self, by: [\.name]) { _, _ in .upsert }
    let deciding = configuration
    #expect(deciding == configuration)
    configuration.setUniqueness(of: Shop.self, by: [\.name]) { _, _ in .upsert }
    #expect(deciding != configuration)
  }

  @Test("a container refuses a policy for a constraint that its store does not have")
  func unknownConstraint() throws {
    let cases: [(String, String, (inout ModelConfiguration) -> Void)] = [
      ("Shop", "city", { $0.setUniqueness(.refuse, of: Shop.self, by: [\.city]) }),
      ("Shop", "", { $0.setUniqueness(.refuse, of: Shop.self, by: []) }),
      ("Branch", "name", { $0.setUniqueness(.refuse, of: Branch.self, by: [\.name]) }),
      ("Tag", "name", { $0.setUniqueness(.refuse, of: Library.Tag.self, by: [\.name]) }),
    ]
    for (entity, property, set) in cases {
      let error = #expect(throws: SwiftDataError.unknownSchema) { try container(set) }
      #expect(error?.entity == entity)
      #expect(error?.property == property)
      #expect(error?.explanation.contains("uniqueness policy") == true)
    }
  }

  @Test("policies are no part of the schema or of the file")
  func noPartOfTheFile() throws {
    let folder = try TemporaryFolder()
    for (name, policy) in [("a.json", Policy.upsert), ("b.json", .refuse)] {
      let context = ModelContext(
        try container(at: folder.file(name)) {
          $0.setUniqueness(policy, of: Shop.self, by: [\.name])
          $0.history = .nothing
        })
      context.insert(Shop("a", street: "s"))
      try context.save()
    }
    func schema(_ name: String) throws -> Substring {
      let text = try String(contentsOf: folder.file(name), encoding: .utf8)
      return text[(text.range(of: "\"schema\"")?.lowerBound ?? text.startIndex)...]
    }
    #expect(try schema("a.json") == schema("b.json"))
  }

  // MARK: Keeping

  @Test("the existing object keeps its values, and the new one becomes it")
  func kept() throws {
    let context = try context(.keepExisting)
    let shop = try stored(context)
    shop.clicks = 1
    let new = Shop("a", city: "x", visits: 2)
    new.clicks = 2
    context.insert(new)
    let former = new.persistentModelID
    try context.save()
    #expect(!context.hasChanges)
    #expect(try context.only(Shop.self) === shop)
    #expect(shop.visits == 1 && shop.city == "" && shop.clicks == 1)
    #expect(new.visits == 1 && new.persistentModelID == shop.persistentModelID)
    #expect(context.model(for: former) === shop)
    new.visits = 5
    #expect(shop.visits == 5)
    try context.save()
    #expect(try ModelContext(context.container).only(Shop.self).visits == 5)
  }

  @Test("a save that keeps the existing object only writes nothing, and notifies of no change")
  func keptSilently() throws {
    let context = try context(.keepExisting)
    _ = try stored(context)
    let token = try context.fetchNetHistory().token
    nonisolated(unsafe) var identifiers = 0
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      for key in [
        ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers,
      ] {
        identifiers += (notification.userInfo?[key] as? [PersistentIdentifier])?.count ?? 0
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Shop("a", visits: 2))
    try context.save()
    #expect(identifiers == 0)
    #expect(try context.fetchNetHistory().token == token)
  }

  @Test("of new objects, the one that was inserted first stays, unless one is stored")
  func keptAmongNew() throws {
    let context = try context(.keepExisting)
    let shops = (1...3).map { Shop("a", visits: $0) }
    for shop in shops { context.insert(shop) }
    try context.save()
    #expect(try context.only(Shop.self) === shops[0])
    #expect(shops.map(\.visits) == [1, 1, 1])
    let more = (4...5).map { Shop("a", visits: $0) }
    for shop in more { context.insert(shop) }
    try context.save()
    #expect(more.map(\.visits) == [1, 1])
    #expect(try ModelContext(context.container).only(Shop.self).visits == 1)
  }

  @Test("what refers to the new object refers to the existing one, which keeps its own references")
  func references() throws {
    let context = try context(.keepExisting)
    let shop = Shop("a")
    shop.place = Street("old")
    shop.keeper = Keeper("old")
    shop.brands = [Brand("x")]
    _ = try stored(context, shop)
    let new = Shop("a")
    let street = Street("new")
    street.shops = [new]
    new.keeper = Keeper("new")
    let brand = Brand("y")
    brand.shops = [new]
    let note = Note("n")
    note.shop = new
    for model in [street, brand, note] as [any PersistentModel] { context.insert(model) }
    try context.save()
    #expect(shop.place?.name == "old")
    #expect(street.shops.isEmpty)
    #expect(shop.keeper?.name == "old")
    #expect(shop.brands.map(\.name) == ["x", "y"])
    #expect(brand.shops.first === shop)
    #expect(note.shop === shop)
    #expect(new.brands.count == 2)
    #expect(try count(Keeper.self, context) == 2)
    #expect(try count(Street.self, context) == 2)
  }

  @Test("a one-to-one that the existing object lacks is that of the new one")
  func oneToOne() throws {
    let context = try context(.keepExisting)
    let shop = try stored(context)
    let keeper = Keeper("new")
    keeper.shop = Shop("a")
    context.insert(keeper)
    try context.save()
    #expect(shop.keeper === keeper)
    #expect(keeper.shop === shop)
  }

  @Test("new objects that the new one owns go with it, and stored ones stay")
  func owned() throws {
    let context = try context(.keepExisting)
    let shop = Shop("a")
    shop.shelves = [Shelf("stored")]
    shop.signs = [Sign("stored")]
    _ = try stored(context, shop)
    let free = Shelf("free")
    let sign = Sign("free")
    context.insert(free)
    context.insert(sign)
    try context.save()
    for _ in 0..<2 {
      let new = Shop("a")
      let shelf = Shelf("new")
      shelf.boxes = [Box("new")]
      new.shelves = [shelf, free]
      let other = Sign("new")
      // Deleting the new sign with its rule would delete the stored shop.
      other.target = new
      new.signs = [other, sign]
      context.insert(new)
      try context.save()
      #expect(shop.shelves.map(\.label) == ["stored", "free"])
      #expect(shop.signs.map(\.text) == ["stored", "free"])
      #expect(shelf.modelContext == nil && other.modelContext == nil)
      #expect(try count(Shop.self, context) == 1)
      #expect(try count(Shelf.self, context) == 2)
      #expect(try count(Box.self, context) == 0)
      #expect(try count(Sign.self, context) == 2)
    }
  }

  @Test("a new object that is dropped can own what collides itself")
  func ownedDuplicates() throws {
    let context = ModelContext(
      try container {
        $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name])
        $0.setUniqueness(.refuse, of: Brand.self, by: [\.name])
      })
    let shop = Shop("a")
    shop.brands = [Brand("x")]
    _ = try stored(context, shop)
    let new = Shop("a")
    new.brands = [Brand("x")]
    context.insert(new)
    // The brand is an object of its own, so its policy decides.
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(new.modelContext == nil)
    #expect(shop.brands.count == 1)
  }

  @Test("a rollback after a failed save makes the new object new again, with its values")
  func rolledBack() throws {
    let context = ModelContext(
      try container { $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name]) })
    let shop = try stored(context)
    let other = try stored(context, Shop("b"))
    let new = Shop("a", visits: 2)
    let shelf = Shelf("new")
    new.shelves = [shelf]
    context.insert(new)
    other.name = "a"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(new.modelContext == nil && new.visits == 2)
    #expect(shop.visits == 1 && shop.shelves.isEmpty)
    #expect(shelf.modelContext == nil)
    new.name = "c"
    context.insert(new)
    try context.save()
    #expect(try context.all(Shop.self).map(\.visits).sorted() == [0, 1, 2])
  }

  @Test("undo and redo leave the existing object as it is")
  func undone() throws {
    let context = try context(.keepExisting)
    let shop = Shop("a", visits: 1)
    shop.shelves = [Shelf("stored")]
    _ = try stored(context, shop)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    manager.beginUndoGrouping()
    let new = Shop("a", visits: 2)
    new.shelves = [Shelf("new")]
    context.insert(new)
    manager.endUndoGrouping()
    try context.save()
    for _ in 0..<3 {
      while manager.canUndo { manager.undo() }
      try context.save()
      #expect(try ModelContext(context.container).only(Shop.self).visits == 1)
      #expect(shop.visits == 1)
      while manager.canRedo { manager.redo() }
      try context.save()
      #expect(try ModelContext(context.container).only(Shop.self).visits == 1)
    }
    #expect(try count(Shelf.self, context) >= 1)
  }

  @Test("observers of the new object hear that it has other values")
  func observed() throws {
    let context = try context(.keepExisting)
    _ = try stored(context)
    let new = Shop("a", visits: 2)
    context.insert(new)
    nonisolated(unsafe) var isNotified = false
    withObservationTracking {
      _ = new.visits
    } onChange: {
      isNotified = true
    }
    try context.save()
    #expect(isNotified)
  }

  // MARK: Refusing

  @Test("the error has both objects, the constraint and the values")
  func conflict() throws {
    let context = ModelContext(
      try container { $0.setUniqueness(.refuse, of: Shop.self, by: [\.city, \.street]) })
    let shop = try stored(context, Shop("a", city: "c", street: "s"))
    let new = Shop("b", city: "c", street: "s")
    let other = Shop("d", city: "c", street: "s")
    context.insert(new)
    context.insert(other)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let conflicts = try #require(error?.uniquenessConflicts)
    #expect(conflicts.map(\.new) == [new.persistentModelID, other.persistentModelID])
    let first = try #require(conflicts.first)
    #expect(first.existing == shop.persistentModelID)
    #expect(first.properties == ["city", "street"])
    #expect(first.value(of: "city") == "c")
    #expect(first.value(of: "street", as: String.self) == "s")
    #expect(first.value(of: "city", as: Int.self) == nil)
    #expect(first.value(of: "name", as: String.self) == nil)
    #expect(first.description == #"city "c", street "s" in Shop 1 and Shop 2"#)
    #expect(error?.property == "city, street")
    #expect(error?.object == 2)
    #expect("\(error as Any)".contains("Shop 1 has the same city, street"))
    #expect(context.insertedModelsArray.count == 2)
    #expect(SwiftDataError.saveFailure.uniquenessConflicts.isEmpty)
    #expect(try count(Shop.self, context) == 1)
    new.city = "x"
    context.delete(other)
    try context.save()
    #expect(try count(Shop.self, context) == 2)
  }

  @Test("nothing is united before a constraint refuses")
  func refusedFirst() throws {
    let context = ModelContext(
      try container { $0.setUniqueness(.refuse, of: Shop.self, by: [\.name]) })
    let brand = Brand("x")
    context.insert(brand)
    _ = try stored(context)
    let again = Brand("x")
    context.insert(again)
    context.insert(Shop("a"))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(again.persistentModelID != brand.persistentModelID)
    #expect(context.insertedModelsArray.count == 2)
  }

  @Test("an edit of a stored object into the key of another is an error under every policy")
  func edited() throws {
    for policy in [Policy.upsert, .keepExisting, .refuse] {
      let context = try context(policy)
      let shop = try stored(context)
      let other = try stored(context, Shop("b"))
      other.name = "a"
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(
        error?.uniquenessConflicts.map { [$0.existing, $0.new].sorted() }
          == [[shop.persistentModelID, other.persistentModelID].sorted()])
    }
  }

  @Test("an automatic save that is refused reports the conflict")
  @MainActor func autosaved() async throws {
    let container = try container { $0.setUniqueness(.refuse, of: Shop.self, by: [\.name]) }
    let context = container.mainContext
    context.insert(Shop("a"))
    context.insert(Shop("a"))
    nonisolated(unsafe) var conflicts: [UniquenessConflict] = []
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didFailToAutosave, object: context, queue: nil
    ) { notification in
      let error = notification.userInfo?.values.lazy.compactMap { $0 as? SwiftDataError }.first
      conflicts = error?.uniquenessConflicts ?? []
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    for _ in 0..<1000 where conflicts.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(conflicts.count == 1)
    context.rollback()
  }

  // MARK: Deciding

  @Test(
    "a closure changes both objects and returns a policy",
    arguments: [Policy.upsert, .keepExisting])
  func decided(policy: Policy) throws {
    let context = try context { existing, new in
      existing.visits += new.visits
      new.city = "new"
      return policy
    }
    let shop = try stored(context, Shop("a", city: "old", visits: 1))
    let new = Shop("a", city: "x", visits: 2)
    context.insert(new)
    try context.save()
    #expect(shop.visits == (policy == .upsert ? 2 : 3))
    #expect(shop.city == (policy == .upsert ? "new" : "old"))
    #expect(new.visits == shop.visits)
    #expect(try ModelContext(context.container).only(Shop.self).visits == shop.visits)
  }

  @Test("a closure may keep what the new object owns")
  func movedParts() throws {
    let context = try context { existing, new in
      existing.shelves += new.shelves
      existing.signs += new.signs
      return .keepExisting
    }
    let shop = try stored(context)
    let new = Shop("a")
    new.shelves = [Shelf("s")]
    new.signs = [Sign("n")]
    context.insert(new)
    try context.save()
    #expect(shop.shelves.map(\.label) == ["s"])
    #expect(shop.signs.map(\.text) == ["n"])
    #expect(try count(Sign.self, context) == 1)
  }

  @Test("a closure meets each new object in turn, the first with the stored one")
  func inTurn() throws {
    let context = try context { existing, new in
      existing.city += new.city
      return .keepExisting
    }
    let shop = try stored(context)
    for city in ["x", "y", "z"] { context.insert(Shop("a", city: city)) }
    try context.save()
    #expect(shop.city == "xyz")
    let copies = ["p", "q", "r"].map { Shop("b", city: $0) }
    for copy in copies { context.insert(copy) }
    try context.save()
    #expect(copies[0].city == "pqr")
    #expect(copies[2].city == "pqr")
  }

  @Test("an error that a closure throws passes on, and nothing is saved")
  func thrown() throws {
    struct Doubt: Error {}
    let context = try context { existing, _ in
      existing.visits = 9
      throw Doubt()
    }
    let shop = try stored(context)
    context.insert(Brand("x"))
    context.insert(Shop("a"))
    #expect(throws: Doubt.self) { try context.save() }
    #expect(context.hasChanges)
    #expect(try count(Brand.self, context) == 0)
    #expect(try ModelContext(context.container).only(Shop.self).visits == 1)
    context.rollback()
    #expect(shop.visits == 1)
    #expect(try context.all(Shop.self).count == 1)
  }

  @Test("a closure that refuses leaves both objects")
  func decidedToRefuse() throws {
    let context = try context { _, _ in .refuse }
    let shop = try stored(context)
    let new = Shop("a", visits: 2)
    context.insert(new)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.uniquenessConflicts.first?.existing == shop.persistentModelID)
    #expect(new.visits == 2 && shop.visits == 1)
  }

  @Test("a closure may give one of the objects another key, which is checked again")
  func renamed() throws {
    let context = try context { existing, new in
      new.name += "+"
      return .refuse
    }
    let shop = try stored(context)
    for _ in 0..<3 { context.insert(Shop("a")) }
    try context.save()
    #expect(Set(try context.all(Shop.self).map(\.name)) == ["a", "a+", "a++", "a+++"])
    #expect(shop.name == "a")
  }

  @Test("a closure that gives existing keys for ever ends in an error")
  func endless() throws {
    let context = try context { existing, new in
      let shop = Shop("a")
      new.modelContext?.insert(shop)
      new.modelContext?.delete(new)
      return .upsert
    }
    _ = try stored(context)
    context.insert(Shop("a"))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("closures") == true)
    context.rollback()
    #expect(try count(Shop.self, context) == 1)
  }

  @Test("a closure may delete one of the objects, or insert others", arguments: [true, false])
  func deleted(isNew: Bool) throws {
    let context = try context { existing, new in
      new.modelContext?.insert(Brand("x"))
      new.modelContext?.delete(isNew ? new : existing)
      return .upsert
    }
    let shop = try stored(context)
    let identifier = shop.persistentModelID
    context.insert(Shop("a", visits: 2))
    try context.save()
    let left = try ModelContext(context.container).only(Shop.self)
    #expect(left.visits == (isNew ? 1 : 2))
    #expect((left.persistentModelID == identifier) == isNew)
    #expect(try count(Brand.self, context) == 1)
  }

  @Test("a closure that rolls back or saves does no harm")
  func misused() throws {
    let saving = try context { _, new in
      try new.modelContext?.save()
      return .keepExisting
    }
    let shop = try stored(saving)
    saving.insert(Shop("a", visits: 2))
    try saving.save()
    #expect(shop.visits == 1)
    let rolling = try context { _, new in
      new.modelContext?.rollback()
      return .upsert
    }
    let other = try stored(rolling)
    for _ in 0..<2 { rolling.insert(Shop("a", visits: 2)) }
    try rolling.save()
    #expect(other.visits == 1)
    #expect(try count(Shop.self, rolling) == 1)
  }

  @Test("an object of another class cannot become the existing one, whatever the policy is")
  func otherClass() throws {
    for policy in [Policy.upsert, .keepExisting] {
      let context = try context { _, _ in policy }
      _ = try stored(context, Branch("a"))
      context.insert(Shop("a"))
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(error?.uniquenessConflicts.first?.existing.entityName == "Branch")
      context.rollback()
      let branch = Branch("a", visits: 7)
      context.insert(branch)
      try context.save()
      #expect(branch.visits == (policy == .upsert ? 7 : 0))
    }
  }

  // MARK: Contexts, actors, processes

  @Test("all contexts of a container have its policies, and a policy meets what another has saved")
  func contexts() throws {
    let container = try container { $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name]) }
    let (first, second) = (ModelContext(container), ModelContext(container))
    first.insert(Shop("a", visits: 1))
    let late = Shop("a", visits: 2)
    second.insert(late)
    try first.save()
    try second.save()
    #expect(late.visits == 1)
    #expect(try second.only(Shop.self) === late)
  }

  @Test("a model actor has the policies of its container")
  func actor() async throws {
    let container = try container { $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name]) }
    let clerk = Clerk(modelContainer: container)
    #expect(try await clerk.add("a", 1) == 1)
    #expect(try await clerk.add("a", 2) == 1)
  }

  @Test("containers that share a file have a policy each")
  func shared() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("shops.trips")
    let keeping = ModelContext(
      try container(at: file) { $0.setUniqueness(.keepExisting, of: Shop.self, by: [\.name]) })
    let plain = ModelContext(try container(at: file) { _ in })
    keeping.insert(Shop("a", visits: 1))
    try keeping.save()
    plain.insert(Shop("a", visits: 2))
    try plain.save()
    #expect(try keeping.only(Shop.self).visits == 2)
    keeping.insert(Shop("a", visits: 3))
    try keeping.save()
    #expect(try plain.only(Shop.self).visits == 2)
  }
}

@ModelActor
private actor Clerk {
  func add(_ name: String, _ visits: Int) throws -> Int {
    let shop = UniquenessPolicyTests.Shop(name, visits: visits)
    modelContext.insert(shop)
    try modelContext.save()
    return shop.visits
  }
}
