import DocumentData

/// What a program does with the objects of a file that it has opened.
///
/// Opening is not measured: a database opens without reading, a document is read whole.
enum StoreTasks {
  static var all: [MeasuredTask] { [MeasuredTask(name: "store", arity: 2, work: store)] }

  private static func store(_ arguments: MeasuredTask.Arguments) throws {
    var path = arguments[1]
    if arguments.words.count > 2 {
      path = arguments[2]
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: arguments[1], toPath: path)
    }
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
    switch arguments[0] {
    case "ranges": try Figures.measure { try ranges(context) }
    case "sort":
      try Figures.measure {
        try read(
          context,
          sortBy: [
            SortDescriptor(\.destination, comparator: .lexical),
            SortDescriptor(\.startDate, order: .reverse),
          ])
      }
    case "search":
      try Figures.measure { try read(context, #Predicate { $0.title.contains("7 to Os") }) }
    case "update":
      try Figures.measure {
        for trip in try context.fetch(FetchDescriptor<Trip>()) { trip.travellers += 1 }
        try context.save()
      }
    case "delete":
      try Figures.measure {
        for (number, trip) in try context.fetch(FetchDescriptor<Trip>()).enumerated()
        where number % 2 == 0 {
          context.delete(trip)
        }
        try context.save()
      }
    default: throw MeasuredTask.Misuse()
    }
  }

  private static func ranges(_ context: ModelContext) throws {
    let count = try context.fetchCount(FetchDescriptor<Trip>())
    for number in 0..<1_000 {
      let first = Double(number * 7_919 % max(1, count - 100)) * 3_600
      let begin = Date(timeIntervalSinceReferenceDate: first)
      let end = Date(timeIntervalSinceReferenceDate: first + 100 * 3_600)
      try read(context, #Predicate { $0.startDate >= begin && $0.startDate < end })
    }
  }

  private static func read(
    _ context: ModelContext, _ predicate: Predicate<Trip>? = nil,
    sortBy orders: [SortDescriptor<Trip>] = []
  ) throws {
    let trips = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: orders))
    keep(trips.reduce(0) { $0 + $1.name.utf8.count })
  }
}
