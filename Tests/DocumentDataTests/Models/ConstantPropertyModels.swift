import DocumentData
import Foundation

/// Models whose properties are `let` in one version and `var` in the others.
enum Minting {
  enum Metal: String, Codable { case gold, silver }

  struct Origin: Codable, Equatable {
    var mint: String
    var year: Int?
  }

  @Model class Coin {
    #Index<Coin>([\.struck])
    @Attribute(.unique) let id: UUID
    let struck: Date
    let metal: Metal
    let origin: Origin
    let motto: String?
    let marks: [String]
    @Attribute(.transformable(by: InkTransformer.self)) let ink: Ink
    let `class`: Int
    let kind = "coin"
    @Transient let shine = 3
    var owner: String?

    init(
      id: UUID = UUID(), struck: Date = Date(timeIntervalSinceReferenceDate: 7),
      metal: Metal = .silver, motto: String? = nil
    ) {
      self.id = id
      self.struck = struck
      self.metal = metal
      origin = Origin(mint: "Praha", year: 1300)
      self.motto = motto
      marks = ["a", "b"]
      ink = Ink(red: 9)
      `class` = 4
    }
  }

  @Model final class Medal: Coin {
    let ribbon: String
    var isWorn = false

    init(ribbon: String) {
      self.ribbon = ribbon
      super.init(motto: "for merit")
    }
  }

  enum Version1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Token.self] }

    @Model final class Token {
      var name: String
      var note: String?
      var count = 2
      init(name: String) { self.name = name }
    }
  }

  enum Version2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Token.self] }

    @Model final class Token {
      let name: String
      let note: String?
      let count: Int
      var isUsed = false

      init(name: String) {
        self.name = name
        note = nil
        count = 1
      }
    }
  }

  enum Version3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Token.self] }

    @Model final class Token {
      @Attribute(originalName: "name") var title: String
      var note: String?
      var count: Int
      init(title: String) {
        self.title = title
        count = 0
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
      [Version1.self, Version2.self, Version3.self]
    }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: Version1.self, toVersion: Version2.self),
        .lightweight(fromVersion: Version2.self, toVersion: Version3.self),
      ]
    }
  }

  /// The shape of the first version's class, with constants.
  enum Unchanging {
    @Model final class Token {
      let name: String
      let note: String?
      var count = 2
      init(name: String) {
        self.name = name
        note = nil
      }
    }
  }
}
