import DocumentData

/// Inserting, changing and saving.
struct ChangeJobs: JobGroup {
  let collection: Collection

  private var count: Int { min(20_000, collection.count) }

  var jobs: [Job] { [inserting, saving, savingOne] }

  private var inserting: Job {
    Job(
      "make and insert an object", in: .nanoseconds, rounds: 5,
      Candidate(name: "insert") {
        let context = ModelContext(try Collection.makeContainer())
        return nanoseconds(for: count) {
          for number in 0..<count { context.insert(Trip(number: number)) }
        }
      })
  }

  private var saving: Job {
    Job(
      "save an inserted object", in: .nanoseconds, rounds: 5,
      Candidate(name: "save") {
        let context = ModelContext(try Collection.makeContainer())
        for number in 0..<count { context.insert(Trip(number: number)) }
        return try nanoseconds(for: count) { try context.save() }
      })
  }

  private var savingOne: Job {
    Job(
      "change one of all trips and save, in memory", in: .milliseconds, rounds: 9,
      Candidate(name: "save") {
        let context = ModelContext(collection.container)
        let name = Trip.name(collection.nextNumber())
        let predicate = #Predicate<Trip> { $0.name == name }
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        return try nanoseconds {
          found.first?.travellers += 1
          try context.save()
        } / 1e6
      })
  }
}
