import DocumentData
import Observation

/// Reading and setting properties of objects of rows.
struct AttributeJobs: JobGroup {
  let collection: Collection
  private let context: ModelContext
  private let trips: [Trip]
  private let plain: [PlainTrip]

  /// What the same values cost in a class without any model.
  private final class PlainTrip {
    var name: String
    var startDate: Date
    var travellers: Int

    init(_ trip: Trip) {
      name = trip.name
      startDate = trip.startDate
      travellers = trip.travellers
    }
  }

  /// The same class with what SwiftUI observes.
  @Observable final class ObservableTrip {
    var name: String

    init(_ trip: Trip) { name = trip.name }
  }

  init(collection: Collection) throws {
    self.collection = collection
    context = ModelContext(collection.container)
    var descriptor = FetchDescriptor<Trip>()
    descriptor.fetchLimit = min(100_000, collection.count)
    trips = try context.fetch(descriptor)
    plain = trips.map(PlainTrip.init)
  }

  var jobs: [Job] {
    [
      reading("a text", \.name, { $0.name.utf8.count }, { $0.name.utf8.count }),
      reading(
        "a date", \.startDate, { Int($0.startDate.timeIntervalSinceReferenceDate) },
        { Int($0.startDate.timeIntervalSinceReferenceDate) }),
      reading("a number", \.travellers, { $0.travellers }, { $0.travellers }),
      observing, counting, setting,
    ]
  }

  /// A hundred objects a time, as many as a screen shows.
  private var observing: Job {
    Job(
      "read a text inside withObservationTracking", in: .nanoseconds,
      Candidate(name: "model") {
        let context = ModelContext(collection.container)
        var descriptor = FetchDescriptor<Trip>()
        descriptor.fetchLimit = min(10_000, collection.count)
        let trips = try context.fetch(descriptor)
        return observing(trips) { $0.name.utf8.count }
      },
      Candidate(name: "@Observable class") {
        observing(trips.prefix(10_000).map(ObservableTrip.init)) { $0.name.utf8.count }
      })
  }

  private func observing<Object>(_ objects: [Object], _ read: (Object) -> Int) -> Double {
    var sum = 0
    let time = nanoseconds(for: objects.count) {
      for begin in stride(from: 0, to: objects.count, by: 100) {
        withObservationTracking {
          for object in objects[begin..<min(begin + 100, objects.count)] { sum &+= read(object) }
        } onChange: {
        }
      }
    }
    keep((sum, objects))
    return time
  }

  private func reading<Value>(
    _ what: String, _: KeyPath<Trip, Value>, _ read: @escaping (Trip) -> Int,
    _ readPlain: @escaping (PlainTrip) -> Int
  ) -> Job {
    Job(
      "read \(what)", in: .nanoseconds,
      Candidate(name: "model") {
        var sum = 0
        let time = nanoseconds(for: trips.count) { for trip in trips { sum &+= read(trip) } }
        keep(sum)
        return time
      },
      Candidate(name: "plain class") {
        var sum = 0
        let time = nanoseconds(for: plain.count) { for trip in plain { sum &+= readPlain(trip) } }
        keep(sum)
        return time
      })
  }

  private var counting: Job {
    Job(
      "read a to-many's count", in: .nanoseconds,
      Candidate(name: "first time in a context") {
        let context = ModelContext(collection.container)
        var descriptor = FetchDescriptor<Trip>()
        descriptor.fetchLimit = min(10_000, collection.count)
        let trips = try context.fetch(descriptor)
        var sum = 0
        let time = nanoseconds(for: trips.count) {
          for trip in trips { sum &+= trip.bucketList.count }
        }
        keep(sum)
        return time
      })
  }

  private var setting: Job {
    Job(
      "set a number, first time since the last save", in: .nanoseconds,
      Candidate(name: "model") {
        let time = nanoseconds(for: trips.count) { for trip in trips { trip.travellers += 1 } }
        context.rollback()
        return time
      })
  }
}
