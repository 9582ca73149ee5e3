import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// A timeline that is read in memory.
struct TimelineTestFile: TestFile {
  var tables: Tables
  var report: ImportReport

  init(
    _ text: String, homes: [String] = [], timeZone: String? = nil, name: String = "Timeline"
  ) throws {
    let bytes = Array(text.utf8)
    #expect(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .timeline)
    let file = try Self.read(
      bytes, .timeline, ImportOptions(timeZone: timeZone, fallbackName: name, homes: homes))
    (tables, report) = (file.tables, file.report)
  }

  /// The first and last days of trips.
  func days() throws -> [String] {
    try objects("Trip").map { "\($0.day("startDate") ?? "-")/\($0.day("endDate") ?? "-")" }
  }

  /// The ends of legs.
  func legs() throws -> [String] {
    try objects("Leg").map { "\($0.text("from") ?? "") > \($0.text("to") ?? "")" }
  }
}

/// What a phone recorded, in the form of each generation.
struct RecordedLife {
  enum Form: CaseIterable, CustomTestStringConvertible {
    case android, iPhone, takeout

    var testDescription: String { "\(self)" }
  }

  struct Place: Hashable {
    var latitude: Double
    var longitude: Double
    var label = "UNKNOWN"
    /// Only takeouts have it.
    var name: String?

    static let home = Place(latitude: 48.1374, longitude: 11.5755, label: "INFERRED_HOME")
    static let work = Place(latitude: 48.18, longitude: 11.62, label: "INFERRED_WORK")
    static let lisbon = Place(latitude: 38.7131, longitude: -9.1335)
    static let belem = Place(latitude: 38.6916, longitude: -9.216)
  }

  enum Segment {
    case visit(Place, from: Int, to: Int, more: String = "")
    case way(String, Place, Place, from: Int, to: Int, more: String = "")
    case points([(minute: Int, place: Place)], from: Int, to: Int)
  }

  var segments: [Segment] = []
  /// The minutes by which the clock of all places is ahead of UTC.
  var offset = 120

  /// Minutes since the beginning of 1 May 2024 by the clock of the places.
  static func minute(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Int {
    ((day - 1) * 24 + hour) * 60 + minute
  }

  /// Adds a night at a place and the day until 20:00 of the next one.
  mutating func sleep(_ place: Place, _ day: Int) {
    segments.append(
      .visit(place, from: Self.minute(day, 20), to: Self.minute(day + 1, 8)))
  }

  mutating func visit(_ place: Place, _ from: Int, _ to: Int, _ more: String = "") {
    segments.append(.visit(place, from: from, to: to, more: more))
  }

  mutating func go(
    _ kind: String, _ from: Place, _ to: Place, _ start: Int, _ end: Int, _ more: String = ""
  ) {
    segments.append(.way(kind, from, to, from: start, to: end, more: more))
  }

  /// Two nights at home, a flight, three nights in Lisbon with a tram to Belém, the flight back, two nights at home.
  static var holiday: RecordedLife {
    var life = RecordedLife()
    for day in 1...2 { life.sleep(.home, day) }
    life.go("FLYING", .home, .lisbon, minute(3, 9), minute(3, 13))
    life.visit(.lisbon, minute(3, 14), minute(4, 10))
    life.go("IN_TRAM", .lisbon, .belem, minute(4, 10), minute(4, 10, 40))
    life.visit(.belem, minute(4, 11), minute(4, 15))
    life.go("WALKING", .belem, .lisbon, minute(4, 15), minute(4, 17))
    life.visit(.lisbon, minute(4, 17), minute(6, 9))
    life.go("FLYING", .lisbon, .home, minute(6, 10), minute(6, 15))
    for day in 6...8 { life.sleep(.home, day) }
    return life
  }

  // MARK: Text

  func text(_ form: Form) -> String {
    let texts = segments.map { text($0, form) }.joined(separator: ",\n")
    return switch form {
    case .android: "{\"semanticSegments\": [\n\(texts)\n], \"rawSignals\": [{\"position\": {}}]}"
    case .iPhone: "[\n\(texts)\n]"
    case .takeout: "{\"timelineObjects\": [\n\(texts)\n]}"
    }
  }

  /// Returns a time; takeouts have UTC.
  func time(_ minute: Int, _ form: Form) -> String {
    let second = Int64(8521 * 86_400 + minute * 60)
    if form == .takeout {
      return FeatureTime.text(ofSecond: second - Int64(offset) * 60) ?? ""
    }
    let local = FeatureTime.text(ofSecond: second) ?? ""
    let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return local.dropLast() + ".000" + (offset < 0 ? "-" : "+") + digits(hours) + ":"
      + digits(minutes)
  }

  private func text(_ segment: Segment, _ form: Form) -> String {
    switch segment {
    case .visit(let place, let from, let to, let more):
      if form == .takeout {
        let name = place.name.map { ", \"name\": \"\($0)\"" } ?? ""
        return
          "{\"placeVisit\": {\"location\": {\(e7(place, "latitudeE7", "longitudeE7"))\(name), \"semanticType\": \"TYPE_\(place.label)\"}, \(duration(from, to))\(more)}}"
      }
      let key = form == .android ? "placeId" : "placeID"
      let number = form == .android ? "0" : "\"0\""
      return
        "{\(times(from, to, form)), \"visit\": {\"hierarchyLevel\": \(number), \"topCandidate\": {\"\(key)\": \"ChIJ\(Int(place.latitude * 1e4))\", \"semanticType\": \"\(place.label)\", \"placeLocation\": \(point(place, form))}\(more)}}"
    case .way(let kind, let start, let end, let from, let to, let more):
      if form == .takeout {
        return
          "{\"activitySegment\": {\"startLocation\": {\(e7(start, "latitudeE7", "longitudeE7"))}, \"endLocation\": {\(e7(end, "latitudeE7", "longitudeE7"))}, \(duration(from, to)), \"activityType\": \"\(kind)\"\(more)}}"
      }
      let word =
        form == .android
        ? kind : kind.lowercased().split(separator: "_").joined(separator: " ")
      return
        "{\(times(from, to, form)), \"activity\": {\"start\": \(point(start, form)), \"end\": \(point(end, form)), \"topCandidate\": {\"type\": \"\(word)\"}\(more)}}"
    case .points(let points, let from, let to):
      if form == .takeout { return "{}" }
      let steps = points.map { minute, place in
        form == .android
          ? "{\"point\": \"\(place.latitude)°, \(place.longitude)°\", \"time\": \"\(time(minute, form))\"}"
          : "{\"point\": \"geo:\(place.latitude),\(place.longitude)\", \"durationMinutesOffsetFromStartTime\": \"\(minute - from)\"}"
      }
      return
        "{\"startTime\": \"\(time(from, form))\", \"endTime\": \"\(time(to, form))\", \"timelinePath\": [\(steps.joined(separator: ", "))]}"
    }
  }

  private func times(_ from: Int, _ to: Int, _ form: Form) -> String {
    let offsets =
      form == .android
      ? ", \"startTimeTimezoneUtcOffsetMinutes\": \(offset), \"endTimeTimezoneUtcOffsetMinutes\": \(offset)"
      : ""
    return "\"startTime\": \"\(time(from, form))\", \"endTime\": \"\(time(to, form))\"\(offsets)"
  }

  private func duration(_ from: Int, _ to: Int) -> String {
    "\"duration\": {\"startTimestamp\": \"\(time(from, .takeout))\", \"endTimestamp\": \"\(time(to, .takeout))\"}"
  }

  private func point(_ place: Place, _ form: Form) -> String {
    form == .android
      ? "{\"latLng\": \"\(place.latitude)°, \(place.longitude)°\"}"
      : "\"geo:\(place.latitude),\(place.longitude)\""
  }

  private func e7(_ place: Place, _ latitude: String, _ longitude: String) -> String {
    "\"\(latitude)\": \(Int64((place.latitude * 1e7).rounded())), \"\(longitude)\": \(Int64((place.longitude * 1e7).rounded()))"
  }
}
