import DocumentData

/// Models for the suites of custom stores.
enum Club {
  static var models: [any PersistentModel.Type] { [Team.self, Player.self, Badge.self] }

  enum Role: String, Codable { case keeper, runner }

  struct Address: Codable, Hashable, Sendable {
    var street: String
    var number: Int?
  }

  @Model class Team {
    var name: String
    var founded: Date?
    var players: [Player] = []

    init(name: String) { self.name = name }
  }

  @Model class Player {
    var name: String
    var age = 20
    var role: Role?
    var address: Address?
    var scores: [Int] = []
    var team: Team?
    var badge: Badge?
    var friends: [Player]?

    init(name: String, age: Int = 20) {
      self.name = name
      self.age = age
    }
  }

  // A required to-one.
  @Model class Badge {
    var number: Int
    var player: Player

    init(number: Int, player: Player) {
      self.number = number
      self.player = player
    }
  }
}
