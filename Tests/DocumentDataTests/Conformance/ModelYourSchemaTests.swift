import DocumentData
import Foundation
import Testing

@Suite("WWDC23, Model your schema with SwiftData")
struct ModelYourSchemaTests {
  private typealias Recital = RecitalsV3.Recital

  private let day = Date(timeIntervalSince1970: 1_000_000)

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Recital.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func recital(_ name: String, hall: String = "small") -> RecitalsV3.Recital {
    RecitalsV3.Recital(name: name, hall: hall, opening: day, closing: day + 60)
  }

  @Test("a class with attributes and relationships is a model of a schema")
  func model() throws {
    let entity = try #require(Schema([RecitalsV1.Recital.self]).entitiesByName["Recital"])
    #expect(Set(entity.attributesByName.keys) == ["name", "hall", "opens_at", "closes_at"])
    #expect(Set(entity.relationshipsByName.keys) == ["works", "stage"])
    // Inverses are found, and delete rules are nullify.
    #expect(entity.relationshipsByName.values.allSatisfy { $0.inverseName == "recital" })
    #expect(entity.relationshipsByName.values.allSatisfy { $0.deleteRule == .nullify })
  }

  @Test("`.unique` makes the insertion of an existing name an update")
  func unique() throws {
    let context = try context()
    context.insert(recital("Bach"))
    try context.save()
    context.insert(recital("Bach", hall: "large"))
    try context.save()
    #expect(try context.only(Recital.self).hall == "large")
  }

  @Test("`.cascade` in the spelling of 2023 takes the related with it, to one and to many")
  func cascade() throws {
    let context = try context()
    let recital = recital("Bach")
    recital.works = [RecitalsV3.Work(title: "a"), RecitalsV3.Work(title: "b")]
    recital.stage = RecitalsV3.Stage(place: "left")
    context.insert(recital)
    try context.save()
    context.delete(recital)
    try context.save()
    #expect(try context.all(RecitalsV3.Work.self).isEmpty)
    #expect(try context.all(RecitalsV3.Stage.self).isEmpty)
  }

  @Test("a `@Transient` property has its default where the object is fetched")
  func transient() throws {
    let context = try context()
    let recital = recital("Bach")
    recital.timesShown = 5
    context.insert(recital)
    try context.save()
    #expect(recital.timesShown == 5)
    #expect(try ModelContext(context.container).only(Recital.self).timesShown == 0)
  }

  @Test("a plan of a custom and a lightweight stage takes documents of any version to the newest")
  func migration() throws {
    let folder = try TemporaryFolder()
    let first = folder.file("first.trip")
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: RecitalsV1.self),
          configurations: ModelConfiguration(url: first)))
      for (name, hall) in [("Bach", "small"), ("Ives", "large"), ("Bach", "large")] {
        let recital = RecitalsV1.Recital(
          name: name, hall: hall, opens_at: day, closes_at: day + 60)
        recital.works = [RecitalsV1.Work(title: "of " + name)]
        context.insert(recital)
      }
      try context.save()
    }
    let second = folder.file("second.trip")
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: RecitalsV2.self),
          configurations: ModelConfiguration(url: second)))
      context.insert(
        RecitalsV2.Recital(name: "Bach", hall: "small", opens_at: day, closes_at: day + 60))
      try context.save()
    }

    for (file, names) in [(first, ["Bach", "Ives"]), (second, ["Bach"])] {
      let container = try ModelContainer(
        for: Recital.self, migrationPlan: RecitalPlan.self,
        configurations: ModelConfiguration(url: file))
      let context = ModelContext(container)
      let recitals = try context.fetch(
        FetchDescriptor<RecitalsV3.Recital>(sortBy: [SortDescriptor(\.name)]))
      #expect(recitals.map(\.name) == names)
      #expect(recitals.allSatisfy { $0.opening == day && $0.closing == day + 60 })
      try context.save()
    }
  }
}
