/// What a timeline of Google Maps says, in the least memory: where its owner was, and how they came there.
struct Timeline: Sendable {
  /// What the phone calls a place.
  enum Label: Sendable {
    case home, work
  }

  /// A stay at one place.
  struct Visit: Sendable {
    var start: TimelineTime
    var end: TimelineTime
    var point: TimelinePoint
    var label: Label?
    var name = ""
    var address = ""
    /// The identifier of the place in Google Maps.
    var placeID = ""
    /// Whether the phone was rather sure of it.
    var isSure = true
  }

  /// A way from one place to another.
  struct Activity: Sendable {
    var start: TimelineTime
    var end: TimelineTime
    var from: TimelinePoint?
    var to: TimelinePoint?
    /// The means of transport, in the words of the phone.
    var kind = ""
    var metres: Double?
    /// The name of a line of public transport.
    var line = ""
    /// The points of the way that it states itself.
    var way: [TimelinePoint] = []
    var isSure = true
  }

  /// A point with its time.
  struct Fix: Sendable {
    let second: Int64
    let point: TimelinePoint
  }

  var visits: [Visit] = []
  var activities: [Activity] = []
  /// The recorded points, of all ways; of *Records.json* there is nothing else.
  var fixes: [Fix] = []
  /// Whether the file is *Records.json*.
  var isRecord = false
  /// Each how-manieth point of *Records.json* is in ``fixes``.
  var stride = 1
  /// The places that the profile of the owner calls home.
  var homes: [TimelinePoint] = []

  // What is not read.

  /// Segments without a time or a place that can be read, and the number of the first one, from 1.
  var unread: (count: Int, first: Int) = (0, 0)
  /// Visits within other ones, such as a shop in a mall.
  var nestedVisits = 0
  /// Segments that end before they begin.
  var contradictoryEnds = 0
  /// Parts of the file that say nothing about a trip, by their names.
  var unusedParts: [String: Int] = [:]
}
