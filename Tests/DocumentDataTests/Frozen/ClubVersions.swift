import DocumentData
import Foundation

// Members and their friends and rooms:
//
//     1  Member: name, level (Int enumeration), friends (many to many), mentor; Room without an inverse
//     2  the level is a text; Locker is new: a closure makes one for each member, and they must have one
//     3  Member is called Person; lightweight

enum ClubLevel: Int, Codable, CaseIterable { case low = 1, high = 2 }
enum ClubRank: String, Codable, CaseIterable { case low, high }

enum ClubV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Member.self, Room.self] }

  @Model class Member {
    @Attribute(.unique) var name: String
    var level: ClubLevel
    @Relationship(inverse: \Member.friendOf) var friends: [Member] = []
    var friendOf: [Member] = []
    var room: Room?
    init(name: String, level: ClubLevel) {
      self.name = name
      self.level = level
    }
  }

  @Model class Room {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum ClubV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Member.self, Room.self, Locker.self] }

  @Model class Member {
    @Attribute(.unique) var name: String
    var level: ClubRank
    @Relationship(inverse: \Member.friendOf) var friends: [Member] = []
    var friendOf: [Member] = []
    var room: Room?
    @Relationship(deleteRule: .cascade, inverse: \Locker.owner) var locker: Locker?
    init(name: String, level: ClubRank) {
      self.name = name
      self.level = level
    }
  }

  @Model class Room {
    var title: String
    init(title: String) { self.title = title }
  }

  @Model class Locker {
    var number: Int
    var owner: Member
    init(number: Int, owner: Member) {
      self.number = number
      self.owner = owner
    }
  }
}

enum ClubV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Person.self, Room.self, Locker.self] }

  @Model(originalName: "Member") class Person {
    @Attribute(.unique) var name: String
    var level: ClubRank
    @Relationship(inverse: \Person.friendOf) var friends: [Person] = []
    var friendOf: [Person] = []
    var room: Room?
    @Relationship(deleteRule: .cascade, inverse: \Locker.owner) var locker: Locker?
    init(name: String, level: ClubRank) {
      self.name = name
      self.level = level
    }
  }

  @Model class Room {
    var title: String
    init(title: String) { self.title = title }
  }

  @Model class Locker {
    var number: Int
    var owner: Person
    init(number: Int, owner: Person) {
      self.number = number
      self.owner = owner
    }
  }
}

enum FrozenClubV1: FrozenVersion { static let schema = FrozenSchema(of: ClubV1.self) }
enum FrozenClubV2: FrozenVersion { static let schema = FrozenSchema(of: ClubV2.self) }

enum ClubMembers {
  @Sendable static func fill(_ context: ModelContext) {
    let room = ClubV1.Room(title: "hall")
    let members = ["Ada", "Grace", "Mary"].map {
      ClubV1.Member(name: $0, level: $0 == "Ada" ? .high : .low)
    }
    for member in members { context.insert(member) }
    members[0].friends = [members[2], members[1]]
    members[1].friends = [members[0]]
    members[2].room = room
  }
}

enum ClubPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ClubV1.self, ClubV2.self, ClubV3.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: ClubV1.self, toVersion: ClubV2.self,
        transform: { old, new in
          for (number, member) in try old.fetch(FetchDescriptor<ClubV1.Member>()).enumerated() {
            guard let changed = new.counterpart(of: member, as: ClubV2.Member.self) else {
              continue
            }
            changed.level = member.level == .high ? .high : .low
            new.insert(ClubV2.Locker(number: number, owner: changed))
          }
        },
        revert: { newer, older in
          for member in try newer.fetch(FetchDescriptor<ClubV2.Member>()) {
            guard let changed = older.counterpart(of: member, as: ClubV1.Member.self) else {
              continue
            }
            changed.level = member.level == .high ? .high : .low
          }
        }),
      .lightweight(fromVersion: ClubV2.self, toVersion: ClubV3.self),
    ]
  }
}

enum FrozenClubPlan: SchemaMigrationPlan {
  static var schemaName: String { "ClubPlan" }
  static var schemas: [any VersionedSchema.Type] {
    [FrozenClubV1.self, FrozenClubV2.self, ClubV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: FrozenClubV1.self, toVersion: FrozenClubV2.self,
        transform: { old, new in
          for (number, member) in try old.rows("Member").enumerated() {
            guard let changed = new.counterpartRow(of: member) else { continue }
            // An enumeration of today, or the raw value.
            let level: ClubLevel = try member["level"]
            try changed.set("level", to: level == .high ? "high" : "low")
            let locker = try new.insertRow("Locker")
            try locker.set("number", to: number)
            try locker.set("owner", to: changed)
          }
        },
        revert: { newer, older in
          for member in try newer.rows("Member") {
            guard let changed = older.counterpartRow(of: member) else { continue }
            let level: ClubRank = try member["level"]
            try changed.set("level", to: level == .high ? 2 : 1)
          }
        }),
      .lightweight(fromVersion: FrozenClubV2.self, toVersion: ClubV3.self),
    ]
  }
}
