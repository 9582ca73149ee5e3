import DocumentFile
import DocumentTables
import TripDocuments

/// Saving with a history, and reading it.
enum HistoryTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "save-recorded", arity: 2, work: saveRecorded),
      MeasuredTask(name: "save-often", arity: 3, work: saveOften),
      MeasuredTask(name: "record-saves", arity: 3, work: recordSaves),
      MeasuredTask(name: "net-changes", arity: 2, work: netChanges),
    ]
  }

  private static func policy(_ name: String) -> ModelConfiguration.HistoryPolicy {
    switch name {
    case "names": .names()
    case "values": .values()
    default: .nothing
    }
  }

  /// Changes one trip and saves, twice, and measures the second time.
  private static func saveRecorded(_ arguments: MeasuredTask.Arguments) async throws {
    let document = try await arguments.series.document(arguments[0])
    document.setHistoryPolicy(policy(arguments[1]))
    func change(_ divisor: Int) throws {
      try document.withContext { context in
        try arguments.series.trip(behindOneOf: divisor, in: context)?.destination += "!"
      }
    }
    try change(3)
    try await document.save()
    try await Figures.measure {
      try change(2)
      try await document.save()
    }
  }

  /// Saves a small file so many times, and measures the mean of the last ten, or of all if these are
  /// fewer; tells what the parts of the history take.
  private static func saveOften(_ arguments: MeasuredTask.Arguments) throws {
    guard let saves = Int(arguments[2]) else { throw MeasuredTask.Misuse() }
    let url = URL(fileURLWithPath: arguments[0])
    try? FileManager.default.removeItem(at: url)
    var configuration = ModelConfiguration(url: url)
    configuration.history = policy(arguments[1])
    let container = try ModelContainer(for: Trip.self, configurations: configuration)
    let context = ModelContext(container)
    context.author = "benchmark"
    let trips = (0..<100).map { Trip(number: $0) }
    for trip in trips { context.insert(trip) }
    try context.save()
    let measured = min(10, saves)
    var begin = Figures.time(CLOCK_MONOTONIC)
    for number in 0..<saves {
      if number == saves - measured { begin = Figures.time(CLOCK_MONOTONIC) }
      trips[number % trips.count].travellers += 1
      try context.save()
    }
    print("last", (Figures.time(CLOCK_MONOTONIC) - begin) / Double(measured))
    let parts = try DocumentFile.summary(.path(url.path)).parts ?? []
    print("history", parts.filter { $0.kind == "history" }.reduce(0) { $0 + $1.storedSize })
  }

  /// Writes a document of so many trips, each of which was changed in every so many saves.
  private static func recordSaves(_ arguments: MeasuredTask.Arguments) async throws {
    guard let objects = Int(arguments[1]), let saves = Int(arguments[2]) else {
      throw MeasuredTask.Misuse()
    }
    let document = try ModelDocument(for: Trip.self)
    document.setHistoryPolicy(.values(transactions: nil, bytes: nil))
    try document.withContext { context in
      let trips = (0..<objects).map { Trip(number: $0) }
      for trip in trips { context.insert(trip) }
      try context.save()
      for number in 0..<saves {
        context.author = number % 2 == 0 ? "even" : "odd"
        trips[number % objects].travellers += 1
        try context.save()
      }
    }
    try await document.write(to: URL(fileURLWithPath: arguments[0]), includesHistory: true)
  }

  /// Fetches what changed after the first save, and goes through it; prints the median of some fetches.
  private static func netChanges(_ arguments: MeasuredTask.Arguments) throws {
    var configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[0]))
    configuration.history = .values(transactions: nil, bytes: nil)
    let container = try ModelContainer(for: Trip.self, configurations: configuration)
    let context = ModelContext(container)
    var first = HistoryDescriptor<DefaultHistoryTransaction>()
    first.fetchLimit = 1
    let token = try context.fetchHistory(first).first?.token
    func fetch() throws -> Int {
      switch arguments[1] {
      case "all": return try context.fetchNetHistory(since: token).changes.count
      case "author":
        return try context.fetchNetHistory(since: token) { $0 == "odd" }.changes.count
      default:
        guard let token else { return 0 }
        return try context.fetchHistory(
          HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
        )
        .reduce(0) { $0 + $1.changes.count }
      }
    }
    var times: [Double] = []
    var count = 0
    for _ in 0..<9 {
      let begin = Figures.time(CLOCK_MONOTONIC)
      count = try fetch()
      times.append(Figures.time(CLOCK_MONOTONIC) - begin)
    }
    print("changes", count)
    print("fetch", times.sorted()[times.count / 2])
  }
}
