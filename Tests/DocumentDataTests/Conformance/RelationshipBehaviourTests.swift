import DocumentData
import Foundation
import Testing

@Suite("Relationships, saved and opened again")
struct RelationshipBehaviourTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes objects in one container and looks at them in another one of the same file.
  private func afterReopening(
    make: (ModelContext) throws -> Void, check: (ModelContext) throws -> Void
  ) throws {
    let file = folder.file("garden.trip")
    do {
      let context = ModelContext(try Garden.container(file))
      try make(context)
      try context.save()
      try check(context)
    }
    try check(ModelContext(try Garden.container(file)))
  }

  @Test("a to-one leads to its object, and back by the inverse that nobody stated")
  func toOne() throws {
    try afterReopening { context in
      let house = Garden.House(name: "palms")
      house.sign = Garden.Sign(text: "Palms")
      context.insert(house)
    } check: { context in
      let house = try context.only(Garden.House.self)
      #expect(house.sign?.text == "Palms")
      #expect(house.sign?.house === house)
    }
  }

  @Test("a to-many keeps its order, whatever the order of insertion")
  func order() throws {
    try afterReopening { context in
      let house = Garden.House(name: "palms")
      let beds = (0..<5).map { Garden.bed($0) }
      beds.forEach { context.insert($0) }
      context.insert(house)
      house.beds = [3, 0, 4, 1, 2].map { beds[$0] }
      try context.save()
      house.beds.swapAt(0, 4)
      house.beds.insert(Garden.bed(9), at: 1)
    } check: { context in
      let house = try context.only(Garden.House.self)
      #expect(house.beds.map(\.number) == [2, 9, 0, 4, 1, 3])
      #expect(house.beds.allSatisfy { $0.house === house })
    }
  }

  @Test("many to many has an order at each end")
  func manyToMany() throws {
    try afterReopening { context in
      let beds = (0..<3).map { Garden.bed($0) }
      let ada = Garden.Keeper(name: "Ada")
      let bo = Garden.Keeper(name: "Bo")
      beds.forEach { context.insert($0) }
      ada.beds = [beds[2], beds[0]]
      beds[0].keepers.insert(bo, at: 0)
    } check: { context in
      let byNumber = [SortDescriptor(\Garden.Bed.number)]
      let beds = try context.fetch(FetchDescriptor(sortBy: byNumber))
      #expect(beds.map { $0.keepers.map(\.name) } == [["Bo", "Ada"], [], ["Ada"]])
      let keepers = try context.fetch(
        FetchDescriptor(sortBy: [SortDescriptor(\Garden.Keeper.name)]))
      #expect(keepers.map { $0.beds.map(\.number) } == [[2, 0], [0]])
    }
  }

  @Test("a tree within one class keeps its shape, and a cascade takes the whole of it")
  func tree() throws {
    try afterReopening { context in
      context.insert(
        Garden.Branch(
          "root",
          children: [Garden.Branch("a", children: [Garden.Branch("b")]), Garden.Branch("c")]))
    } check: { context in
      let roots = try context.fetch(
        FetchDescriptor<Garden.Branch>(predicate: #Predicate { $0.parent == nil }))
      #expect(roots.map(\.name) == ["root"])
      #expect(roots.first?.children.map(\.name) == ["a", "c"])
      #expect(roots.first?.children.first?.children.first?.parent?.name == "a")
    }
    let context = ModelContext(try Garden.container(folder.file("garden.trip")))
    let root = try context.fetch(
      FetchDescriptor<Garden.Branch>(predicate: #Predicate { $0.name == "root" }))
    context.delete(try #require(root.first))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Garden.Branch>()) == 0)
  }

  @Test("a list that is nil reads as empty, and the file keeps the difference")
  func nilAndEmpty() throws {
    try afterReopening { context in
      context.insert(Garden.Keeper(name: "none"))
      let empty = Garden.Keeper(name: "empty")
      empty.favourites = []
      context.insert(empty)
      let some = Garden.Keeper(name: "some")
      some.favourites = [Garden.Plant(name: "b"), Garden.Plant(name: "a")]
      context.insert(some)
    } check: { context in
      let keepers = Dictionary(
        uniqueKeysWithValues: try context.all(Garden.Keeper.self).map { ($0.name, $0) })
      #expect(keepers["none"]?.favourites?.isEmpty == true)
      #expect(try context.container.nullCount(of: "favourites", in: "Keeper") == 1)
      #expect(keepers["empty"]?.favourites?.isEmpty == true)
      #expect(keepers["some"]?.favourites?.map(\.name) == ["b", "a"])
    }
  }

  @Test("inserting the root of a graph inserts all of it, new objects among stored ones")
  func graph() throws {
    let context = try Garden.context()
    let keeper = Garden.Keeper(name: "Ada")
    context.insert(keeper)
    try context.save()
    let house = Garden.House(name: "palms")
    house.beds = [Garden.bed(1, "fern", "moss")]
    house.beds[0].keepers = [keeper]
    context.insert(house)
    #expect(context.insertedModelsArray.count == 4)
    try context.save()
    #expect(keeper.beds.first?.house === house)
    #expect(try context.fetchCount(FetchDescriptor<Garden.Plant>()) == 2)
  }

  @Test("moving an object from one to-many to another takes it out of the first at once")
  func moving() throws {
    let context = try Garden.context()
    let houses = ["a", "b"].map { Garden.House(name: $0) }
    houses.forEach { context.insert($0) }
    let bed = Garden.bed(1)
    houses[0].beds = [bed]
    houses[1].beds.append(bed)
    #expect(houses[0].beds.isEmpty)
    #expect(bed.house === houses[1])
  }
}

@Suite("Counts of a to-many are checked by the save")
struct RelationshipCountTests {
  @Test(
    "what is below the minimum or above the maximum is refused, naming the property",
    arguments: [0: false, 1: true, 3: true, 4: false])
  func counts(_ count: Int, _ isAllowed: Bool) throws {
    let context = try Garden.context()
    let bed = Garden.Bed(number: 1)
    bed.plants = (0..<count).map { Garden.Plant(name: "\($0)") }
    context.insert(bed)
    if isAllowed {
      try context.save()
    } else {
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(error?.entity == "Bed")
      #expect(error?.property == "plants")
    }
  }

  @Test("the other end's edits count as well, and so do deletions")
  func otherEnd() throws {
    let context = try Garden.context()
    let bed = Garden.bed(1, "fern")
    context.insert(bed)
    try context.save()
    let fern = bed.plants[0]
    fern.bed = nil
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    context.delete(fern)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    bed.plants = [Garden.Plant(name: "moss")]
    try context.save()
    #expect(bed.plants.map(\.name) == ["moss"])
  }

  @Test("between two saves a count may be wrong")
  func meanwhile() throws {
    let context = try Garden.context()
    let bed = Garden.bed(1, "fern")
    context.insert(bed)
    try context.save()
    bed.plants = []
    bed.plants = [Garden.Plant(name: "moss")]
    try context.save()
  }

  @Test("a bed that is deleted needs no plants")
  func deleted() throws {
    let context = try Garden.context()
    let bed = Garden.bed(1, "fern")
    context.insert(bed)
    try context.save()
    context.delete(bed.plants[0])
    context.delete(bed)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Garden.Plant>()) == 0)
  }
}
