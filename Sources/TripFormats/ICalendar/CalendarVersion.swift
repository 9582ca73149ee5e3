import DocumentTables

/// Whether a component is a newer version of an event than another one (RFC 5545, 3.8.4.7; RFC 5546, 2.1.5).
enum CalendarVersion {
  case older, same, newer
  /// One of both does not say which version it is.
  case open

  /// Compares the sequence numbers, then the times of making.
  init(of component: CalendarComponent, against other: CalendarComponent) {
    guard let number = component.sequence, let earlier = other.sequence else {
      self = .open
      return
    }
    if number != earlier {
      self = number < earlier ? .older : .newer
      return
    }
    guard let stamp = component.stamp, let before = other.stamp else {
      self = .open
      return
    }
    self =
      stamp == before ? .same : utf8Precedes(String(stamp), String(before)) ? .older : .newer
  }

  /// Whether two components of one identity in a file are versions of one event, not two events of a program that counts
  /// its events anew: different versions have a name or a day in common, copies have both.
  static func areVersions(
    _ left: CalendarComponent, _ right: CalendarComponent, days: (Int64?, Int64?)
  ) -> Bool {
    let hasSameName = left.title == right.title
    let hasSameDay = days.0 != nil && days.0 == days.1
    if let number = left.sequence, let other = right.sequence, number != other {
      return hasSameName || hasSameDay
    }
    return hasSameName && left.property("DTSTART")?.text == right.property("DTSTART")?.text
  }
}

extension CalendarComponent {
  /// The number of its version; nil if it states none.
  var sequence: Int32? { text("SEQUENCE").flatMap { Int32($0) } }

  /// The time of its making, such as `20260101T000000Z`; nil for another form.
  fileprivate var stamp: Substring? {
    property("DTSTAMP").map(\.value).flatMap { value in
      // Some programs state the start.
      value.utf8.count == 16 && value.utf8.last == UInt8(ascii: "Z")
        && property("DTSTART").map { value != $0.value } ?? true ? value : nil
    }
  }

  /// The words that name it, for finding it again.
  var title: ComparisonText { ComparisonText((text("SUMMARY") ?? "").trimmingSpaces) }

  /// The words and the start, by which an event is found under another identity; nil if it lacks either.
  var nameAndStart: ComparisonText? {
    guard let start = property("DTSTART"), !title.text.isEmpty else { return nil }
    return ComparisonText(title.text + "\t" + String(start.value))
  }

  /// The address of the person who may change it; nil if it states none.
  var organizer: ComparisonText? {
    property("ORGANIZER").map { ComparisonText(String($0.value).lowercased()) }
  }

  /// Returns the component as the version that another one is.
  func stamped(by newer: CalendarComponent) -> CalendarComponent {
    var result = self
    for name in ["SEQUENCE", "DTSTAMP"] {
      if let line = newer.property(name) { result.replace([name], with: [line]) }
    }
    return result
  }

  /// Returns the component as a cancellation leaves it, which may say nothing else of the event.
  func cancelled(by newer: CalendarComponent) -> CalendarComponent {
    var result = stamped(by: newer)
    result.replace(
      ["STATUS"], with: [ContentLine("STATUS", value: "CANCELLED")].compactMap { $0 })
    return result
  }
}
