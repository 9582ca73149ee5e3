import DocumentData

/// Questions to a context, against asking every object.
struct QueryJobs: JobGroup {
  let collection: Collection
  private let context: ModelContext
  private let trips: [Trip]

  init(collection: Collection) throws {
    self.collection = collection
    context = ModelContext(collection.container)
    trips = try context.fetch(FetchDescriptor<Trip>())
  }

  var jobs: [Job] { [equality, lookUp, counting, enumerating] }

  private var equality: Job {
    let destination = Trip.destination(3)
    let predicate = #Predicate<Trip> { $0.destination == destination }
    return Job(
      "count by equality", in: .milliseconds, goal: .timesFaster(50), rounds: 5,
      Candidate(name: "fetchCount") {
        try nanoseconds {
          keep(try context.fetchCount(FetchDescriptor(predicate: predicate)))
        } / 1e6
      },
      Candidate(name: "Predicate.evaluate") {
        var count = 0
        let time = try nanoseconds {
          for trip in trips where try predicate.evaluate(trip) { count += 1 }
        }
        keep(count)
        return time / 1e6
      })
  }

  private var lookUp: Job {
    Job(
      "find one by its unique name", in: .milliseconds, goal: .timesFaster(1_000), rounds: 5,
      Candidate(name: "fetch by name") {
        // Made beforehand, as that of the scan is.
        let descriptors = (0..<1_000).map { _ in
          let name = Trip.name(collection.nextNumber())
          return FetchDescriptor(predicate: #Predicate<Trip> { $0.name == name })
        }
        return try nanoseconds(for: descriptors.count) {
          for descriptor in descriptors { keep(try context.fetch(descriptor)) }
        } / 1e6
      },
      Candidate(name: "scan of another column") {
        let title = Trip.name(collection.nextNumber())
        let predicate = #Predicate<Trip> { $0.title == title }
        return try nanoseconds {
          keep(try context.fetch(FetchDescriptor(predicate: predicate)))
        } / 1e6
      })
  }

  private var counting: Job {
    Job(
      "objects made by fetchCount", in: .objects, goal: .atMost(0), rounds: 3,
      Candidate(name: "fetchCount") {
        let context = ModelContext(collection.container)
        let before = CountedTrip.released
        let count = try context.fetchCount(
          FetchDescriptor<CountedTrip>(predicate: #Predicate { $0.number > 1_000 }))
        keep(count)
        return Double(CountedTrip.released - before)
      })
  }

  /// What is held at a time beyond what was held before, while every object is visited once.
  private var enumerating: Job {
    Job(
      "heap held while enumerating", in: .bytes, rounds: 1,
      Candidate(name: "enumerate") {
        let context = ModelContext(collection.container)
        let before = HeapUse.bytes
        var peak = before
        var visited = 0
        try context.enumerate(FetchDescriptor<CountedTrip>(), batchSize: 1_000) { _ in
          visited += 1
          if visited % 500 == 0 { peak = max(peak, HeapUse.bytes) }
        }
        return Double(peak - before)
      },
      Candidate(name: "fetch") {
        let context = ModelContext(collection.container)
        let before = HeapUse.bytes
        let all = try context.fetch(FetchDescriptor<CountedTrip>())
        let peak = HeapUse.bytes
        keep(all)
        return Double(peak - before)
      })
  }
}
