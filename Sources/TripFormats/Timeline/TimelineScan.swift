import DocumentFile
import DocumentTables
import Markup

/// Reads the JSON of a timeline, of any generation, segment by segment.
///
///     Timeline.json of Android   {"semanticSegments": […], "rawSignals": […], "userLocationProfile": {…}}
///     Timeline.json of iOS       [{"startTime": …, "visit": {…}}, …]
///     Semantic Location History  {"timelineObjects": [{"placeVisit": {…}}, {"activitySegment": {…}}, …]}
///     Records.json               {"locations": [{"latitudeE7": …, "timestamp": …}, …]}
///
/// Only one segment is a tree at a time, so memory is that of ``Timeline``, and of the bytes.
struct TimelineScan {
  private(set) var timeline = Timeline()
  /// The number of segments so far.
  private var number = 0

  /// The most values of one segment: two hours of points have some hundred.
  private static let mostValues = 200_000
  /// The most points of *Records.json* that are kept.
  static let mostFixes = 250_000

  /// - Throws: `not-a-document` for JSON that is no timeline, the codes of JSON.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    do {
      try bytes.withUnsafeBufferPointer { buffer in
        let start = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var json = try JSONReader(
          UnsafeBufferPointer(rebasing: buffer[start...]),
          limits: MarkupLimits(depth: JSONValue.greatestDepth))
        try readRoot(&json)
        try json.finish()
      }
    } catch {
      throw DocumentError(ofJSON: error, .notADocument)
    }
    timeline.fixes.sort { $0.second < $1.second }
  }

  private mutating func readRoot(_ json: inout JSONReader) throws {
    if json.peek() == .arrayStart { return try readSegments(&json) { $0.addSegment($1) } }
    try json.beginObject()
    while try json.nextMember() {
      let name = try json.readKey()
      switch (name, json.peek()) {
      case ("semanticSegments", .arrayStart): try readSegments(&json) { $0.addSegment($1) }
      case ("timelineObjects", .arrayStart): try readSegments(&json) { $0.addObject($1) }
      case ("locations", .arrayStart): try readRecords(&json)
      case ("userLocationProfile", .objectStart):
        var budget = Self.mostValues
        addProfile(try JSONValue.read(&json, &budget))
      case (_, .arrayStart):
        try json.beginArray()
        while try json.nextElement() {
          try json.passValue()
          noteUnused(name)
        }
      default:
        try json.passValue()
        noteUnused(name)
      }
    }
  }

  private mutating func readSegments(
    _ json: inout JSONReader, _ add: (inout TimelineScan, JSONValue) -> Void
  ) throws {
    try json.beginArray()
    while try json.nextElement() {
      number += 1
      var budget = Self.mostValues
      add(&self, try JSONValue.read(&json, &budget))
    }
  }

  private mutating func noteUnread() {
    if timeline.unread.count == 0 { timeline.unread.first = number }
    timeline.unread.count += 1
  }

  private mutating func noteUnused(_ name: String) {
    // Names come from the file, so their number is bounded.
    guard timeline.unusedParts.count < 100 || timeline.unusedParts[name] != nil else { return }
    timeline.unusedParts[name, default: 0] += 1
  }

  // MARK: Phones

  private mutating func addSegment(_ segment: JSONValue) {
    guard
      let start = segment["startTime"]?.timelineTime(segment["startTimeTimezoneUtcOffsetMinutes"])
    else { return noteUnread() }
    let end = end(
      segment["endTime"]?.timelineTime(segment["endTimeTimezoneUtcOffsetMinutes"]), from: start)
    if let visit = segment["visit"] {
      addVisit(visit, start, end)
    } else if let activity = segment["activity"] {
      addActivity(activity, start, end)
    } else if let path = segment["timelinePath"] {
      addPath(path, start)
    } else {
      noteUnused(segment["timelineMemory"] == nil ? "segment" : "timelineMemory")
    }
  }

  /// Returns when a segment ends: not before it begins, which is noted.
  private mutating func end(_ end: TimelineTime?, from start: TimelineTime) -> TimelineTime {
    guard let end else { return start }
    if end.second >= start.second { return end }
    timeline.contradictoryEnds += 1
    return start
  }

  private mutating func addVisit(
    _ visit: JSONValue, _ start: TimelineTime, _ end: TimelineTime
  ) {
    if visit["hierarchyLevel"]?.timelineNumber ?? 0 > 0 {
      timeline.nestedVisits += 1
      return
    }
    let place = visit["topCandidate"]
    let location = place?["placeLocation"]
    guard let point = (location?["latLng"] ?? location)?.timelinePoint else { return noteUnread() }
    timeline.visits.append(
      Timeline.Visit(
        start: start, end: end, point: point, label: Self.label(place?["semanticType"]),
        name: place?["name"]?.timelineWords ?? "", address: "",
        placeID: (place?["placeId"] ?? place?["placeID"])?.timelineWords ?? "",
        isSure: visit["probability"]?.timelineNumber ?? 1 >= 0.5))
  }

  private mutating func addActivity(
    _ activity: JSONValue, _ start: TimelineTime, _ end: TimelineTime
  ) {
    func point(_ name: String) -> TimelinePoint? {
      (activity[name]?["latLng"] ?? activity[name])?.timelinePoint
    }
    let kind = activity["topCandidate"]
    timeline.activities.append(
      Timeline.Activity(
        start: start, end: end, from: point("start"), to: point("end"),
        kind: kind?["type"]?.timelineWords ?? "",
        metres: activity["distanceMeters"]?.timelineNumber,
        isSure: kind?["probability"]?.timelineNumber ?? 1 >= 0.5))
  }

  private mutating func addPath(_ path: JSONValue, _ start: TimelineTime) {
    for step in path.elements {
      var second = step["time"]?.timelineTime(nil)?.second
      if second == nil, let minutes = step["durationMinutesOffsetFromStartTime"]?.timelineNumber,
        0...100_000 ~= minutes
      {
        second = start.second + Int64(minutes) * 60
      }
      if let second, let point = step["point"]?.timelinePoint {
        timeline.fixes.append(Timeline.Fix(second: second, point: point))
      }
    }
  }

  private mutating func addProfile(_ profile: JSONValue) {
    for place in profile["frequentPlaces"]?.elements ?? [] {
      if Self.label(place["label"]) == .home, let point = place["placeLocation"]?.timelinePoint {
        timeline.homes.append(point)
      }
    }
  }

  private static func label(_ type: JSONValue?) -> Timeline.Label? {
    guard let type = type?.timelineWords?.uppercased() else { return nil }
    if type.hasSuffix("HOME") { return .home }
    return type.hasSuffix("WORK") ? .work : nil
  }

  // MARK: Takeouts

  private mutating func addObject(_ object: JSONValue) {
    if let visit = object["placeVisit"] {
      guard let (start, end) = times(visit["duration"]) else { return noteUnread() }
      let place = visit["location"]
      guard
        let point = place?.point("latitudeE7", "longitudeE7")
          ?? visit.point("centerLatE7", "centerLngE7")
      else { return noteUnread() }
      timeline.nestedVisits += visit["childVisits"]?.elements.count ?? 0
      timeline.visits.append(
        Timeline.Visit(
          start: start, end: end, point: point, label: Self.label(place?["semanticType"]),
          name: place?["name"]?.timelineWords ?? "",
          address: place?["address"]?.timelineWords ?? "",
          placeID: place?["placeId"]?.timelineWords ?? "",
          isSure: visit["placeConfidence"]?.timelineWords != "LOW_CONFIDENCE"))
    } else if let activity = object["activitySegment"] {
      guard let (start, end) = times(activity["duration"]) else { return noteUnread() }
      let way =
        (activity["simplifiedRawPath"]?["points"] ?? activity["waypointPath"]?["waypoints"])?
        .elements.compactMap { $0.point("latE7", "lngE7") } ?? []
      timeline.activities.append(
        Timeline.Activity(
          start: start, end: end,
          from: activity["startLocation"]?.point("latitudeE7", "longitudeE7"),
          to: activity["endLocation"]?.point("latitudeE7", "longitudeE7"),
          kind: activity["activityType"]?.timelineWords ?? "",
          metres: activity["distance"]?.timelineNumber,
          line: activity["transitPath"]?["name"]?.timelineWords ?? "", way: way,
          isSure: activity["confidence"]?.timelineWords != "LOW"))
    } else {
      noteUnused("timelineObject")
    }
  }

  private mutating func times(_ duration: JSONValue?) -> (TimelineTime, TimelineTime)? {
    func time(_ name: String) -> TimelineTime? {
      duration?[name + "Timestamp"]?.timelineTime(nil)
        ?? duration?[name + "TimestampMs"]?.timelineNumber
        .flatMap { Int64(exactly: $0.rounded()) }.flatMap { TimelineTime(milliseconds: $0) }
    }
    guard let start = time("start") else { return nil }
    return (start, end(time("end"), from: start))
  }

  // MARK: Records

  /// Reads the points; of too many each second one goes, again and again.
  private mutating func readRecords(_ json: inout JSONReader) throws {
    timeline.isRecord = true
    var position = 0
    try json.beginArray()
    while try json.nextElement() {
      number += 1
      guard let fix = try readRecord(&json) else {
        noteUnread()
        continue
      }
      defer { position += 1 }
      guard position % timeline.stride == 0 else { continue }
      timeline.fixes.append(fix)
      if timeline.fixes.count == Self.mostFixes {
        timeline.fixes = timeline.fixes.indices.lazy.filter { $0 % 2 == 0 }
          .map { [fixes = timeline.fixes] in fixes[$0] }
        timeline.stride *= 2
      }
    }
  }

  /// Reads a point without its scans of networks, which are most of the file.
  private func readRecord(_ json: inout JSONReader) throws -> Timeline.Fix? {
    guard json.peek() == .objectStart else {
      try json.passValue()
      return nil
    }
    var members: [(name: String, value: JSONValue)] = []
    try json.beginObject()
    while try json.nextMember() {
      let name = try json.readKey()
      switch (name, json.peek()) {
      case ("latitudeE7", .number), ("longitudeE7", .number), ("timestamp", .string),
        ("timestampMs", .string), ("timestampMs", .number):
        var budget = 1
        members.append((name, try JSONValue.read(&json, &budget)))
      default: try json.passValue()
      }
    }
    let record = JSONValue.object(members, offset: 0)
    let time =
      record["timestamp"]?.timelineTime(nil)
      ?? record["timestampMs"]?.timelineNumber.flatMap { Int64(exactly: $0.rounded()) }
      .flatMap { TimelineTime(milliseconds: $0) }
    guard let time, let point = record.point("latitudeE7", "longitudeE7") else { return nil }
    return Timeline.Fix(second: time.second, point: point)
  }
}

// Values as both phones and the takeouts spell them.
extension JSONValue {
  /// A text, without white space at its ends; nil for an empty one.
  fileprivate var timelineWords: String? {
    guard case .scalar(.text(let text)) = self else { return nil }
    let words = text.trimmingWhitespace
    // A name is a title in the document.
    return words.isEmpty ? nil : String(String.UnicodeScalarView(words.unicodeScalars.prefix(1000)))
  }

  /// A number, which an iPhone writes as a text.
  fileprivate var timelineNumber: Double? {
    guard case .scalar(let tree) = self else { return nil }
    let number = tree.numberValue ?? tree.textValue.flatMap { Double($0) }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  fileprivate var timelinePoint: TimelinePoint? {
    guard case .scalar(.text(let text)) = self else { return nil }
    return TimelinePoint(text)
  }

  /// - Parameter offset: The minutes that the file states beside the time: those of the place, while the time has those of the
  ///   phone that wrote the file.
  fileprivate func timelineTime(_ offset: JSONValue?) -> TimelineTime? {
    guard case .scalar(.text(let text)) = self, let time = TimelineTime(text) else { return nil }
    guard let minutes = offset?.timelineNumber, let exact = Int64(exactly: minutes) else {
      return time
    }
    return TimelineTime(second: time.second, offset: exact)
  }

  fileprivate func point(_ latitude: String, _ longitude: String) -> TimelinePoint? {
    guard case .scalar(.integer(let latitude))? = self[latitude],
      case .scalar(.integer(let longitude))? = self[longitude]
    else { return nil }
    return TimelinePoint(latitude: latitude, longitude: longitude)
  }
}
