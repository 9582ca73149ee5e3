import DocumentFile
import DocumentTables

/// The days of stays and legs, which pass by before their trips, and are compared with the days of these.
///
/// Many are sorted on disk, so the memory does not grow with the document.
struct TripDays {
  /// The days by which a part may lie outside its trip.
  ///
  /// The journey home ends on the next day by the calendar of another place, and a time may be in UTC.
  private static let tolerance: Int64 = 1
  /// The entities of parts; an entry has the number of one.
  private static let entities = ["Stay", "Leg"]
  static let (stay, leg): (Int64, Int64) = (0, 1)

  private var parts: OwnedEntries

  init(_ spill: SpillFile) {
    parts = OwnedEntries(spill)
  }

  /// Adds parts with their trips and their first and last days.
  mutating func append(contentsOf parts: [OwnedEntry]) throws(DocumentError) {
    try self.parts.append(contentsOf: parts)
  }

  /// Compares the parts of a trip with its days; trips must ascend, and follow all parts.
  ///
  /// - Parameters:
  ///   - start: The first day; nil if it is not known.
  ///   - end: The last day; nil if it is not known.
  mutating func check(
    _ trip: ObjectKey, from start: Int64?, to end: Int64?, _ add: (Doubt) -> Void
  ) throws(DocumentError) {
    try parts.forEach(of: trip) { part in
      let isEarly = start.map { part.first < $0 - Self.tolerance } ?? false
      let isLate = end.map { part.last > $0 + Self.tolerance } ?? false
      if isEarly || isLate { add(Self.doubt(part, start, end)) }
    }
  }

  private static func doubt(_ part: OwnedEntry, _ start: Int64?, _ end: Int64?) -> Doubt {
    func words(_ day: Int64) -> String { DayText.text(day) }
    let own =
      part.first == part.last ? words(part.first) : "\(words(part.first)) to \(words(part.last))"
    let trip =
      switch (start, end) {
      case (let start?, let end?): "is \(words(start)) to \(words(end))"
      case (let start?, nil): "starts on \(words(start))"
      case (nil, let end?): "ends on \(words(end))"
      case (nil, nil): ""
      }
    return Doubt(
      kind: .outsideTrip, entity: entities[part.kind == leg ? 1 : 0], key: part.key, property: nil,
      detail: "\(own); trip \(part.owner) \(trip)")
  }
}
