import DocumentTables

/// A day or a time of schema.org (ISO 8601), or of KDE Itinerary, which states the zone too.
///
///     "2026-07-01"   "2026-07-01T19:30:00+02:00"   "2026-07-01T19:30"
///     {"@type": "QDateTime", "@value": "2026-07-01T19:30:00+02:00", "timezone": "Europe/Paris"}
enum NodeTime: Hashable, Sendable {
  case day(Int64)
  case time(ClockTimeText)

  /// How a value was read that leaves something open.
  enum Problem: Hashable { case floating, skipped, form }

  /// Reads a value; nil if it is neither a day nor a time.
  ///
  /// - Parameters:
  ///   - floating: The zone of times without a zone and an offset; nil if it is not known.
  ///   - problem: Set if the value was read by a rule.
  init?(_ value: Tree, floating: KnownZone?, _ problem: inout Problem?) {
    guard let text = value.nodeText?.trimmingSpaces, let parsed = Parts(text) else { return nil }
    guard let time = parsed.time else {
      self = .day(parsed.day)
      return
    }
    if !parsed.isExact { problem = .form }
    let local = parsed.day * 86_400 + time
    let zone = value["timezone"]?.textValue.flatMap { KnownZone($0) }
    if let offset = parsed.offset {
      // The instant is stated; the zone shows it by the clock of the place.
      var name = KnownZone.name(ofOffset: offset) ?? Self.unnamedZone(offset)
      var shift: Int64 = 0
      if let zone {
        let own = zone.offset(atInstant: local - offset * 60)
        shift = own - offset
        name = zone.identifier
      }
      guard
        let time = ClockTimeText(
          second: local + shift * 60, nanosecond: parsed.nanosecond, offset: offset + shift,
          zone: name)
      else { return nil }
      self = .time(time)
      return
    }
    guard let known = zone ?? floating else {
      guard let time = LocalTimeText(second: local, nanosecond: parsed.nanosecond) else {
        return nil
      }
      self = .time(.local(time))
      return
    }
    if zone == nil { problem = .floating }
    var isSkipped = false
    let offset = known.offset(ofLocal: local, isSkipped: &isSkipped)
    if isSkipped { problem = .skipped }
    guard
      let time = ClockTimeText(
        second: local, nanosecond: parsed.nanosecond, offset: offset, zone: known.identifier)
    else { return nil }
    self = .time(time)
  }

  /// The name for an offset that no zone of the database has for all times, such as that of India.
  private static func unnamedZone(_ offset: Int64) -> String {
    let minutes = offset.magnitude
    func digits(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
    return "UTC" + (offset < 0 ? "-" : "+") + digits(minutes / 60) + "_" + digits(minutes % 60)
  }

  /// The day on the local calendar.
  var day: Int64 {
    switch self {
    case .day(let day): day
    case .time(let time): time.day
    }
  }

  /// The value as JSON.
  ///
  /// - Parameter statesZone: Whether to write the object of KDE Itinerary.
  func tree(statesZone: Bool) -> Tree {
    switch self {
    case .day(let day): return .text(DayText.text(day))
    case .time(let time):
      // The text of a document without its zone is one of ISO 8601.
      let text = String(time.text.prefix { $0 != "[" })
      guard statesZone, case .zoned(let zoned) = time else { return .text(text) }
      return .members([
        "@type": .text("QDateTime"), "@value": .text(text), "timezone": .text(zoned.zone),
      ])
    }
  }
}

/// The parts of an ISO 8601 text.
private struct Parts {
  var day: Int64
  /// Seconds since the beginning of the day; nil for a day.
  var time: Int64?
  var nanosecond: Int64 = 0
  /// Minutes ahead of UTC.
  var offset: Int64?
  var isExact = true

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10,
      let day = try? DayText.parse(String(decoding: bytes[..<10], as: UTF8.self))
    else { return nil }
    self.day = day
    var rest = bytes[10...]
    guard let separator = rest.popFirst() else { return }
    guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(separator) else {
      return nil
    }
    if separator == UInt8(ascii: " ") { isExact = false }
    guard let hour = Self.number(&rest), rest.popFirst() == UInt8(ascii: ":"),
      let minute = Self.number(&rest), hour <= 24, minute < 60
    else { return nil }
    var second: Int64 = 0
    if rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      guard let stated = Self.number(&rest), stated <= 60 else { return nil }
      // No clock of a document has leap seconds.
      second = min(stated, 59)
      if stated == 60 { isExact = false }
    }
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      rest.removeFirst()
      var scale: Int64 = 100_000_000
      var count = 0
      while let digit = rest.first, digit &- UInt8(ascii: "0") < 10 {
        // Digits beyond nanoseconds are cut off.
        nanosecond += Int64(digit - UInt8(ascii: "0")) * scale
        scale /= 10
        count += 1
        rest.removeFirst()
      }
      guard count > 0 else { return nil }
      if count > 9 { isExact = false }
    }
    guard hour < 24 || minute == 0 && second == 0 && nanosecond == 0 else { return nil }
    time = hour * 3600 + minute * 60 + second
    guard let sign = rest.popFirst() else { return }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") {
      offset = 0
      if !rest.isEmpty { return nil }
      return
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = Self.number(&rest),
      hours < 24
    else { return nil }
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    var minutes: Int64 = 0
    if !rest.isEmpty {
      guard let stated = Self.number(&rest), stated < 60, rest.isEmpty else { return nil }
      minutes = stated
    }
    let magnitude = hours * 60 + minutes
    offset = sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Takes two digits.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
      return nil
    }
    rest = rest.dropFirst(2)
    return digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
