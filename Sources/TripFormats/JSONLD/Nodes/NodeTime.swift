import DocumentTables

/// A day or a time of schema.org (ISO 8601), or of KDE Itinerary, which states the zone too.
///
///     "2026-07-01"   "2026-07-01T19:30:00+02:00"   "2026-07-01T19:30"
///     {"@type": "QDateTime", "@value": "2026-07-01T19:30:00+02:00", "timezone": "Europe/Paris"}
enum NodeTime: Hashable, Sendable {
  case day(Int64)
  case time(ClockTimeText)

  /// How a value was read that leaves something open.
  enum Problem: Hashable {
    case floating, skipped, form
    /// The value names a zone that is not known, and is read in another one or in none.
    case unknownZone(String, readAs: String?)

    /// The code of the finding.
    var code: ImportReport.Code {
      switch self {
      case .floating: .floatingTime
      case .skipped: .skippedTime
      case .form: .valueForm
      case .unknownZone: .unknownZone
      }
    }

    /// The words of the finding.
    ///
    /// - Parameter zone: The zone of the time.
    func detail(of value: Tree, readIn zone: String) -> String {
      switch self {
      case .floating: "read as \(zone)"
      case .skipped: zone
      case .form: value.nodeText ?? ""
      case .unknownZone(let name, let other):
        name + (other.map { ", read as \($0)" } ?? ", left out")
      }
    }
  }

  /// Reads a value; nil if it is neither a day nor a time.
  ///
  /// - Parameters:
  ///   - floating: The zone of times without a zone and an offset; nil if it is not known.
  ///   - problem: Set if the value was read by a rule.
  init?(
    _ value: Tree, floating: KnownZone?, _ edition: TimeEdition = .current,
    _ problem: inout Problem?
  ) {
    guard let text = value.nodeText?.trimmingSpaces,
      let stated = StatedMoment(node: text, edition), let day = stated.day
    else { return nil }
    if stated.form != .extended || !stated.isExact { problem = .form }
    guard let second = stated.second else {
      self = .day(day)
      return
    }
    let local = day * 86_400 + second
    let named = value["timezone"]?.textValue ?? stated.zone
    let zone = named.flatMap { KnownZone($0, edition) }
    let unknown = zone == nil ? named.flatMap { $0.isEmpty ? nil : $0 } : nil
    if let unknown { problem = .unknownZone(unknown, readAs: nil) }
    if let offset = stated.offset {
      // The instant is stated; the zone shows it by the clock of the place.
      let time =
        zone?.time(instant: local - offset * 60, nanosecond: stated.nanosecond)
        ?? ClockTimeText(
          second: local, nanosecond: stated.nanosecond, offset: offset,
          zone: KnownZone.identifier(ofOffset: offset))
      guard let time else { return nil }
      self = .time(time)
      return
    }
    guard let known = zone ?? floating else {
      guard let time = LocalTimeText(second: local, nanosecond: stated.nanosecond) else {
        return nil
      }
      self = .time(.local(time))
      return
    }
    if zone == nil {
      problem = unknown.map { .unknownZone($0, readAs: known.identifier) } ?? .floating
    }
    var isSkipped = false
    let time = known.time(local: local, nanosecond: stated.nanosecond, isSkipped: &isSkipped)
    if isSkipped { problem = .skipped }
    guard let time else { return nil }
    self = .time(time)
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

extension StatedMoment {
  /// Reads a value of a node, in any form that means one day or time only.
  fileprivate init?(node text: String, _ edition: TimeEdition) {
    var spelling = MomentSpelling.alone
    spelling.edition = edition
    self.init(text, spelling)
    guard day != nil, shift == nil else { return nil }
    if edition == .first, form != .extended { return nil }
  }
}
