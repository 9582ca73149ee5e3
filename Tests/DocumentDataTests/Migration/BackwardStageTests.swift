import DocumentData
import DocumentTables
import Foundation
import Testing

private enum SettingsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Setting.self] }

  @Model class Setting {
    @Attribute(.unique) var name: String
    var isOn: Bool
    init(name: String, isOn: Bool) {
      self.name = name
      self.isOn = isOn
    }
  }
}

private enum SettingsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Setting.self] }

  @Model class Setting {
    @Attribute(.unique) var name: String
    var isPushed: Bool
    var color: String = "red"
    init(name: String, isPushed: Bool) {
      self.name = name
      self.isPushed = isPushed
    }
  }
}

private let down = MigrationStage.custom(
  fromVersion: SettingsV2.self, toVersion: SettingsV1.self,
  willMigrate: { context in
    for setting in try context.all(SettingsV2.Setting.self) where setting.isPushed {
      setting.name += "+"
    }
    try context.save()
  },
  didMigrate: { context in
    for setting in try context.all(SettingsV1.Setting.self) {
      setting.isOn = setting.name.hasSuffix("+")
      if setting.isOn { setting.name.removeLast() }
    }
    try context.save()
  })

private let up = MigrationStage.custom(
  fromVersion: SettingsV1.self, toVersion: SettingsV2.self, willMigrate: nil,
  didMigrate: { context in
    for setting in try context.all(SettingsV2.Setting.self) { setting.color = "up" }
  },
  willRevert: { _ in throw Broken() }, didRevert: { _ in throw Broken() })

private enum Ascending: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV1.self, SettingsV2.self] }
  static var stages: [MigrationStage] { [down] }
}

private enum Descending: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV2.self, SettingsV1.self] }
  static var stages: [MigrationStage] { [down] }
}

private enum BothWays: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV1.self, SettingsV2.self] }
  static var stages: [MigrationStage] { [up, down] }
}

private enum WithoutClosures: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV2.self, SettingsV1.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SettingsV2.self, toVersion: SettingsV1.self, willMigrate: nil,
        didMigrate: nil)
    ]
  }
}

private enum Lightweight: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV2.self, SettingsV1.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SettingsV2.self, toVersion: SettingsV1.self)]
  }
}

private enum Transforming: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV2.self, SettingsV1.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: SettingsV2.self, toVersion: SettingsV1.self,
        transform: { newer, older in
          for setting in try newer.all(SettingsV2.Setting.self) {
            let other: SettingsV1.Setting? = older.counterpart(of: setting)
            other?.isOn = setting.isPushed
          }
        })
    ]
  }
}

private enum UpOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SettingsV1.self, SettingsV2.self] }
  static var stages: [MigrationStage] { [up] }
}

@Suite("Stages that lead to an older version")
struct BackwardStageTests {
  private let folder: MigrationFolder

  init() throws { folder = try MigrationFolder() }

  private func file() throws -> URL {
    let url = folder.url("settings.store")
    let tables = try Birds.tables(SettingsV2.self) { context in
      context.insert(SettingsV2.Setting(name: "sound", isPushed: true))
      context.insert(SettingsV2.Setting(name: "light", isPushed: false))
    }
    try folder.write(tables, to: url)
    return url
  }

  private func open(
    _ url: URL, _ plan: any SchemaMigrationPlan.Type,
    _ version: any VersionedSchema.Type = SettingsV1.self
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: url))
  }

  // Spec 7.4-2
  @Test(
    "run when a container of the older version opens a newer file",
    arguments: [
      Ascending.self, Descending.self, BothWays.self, Transforming.self,
    ] as [any SchemaMigrationPlan.Type])
  func opening(plan: any SchemaMigrationPlan.Type) throws {
    let url = try file()
    let container = try open(url, plan)
    let context = ModelContext(container)
    let settings = try context.all(SettingsV1.Setting.self).sorted { $0.name < $1.name }
    #expect(settings.map(\.name) == ["light", "sound"])
    #expect(settings.map(\.isOn) == [false, true])
    let report = try #require(container.migrationReport)
    #expect(report.stages.map(\.fromVersion) == [Schema.Version(2, 0, 0)])
    #expect(report.stages.map(\.toVersion) == [Schema.Version(1, 0, 0)])
    settings.first?.isOn = true
    try context.save()
    let again = try open(url, plan)
    #expect(again.migrationReport == nil)
    #expect(try ModelContext(again).all(SettingsV1.Setting.self).allSatisfy(\.isOn))
  }

  @Test(
    "need no closures",
    arguments: [WithoutClosures.self, Lightweight.self] as [any SchemaMigrationPlan.Type])
  func withoutClosures(plan: any SchemaMigrationPlan.Type) throws {
    let context = ModelContext(try open(try file(), plan))
    #expect(try context.all(SettingsV1.Setting.self).map(\.name).sorted() == ["light", "sound"])
  }

  @Test("go before the way back that the stage up gives, also where a plan converts")
  func conversion() throws {
    let url = try file()
    let older = folder.url("older.store")
    try BothWays.convert(url, to: Schema.Version(1, 0, 0), writingTo: older)
    let context = Birds.context(try folder.read(older), SettingsV1.self)
    #expect(try context.all(SettingsV1.Setting.self).filter(\.isOn).map(\.name) == ["sound"])
  }

  @Test("do not stand in the way up")
  func up() throws {
    let url = folder.url("settings.store")
    try folder.write(
      try Birds.tables(SettingsV1.self) { context in
        context.insert(SettingsV1.Setting(name: "sound", isOn: true))
      }, to: url)
    let setting = try ModelContext(try open(url, BothWays.self, SettingsV2.self))
      .only(SettingsV2.Setting.self)
    #expect(setting.color == "up")
  }

  @Test("without them a newer file is not opened as an older version")
  func refused() throws {
    let url = try file()
    #expect(throws: SwiftDataError.backwardMigration) { try open(url, UpOnly.self) }
  }
}
