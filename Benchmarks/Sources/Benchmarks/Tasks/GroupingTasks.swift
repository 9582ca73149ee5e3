import DocumentData
import TripDocuments

/// Groups of trips of an opened document.
///
/// Opening is not measured: a database opens without reading, a document is read whole.
enum GroupingTasks {
  static var all: [MeasuredTask] { [MeasuredTask(name: "group", arity: 2, work: group)] }

  private static func group(_ arguments: MeasuredTask.Arguments) async throws {
    let document = try await arguments.series.document(arguments[1])
    let context = ModelContext(document.modelContainer)
    let all = FetchDescriptor<TripSchema.Trip>()
    switch arguments[0] {
    case "destination":
      try Figures.measure {
        keep(
          try context.fetchGroups(
            all, by: \.destination, aggregates: .count, .max(of: \.endDate)))
      }
    case "year":
      try Figures.measure {
        keep(
          try context.fetchGroups(
            FetchDescriptor<TripSchema.BusinessTrip>(), by: .key(\.startDate) { $0?.year },
            aggregates: .count, .sum(of: \.perdiem)))
      }
    case "name":
      try Figures.measure {
        keep(try context.fetchGroups(all, by: \.name, aggregates: .count))
      }
    default: throw MeasuredTask.Misuse()
    }
  }
}
