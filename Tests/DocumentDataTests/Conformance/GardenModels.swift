import DocumentData
import Foundation

/// Models of a botanical garden: relationships of every kind, with and without stated inverses.
enum Garden {
  static let models: [any PersistentModel.Type] = [
    House.self, Bed.self, Plant.self, Sign.self, Keeper.self, Branch.self,
  ]

  // Inverses that the schema finds by itself, to one and to many.
  @Model class House {
    var name: String
    var beds: [Bed] = []
    var sign: Sign?

    init(name: String) { self.name = name }
  }

  @Model class Bed {
    var number: Int
    var house: House?
    // Many to many, with a stated inverse.
    @Relationship(inverse: \Keeper.beds) var keepers: [Keeper] = []
    // At least one plant, at most three.
    @Relationship(minimumModelCount: 1, maximumModelCount: 3) var plants: [Plant] = []

    init(number: Int) { self.number = number }
  }

  @Model class Plant {
    var name: String
    var bed: Bed?

    init(name: String) { self.name = name }
  }

  @Model class Sign {
    var text: String
    var house: House?

    init(text: String) { self.text = text }
  }

  @Model class Keeper {
    @Attribute(.unique) var name: String
    var beds: [Bed] = []
    // An optional list, without a way back.
    var favourites: [Plant]?

    init(name: String) { self.name = name }
  }

  // A tree within one class.
  @Model class Branch {
    var name: String
    var parent: Branch?
    @Relationship(deleteRule: .cascade, inverse: \Branch.parent) var children: [Branch]

    init(_ name: String, children: [Branch] = []) {
      self.name = name
      self.children = children
    }
  }

  static func container(_ file: URL? = nil) throws -> ModelContainer {
    let schema = Schema(models)
    return try ModelContainer(
      for: schema,
      configurations: file.map { ModelConfiguration(schema: schema, url: $0) }
        ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true))
  }

  static func context() throws -> ModelContext { ModelContext(try container()) }

  /// A bed that has the plant that it needs.
  static func bed(_ number: Int, _ plants: String...) -> Bed {
    let bed = Bed(number: number)
    bed.plants = (plants.isEmpty ? ["moss"] : plants).map { Plant(name: $0) }
    return bed
  }
}
