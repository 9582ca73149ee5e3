import DocumentData
import Foundation

/// The models of an app whose store the tests make.
enum LibraryV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Shelf.self, Volume.self] }

  @Model final class Shelf {
    @Attribute(.unique) var name: String
    var place: Place
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

    init(name: String, place: Place) {
      self.name = name
      self.place = place
    }
  }

  @Model final class Volume {
    var title: String
    var pages: Int
    var genre: Genre
    var state: LendingState
    var keywords: [String]
    var added: Date
    var code: UUID
    @Attribute(.externalStorage) var cover: Data?
    var price: Decimal?
    var shelf: Shelf?

    init(title: String) {
      self.title = title
      pages = 0
      genre = .poetry
      state = .shelved
      keywords = []
      added = Date(timeIntervalSinceReferenceDate: 0)
      code = UUID()
    }
  }
}

enum LibraryV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Shelf.self, Volume.self] }

  @Model final class Shelf {
    @Attribute(.unique) var name: String
    var place: Place
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

    init(name: String, place: Place) {
      self.name = name
      self.place = place
    }
  }

  @Model final class Volume {
    @Attribute(originalName: "title") var heading: String
    var pages: Int
    var genre: Genre
    var state: LendingState
    var keywords: [String]
    var added: Date
    var code: UUID
    @Attribute(.externalStorage) var cover: Data?
    var price: Decimal?
    var rating: Int = 3
    var shelf: Shelf?

    init(heading: String) {
      self.heading = heading
      pages = 0
      genre = .poetry
      state = .shelved
      keywords = []
      added = Date(timeIntervalSinceReferenceDate: 0)
      code = UUID()
    }
  }
}

enum LibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: LibraryV1.self, toVersion: LibraryV2.self)]
  }
}

struct Place: Codable, Hashable {
  var room: String
  var row: Int?
  var size: Size
  var labels: [String]
}

struct Size: Codable, Hashable {
  var width: Double
  var checked: Date?
}

enum Genre: String, Codable, CaseIterable {
  case poetry, history
}

enum LendingState: Codable, Hashable {
  case lent(String)
  case sold(Double)
  case shelved
}
