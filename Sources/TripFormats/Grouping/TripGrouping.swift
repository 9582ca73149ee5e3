import DocumentTables

/// Which objects are one trip, where no trip is stated.
///
/// The rules:
///
/// 1. A leg from a place and the next leg to the same place, at most 60 days later, are a round trip, and
///    what lies between them belongs to it.
/// 2. What else lies at most one day apart is one trip.
/// 3. What has no day belongs to the only trip, or else to one of its own.
struct TripGrouping {
  /// What grouping needs to know of an object.
  struct Part: Sendable {
    /// The place in the list of objects.
    var index: Int
    var first: Int64?
    var last: Int64?
    /// The first instant, which decides the order within a day.
    var instant: Int64
    /// The ends of a leg.
    var ends: (from: ComparisonText, to: ComparisonText)?
  }

  /// The most days of a round trip, and of other parts that are one trip with pauses in it.
  static let longestRoundTrip: Int64 = 60
  /// The most days from one part to the next in a trip with pauses: an airline's file may have two flights and no word of what
  /// they are.
  static let longestPause: Int64 = 15

  /// The groups, each with its parts in the order of time.
  private(set) var groups: [[Int]] = []

  /// - Parameter joinsPauses: Whether the parts are one table or one file of a journey, with pauses of some days (``TripSequence/joinTables()``).
  init(_ parts: [Part], joinsPauses: Bool = false) {
    let dated = parts.filter { $0.first != nil }.sorted {
      ($0.firstDay, $0.instant, $0.index) < ($1.firstDay, $1.instant, $1.index)
    }
    var sequence = TripSequence(dated)
    if joinsPauses { sequence.joinTables() }
    groups = sequence.groups.map { dated[$0.range].map(\.index) }
    let undated = parts.filter { $0.first == nil }.map(\.index)
    guard !undated.isEmpty else { return }
    if groups.count == 1 { groups[0] += undated } else { groups.append(undated) }
  }
}

extension TripGrouping.Part: DatedPart {
  /// An object of a file.
  init(_ object: ObjectContent, _ entity: String, index: Int) {
    let span = PartSpan(object.values, entity)
    let ends = ["from", "to"].map { ComparisonText(object.place($0)) }
    self.init(
      index: index, first: span.first, last: span.last, instant: span.instant,
      ends: entity == "Leg" ? (ends[0], ends[1]) : nil)
  }

  var firstDay: Int64 { first ?? 0 }
  var lastDay: Int64 { last ?? firstDay }
  var isLeg: Bool { ends != nil }
  var origin: ComparisonText? { Self.stated(ends?.from) }
  var destination: ComparisonText? { Self.stated(ends?.to) }

  /// The days between two parts; 0 if they share one or touch.
  func gap(to other: Self) -> Int64 {
    max(0, max(other.firstDay &- lastDay, firstDay &- other.lastDay))
  }

  private static func stated(_ place: ComparisonText?) -> ComparisonText? {
    place.flatMap { $0.text.isEmpty ? nil : $0 }
  }
}
