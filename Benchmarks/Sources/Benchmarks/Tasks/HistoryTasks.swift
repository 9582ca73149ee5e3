import DocumentFile
import DocumentTables
import TripDocuments

/// Saving with a history.
enum HistoryTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "save-recorded", arity: 2, work: saveRecorded),
      MeasuredTask(name: "save-often", arity: 3, work: saveOften),
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
}
