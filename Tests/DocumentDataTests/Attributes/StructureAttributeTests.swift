import DocumentData
import DocumentTables
import Foundation
import Testing

private struct Spot: PersistentStructure, Hashable {
  enum Kind: String, Codable, CaseIterable { case city, sea }
  enum Side: String, Codable { case left, right }

  var code: String?
  var days: [CalendarDay] = []
  var kind = Kind.city
  var latitude: Double?
  var opened: Date?
  var page: URL?
  var side: Side?
  var sides: [Side] = []
  var zone = "GMT"
  var zoneName: String? = "Greenwich"

  static var memberDefaults: Spot? { Spot() }
}

@Model private final class Stop {
  var name = ""
  var place: Spot?
  var home = Spot(kind: .sea)
  init(_ name: String, _ place: Spot? = nil) {
    self.name = name
    self.place = place
  }
}

private struct OddSpot: PersistentStructure {
  var names: [String: Int] = [:]
}

@Model private final class OddStop {
  var place: OddSpot?
  init() {}
}

private struct Nested: PersistentStructure {
  var parts: [Nested] = []
}

@Model private final class NestedStop {
  var place = Nested()
  init() {}
}

private struct Changing: PersistentStructure {
  var id = UUID()
  static var memberDefaults: Changing? { Changing() }
}

@Model private final class ChangingStop {
  var place: Changing?
  init() {}
}

private struct Uneven: PersistentStructure {
  var name = ""
  private enum CodingKeys: CodingKey { case name, length }
  init() {}
  init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(name.count, forKey: .length)
  }
}

@Model private final class UnevenStop {
  var place: Uneven?
  init() {}
}

@Model private final class Route {
  var places: [Spot] = []
  var byName: [String: Spot] = [:]
  init() {}
}

private struct Opaque: PersistentStructure {
  init() {}
  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}

@Model private final class OpaqueStop {
  var place = Opaque()
  init() {}
}

@Suite("Structures as attributes")
struct StructureAttributeTests {
  private static let spot = Spot(
    code: "VIE", days: [._$blank], kind: .sea, latitude: 48,
    opened: Date(timeIntervalSinceReferenceDate: 0.5), page: URL(string: "https://a.example/"),
    side: .right, sides: [.left],
    zone: "Europe/Vienna", zoneName: nil)

  private static func filled() throws -> ModelDocument {
    let document = try ModelDocument(for: Stop.self)
    try document.withContext { context in
      context.insert(Stop("a", spot))
      context.insert(Stop("b"))
      context.insert(Stop("c", Spot()))
    }
    return document
  }

  @Test("every form of a document keeps them", arguments: DocumentFormat.allCases)
  func forms(_ format: DocumentFormat) async throws {
    let bytes = try await Self.filled().encoded(as: format).data
    let read = try await ModelDocument(bytes: bytes, for: Stop.self)
    try read.withContext { context in
      let all = try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.name)]))
      #expect(all.map(\.place) == [Self.spot, nil, Spot()])
      #expect(all.map(\.home) == [Spot](repeating: Spot(kind: .sea), count: 3))
    }
  }

  @Test("the schema states the members, and records have them as plain values")
  func text() async throws {
    let bytes = try await Self.filled().encoded(as: .flatJSON).data
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.contains(
        #"""
        {"name":"Spot","structure":true,"attributes":[{"name":"code","type":"text","optional":true},\#
        {"name":"days","type":"[day]","default":[]},\#
        {"name":"kind","type":"text","cases":["city","sea"],"default":"city"},\#
        {"name":"latitude","type":"double","optional":true},\#
        {"name":"opened","type":"date","optional":true},{"name":"page","type":"url","optional":true},\#
        {"name":"side","type":"text","optional":true},{"name":"sides","type":"[text]","default":[]},\#
        {"name":"zone","type":"text","default":"GMT"},\#
        {"name":"zoneName","type":"text","optional":true,"default":"Greenwich"}]},
        """#))
    let place =
      #"{"code":"VIE","days":["2001-01-01"],"kind":"sea","latitude":48,"#
      + #""opened":"2001-01-01T00:00:00.5Z","page":"https://a.example/","side":"right","sides":["left"],"#
      + #""zone":"Europe/Vienna","zoneName":null}"#
    #expect(lines.contains { $0.contains(#""name":"a","place":\#(place)"#) })
    #expect(lines.contains { $0.contains(#""name":"b","place":null"#) })
  }

  @Test("another program may leave members out, and none that it invents is read")
  func written() async throws {
    let bytes = try await Self.filled().encoded(as: .flatJSON).data
    let text = String(decoding: bytes, as: UTF8.self)
    let shorter = text.replacing(
      #""name":"b","place":null"#, with: #""name":"b","place":{"latitude":1.5}"#)
    let read = try await ModelDocument(bytes: shorter.utf8, for: Stop.self)
    try read.withContext { context in
      let stop = try context.fetch(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.name == "b" }))
      #expect(stop.first?.place == Spot(latitude: 1.5))
    }
    let wrong = text.replacing(
      #""name":"b","place":null"#, with: #""name":"b","place":{"height":1}"#)
    let error = await #expect(throws: SwiftDataError.self) {
      try await ModelDocument(bytes: wrong.utf8, for: Stop.self)
    }
    #expect(error?.description.contains("place") == true)
  }

  @Test("members are edited, undone, compared in predicates and sorted by")
  func editing() throws {
    let container = try makeContainer([Stop.self])
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    let stop = Stop("a", Self.spot)
    context.insert(stop)
    context.insert(Stop("b", Spot(latitude: 50)))
    context.insert(Stop("c"))
    try context.save()
    stop.place?.latitude = 47.5
    #expect(context.hasChanges)
    try context.save()
    let other = ModelContext(container)
    let north = try other.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { ($0.place?.latitude ?? 0) > 48 }))
    #expect(north.map(\.name) == ["b"])
    let coded = try other.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.place?.code == "VIE" }))
    #expect(coded.map(\.place?.latitude) == [47.5])
    context.undoManager?.undo()
    #expect(stop.place == Self.spot)
  }

  @Test("lists and dictionaries of them are trees, in which the type's coding leaves nil out")
  func containers() async throws {
    let document = try ModelDocument(for: Route.self)
    try document.withContext { context in
      let route = Route()
      route.places = [Self.spot, Spot()]
      route.byName = ["a": Self.spot]
      context.insert(route)
    }
    let bytes = try await document.encoded(as: .flatJSON).data
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""name":"places","type":"tree""#))
    let read = try await ModelDocument(bytes: bytes, for: Route.self)
    try read.withContext { context in
      let route = try #require(try context.fetch(FetchDescriptor<Route>()).first)
      #expect(route.places == [Self.spot, Spot()])
      #expect(route.byName == ["a": Self.spot])
    }
  }

  @Test("a schema keeps its structures when it is encoded")
  func coding() throws {
    let schema = Schema([Stop.self])
    let copy = try JSONDecoder().decode(Schema.self, from: try JSONEncoder().encode(schema))
    #expect(try copy.tableSchema(name: "x") == schema.tableSchema(name: "x"))
    let entity = try #require(schema.entitiesByName["Stop"])
    let attribute = try #require(entity.attributesByName["place"])
    let decoded = try JSONDecoder().decode(
      Schema.Attribute.self, from: try JSONEncoder().encode(attribute))
    #expect(decoded == attribute)
    let composite = try #require(attribute as? Schema.CompositeAttribute)
    #expect(
      composite.properties.map(\.name) == [
        "code", "days", "kind", "latitude", "opened", "page", "side", "sides", "zone", "zoneName",
      ])
  }

  @Test("a type whose members a schema cannot state is refused with the member and the reason")
  func refused() {
    let dictionary = #expect(throws: SwiftDataError.self) { try ModelDocument(for: OddStop.self) }
    #expect(
      dictionary.map { "\($0)" }?.contains(
        "(OddSpot.names): its type Dictionary<String, Int> cannot") == true)
    let nested = #expect(throws: SwiftDataError.self) { try ModelDocument(for: NestedStop.self) }
    #expect(
      nested.map { "\($0)" }?.contains("(Nested.parts): its type Array<Nested> cannot") == true)
    let changing = #expect(throws: SwiftDataError.self) {
      try ModelDocument(for: ChangingStop.self)
    }
    #expect(changing.map { "\($0)" }?.contains("(Changing.id): memberDefaults gives it") == true)
    let uneven = #expect(throws: SwiftDataError.self) { try ModelDocument(for: UnevenStop.self) }
    #expect(uneven.map { "\($0)" }?.contains("(Uneven): it encodes the member length") == true)
    let opaque = #expect(throws: SwiftDataError.self) { try ModelDocument(for: OpaqueStop.self) }
    #expect(opaque.map { "\($0)" }?.contains("(Opaque): no members are known") == true)
  }
}

// MARK: Migration

private enum LookoutV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Sight.self] }

  struct Site: Codable, Hashable {
    var latitude: Double
    var note: String?
  }

  @Model class Sight {
    var site: Site?
    init(_ site: Site?) { self.site = site }
  }
}

private enum LookoutV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Sight.self] }

  struct Site: PersistentStructure, Hashable {
    var latitude: Double?
  }

  @Model class Sight {
    var site: Site?
    init(_ site: Site?) { self.site = site }
  }
}

private enum LookoutV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Sight.self] }

  struct Point: PersistentStructure, Hashable {
    var north: Double?
    var datum = "WGS84"

    static var originalStructureName: String { "Site" }
    static var originalMemberNames: [String: String] { ["north": "latitude"] }
    static var memberDefaults: Point? { Point() }
  }

  @Model class Sight {
    var site: Point?
    init(_ site: Point?) { self.site = site }
  }
}

private enum LookoutPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [LookoutV1.self, LookoutV2.self, LookoutV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: LookoutV1.self, toVersion: LookoutV2.self),
      .lightweight(fromVersion: LookoutV2.self, toVersion: LookoutV3.self),
    ]
  }
}

@Suite("Structures in migrations of models")
struct StructureModelMigrationTests {
  // Spec 7.3-3, 10.8-1, 10.8-3
  @Test("a Codable type becomes a structure, its members are renamed, and all comes back")
  func versions() throws {
    let old = try Birds.tables(LookoutV1.self) { context in
      context.insert(LookoutV1.Sight(LookoutV1.Site(latitude: 48)))
      context.insert(LookoutV1.Sight(LookoutV1.Site(latitude: 1.5, note: "a note")))
      context.insert(LookoutV1.Sight(nil))
    }
    let (migrated, report) = try Birds.migrate(LookoutPlan.self, old)
    let sights = try Birds.context(migrated, LookoutV3.self).fetch(
      FetchDescriptor<LookoutV3.Sight>())
    let sites: Set<LookoutV3.Point?> = [.init(north: 48), .init(north: 1.5), nil]
    #expect(Set(sights.map(\.site)) == sites)
    #expect(migrated.carried.count == 1)
    #expect(
      report.description.contains(
        "Sight.site becomes a Site; what is no part of one is kept for older versions"))
    let migrator = Migrator(LookoutPlan.self, schemaName: "birds")
    let back = try migrator.convert(migrated, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(back.report.losses.isEmpty)
    #expect(TablesDump.text(back.tables, all: true) == TablesDump.text(old, all: true))
  }
}
