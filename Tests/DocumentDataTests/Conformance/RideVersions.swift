import DocumentData
import Foundation

// Four versions of a ride planner: unique names, constraints and indexes, subclasses. What rides
// lead to is the same in all of them: nothing leads back, so the versions share the classes.

@Model class RideStop {
  var title: String
  init(title: String) { self.title = title }
}

@Model class RideDepot {
  var title: String
  init(title: String) { self.title = title }
}

enum RidesV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [RidesV1.Ride.self, RideStop.self, RideDepot.self]
  }

  @Model class Ride {
    var name: String
    var city: String
    var start_time: Date
    var end_time: Date
    var stops: [RideStop]? = []
    var depot: RideDepot?

    init(name: String, city: String, start_time: Date, end_time: Date) {
      self.name = name
      self.city = city
      self.start_time = start_time
      self.end_time = end_time
    }
  }
}

enum RidesV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [RidesV2.Ride.self, RideStop.self, RideDepot.self]
  }

  @Model class Ride {
    @Attribute(.unique) var name: String
    var city: String
    @Attribute(originalName: "start_time") var start: Date
    @Attribute(originalName: "end_time") var end: Date
    var stops: [RideStop]? = []
    var depot: RideDepot?

    init(name: String, city: String, start: Date, end: Date) {
      self.name = name
      self.city = city
      self.start = start
      self.end = end
    }
  }
}

enum RidesV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [RidesV3.Ride.self, RideStop.self, RideDepot.self]
  }

  @Model class Ride {
    #Unique<Ride>([\.name, \.start, \.end])
    #Index<Ride>([\.name], [\.start], [\.end], [\.name, \.start, \.end])

    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(hashModifier: "v3") var city: String
    @Attribute(.preserveValueOnDeletion, originalName: "start_time") var start: Date
    @Attribute(.preserveValueOnDeletion, originalName: "end_time") var end: Date
    var stops: [RideStop]? = []
    var depot: RideDepot?

    init(name: String, city: String, start: Date, end: Date) {
      self.name = name
      self.city = city
      self.start = start
      self.end = end
    }
  }
}

@available(iOS 26, *)
enum RidesV4: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(4, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Ride.self, TaxiRide.self, PleasureRide.self, RideStop.self, RideDepot.self]
  }

  @Model class Ride {
    #Unique<Ride>([\.name, \.start, \.end])
    #Index<Ride>([\.name], [\.start], [\.end], [\.name, \.start, \.end])

    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(hashModifier: "v3") var city: String
    @Attribute(.preserveValueOnDeletion) var start: Date
    @Attribute(.preserveValueOnDeletion) var end: Date
    // swift-format-ignore: AlwaysUseLiteralForEmptyCollectionInit
    var stops: [RideStop] = [RideStop]()
    var depot: RideDepot?

    init(name: String, city: String, start: Date, end: Date) {
      self.name = name
      self.city = city
      self.start = start
      self.end = end
    }
  }

  @available(iOS 26, *)
  @Model class TaxiRide: Ride {
    var fare: Double = 0.0
  }

  @available(iOS 26, *)
  @Model class PleasureRide: Ride {
    enum Occasion: String, CaseIterable, Codable {
      case picnic
      case race
    }

    var occasion: Occasion

    init(name: String, city: String, start: Date, end: Date, occasion: Occasion) {
      self.occasion = occasion
      super.init(name: name, city: city, start: start, end: end)
    }
  }
}

enum RidePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    var known: [any VersionedSchema.Type] = [RidesV1.self, RidesV2.self, RidesV3.self]
    if #available(iOS 26, *) { known.append(RidesV4.self) }
    return known
  }

  static var stages: [MigrationStage] {
    var known = [firstToSecond, secondToThird]
    if #available(iOS 26, *) { known.append(thirdToFourth) }
    return known
  }

  static let firstToSecond = MigrationStage.custom(
    fromVersion: RidesV1.self, toVersion: RidesV2.self,
    willMigrate: { context in
      var descriptor = FetchDescriptor<RidesV1.Ride>()
      descriptor.propertiesToFetch = [\.name]
      descriptor.relationshipKeyPathsForPrefetching = [\.depot]
      let rides = try? context.fetch(descriptor)
      var kept: [String: RidesV1.Ride] = [:]
      for ride in rides ?? [] {
        if let first = kept[ride.name] {
          first.depot = first.depot ?? ride.depot
          context.delete(ride)
        } else {
          kept[ride.name] = ride
        }
      }
      try? context.save()
    }, didMigrate: nil)

  static let secondToThird = MigrationStage.custom(
    fromVersion: RidesV2.self, toVersion: RidesV3.self,
    willMigrate: { context in
      let rides = try? context.fetch(FetchDescriptor<RidesV2.Ride>())
      for ride in rides ?? [] where ride.end < ride.start { context.delete(ride) }
      try? context.save()
    }, didMigrate: nil)

  @available(iOS 26, *)
  static let thirdToFourth = MigrationStage.lightweight(
    fromVersion: RidesV3.self, toVersion: RidesV4.self)
}
