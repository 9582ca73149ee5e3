import DocumentData
import Foundation
import Testing

@testable import DocumentDataTesting

private enum PlantsV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Plant.self] }

  @Model final class Plant {
    var name: String
    var height: Int
    init(name: String, height: Int) {
      self.name = name
      self.height = height
    }
  }
}

private enum PlantsV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Plant.self] }

  @Model final class Plant {
    var name: String
    var height: Int
    var label: String?
    init(name: String, height: Int) {
      self.name = name
      self.height = height
    }
  }
}

private enum PlantsV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Plant.self] }

  @Model final class Plant {
    @Attribute(.unique) var name: String
    var height: Int
    var label: String?
    init(name: String, height: Int) {
      self.name = name
      self.height = height
    }
  }
}

private enum Plants: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [PlantsV1.self, PlantsV2.self, PlantsV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PlantsV1.self, toVersion: PlantsV2.self, willMigrate: nil,
        didMigrate: { context in
          for plant in try context.fetch(FetchDescriptor<PlantsV2.Plant>()) {
            plant.label = "\(plant.name), \(plant.height) cm"
          }
        }),
      .lightweight(fromVersion: PlantsV2.self, toVersion: PlantsV3.self),
    ]
  }
}

/// The way back loses the heights: they are set to zero on the way up.
private enum Forgetting: SchemaMigrationPlan {
  static var schemaName: String { "Plants" }
  static var schemas: [any VersionedSchema.Type] { [PlantsV1.self, PlantsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PlantsV1.self, toVersion: PlantsV2.self, willMigrate: nil, didMigrate: nil,
        willRevert: { context in
          let plants = try context.fetch(FetchDescriptor<PlantsV2.Plant>())
          if plants.contains(where: { $0.height > 5 }) { throw Refusal() }
        }, didRevert: nil)
    ]
  }
  struct Refusal: Error {}
}

private enum Contradiction: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [] }
  static var stages: [MigrationStage] { [] }
}

@Suite("The check of samples")
struct SampleCheckTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("samples-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Writes a document of the first version, and runs a test.
  private func withSamples(_ names: String..., run: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names { try write(PlantsV1.self, name) }
    try run()
  }

  private func write(_ version: any VersionedSchema.Type, _ name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let container = try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: Plants.self,
      configurations: ModelConfiguration(url: url, format: .flatJSON))
    let context = ModelContext(container)
    if version == PlantsV1.self {
      context.insert(PlantsV1.Plant(name: "Phlox", height: 60))
      context.insert(PlantsV1.Plant(name: "Salvia", height: 40))
    } else {
      context.insert(PlantsV2.Plant(name: "Malva", height: 90))
    }
    try context.save()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func findings() throws -> [String] {
    try Plants.checkSamples(in: folder).map(\.description)
  }

  @Test("writes what it makes of a sample the first time, and compares from then on")
  func recording() throws {
    try withSamples("one.json") {
      try write(PlantsV2.self, "deeper/two.json")
      #expect(
        try findings() == [
          "deeper/two.json: deeper/two.json.expected.txt was missing and is written: review it, and "
            + "run the tests again",
          "one.json: one.json.expected.txt was missing and is written: review it, and run the tests "
            + "again",
        ])
      #expect(try findings() == [])
      let recorded = try text("one.json.expected.txt")
      #expect(recorded.hasPrefix("1.0.0 → 2.0.0 (custom)\n"))
      #expect(recorded.contains("\n  label = \"Phlox, 60 cm\"\n"))
      let other = recorded.replacingOccurrences(of: "Phlox, 60 cm", with: "Phlox, 61 cm")
      let file = folder.appendingPathComponent("one.json.expected.txt")
      try other.write(to: file, atomically: true, encoding: .utf8)
      let found = try findings()
      #expect(found.count == 1)
      #expect(
        found[0].hasPrefix("one.json: its migration is not that of one.json.expected.txt: line "))
      #expect(found[0].contains("61 cm") && found[0].contains("60 cm"))
      #expect(found[0].hasSuffix("run the tests with DOCUMENTDATA_RECORD=1"))
      #expect(try text("one.json.expected.txt") == other)
      #expect(try SampleCheck(Plants.self, folder, goesBack: false, records: true).findings() == [])
      #expect(try text("one.json.expected.txt") == recorded)
    }
  }

  @Test("finds versions without a sample, but not the newest")
  func missingVersion() throws {
    try withSamples("one.json") {
      _ = try findings()
      #expect(
        try findings() == ["no sample has version 2.0.0: add a file that it has written"])
    }
  }

  @Test("finds files that cannot be opened, and leaves out what is no sample")
  func broken() throws {
    try withSamples("one.json") {
      try write(PlantsV2.self, "two.json")
      for name in [".hidden", "README.md"] {
        try "text".write(
          to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
      _ = try findings()
      #expect(try findings() == [])
      let one = try text("one.json")
      let file = folder.appendingPathComponent("one.json")
      try one.replacingOccurrences(of: "Salvia", with: "Phlox")
        .write(to: file, atomically: true, encoding: .utf8)
      let found = try findings()
      #expect(found.count == 1 && found[0].hasPrefix("one.json: migrationStageFailure"))
      try "no document".write(to: file, atomically: true, encoding: .utf8)
      let broken = try Plants.checkSamples(in: folder)
      #expect(broken.map(\.sample) == ["one.json", nil])
      #expect(broken[1].problem.hasPrefix("no sample has version 1.0.0"))
    }
  }

  @Test("migrates to older versions and back if it is asked to")
  func downgrades() throws {
    try withSamples("one.json") {
      try write(PlantsV2.self, "two.json")
      _ = try findings()
      #expect(try Plants.checkSamples(in: folder, includingDowngrades: true) == [])
      _ = try SampleCheck(Forgetting.self, folder, goesBack: false, records: true).findings()
      let found = try Forgetting.checkSamples(in: folder, includingDowngrades: true)
      #expect(found.count == 2)
      #expect(found.allSatisfy { $0.problem.hasPrefix("version 1.0.0 and back: ") })
      #expect(found.allSatisfy { $0.problem.contains("Refusal") })
      #expect(try Forgetting.checkSamples(in: folder) == [])
    }
  }

  @Test("says that a folder has no samples, and refuses a plan that contradicts itself")
  func nothing() throws {
    try withSamples {
      let found = try Plants.checkSamples(in: folder)
      #expect(found.count == 1 && found[0].description.contains("has no samples: add a file"))
    }
    let beside = try Plants.checkSamples(beside: folder.appendingPathComponent("T.swift").path)
    #expect(beside[0].problem.hasPrefix(folder.appendingPathComponent("Samples").path))
    #expect(throws: SwiftDataError.unknownSchema) {
      try Contradiction.checkSamples(in: folder)
    }
  }
}
