import DocumentTables
import Foundation

/// What the closures of ``PlainTripPlan`` do themselves, over objects that only hold their values: no
/// fetch, identity, change or save could take less.
enum PlainFloor {
  private final class Trip {
    let name: String
    let startDate: Date
    let endDate: Date

    init(_ name: Value, _ startDate: Value, _ endDate: Value) {
      func date(_ value: Value) -> Date {
        guard case .date(let seconds) = value else { return .distantPast }
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      self.name = if case .text(let text) = name { text } else { "" }
      self.startDate = date(startDate)
      self.endDate = date(endDate)
    }
  }

  private struct Key: Hashable {
    let name: String
    let startDate: Date
    let endDate: Date
  }

  /// - Returns: How many trips are left.
  static func run(_ tables: Tables) -> Int {
    var gone: Set<ObjectIdentifier> = []
    do {
      let trips = trips(in: tables)
      var names: Set<String> = []
      for trip in trips where !names.insert(trip.name).inserted {
        gone.insert(ObjectIdentifier(trip))
      }
    }
    let trips = trips(in: tables)
    var keys: Set<Key> = []
    for trip in trips {
      let key = Key(name: trip.name, startDate: trip.startDate, endDate: trip.endDate)
      if !keys.insert(key).inserted { gone.insert(ObjectIdentifier(trip)) }
    }
    return trips.count - gone.count
  }

  private static func trips(in tables: Tables) -> [Trip] {
    guard let hierarchy = tables.schema.hierarchyIndex(of: "Trip"),
      case let layout = tables.schema.hierarchies[hierarchy],
      let name = layout.column(named: "name", of: "Trip"),
      let start = layout.column(named: "start_date", of: "Trip"),
      let end = layout.column(named: "end_date", of: "Trip")
    else { return [] }
    var trips: [Trip] = []
    trips.reserveCapacity(tables.tables[hierarchy].rowCount)
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count {
        trips.append(
          Trip(
            segment.value(at: row, column: name), segment.value(at: row, column: start),
            segment.value(at: row, column: end)))
      }
    }
    return trips
  }
}
