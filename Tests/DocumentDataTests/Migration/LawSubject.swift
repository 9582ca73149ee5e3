import DocumentData
import DocumentTables
import Testing

/// A plan, and documents to try the laws of migration on.
struct LawSubject: CustomTestStringConvertible, Sendable {
  /// Documents that are made by the models of one version.
  struct Source: Sendable {
    let version: Int
    /// Whether the newer versions can hold all of it.
    var climbs = true
    let make: @Sendable (UInt64) throws -> Tables
  }

  let testDescription: String
  let plan: any SchemaMigrationPlan.Type
  /// The plan with every lightweight stage written as one with closures.
  let customPlans: [any SchemaMigrationPlan.Type]
  let sources: [Source]
  let newest: Int
  /// How many documents of each source are tried.
  let seeds: Range<UInt64>
  /// The version that closures make objects for, in either direction: those take keys, and no key
  /// is given twice.
  var versionWithNewObjects: Int?

  static let all = [
    LawSubject(
      testDescription: "herbs", plan: HerbPlan.self,
      customPlans: [CustomHerbPlan.self] + idlePlans(HerbPlan.self),
      sources: [
        Source(version: 1, make: RandomHerbs.first), Source(version: 4, make: RandomHerbs.last),
      ], newest: 4, seeds: 0..<20),
    LawSubject(
      testDescription: "meadow", plan: MeadowPlan.self,
      customPlans: [MeadowByHand.self] + idlePlans(MeadowPlan.self),
      sources: [
        Source(version: 1, make: RandomMeadow.first),
        Source(version: 3, climbs: false, make: RandomMeadow.third),
        Source(version: 5, make: RandomMeadow.last),
      ], newest: 5, seeds: 0..<9, versionWithNewObjects: 5),
  ]

  private static func idlePlans<Plan: SchemaMigrationPlan>(
    _: Plan.Type
  ) -> [any SchemaMigrationPlan.Type] {
    [IdleBefore<Plan>.self, IdleAround<Plan>.self, IdleBetween<Plan>.self]
  }

  func convert(
    _ tables: Tables, to version: Int, by other: (any SchemaMigrationPlan.Type)? = nil,
    _ losses: LossPolicy = .carry
  ) throws -> Tables {
    try Migrator(other ?? plan, schemaName: "birds")
      .convert(tables, to: Schema.Version(version, 0, 0), losses: losses).tables
  }

  func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  /// The same, but for the next key where closures have made objects in between.
  func text(_ tables: Tables, after versions: Int...) -> String {
    guard let version = versionWithNewObjects, versions.contains(version) else {
      return text(tables)
    }
    return text(tables).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("  nextKey = ") }.joined(separator: "\n")
  }

  /// Documents of one version, each as if that version had made it.
  func documents(_ seed: UInt64, of version: Int) throws -> [Tables] {
    try sources.filter { $0.version >= version || $0.climbs }.map {
      try convert(try $0.make(seed), to: version, .drop)
    }
  }
}

/// Lightweight stages as custom ones whose closures read everything and change nothing.
private protocol Idle: SchemaMigrationPlan {
  associatedtype Plan: SchemaMigrationPlan
  static func stage(
    _ older: any VersionedSchema.Type, _ newer: any VersionedSchema.Type
  ) -> MigrationStage
}

extension Idle {
  static var schemas: [any VersionedSchema.Type] { Plan.schemas }
  static var stages: [MigrationStage] {
    Plan.stages.map {
      guard case .lightweight(let older, let newer) = $0 else { return $0 }
      return stage(older, newer)
    }
  }

  static func read(_ context: ModelContext, _ version: any VersionedSchema.Type) throws {
    for model in version.models { try read(model, context) }
  }

  private static func read<Model: PersistentModel>(
    _ model: Model.Type, _ context: ModelContext
  ) throws {
    for object in try context.all(model) { _ = object.persistentModelID }
  }
}

private enum IdleBefore<Plan: SchemaMigrationPlan>: Idle {
  static func stage(
    _ older: any VersionedSchema.Type, _ newer: any VersionedSchema.Type
  ) -> MigrationStage {
    .custom(
      fromVersion: older, toVersion: newer, willMigrate: { try read($0, older) }, didMigrate: nil)
  }
}

private enum IdleAround<Plan: SchemaMigrationPlan>: Idle {
  static func stage(
    _ older: any VersionedSchema.Type, _ newer: any VersionedSchema.Type
  ) -> MigrationStage {
    .custom(
      fromVersion: older, toVersion: newer, willMigrate: { try read($0, older) },
      didMigrate: { try read($0, newer) }, willRevert: { try read($0, newer) },
      didRevert: { try read($0, older) })
  }
}

private enum IdleBetween<Plan: SchemaMigrationPlan>: Idle {
  static func stage(
    _ older: any VersionedSchema.Type, _ newer: any VersionedSchema.Type
  ) -> MigrationStage {
    .transforming(
      fromVersion: older, toVersion: newer, transform: { old, _ in try read(old, older) },
      revert: { _, new in try read(new, older) })
  }
}
