import DocumentData
import DocumentTables
import Foundation
import Testing

/// Two groups of models that nothing ties together, and one that a relationship ties to the first.
enum Offices {
  @Model class Trip {
    var name: String
    var stops: [Stop] = []

    init(name: String) { self.name = name }
  }

  @Model class LongTrip: Trip {
    var days: Int

    init(name: String, days: Int) {
      self.days = days
      super.init(name: name)
    }
  }

  @Model class Stop {
    var place: String
    var trip: Trip?

    init(place: String) { self.place = place }
  }

  @Model class Person {
    @Attribute(.unique) var name: String
    var age: Int

    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }

  @Model class Ticket {
    var price: Int
    var trip: Trip?

    init(price: Int) { self.price = price }
  }

  static let trips = Schema([Trip.self, LongTrip.self])
  static let people = Schema([Person.self])
  static let whole = Schema([Trip.self, LongTrip.self, Person.self])

  /// Trips in one store, people in another, both in memory.
  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: whole,
      configurations: ModelConfiguration("trips", schema: trips, isStoredInMemoryOnly: true),
      ModelConfiguration("people", schema: people, isStoredInMemoryOnly: true))
  }
}

extension ModelContainer {
  /// How many objects of an entity have null as the value of a property in the first store.
  func nullCount(of property: String, in entity: String) throws -> Int {
    let tables = stores[0].store.current.tables
    let hierarchy = try #require(tables.schema.hierarchyIndex(of: entity))
    let column = try #require(
      tables.schema.hierarchies[hierarchy].columns.firstIndex { $0.name == property })
    return tables.tables[hierarchy].segments.reduce(0) { count, segment in
      count + (0..<segment.count).filter { segment.value(at: $0, column: column) == .null }.count
    }
  }
}

/// A folder of a test's own, which goes with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("containers-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
