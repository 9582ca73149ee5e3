import DocumentData
import Observation

/// Reading properties of the objects of a document that a process has just opened.
///
/// In a process of its own, because a heap from which a hundred thousand other objects have been
/// freed scatters new objects, and reading scattered objects measures the memory.
enum AttributeTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "write-collection", arity: 2, work: writeCollection),
      MeasuredTask(name: "read-attribute", arity: 2, work: readAttribute),
    ]
  }

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

  private static func writeCollection(_ arguments: MeasuredTask.Arguments) throws {
    guard let count = Int(arguments[1]) else { throw MeasuredTask.Misuse() }
    let container = try container(arguments[0])
    let context = ModelContext(container)
    for number in 0..<count { context.insert(Trip(number: number)) }
    try context.save()
  }

  private static func container(_ path: String) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    configuration.history = .nothing
    return try ModelContainer(for: Trip.self, configurations: configuration)
  }

  private static func readAttribute(_ arguments: MeasuredTask.Arguments) throws {
    let context = ModelContext(try container(arguments[0]))
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let plain = trips.map(PlainTrip.init)
    switch arguments[1] {
    case "text":
      measure("model", trips) { $0.name.utf8.count }
      measure("plain", plain) { $0.name.utf8.count }
    case "date":
      measure("model", trips) { Int($0.startDate.timeIntervalSinceReferenceDate) }
      measure("plain", plain) { Int($0.startDate.timeIntervalSinceReferenceDate) }
    case "number":
      measure("model", trips) { $0.travellers }
      measure("plain", plain) { $0.travellers }
    case "observed-text":
      let observable = trips.map(ObservableTrip.init)
      observe("model", trips) { $0.name.utf8.count }
      observe("plain", observable) { $0.name.utf8.count }
    default: throw MeasuredTask.Misuse()
    }
  }

  /// The median of several passes, because a process that has just begun is slow at first.
  private static func measure<Object>(
    _ name: String, _ objects: [Object], _ read: (Object) -> Int
  ) {
    var sum = 0
    var times = (0..<9).map { _ in
      nanoseconds(for: objects.count) { for object in objects { sum &+= read(object) } }
    }
    times.sort()
    keep((sum, objects))
    print(name, times[times.count / 2])
  }

  /// The time of reads that are tracked, a hundred objects a time: as many as a screen shows; the
  /// first time, and when the objects have been observed before.
  private static func observe<Object>(
    _ name: String, _ objects: [Object], _ read: (Object) -> Int
  ) {
    var sum = 0
    var times = (0..<6).map { _ in
      nanoseconds(for: objects.count) {
        for begin in stride(from: 0, to: objects.count, by: 100) {
          withObservationTracking {
            for object in objects[begin..<min(begin + 100, objects.count)] { sum &+= read(object) }
          } onChange: {
          }
        }
      }
    }
    keep((sum, objects))
    print(name + "-first", times.removeFirst())
    times.sort()
    print(name, times[times.count / 2])
  }
}
