import DocumentData

/// Reading and setting properties of objects of rows.
struct AttributeJobs: JobGroup {
  let files: DocumentFiles
  let collection: Collection
  private let context: ModelContext
  private let trips: [Trip]

  init(files: DocumentFiles, collection: Collection) throws {
    self.files = files
    self.collection = collection
    context = ModelContext(collection.container)
    var descriptor = FetchDescriptor<Trip>()
    descriptor.fetchLimit = min(100_000, collection.count)
    trips = try context.fetch(descriptor)
  }

  var jobs: [Job] {
    [
      reading("a text", "text", goal: .atMost(90)), reading("a date", "date"),
      reading("a number", "number", goal: .atMost(70)),
      reading("a text inside withObservationTracking", "observed-text", plain: "@Observable class"),
      reading(
        "a text inside withObservationTracking, the first time", "observed-text", figure: "-first",
        plain: "@Observable class"),
      counting, setting,
    ]
  }

  /// Reading the objects of a document that a new process has opened.
  private func reading(
    _ what: String, _ attribute: String, figure: String = "", plain: String = "plain class",
    goal: Goal? = nil
  ) -> Job {
    func figures() throws -> Figures {
      let count = min(100_000, files.rows)
      let path = try files.file("\(count)-objects.trips") {
        _ = try files.task("write-collection", [$0, String(count)])
      }
      return try files.task("read-attribute", [path, attribute])
    }
    return Job(
      "read \(what)", in: .nanoseconds, goal: goal, rounds: 5, warmsUp: false,
      .figure("model" + figure, "model", figures), .figure("plain" + figure, plain, figures))
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
