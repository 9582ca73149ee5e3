import DocumentData
import DocumentTables
import Foundation
import Testing

private typealias Old = RingsV1.Ring
private typealias New = RingsV2.Ring

private struct OwnError: LocalizedError, Equatable {
  var errorDescription: String? { "own words" }
}

@Suite("Rows that a stage leaves")
struct StageRowTests {
  private let folder: MigrationFolder

  init() throws { folder = try MigrationFolder() }

  private func file(
    rows: Int = 3, format: DocumentFormat = .json, _ fill: (ModelContext) throws -> Void = { _ in }
  ) throws -> URL {
    let url = folder.url("\(UUID().uuidString).store")
    let container = try ModelContainer(
      for: Schema(versionedSchema: RingsV1.self),
      configurations: ModelConfiguration(url: url, format: format))
    let context = ModelContext(container)
    for day in 0..<rows { context.insert(Old(day, day * 10)) }
    context.insert(RingsV1.Keep(1))
    try fill(context)
    try context.save()
    return url
  }

  private func open(
    _ url: URL, _ plan: any SchemaMigrationPlan.Type, _ closures: RingClosures = RingClosures()
  ) throws -> ModelContainer {
    try RingClosures.$current.withValue(closures) {
      try ModelContainer(
        for: Schema(versionedSchema: RingsV2.self), migrationPlan: plan,
        configurations: ModelConfiguration(url: url))
    }
  }

  private func error(
    _ url: URL, _ plan: any SchemaMigrationPlan.Type, _ closures: RingClosures = RingClosures()
  ) throws -> SwiftDataError {
    try #require(throws: SwiftDataError.self) { try open(url, plan, closures) }
  }

  private static let deletions: [RingClosures.Closure] = [
    { try $0.delete(model: Old.self) },
    { context in
      try context.delete(model: Old.self)
      try context.save()
    },
    { context in
      for ring in try context.all(Old.self) { context.delete(ring) }
    },
    { context in
      for ring in try context.all(Old.self) { context.delete(ring) }
      try context.save()
    },
  ]

  @Test(
    "a stage whose willMigrate deletes what does not fit succeeds, in every form",
    arguments: deletions.indices, [DocumentFormat.json, .flatXML])
  func deleted(index: Int, format: DocumentFormat) throws {
    let container = try open(
      try file(format: format), RingsBefore.self, RingClosures(will: Self.deletions[index]))
    let context = ModelContext(container)
    #expect(try context.all(New.self).isEmpty)
    #expect(try context.all(RingsV2.Keep.self).map(\.m) == [0])
    let warnings = try #require(container.migrationReport?.stages.first?.warnings)
    #expect(
      warnings.contains {
        $0.hasPrefix("Ring.value: it was int64 and becomes text: ")
          && $0.hasSuffix("; accepted, because no object of this document has a value")
      })
  }

  @Test(
    "an empty table refuses no change, whatever the stage is, and the preview says what it would refuse",
    arguments: [
      RingsBefore.self, RingsAfter.self, RingsIdle.self, RingsLightweight.self,
    ] as [any SchemaMigrationPlan.Type])
  func empty(plan: any SchemaMigrationPlan.Type) throws {
    let url = try file(rows: 0)
    let warnings = try plan.migrationPreview(of: url).stages[0].warnings
    #expect(warnings.isEmpty == (plan == RingsAfter.self))
    let context = ModelContext(try open(url, plan))
    #expect(try context.all(New.self).isEmpty)
    #expect(try context.all(RingsV2.Keep.self).count == 1)
  }

  @Test(
    "rows with a value refuse a change of type, with place, object and value",
    arguments: [RingsBefore.self, RingsIdle.self, RingsLightweight.self]
      as [any SchemaMigrationPlan.Type])
  func refused(plan: any SchemaMigrationPlan.Type) throws {
    let error = try error(try file(), plan)
    #expect(error == .migrationStageFailure)
    #expect([error.entity, error.property] == ["Ring", "value"])
    #expect(error.object == 1)
    #expect(
      error.explanation == """
        it was int64 and becomes text: write a custom stage whose closure sets it, if the new values \
        follow from the old ones; else give the new property another name and a default; object 1 has \
        the value 0
        """)
  }

  @Test("an error that willMigrate throws is what the caller sees, in its words, and its value")
  func ownError() throws {
    for closures in [
      RingClosures(will: { _ in throw OwnError() }), RingClosures(did: { _ in throw OwnError() }),
    ] {
      let plan: any SchemaMigrationPlan.Type =
        closures.will == nil ? RingsAfter.self : RingsBefore.self
      let error = try error(try file(), plan, closures)
      #expect(error.underlying as? OwnError == OwnError())
      #expect(error.explanation == "own words")
      #expect(error.localizedDescription == "stage 1.0.0 → 2.0.0: own words")
      #expect(error.description == "migrationStageFailure (stage 1.0.0 → 2.0.0): own words")
    }
  }

  @Test("didMigrate sets what is required and unique, and may save in between")
  func set() throws {
    let url = try file { context in
      context.insert(Old(0, 100))
      context.insert(RingsV1.Owner("Ann"))
    }
    let context = ModelContext(
      try open(
        url, RingsAfter.self,
        RingClosures(did: { context in
          let owner = try context.only(RingsV2.Owner.self)
          for (day, ring) in try context.all(New.self).enumerated() {
            ring.day = day + 100
            try context.save()
            ring.value = "v\(day)"
            ring.owner = owner
          }
        })))
    let rings = try context.all(New.self)
    #expect(rings.map(\.day) == [100, 101, 102, 103])
    #expect(rings.map(\.value) == ["v0", "v1", "v2", "v3"])
    #expect(rings.allSatisfy { $0.owner.name == "Ann" })
  }

  @Test("a required object that didMigrate has not set fails the stage and names the row")
  func requiredObject() throws {
    let error = try error(
      try file(), RingsAfter.self,
      RingClosures(did: { context in
        for ring in try context.all(New.self) { ring.value = "set" }
      }))
    #expect([error.entity, error.property] == ["Ring", "owner"])
    #expect(error.object != nil)
  }

  @Test("values carried past the stage make new objects")
  func carried() throws {
    let values = CarriedValues()
    let context = ModelContext(
      try open(
        try file(), RingsAfter.self,
        RingClosures(
          will: { context in
            for ring in try context.all(Old.self) {
              values.add(ring.value)
              context.delete(ring)
            }
          },
          did: { context in
            let owner = RingsV2.Owner("Bob")
            for (day, value) in values.all.enumerated() {
              context.insert(New(day, "v\(value)", owner))
            }
          })))
    #expect(try context.all(New.self).map(\.value).sorted() == ["v0", "v10", "v20"])
  }

  @Test("on the way down a closure sets what the older version requires")
  func down() throws {
    let migrator = Migrator(RingsAfter.self, schemaName: "rings")
    let newer = try Birds.tables(RingsV2.self) { context in
      context.insert(New(1, "7", RingsV2.Owner("Ann")))
    }
    var tables = newer
    tables.schema = try migrator.tableSchema(of: RingsV2.self)
    let closures = RingClosures(
      will: { context in
        for ring in try context.all(Old.self) { ring.note = ring.value }
      },
      did: { context in
        for ring in try context.all(New.self) {
          ring.value = "7"
          ring.note = nil
        }
      },
      didRevert: { context in
        for ring in try context.all(Old.self) { ring.value = 7 }
      })
    let older = try RingClosures.$current.withValue(closures) {
      try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .carry).tables
    }
    let ring = try Birds.context(older, RingsV1.self).only(Old.self)
    #expect(ring.value == 7)
    #expect(ring.owner?.name == "Ann")
  }
}

/// Numbers that a closure hands to another.
private final class CarriedValues: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Int] = []
  func add(_ value: Int) { lock.withLock { values.append(value) } }
  var all: [Int] { lock.withLock { values } }
}
