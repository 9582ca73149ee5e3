import DocumentData

/// Questions that go through columns, against asking every object the same.
struct ScanJobs: JobGroup {
  let collection: Collection
  private let context: ModelContext
  private let remarkContext: ModelContext
  private let trips: [Trip]
  private let remarks: [Remark]

  init(collection: Collection) throws {
    self.collection = collection
    context = ModelContext(collection.container)
    trips = try context.fetch(FetchDescriptor<Trip>())
    let container = try ModelContainer(
      for: Remark.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    remarkContext = ModelContext(container)
    for first in stride(from: 0, to: collection.count, by: 20_000) {
      let context = ModelContext(container)
      for number in first..<min(first + 20_000, collection.count) {
        context.insert(Remark(number: number))
      }
      try context.save()
    }
    remarks = try remarkContext.fetch(FetchDescriptor<Remark>())
  }

  var jobs: [Job] {
    [
      twoConditions, eitherOfTwo, plainContains, multilingualContains, unusualContains,
      asciiInMultilingual, localizedContains, sorted,
    ]
  }

  private var twoConditions: Job {
    let destination = Trip.destination(3)
    let begin = Date(timeIntervalSinceReferenceDate: Double(collection.count) * 900)
    return count(
      "count by two conditions", context, trips, atLeast: 50,
      #Predicate<Trip> { $0.destination == destination && $0.startDate > begin })
  }

  private var eitherOfTwo: Job {
    let destination = Trip.destination(3)
    let begin = Date(timeIntervalSinceReferenceDate: Double(collection.count) * 900)
    return count(
      "count by one of two conditions", context, trips, atLeast: 50,
      #Predicate<Trip> { $0.destination == destination || $0.startDate > begin })
  }

  private var plainContains: Job {
    count(
      "count by contains, ASCII", remarkContext, remarks, atLeast: 50,
      #Predicate<Remark> { $0.plain.contains("rented bicycles, 7") })
  }

  private var multilingualContains: Job {
    count(
      "count by contains, many scripts", remarkContext, remarks, atLeast: 5,
      #Predicate<Remark> { $0.multilingual.contains("старому городу, 7") })
  }

  /// A part whose characters have several scalars.
  private var unusualContains: Job {
    count(
      "count by contains, joined characters", remarkContext, remarks, atLeast: 5,
      #Predicate<Remark> { $0.multilingual.contains("👨‍👩‍👧 на") })
  }

  private var asciiInMultilingual: Job {
    count(
      "count by contains, ASCII in many scripts", remarkContext, remarks, atLeast: 5,
      #Predicate<Remark> { $0.multilingual.contains("coast, 7") })
  }

  private var localizedContains: Job {
    count(
      "count by localizedStandardContains", remarkContext, remarks,
      #Predicate<Remark> { $0.plain.localizedStandardContains("Bicycles, 7") })
  }

  private var sorted: Job {
    let begin = Date(timeIntervalSinceReferenceDate: Double(collection.count) * 900)
    let predicate = #Predicate<Trip> { $0.startDate > begin }
    return Job(
      "fetch the first 20 of three quarters, sorted by text", in: .milliseconds, rounds: 5,
      Candidate(name: "fetch") {
        var descriptor = FetchDescriptor(
          predicate: predicate, sortBy: [SortDescriptor(\Trip.title)])
        descriptor.fetchLimit = 20
        return try nanoseconds { keep(try context.fetch(descriptor)) } / 1e6
      },
      Candidate(name: "filter and sort objects") {
        return try nanoseconds {
          let found = try trips.filter { try predicate.evaluate($0) }
          keep(found.sorted(using: SortDescriptor(\Trip.title)).prefix(20))
        } / 1e6
      })
  }

  private func count<Model: PersistentModel>(
    _ name: String, _ context: ModelContext, _ models: [Model], atLeast goal: Double? = nil,
    _ predicate: Predicate<Model>
  ) -> Job {
    Job(
      name, in: .milliseconds, goal: goal.map { .timesFaster($0) }, rounds: 5,
      Candidate(name: "fetchCount") {
        try nanoseconds {
          keep(try context.fetchCount(FetchDescriptor(predicate: predicate)))
        } / 1e6
      },
      Candidate(name: "Predicate.evaluate") {
        var count = 0
        let time = try nanoseconds {
          for model in models where try predicate.evaluate(model) { count += 1 }
        }
        keep(count)
        return time / 1e6
      })
  }
}
