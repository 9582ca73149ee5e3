import DocumentData

// Two versions of models with every delete rule and every kind of relationship.

enum GuildV1: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Team.self, Player.self, Skill.self, League.self, Locker.self, Note.self]
  }

  @Model class Team {
    @Attribute(.unique) var name: String
    var motto: String?
    @Relationship(deleteRule: .cascade, inverse: \Player.team) var players: [Player]?
    var league: League?

    init(name: String) { self.name = name }
  }

  @Model class Player {
    var name: String
    var number: Int
    var team: Team?
    @Relationship(inverse: \Skill.players) var skills: [Skill] = []
    var locker: Locker?

    init(name: String, number: Int) {
      self.name = name
      self.number = number
    }
  }

  @Model class Skill {
    @Attribute(.unique) var title: String
    var level = 0
    var players: [Player] = []

    init(title: String) { self.title = title }
  }

  @Model class League {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Team.league) var teams: [Team] = []

    init(name: String) { self.name = name }
  }

  @Model class Locker {
    var code: Int
    @Relationship(inverse: \Player.locker) var owner: Player?

    init(code: Int) { self.code = code }
  }

  // Relationships without inverse.
  @Model class Note {
    var text: String
    var team: Team?
    var players: [Player] = []

    init(text: String) { self.text = text }
  }
}

/// A renamed attribute, an added one, and a renamed entity, by which the other end of a many-to-many
/// stores it.
enum GuildV2: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Team.self, Player.self, Ability.self, League.self, Locker.self, Note.self]
  }

  @Model class Team {
    @Attribute(.unique) var name: String
    var motto: String?
    @Relationship(deleteRule: .cascade, inverse: \Player.team) var players: [Player]?
    var league: League?

    init(name: String) { self.name = name }
  }

  @Model class Player {
    var name: String
    @Attribute(originalName: "number") var shirt: Int
    var rank = 7
    var team: Team?
    @Relationship(inverse: \Ability.players) var skills: [Ability] = []
    var locker: Locker?

    init(name: String, shirt: Int) {
      self.name = name
      self.shirt = shirt
    }
  }

  @Model(originalName: "Skill") class Ability {
    @Attribute(.unique) var title: String
    var level = 0
    var players: [Player] = []

    init(title: String) { self.title = title }
  }

  @Model class League {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Team.league) var teams: [Team] = []

    init(name: String) { self.name = name }
  }

  @Model class Locker {
    var code: Int
    @Relationship(inverse: \Player.locker) var owner: Player?

    init(code: Int) { self.code = code }
  }

  @Model class Note {
    var text: String
    var team: Team?
    var players: [Player] = []

    init(text: String) { self.text = text }
  }
}

enum GuildPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [GuildV1.self, GuildV2.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: GuildV1.self, toVersion: GuildV2.self, willMigrate: nil,
        didMigrate: { context in
          for note in try context.fetch(FetchDescriptor<GuildV2.Note>()) { note.text += "!" }
          try context.save()
        })
    ]
  }
}
