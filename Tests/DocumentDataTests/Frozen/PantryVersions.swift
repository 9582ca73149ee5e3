import DocumentData
import Foundation

// Recipes with ingredients and subclasses:
//
//     1  Recipe (title, servings), Baking with minutes; Ingredient with a required recipe, in order
//     2  titles are unique: a closure joins the ingredients of equal ones; servings becomes portions
//     3  a closure writes a summary from the ingredients, and deletes those without a name

enum PantryV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Recipe.self, Baking.self, Ingredient.self] }

  @Model class Recipe {
    var title: String
    var servings: Int = 4
    var ratings: [String: Int] = [:]
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient] =
      []
    init(title: String) { self.title = title }
  }

  @Model class Baking: Recipe {
    var minutes: Double
    init(title: String, minutes: Double) {
      self.minutes = minutes
      super.init(title: title)
    }
  }

  @Model class Ingredient {
    var name: String
    var recipe: Recipe?
    init(name: String) { self.name = name }
  }
}

enum PantryV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Recipe.self, Baking.self, Ingredient.self] }

  @Model class Recipe {
    @Attribute(.unique) var title: String
    @Attribute(originalName: "servings") var portions: Int = 4
    var ratings: [String: Int] = [:]
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient] =
      []
    init(title: String) { self.title = title }
  }

  @Model class Baking: Recipe {
    var minutes: Double
    init(title: String, minutes: Double) {
      self.minutes = minutes
      super.init(title: title)
    }
  }

  @Model class Ingredient {
    var name: String
    var recipe: Recipe?
    init(name: String) { self.name = name }
  }
}

enum PantryV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Recipe.self, Baking.self, Ingredient.self] }

  @Model class Recipe {
    @Attribute(.unique) var title: String
    var portions: Int = 4
    var summary: String?
    var ratings: [String: Int] = [:]
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient] =
      []
    init(title: String) { self.title = title }
  }

  @Model class Baking: Recipe {
    var minutes: Double
    init(title: String, minutes: Double) {
      self.minutes = minutes
      super.init(title: title)
    }
  }

  @Model class Ingredient {
    var name: String
    var recipe: Recipe?
    init(name: String) { self.name = name }
  }
}

enum FrozenPantryV1: FrozenVersion { static let schema = FrozenSchema(of: PantryV1.self) }
enum FrozenPantryV2: FrozenVersion { static let schema = FrozenSchema(of: PantryV2.self) }

enum Pantry {
  @Sendable static func fill(_ context: ModelContext) {
    for (number, title) in ["Bread", "Soup", "Bread"].enumerated() {
      let recipe =
        number == 0 ? PantryV1.Baking(title: title, minutes: 40.5) : PantryV1.Recipe(title: title)
      recipe.servings = number
      recipe.ratings = ["r\(number)": number]
      context.insert(recipe)
      recipe.ingredients = ["salt", "", "water \(number)"].map { PantryV1.Ingredient(name: $0) }
      recipe.ingredients.reverse()
    }
  }
}

enum PantryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [PantryV1.self, PantryV2.self, PantryV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PantryV1.self, toVersion: PantryV2.self,
        willMigrate: { context in
          try context.mergeDuplicates(
            of: PantryV1.Recipe.self, by: [\.title], keepingGreatest: [\.servings],
            joining: [\.ingredients])
        }, didMigrate: nil),
      .custom(
        fromVersion: PantryV2.self, toVersion: PantryV3.self,
        willMigrate: { context in
          for ingredient in try context.fetch(FetchDescriptor<PantryV2.Ingredient>())
          where ingredient.name.isEmpty {
            context.delete(ingredient)
          }
        },
        didMigrate: { context in
          for recipe in try context.fetch(FetchDescriptor<PantryV3.Recipe>()) {
            recipe.summary = recipe.ingredients.map(\.name).joined(separator: ", ")
          }
        },
        willRevert: { context in
          for recipe in try context.fetch(FetchDescriptor<PantryV3.Baking>()) {
            context.delete(recipe)
          }
        }, didRevert: nil),
    ]
  }
}

enum FrozenPantryPlan: SchemaMigrationPlan {
  static var schemaName: String { "PantryPlan" }
  static var schemas: [any VersionedSchema.Type] {
    [FrozenPantryV1.self, FrozenPantryV2.self, PantryV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: FrozenPantryV1.self, toVersion: FrozenPantryV2.self,
        willMigrate: { context in
          try context.mergeDuplicateRows(
            of: "Recipe", by: ["title"], keepingGreatest: ["servings"], joining: ["ingredients"])
        }, didMigrate: nil),
      .custom(
        fromVersion: FrozenPantryV2.self, toVersion: PantryV3.self,
        willMigrate: { context in
          for ingredient in try context.rows("Ingredient")
          where try ingredient["name", as: String.self].isEmpty {
            context.deleteRow(ingredient)
          }
        },
        didMigrate: { context in
          for recipe in try context.fetch(FetchDescriptor<PantryV3.Recipe>()) {
            recipe.summary = recipe.ingredients.map(\.name).joined(separator: ", ")
          }
        },
        willRevert: { context in
          for recipe in try context.fetch(FetchDescriptor<PantryV3.Baking>()) {
            context.delete(recipe)
          }
        }, didRevert: nil),
    ]
  }
}
