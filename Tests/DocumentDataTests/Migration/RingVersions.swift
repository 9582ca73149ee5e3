import DocumentData
import Foundation

/// Three versions: an attribute changes its type, then a relationship leads to a class of another
/// name.
enum RingsV1: FirstVersion {
  static var models: [any PersistentModel.Type] { [Ring.self, Owner.self, Keep.self] }

  @Model final class Ring {
    var day: Int
    var value: Int
    var note: Int?
    var owner: Owner?
    init(_ day: Int, _ value: Int) {
      self.day = day
      self.value = value
    }
  }

  @Model final class Owner {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Keep {
    var n: Int
    init(_ n: Int) { self.n = n }
  }
}

enum RingsV2: SecondVersion {
  static var models: [any PersistentModel.Type] { [Ring.self, Owner.self, Keep.self] }

  @Model final class Ring {
    @Attribute(.unique) var day: Int
    var value: String
    var note: String?
    var owner: Owner
    init(_ day: Int, _ value: String, _ owner: Owner) {
      self.day = day
      self.value = value
      self.owner = owner
    }
  }

  @Model final class Owner {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Keep {
    var n: Int
    var m: Int = 0
    init(_ n: Int) { self.n = n }
  }
}

/// The closures of the stage that is running.
struct RingClosures: Sendable {
  typealias Closure = @Sendable (ModelContext) throws -> Void

  @TaskLocal static var current = RingClosures()

  var will: Closure?
  var did: Closure?
  var willRevert: Closure?
  var didRevert: Closure?
}

private func stage(_ will: Bool, _ did: Bool) -> MigrationStage {
  let willMigrate: RingClosures.Closure = { try RingClosures.current.will?($0) }
  let didMigrate: RingClosures.Closure = { try RingClosures.current.did?($0) }
  return MigrationStage.custom(
    fromVersion: RingsV1.self, toVersion: RingsV2.self,
    willMigrate: will ? willMigrate : nil, didMigrate: did ? didMigrate : nil,
    willRevert: { try RingClosures.current.willRevert?($0) },
    didRevert: { try RingClosures.current.didRevert?($0) })
}

protocol RingPlan: SchemaMigrationPlan {}
extension RingPlan {
  static var schemas: [any VersionedSchema.Type] { [RingsV1.self, RingsV2.self] }
}

enum RingsBefore: RingPlan {
  static var stages: [MigrationStage] { [stage(true, false)] }
}

enum RingsAfter: RingPlan {
  static var stages: [MigrationStage] { [stage(true, true)] }
}

enum RingsIdle: RingPlan {
  static var stages: [MigrationStage] { [stage(false, false)] }
}

enum RingsLightweight: RingPlan {
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: RingsV1.self, toVersion: RingsV2.self)]
  }
}
