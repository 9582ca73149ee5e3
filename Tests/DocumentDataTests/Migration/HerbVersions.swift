import DocumentData

// Four versions of one schema: what the difference of two schemas says, closures before and after
// it, and a closure that sees both.

enum HerbsV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Herb.self, Bed.self] }

  @Model class Herb {
    var name: String
    var height: Int32
    var note: String?
    var color: String = "green"
    var bed: Bed?

    init(name: String, height: Int32, note: String?) {
      self.name = name
      self.height = height
      self.note = note
    }
  }

  @Model class Bed {
    var title: String
    @Relationship(inverse: \Herb.bed) var herbs: [Herb] = []
    var first: Herb?

    init(title: String) { self.title = title }
  }
}

/// Renamed and widened, pushed away, required, added; a subclass, another delete rule, an index.
enum HerbsV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Herb.self, Tree.self, Bed.self] }

  @Model class Herb {
    #Index<Herb>([\.name])
    var name: String
    @Attribute(originalName: "height") var size: Int64
    var note: String?
    var leaves: Int = 4
    var smell: String?
    var bed: Bed?

    init(name: String, size: Int64) {
      self.name = name
      self.size = size
    }
  }

  @Model class Tree: Herb {
    var age: Int = 0

    init(name: String, size: Int64, age: Int) {
      self.age = age
      super.init(name: name, size: size)
    }
  }

  @Model class Bed {
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \Herb.bed) var herbs: [Herb] = []
    var first: Herb?
    @Relationship var guests: [Herb] = []

    init(title: String) { self.title = title }
  }
}

/// Closures on both sides: names are spelled in capitals, and beds are unique by their titles.
enum HerbsV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Herb.self, Tree.self, Bed.self] }

  @Model class Herb {
    #Index<Herb>([\.name])
    var name: String
    var size: Int64
    var note: String?
    var leaves: Int = 4
    var smell: String?
    var bed: Bed?

    init(name: String, size: Int64) {
      self.name = name
      self.size = size
    }
  }

  @Model class Tree: Herb {
    var age: Int = 0

    init(name: String, size: Int64, age: Int) {
      self.age = age
      super.init(name: name, size: size)
    }
  }

  @Model class Bed {
    @Attribute(.unique) var title: String
    @Relationship(deleteRule: .cascade, inverse: \Herb.bed) var herbs: [Herb] = []
    var first: Herb?
    @Relationship var guests: [Herb] = []

    init(title: String) { self.title = title }
  }
}

/// A property of another type under the name it had, and one that is required without a default.
enum HerbsV4: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Herb.self, Tree.self, Bed.self] }

  @Model class Herb {
    #Index<Herb>([\.name])
    var name: String
    var size: String
    var note: String?
    var leaves: Int = 4
    var smell: String?
    var code: String
    var bed: Bed?

    init(name: String, size: String, code: String) {
      self.name = name
      self.size = size
      self.code = code
    }
  }

  @Model class Tree: Herb {
    var age: Int = 0

    init(name: String, size: String, code: String, age: Int) {
      self.age = age
      super.init(name: name, size: size, code: code)
    }
  }

  @Model class Bed {
    @Attribute(.unique) var title: String
    @Relationship(deleteRule: .cascade, inverse: \Herb.bed) var herbs: [Herb] = []
    var first: Herb?
    @Relationship var guests: [Herb] = []

    init(title: String) { self.title = title }
  }
}

enum HerbPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [HerbsV1.self, HerbsV2.self, HerbsV3.self, HerbsV4.self]
  }
  static var stages: [MigrationStage] { [first, second, third] }

  static let first = MigrationStage.lightweight(
    fromVersion: HerbsV1.self, toVersion: HerbsV2.self)

  static let second = MigrationStage.custom(
    fromVersion: HerbsV2.self, toVersion: HerbsV3.self,
    willMigrate: { context in
      for beds in try context.duplicates(of: HerbsV2.Bed.self, by: [\.title]) {
        guard let kept = beds.first else { continue }
        for bed in beds.dropFirst() {
          kept.herbs += bed.herbs
          context.delete(bed)
        }
        try context.save()
      }
    },
    didMigrate: { context in
      for herb in try context.all(HerbsV3.Herb.self) { herb.name = herb.name.uppercased() }
    },
    willRevert: nil,
    didRevert: { context in
      for herb in try context.all(HerbsV2.Herb.self) { herb.name = herb.name.lowercased() }
    })

  static let third = MigrationStage.transforming(
    fromVersion: HerbsV3.self, toVersion: HerbsV4.self,
    transform: { old, new in
      for herb in try old.all(HerbsV3.Herb.self) {
        guard let counterpart = new.counterpart(of: herb, as: HerbsV4.Herb.self) else { continue }
        counterpart.size = "\(herb.size) cm"
        counterpart.code = String(herb.name.prefix(1))
      }
    },
    revert: { newer, older in
      for herb in try newer.all(HerbsV4.Herb.self) {
        guard let counterpart = older.counterpart(of: herb, as: HerbsV3.Herb.self) else { continue }
        counterpart.size = Int64(herb.size.split(separator: " ").first ?? "") ?? 0
      }
    })
}

/// The first stage of the plan, written as a custom one.
enum CustomHerbPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { HerbPlan.schemas }
  static var stages: [MigrationStage] { [first, HerbPlan.second, HerbPlan.third] }

  static let first = MigrationStage.custom(
    fromVersion: HerbsV1.self, toVersion: HerbsV2.self,
    willMigrate: { context in _ = try context.all(HerbsV1.Herb.self) },
    didMigrate: { context in
      for herb in try context.all(HerbsV2.Herb.self) { herb.leaves = 4 }
    })
}
