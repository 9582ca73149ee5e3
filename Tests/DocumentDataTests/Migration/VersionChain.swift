import DocumentData
import Foundation

// Eleven versions in which types and names of classes change: of attributes in tables without rows, of
// columns without values, of references, and of values that closures convert.

enum ChainRank: String, Codable { case low, high }
enum ChainLevel: String, Codable { case bottom, top }

enum ChainV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Spot.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: Int
    var spot: Spot?
    init(text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Spot {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: Int
    init(size: Int) {
      self.size = size
    }
  }
}

enum ChainV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Spot.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: Int
    var spot: Spot?
    init(text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Spot {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: String
    init(size: String) {
      self.size = size
    }
  }
}

enum ChainV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Place.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: Int
    var spot: Place?
    init(text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: String
    init(size: String) {
      self.size = size
    }
  }
}

enum ChainV4: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(4, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Place.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: Int
    var extra: Double?
    var spot: Place?
    init(text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV5: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(5, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Place.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: String
    var extra: Double?
    var spot: Place?
    init(text: String, rank: String) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV6: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(6, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Place.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: String
    var extra: String?
    var spot: Place?
    init(text: String, rank: String) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV7: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(7, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Place.self, Draft.self] }

  @Model final class Note {
    var text: String
    var rank: ChainRank
    var extra: String?
    var spot: Place?
    init(text: String, rank: ChainRank) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Draft {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV8: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(8, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self, Place.self, Sketch.self] }

  @Model(originalName: "Note") final class Entry {
    var text: String
    var rank: ChainRank
    var extra: String?
    var spot: Place?
    init(text: String, rank: ChainRank) {
      self.text = text
      self.rank = rank
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Sketch {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV9: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(9, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self, Place.self, Sketch.self] }

  @Model final class Entry {
    var text: String
    var rank: ChainRank
    var extra: String?
    var spot: Place
    init(text: String, rank: ChainRank, spot: Place) {
      self.text = text
      self.rank = rank
      self.spot = spot
    }
  }

  @Model final class Place {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Sketch {
    var size: [Int]
    init(size: [Int]) {
      self.size = size
    }
  }
}

enum ChainV10: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(10, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self, Site.self, Sketch.self] }

  @Model final class Entry {
    var text: String
    var rank: ChainRank
    var extra: String?
    var spot: Site
    init(text: String, rank: ChainRank, spot: Site) {
      self.text = text
      self.rank = rank
      self.spot = spot
    }
  }

  @Model(originalName: "Place") final class Site {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Sketch {
    var size: Date
    init(size: Date) {
      self.size = size
    }
  }
}

enum ChainV11: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(11, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self, Site.self, Sketch.self] }

  @Model final class Entry {
    var text: String
    var rank: ChainLevel
    var extra: String?
    var spot: Site
    init(text: String, rank: ChainLevel, spot: Site) {
      self.text = text
      self.rank = rank
      self.spot = spot
    }
  }

  @Model final class Site {
    var name: String
    init(name: String) {
      self.name = name
    }
  }

  @Model final class Sketch {
    var size: Date
    init(size: Date) {
      self.size = size
    }
  }
}

/// All versions; a stage has closures only where values have to be converted.
enum ChainPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [
      ChainV1.self, ChainV2.self, ChainV3.self, ChainV4.self, ChainV5.self, ChainV6.self,
      ChainV7.self, ChainV8.self, ChainV9.self, ChainV10.self, ChainV11.self,
    ]
  }

  static var stages: [MigrationStage] {
    let custom: [Int: MigrationStage] = [4: ranksAsTexts, 6: ranksAsCases, 8: places, 10: levels]
    return schemas.indices.dropLast().map { index in
      custom[index + 1]
        ?? .lightweight(fromVersion: schemas[index], toVersion: schemas[index + 1])
    }
  }

  private static let ranksAsTexts = MigrationStage.transforming(
    fromVersion: ChainV4.self, toVersion: ChainV5.self,
    transform: { old, new in
      for note in try old.all(ChainV4.Note.self) {
        new.counterpart(of: note, as: ChainV5.Note.self)?.rank = "\(note.rank)"
      }
    })

  private static let ranksAsCases = MigrationStage.transforming(
    fromVersion: ChainV6.self, toVersion: ChainV7.self,
    transform: { old, new in
      for note in try old.all(ChainV6.Note.self) {
        new.counterpart(of: note, as: ChainV7.Note.self)?.rank = note.rank == "1" ? .low : .high
      }
    })

  private static let places = MigrationStage.custom(
    fromVersion: ChainV8.self, toVersion: ChainV9.self, willMigrate: nil,
    didMigrate: { context in
      let place = ChainV9.Place(name: "unknown")
      context.insert(place)
      for entry in try context.all(ChainV9.Entry.self) { entry.spot = place }
    })

  private static let levels = MigrationStage.custom(
    fromVersion: ChainV10.self, toVersion: ChainV11.self,
    willMigrate: { context in
      for entry in try context.all(ChainV10.Entry.self) { entry.extra = entry.rank.rawValue }
    },
    didMigrate: { context in
      for entry in try context.all(ChainV11.Entry.self) {
        entry.rank = entry.extra == "low" ? .bottom : .top
        entry.extra = nil
      }
    })
}
