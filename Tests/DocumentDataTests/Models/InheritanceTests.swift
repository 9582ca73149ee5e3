import DocumentData
import DocumentTables
import Foundation
import Testing

// Five levels, with and without initialisers, some of whose properties are overridden.

@Model class Being {
  var name: String
  var kind: String { "being" }
  var changes = 0
  init(name: String) { self.name = name }
}

@Model class Animal: Being {
  var legs = 4
  override var kind: String { "animal" }
}

@Model class Mammal: Animal {
  var fur: String
  @Relationship var mother: Mammal?
  init(name: String, fur: String) {
    self.fur = fur
    super.init(name: name)
  }
  override var kind: String { "mammal, " + super.kind }
}

@Model class Cat: Mammal {
  var lives: Int = 9
  /// Watches a property that is persisted two classes above.
  override var legs: Int {
    didSet { changes += 1 }
  }
}

@Model final class Kitten: Cat {
  var toys: [String]
  init(name: String, toys: [String]) {
    self.toys = toys
    super.init(name: name, fur: "grey")
  }
}

@Suite("Lineages of models")
struct InheritanceTests {
  @Test("objects of each class are stored with the properties of all classes above it")
  func lineage() throws {
    let container = try makeContainer([Kitten.self])
    let context = ModelContext(container)
    let cat = Cat(name: "c", fur: "black")
    let kitten = Kitten(name: "k", toys: ["ball"])
    kitten.mother = cat
    kitten.legs = 3
    cat.lives = 8
    context.insert(kitten)
    context.insert(Animal(name: "a"))
    try context.save()
    let other = ModelContext(container)
    let found = try other.only(Kitten.self)
    #expect(found.name == "k")
    #expect(found.legs == 3)
    #expect(found.changes == 1)
    #expect(found.fur == "grey")
    #expect(found.toys == ["ball"])
    #expect(found.lives == 9)
    #expect(found.kind == "mammal, animal")
    #expect((found.mother as? Cat)?.lives == 8)
    #expect(try other.all(Being.self).count == 3)
    #expect(try other.all(Mammal.self).map(\.kind) == ["mammal, animal", "mammal, animal"])
    #expect(try other.all(Animal.self).filter { type(of: $0) == Animal.self }.count == 1)
  }

  @Test("the schema of the deepest class has all its superclasses, in order")
  func schema() throws {
    let schema = Schema(Kitten.self)
    #expect(schema.entities.map(\.name) == ["Kitten", "Cat", "Mammal", "Animal", "Being"])
    let kitten = try #require(schema.entity(for: Kitten.self))
    #expect(
      kitten.properties.map(\.name)
        == ["name", "changes", "legs", "fur", "mother", "lives", "toys"])
    #expect(kitten.storedProperties.map(\.name) == ["toys"])
    #expect(Kitten.Root.self == Being.self)
  }

  @Test("an object of a class that the container lacks is refused by the save, which names it")
  func missing() throws {
    let context = ModelContext(try makeContainer([Mammal.self]))
    context.insert(Cat(name: "c", fur: "black"))
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.explanation.contains("Cat.self") ?? false)
  }
}
