import DocumentData
import DocumentDataTesting
import Foundation
import Testing

// recipe: The version, as tripconv writes it
enum GardenV1: FrozenVersion {
  static let schema = FrozenSchema(
    #"""
    {
      "format": "1.0",
      "schema": {
        "name": "GardenPlan",
        "version": "1.0.0",
        "layout": "ae1dab3287c19f9fb95d292c99fa1c6013d0dd32bd6e94075f0b07999770950b",
        "model": "ae1dab3287c19f9fb95d292c99fa1c6013d0dd32bd6e94075f0b07999770950b"
      },
      "entities": [
        {
          "name": "Plant",
          "attributes": [{"name": "name", "type": "text"}, {"name": "place", "type": "text"}]
        }
      ]
    }
    """#)
}
// end

// recipe: The classes of today, and the plan
enum GardenV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Plant.self, Bed.self] }

  @Model final class Plant {
    var name: String
    @Relationship(inverse: \Bed.plants) var bed: Bed?
    init(name: String) { self.name = name }
  }

  @Model final class Bed {
    @Attribute(.unique) var title: String
    var plants: [Plant] = []
    init(title: String) { self.title = title }
  }
}

enum GardenPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [GardenV1.self, GardenV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: GardenV1.self, toVersion: GardenV2.self,
        transform: { old, new in
          for row in try old.rows("Plant") {
            let title: String = try row["place"]
            let plant: GardenV2.Plant? = new.counterpart(of: row)
            plant?.bed = try new.bed(titled: title)
          }
        },
        revert: { newer, older in
          for plant in try newer.fetch(FetchDescriptor<GardenV2.Plant>()) {
            try older.counterpartRow(of: plant)?.set("place", to: plant.bed?.title ?? "")
          }
        })
    ]
  }
}

extension ModelContext {
  fileprivate func bed(titled title: String) throws -> GardenV2.Bed {
    let known = FetchDescriptor<GardenV2.Bed>(predicate: #Predicate { $0.title == title })
    if let bed = try fetch(known).first { return bed }
    let bed = GardenV2.Bed(title: title)
    insert(bed)
    return bed
  }
}
// end

// recipe: Three lines
@Test("every release migrates to what it did before")
func releasesMigrate() throws {
  #expect(try GardenPlan.checkSamples(includingDowngrades: true) == [])
}
// end

@Suite("Frozen versions in the articles")
struct FrozenRecipes {
  private let folder = TemporaryFolder()

  /// Copies the sample of version 1, because opening and saving migrates the file.
  private func sample() throws -> URL {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Samples")
    let url = folder.url.appendingPathComponent("garden.trips.json")
    try FileManager.default.copyItem(
      at: samples.appendingPathComponent("1.0.trips.json"), to: url)
    return url
  }

  @Test("A file of the version without classes opens with the classes of today")
  func opening() throws {
    let url = try sample()
    // recipe: Open a file of the version
    let container = try ModelContainer(
      for: GardenV2.Plant.self, GardenV2.Bed.self, migrationPlan: GardenPlan.self,
      configurations: ModelConfiguration(url: url))
    let beds = try ModelContext(container).fetch(
      FetchDescriptor<GardenV2.Bed>(sortBy: [SortDescriptor(\.title)]))
    // end
    #expect(beds.map(\.title) == ["border", "herbs"])
    #expect(beds.map { $0.plants.map(\.name) } == [["Phlox"], ["Rosmarinus", "Salvia"]])
  }

  @Test("A file is written for the version without classes")
  func writing() throws {
    let url = try sample()
    let copy = folder.url.appendingPathComponent("old.trips.json")
    // recipe: Write a file for the version
    let report = try GardenPlan.convert(url, to: Schema.Version(2, 0, 0), writingTo: copy)
    let older = try GardenPlan.convert(copy, to: Schema.Version(1, 0, 0), writingTo: copy)
    // end
    #expect(report.stages.count == 1 && older.stages.count == 1)
    let text = try String(contentsOf: copy, encoding: .utf8)
    #expect(text.contains("\"name\":\"Phlox\",\"place\":\"border\""))
  }
}
