import DocumentData

/// What an object of a row costs that nobody has changed.
struct ObjectJobs: JobGroup {
  let collection: Collection

  var jobs: [Job] { [objectBytes, subclassBytes, mapBytes, making, gettingAgain] }

  private var objectBytes: Job {
    Job(
      "an untouched object", in: .bytes, goal: .atMost(64), rounds: 1,
      Candidate(name: "of a root class") { try bytes(of: Trip.self) })
  }

  private var subclassBytes: Job {
    Job(
      "an untouched object of a subclass", in: .bytes, goal: .atMost(80), rounds: 1,
      Candidate(name: "of a subclass") { try bytes(of: PersonalTrip.self) })
  }

  private func bytes<Model: PersistentModel>(of type: Model.Type) throws -> Double {
    var descriptor = FetchDescriptor<Model>()
    descriptor.fetchLimit = 1
    return try ModelContext(collection.container).fetch(descriptor).first
      .map { Double(HeapUse.bytes(of: $0)) } ?? .nan
  }

  /// All that grows with objects beyond the objects and the list that holds them.
  private var mapBytes: Job {
    Job(
      "an object's place in its context", in: .bytes, goal: .atMost(24), rounds: 3,
      Candidate(name: "identity map") {
        let context = ModelContext(collection.container)
        var trips: [CountedTrip] = []
        let all = try HeapUse.growth(for: collection.count / 10) {
          trips = try context.fetch(FetchDescriptor<CountedTrip>())
        }
        let objects = trips.reduce(0) { $0 + HeapUse.bytes(of: $1) }
        let list = trips.capacity * MemoryLayout<CountedTrip>.stride
        return all - Double(objects + list) / Double(trips.count)
      })
  }

  private var making: Job {
    Job(
      "make and register an object", in: .nanoseconds, goal: .atMost(250),
      Candidate(name: "fetch all") {
        let context = ModelContext(collection.container)
        var trips: [Trip] = []
        let time = try nanoseconds(for: collection.tripCount) {
          trips = try context.fetch(FetchDescriptor<Trip>())
        }
        keep(trips)
        return time
      })
  }

  private var gettingAgain: Job {
    Job(
      "fetch an object that the program holds", in: .nanoseconds, rounds: 5,
      Candidate(name: "fetch all again") {
        let context = ModelContext(collection.container)
        let trips = try context.fetch(FetchDescriptor<Trip>())
        var again: [Trip] = []
        let time = try nanoseconds(for: trips.count) {
          again = try context.fetch(FetchDescriptor<Trip>())
        }
        // Without this use the objects would be released before the second fetch.
        keep((trips, again))
        return time
      })
  }
}
