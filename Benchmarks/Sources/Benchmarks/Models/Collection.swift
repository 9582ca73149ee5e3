import DocumentData

/// A document in memory with so many trips, which most jobs share.
final class Collection {
  let count: Int
  let container: ModelContainer
  private var number = 0

  /// How many trips a fetch of all of them finds, the personal ones included.
  var tripCount: Int { count + count / 10 }

  /// One item of a bucket list for so many trips.
  static let tripsPerItem = 10

  init(count: Int) throws {
    self.count = count
    container = try Self.makeContainer()
    // In parts, as a program would that does not want to hold a million new objects.
    for first in stride(from: 0, to: count, by: 20_000) {
      let context = ModelContext(container)
      for number in first..<min(first + 20_000, count) {
        let trip = Trip(number: number)
        context.insert(trip)
        if number % Self.tripsPerItem == 0 {
          trip.bucketList = [BucketListItem(title: "one"), BucketListItem(title: "two")]
        }
      }
      try context.save()
    }
    let context = ModelContext(container)
    for number in 0..<count / 10 { context.insert(CountedTrip(number: number)) }
    for number in 0..<count / 10 {
      context.insert(PersonalTrip(number: count + number, companion: "somebody"))
    }
    try context.save()
  }

  static func makeContainer() throws -> ModelContainer {
    try ModelContainer(
      for: Trip.self, PersonalTrip.self, BucketListItem.self, CountedTrip.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// Another number each time, so that nobody can remember the answer.
  func nextNumber() -> Int {
    number = (number + 611_953) % count
    return number
  }
}
