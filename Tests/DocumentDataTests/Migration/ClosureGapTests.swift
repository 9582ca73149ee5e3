import DocumentData
import DocumentTables
import Testing

private enum BareV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Box.self] }

  struct Old: Codable { var width: Int }

  @Model class Box {
    var name: String
    var shape: Old
    init(name: String) {
      self.name = name
      shape = Old(width: 3)
    }
  }
}

/// A composite of another shape, and one that is new and required.
private enum BareV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Box.self] }

  struct New: Codable { var height: Int }

  @Model class Box {
    var name: String
    var shape: New
    var size: New
    init(name: String) {
      self.name = name
      shape = New(height: 1)
      size = New(height: 1)
    }
  }
}

private protocol BarePlan: SchemaMigrationPlan {
  static var work: @Sendable (BareV2.Box) -> Void { get }
}

extension BarePlan {
  static var schemas: [any VersionedSchema.Type] { [BareV1.self, BareV2.self] }
  static var stages: [MigrationStage] {
    let work = work
    return [
      .custom(
        fromVersion: BareV1.self, toVersion: BareV2.self, willMigrate: nil,
        didMigrate: { context in
          for box in try context.all(BareV2.Box.self) { work(box) }
        })
    ]
  }
}

private enum Setting: BarePlan {
  static let work: @Sendable (BareV2.Box) -> Void = { box in
    // What has no value yet reads as a blank one.
    box.size = BareV2.New(height: box.size.height + box.shape.height + 5)
    box.shape = BareV2.New(height: 8)
  }
}

private enum Forgetting: BarePlan {
  static let work: @Sendable (BareV2.Box) -> Void = { $0.shape = BareV2.New(height: 8) }
}

@Suite("Composite values that a closure has to set")
struct ClosureGapTests {
  private func box() throws -> Tables {
    try Birds.tables(BareV1.self) { $0.insert(BareV1.Box(name: "b")) }
  }

  @Test("may be read, and are set")
  func set() throws {
    let migrated = try Birds.migrate(Setting.self, try box()).tables
    let box = try Birds.context(migrated, BareV2.self).only(BareV2.Box.self)
    #expect(box.size.height == 5)
    #expect(box.shape.height == 8)
  }

  @Test("are named where it has not set them")
  func forgotten() throws {
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(Forgetting.self, try box())
    }
    #expect(error?.stage == "1.0.0 → 2.0.0")
    #expect(error?.entity == "Box")
    #expect(error?.property == "size")
    #expect(error?.object == 1)
    #expect(
      error?.explanation == """
        the stored value {} is none of type New at height: there is no height, which New requires: \
        make New.height optional, or give New an init() that sets it or an init(from:) that calls \
        decodeIfPresent; set it or delete the object in didMigrate
        """)
  }
}
