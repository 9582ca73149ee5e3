import DocumentData
import Foundation

// Three versions of a concert hall's programme, which state no number: unnamed keys, unique names,
// better names with delete rules.

enum RecitalsV1: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Recital.self, Work.self, Stage.self]
  }

  @Model final class Recital {
    var name: String
    var hall: String
    var opens_at: Date
    var closes_at: Date
    var works: [Work]? = []
    var stage: Stage?

    init(name: String, hall: String, opens_at: Date, closes_at: Date) {
      self.name = name
      self.hall = hall
      self.opens_at = opens_at
      self.closes_at = closes_at
    }
  }

  @Model final class Work {
    var title: String
    var recital: Recital?

    init(title: String) { self.title = title }
  }

  @Model final class Stage {
    var place: String
    var recital: Recital?

    init(place: String) { self.place = place }
  }
}

enum RecitalsV2: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Recital.self, Work.self, Stage.self]
  }

  @Model final class Recital {
    @Attribute(.unique) var name: String
    var hall: String
    var opens_at: Date
    var closes_at: Date
    var works: [Work]? = []
    var stage: Stage?

    init(name: String, hall: String, opens_at: Date, closes_at: Date) {
      self.name = name
      self.hall = hall
      self.opens_at = opens_at
      self.closes_at = closes_at
    }
  }

  @Model final class Work {
    var title: String
    var recital: Recital?

    init(title: String) { self.title = title }
  }

  @Model final class Stage {
    var place: String
    var recital: Recital?

    init(place: String) { self.place = place }
  }
}

enum RecitalsV3: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Recital.self, Work.self, Stage.self]
  }

  @Model final class Recital {
    @Attribute(.unique) var name: String
    var hall: String
    @Attribute(originalName: "opens_at") var opening: Date
    @Attribute(originalName: "closes_at") var closing: Date
    @Relationship(.cascade) var works: [Work]? = []
    @Relationship(.cascade) var stage: Stage?
    @Transient var timesShown: Int = 0

    init(name: String, hall: String, opening: Date, closing: Date) {
      self.name = name
      self.hall = hall
      self.opening = opening
      self.closing = closing
    }
  }

  @Model final class Work {
    var title: String
    var recital: Recital?

    init(title: String) { self.title = title }
  }

  @Model final class Stage {
    var place: String
    var recital: Recital?

    init(place: String) { self.place = place }
  }
}

enum RecitalPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [RecitalsV1.self, RecitalsV2.self, RecitalsV3.self]
  }

  static var stages: [MigrationStage] { [firstToSecond, secondToThird] }

  static let firstToSecond = MigrationStage.custom(
    fromVersion: RecitalsV1.self, toVersion: RecitalsV2.self,
    willMigrate: { context in
      let recitals = try? context.fetch(FetchDescriptor<RecitalsV1.Recital>())
      var names: Set<String> = []
      for recital in recitals ?? [] where !names.insert(recital.name).inserted {
        context.delete(recital)
      }
      try? context.save()
    }, didMigrate: nil)

  static let secondToThird = MigrationStage.lightweight(
    fromVersion: RecitalsV2.self, toVersion: RecitalsV3.self)
}
