import DocumentData

// Eleven versions of one small schema, as applications write them: each version declares one class
// anew and takes the other two from the versions before it by `typealias`.

private func version(_ number: Int) -> Schema.Version { Schema.Version(number, 0, 0) }

enum GalleryV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { version(1) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class User {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Snap.user) var snaps: [Snap] = []
    init(name: String) { self.name = name }
  }

  @Model final class Snap {
    var title: String
    var user: User?
    var albums: [Album] = []
    init(title: String) { self.title = title }
  }

  @Model final class Album {
    var name: String
    @Relationship(inverse: \Snap.albums) var snaps: [Snap] = []
    init(name: String) { self.name = name }
  }
}

enum GalleryV2: VersionedSchema {
  typealias Snap = GalleryV1.Snap
  typealias Album = GalleryV1.Album
  static var versionIdentifier: Schema.Version { version(2) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class User {
    var name: String
    var nick: String = "-"
    @Relationship(deleteRule: .cascade, inverse: \Snap.user) var snaps: [Snap] = []
    init(name: String) { self.name = name }
  }
}

enum GalleryV3: VersionedSchema {
  typealias User = GalleryV2.User
  typealias Album = GalleryV1.Album
  static var versionIdentifier: Schema.Version { version(3) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Snap {
    var title: String
    var likes: Int = 0
    var user: User?
    var albums: [Album] = []
    init(title: String) { self.title = title }
  }
}

enum GalleryV4: VersionedSchema {
  typealias User = GalleryV2.User
  typealias Snap = GalleryV3.Snap
  static var versionIdentifier: Schema.Version { version(4) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Album {
    var name: String
    var note: String?
    @Relationship(inverse: \Snap.albums) var snaps: [Snap] = []
    init(name: String) { self.name = name }
  }
}

enum GalleryV5: VersionedSchema {
  typealias Snap = GalleryV3.Snap
  typealias Album = GalleryV4.Album
  static var versionIdentifier: Schema.Version { version(5) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class User {
    var name: String
    var nick: String = "-"
    var score: Int = 0
    @Relationship(deleteRule: .cascade, inverse: \Snap.user) var snaps: [Snap] = []
    init(name: String) { self.name = name }
  }
}

enum GalleryV6: VersionedSchema {
  typealias User = GalleryV5.User
  typealias Album = GalleryV4.Album
  static var versionIdentifier: Schema.Version { version(6) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Snap {
    @Attribute(originalName: "title") var caption: String
    var likes: Int = 0
    var user: User?
    var albums: [Album] = []
    init(caption: String) { self.caption = caption }
  }
}

enum GalleryV7: VersionedSchema {
  typealias Snap = GalleryV6.Snap
  typealias Album = GalleryV4.Album
  static var versionIdentifier: Schema.Version { version(7) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class User {
    var name: String
    var label: String
    var score: Int = 0
    @Relationship(deleteRule: .cascade, inverse: \Snap.user) var snaps: [Snap] = []
    init(name: String) {
      self.name = name
      label = name
    }
  }
}

enum GalleryV8: VersionedSchema {
  typealias User = GalleryV7.User
  typealias Snap = GalleryV6.Snap
  static var versionIdentifier: Schema.Version { version(8) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Album {
    @Attribute(originalName: "name") var title: String
    var note: String?
    @Relationship(inverse: \Snap.albums) var snaps: [Snap] = []
    init(title: String) { self.title = title }
  }
}

enum GalleryV9: VersionedSchema {
  typealias User = GalleryV7.User
  typealias Album = GalleryV8.Album
  static var versionIdentifier: Schema.Version { version(9) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Snap {
    var caption: String
    var likes: Int = 0
    var place: String?
    var user: User?
    var albums: [Album] = []
    init(caption: String) { self.caption = caption }
  }
}

enum GalleryV10: VersionedSchema {
  typealias Snap = GalleryV9.Snap
  typealias Album = GalleryV8.Album
  static var versionIdentifier: Schema.Version { version(10) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class User {
    var name: String
    var label: String
    var score: Int = 0
    var isActive: Bool = true
    @Relationship(deleteRule: .cascade, inverse: \Snap.user) var snaps: [Snap] = []
    init(name: String) {
      self.name = name
      label = name
    }
  }
}

enum GalleryV11: VersionedSchema {
  typealias User = GalleryV10.User
  typealias Snap = GalleryV9.Snap
  static var versionIdentifier: Schema.Version { version(11) }
  static var models: [any PersistentModel.Type] { [User.self, Snap.self, Album.self] }

  @Model final class Album {
    var title: String
    var note: String?
    var rank: Int32 = 0
    @Relationship(inverse: \Snap.albums) var snaps: [Snap] = []
    init(title: String) { self.title = title }
  }
}

/// All versions, with lightweight stages and three that run code.
enum GalleryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [
      GalleryV1.self, GalleryV2.self, GalleryV3.self, GalleryV4.self, GalleryV5.self,
      GalleryV6.self, GalleryV7.self, GalleryV8.self, GalleryV9.self, GalleryV10.self,
      GalleryV11.self,
    ]
  }

  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: GalleryV1.self, toVersion: GalleryV2.self),
      twoToThree,
      .lightweight(fromVersion: GalleryV3.self, toVersion: GalleryV4.self),
      .lightweight(fromVersion: GalleryV4.self, toVersion: GalleryV5.self),
      .lightweight(fromVersion: GalleryV5.self, toVersion: GalleryV6.self),
      sixToSeven,
      .lightweight(fromVersion: GalleryV7.self, toVersion: GalleryV8.self),
      .lightweight(fromVersion: GalleryV8.self, toVersion: GalleryV9.self),
      nineToTen,
      .lightweight(fromVersion: GalleryV10.self, toVersion: GalleryV11.self),
    ]
  }

  /// The snap's class is version 1's, and so is the static type of its user.
  private static let twoToThree = MigrationStage.custom(
    fromVersion: GalleryV2.self, toVersion: GalleryV3.self,
    willMigrate: { context in
      for snap in try context.all(GalleryV2.Snap.self) {
        guard let user = snap.user else { continue }
        snap.title = "\(user.name)/\(snap.title)"
      }
      try context.save()
    },
    didMigrate: { context in
      for user in try context.all(GalleryV3.User.self) { user.nick = "\(user.snaps.count)" }
      try context.save()
    })

  private static let sixToSeven = MigrationStage.custom(
    fromVersion: GalleryV6.self, toVersion: GalleryV7.self, willMigrate: nil,
    didMigrate: { context in
      for user in try context.all(GalleryV7.User.self) { user.label = "@" + user.name }
      try context.save()
    })

  private static let nineToTen = MigrationStage.custom(
    fromVersion: GalleryV9.self, toVersion: GalleryV10.self, willMigrate: nil,
    didMigrate: { context in
      for user in try context.all(GalleryV10.User.self) { user.isActive = !user.snaps.isEmpty }
      try context.save()
    }, willRevert: nil, didRevert: nil)
}
