/// The names of the attributes that say when an object begins and ends.
struct MomentNames: Sendable {
  /// The beginnings of the names.
  let start: String
  let end: String

  init(_ entity: String) {
    switch entity {
    case "Stay": (start, end) = ("checkin", "checkout")
    case "Leg": (start, end) = ("departure", "arrival")
    default: (start, end) = ("start", "end")
    }
  }

  var startDate: String { start + "Date" }
  var startTime: String { start + "Time" }
  var endDate: String { end + "Date" }
  var endTime: String { end + "Time" }
}
