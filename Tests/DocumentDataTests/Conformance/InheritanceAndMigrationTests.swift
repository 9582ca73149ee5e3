import DocumentData
import Foundation
import Testing

@Suite("WWDC25, SwiftData: Dive into inheritance and schema migration")
struct InheritanceAndMigrationTests {
  private typealias Ride = RidesV4.Ride
  private typealias TaxiRide = RidesV4.TaxiRide
  private typealias PleasureRide = RidesV4.PleasureRide

  private enum Segment: String, CaseIterable {
    case all = "All"
    case pleasure = "Pleasure"
    case taxi = "Taxi"
  }

  private static let day = Date(timeIntervalSince1970: 1_000_000)

  private static func predicate(_ segment: Segment, _ searchText: String) -> Predicate<RidesV4.Ride>
  {
    let classPredicate: Predicate<RidesV4.Ride>? = {
      switch segment {
      case .pleasure: return #Predicate { $0 is RidesV4.PleasureRide }
      case .taxi: return #Predicate { $0 is RidesV4.TaxiRide }
      default: return nil
      }
    }()
    let searchPredicate = #Predicate<RidesV4.Ride> {
      searchText.isEmpty
        ? true
        : $0.name.localizedStandardContains(searchText)
          || $0.city.localizedStandardContains(searchText)
    }
    let fullPredicate: Predicate<RidesV4.Ride>
    if let classPredicate {
      fullPredicate = #Predicate { classPredicate.evaluate($0) && searchPredicate.evaluate($0) }
    } else {
      fullPredicate = searchPredicate
    }
    return fullPredicate
  }

  private func context() throws -> ModelContext {
    let container = try ModelContainer(
      for: Ride.self, TaxiRide.self, PleasureRide.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let day = Self.day
    context.insert(Ride(name: "walk", city: "Rome", start: day + 3, end: day + 9))
    context.insert(TaxiRide(name: "airport", city: "Oslo", start: day + 2, end: day + 4))
    context.insert(
      PleasureRide(
        name: "lake", city: "Bergen", start: day + 1, end: day + 2, occasion: .picnic))
    try context.save()
    return context
  }

  @Test(
    "a class predicate that may be missing and a search are joined by `evaluate`",
    arguments: [
      ("All", "", ["lake", "airport", "walk"]), ("Pleasure", "", ["lake"]),
      ("Taxi", "", ["airport"]), ("All", "RO", ["walk"]), ("All", "ergen", ["lake"]),
      ("Taxi", "rome", []), ("Taxi", "oslo", ["airport"]),
    ])
  func joined(_ segment: String, _ text: String, _ names: [String]) throws {
    let predicate = Self.predicate(try #require(Segment(rawValue: segment)), text)
    let descriptor = FetchDescriptor(
      predicate: predicate, sortBy: [SortDescriptor(\.start, order: .forward)])
    #expect(try context().fetch(descriptor).map(\.name) == names)
  }

  @Test("subclasses without and with an initialiser have their own values and the inherited")
  func subclasses() throws {
    let context = try context()
    #expect(try context.only(TaxiRide.self).fare == 0)
    #expect(try context.only(PleasureRide.self).occasion == .picnic)
    #expect(try context.only(PleasureRide.self).city == "Bergen")
  }

  @Test("of the rides that are not over, the first alone is fetched")
  func upcoming() throws {
    let context = try context()
    let now = Self.day + 3
    var descriptor = FetchDescriptor(sortBy: [SortDescriptor(\RidesV4.Ride.start, order: .forward)])
    descriptor.predicate = #Predicate { $0.end >= now }
    descriptor.fetchLimit = 1
    let other = ModelContext(context.container)
    #expect(try other.fetch(descriptor).map(\.name) == ["airport"])
  }

  @Test("a change of one of two watched dates is heard, of the name it is not")
  func observation() throws {
    let ride = try context().only(TaxiRide.self)
    let heard = Heard {
      _ = ride.start
      _ = ride.end
    }
    ride.name = "harbour"
    #expect(heard.count == 0)
    ride.end = Self.day + 8
    #expect(heard.count == 1)
  }

  @Test("what is to be preserved, modified hashes, indexes and constraints stand in the schema")
  func schema() throws {
    let schema = Schema(versionedSchema: RidesV3.self)
    #expect(schema.version == Schema.Version(3, 0, 0))
    let ride = try #require(schema.entitiesByName["Ride"])
    #expect(ride.uniquenessConstraints == [["name", "start", "end"]])
    #expect(Set(ride.indices) == [["name"], ["start"], ["end"], ["name", "start", "end"]])
    #expect(ride.attributesByName["city"]?.hashModifier == "v3")
    #expect(ride.attributesByName["start"]?.originalName == "start_time")
    #expect(ride.attributesByName["name"]?.options.contains(.preserveValueOnDeletion) == true)
  }

  @Test("four versions: duplicates go, their depot is kept, names change, subclasses come")
  func migration() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("rides.trip")
    let day = Self.day
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: RidesV1.self), configurations: ModelConfiguration(url: file))
      )
      let rides = ["lake", "airport", "lake"].map {
        RidesV1.Ride(name: $0, city: "Oslo", start_time: day, end_time: day + 9)
      }
      rides[2].depot = RideDepot(title: "north")
      rides[0].stops = ["b", "a"].map { RideStop(title: $0) }
      rides.forEach { context.insert($0) }
      context.insert(
        RidesV1.Ride(name: "wrong", city: "Oslo", start_time: day, end_time: day - 9))
      try context.save()
    }
    let container: ModelContainer = try {
      let schema = Schema(versionedSchema: RidesV4.self)
      return try ModelContainer(
        for: schema, migrationPlan: RidePlan.self, configurations: ModelConfiguration(url: file))
    }()
    let context = ModelContext(container)
    let rides = try context.fetch(
      FetchDescriptor<RidesV4.Ride>(sortBy: [SortDescriptor(\.name)]))
    #expect(rides.map(\.name) == ["airport", "lake"])
    #expect(rides.allSatisfy { $0.start == day && $0.end == day + 9 })
    #expect(rides.last?.depot?.title == "north")
    #expect(rides.last?.stops.map(\.title) == ["b", "a"])
    context.insert(TaxiRide(name: "taxi", city: "Oslo", start: day, end: day + 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<TaxiRide>()) == 1)
  }
}
