import DocumentTables

extension CalendarRecords {
  /// The properties of a calendar that say how its components are to be read, and nothing about what takes place.
  private static let structure: Set = [
    "CALSCALE", "METHOD", "PRODID", "TIMEZONE-ID", "VERSION", "X-WR-TIMEZONE",
  ]
  /// The properties that state the trip that was made for a calendar.
  private static let ofTrip: Set = [
    "COLOR", "DESCRIPTION", "NAME", "X-WR-CALDESC", "X-WR-CALNAME",
  ]

  /// Returns the records for some of the objects.
  ///
  /// Of a calendar with other objects, only what these need stays: no journals, no name, no identity but a digest.
  func records(of isKept: (ObjectKey) -> Bool) -> [ExtensionRecord] {
    calendars.flatMap { calendar -> [ExtensionRecord] in
      let all = ofCalendar[ComparisonText(calendar.identity)] ?? []
      let own = all.filter { $0.anchor.map(isKept) ?? false }
      return own.isEmpty ? [] : records(calendar, own, all)
    }
  }

  private func records(
    _ calendar: Calendar, _ own: [Component], _ all: [Component]
  ) -> [ExtensionRecord] {
    let identities = Set(own.map { ComparisonText($0.identity) })
    let others = Set(
      (calendar.known + all.filter { $0.anchor != nil }.map(\.identity)).map { ComparisonText($0) }
    ).subtracting(identities)
    var selected = calendar
    selected.known = calendar.known.filter { identities.contains(ComparisonText($0)) }
    if !others.isEmpty {
      let hasTrip = own.contains { $0.component == nil }
      selected.identity = Self.digest(of: calendar.identity)
      selected.properties = calendar.properties.filter { line in
        Self.structure.contains(line.name) || hasTrip && Self.ofTrip.contains(line.name)
      }
      if !hasTrip { selected.fallbackName = "" }
    }
    let zones = Set(
      own.lazy.compactMap(\.component).flatMap(\.lines).compactMap { $0.parameter("TZID") }
        .map { ComparisonText($0) })
    let components =
      own
      + all.filter { record in
        guard record.anchor == nil, let component = record.component,
          component.isNamed("VTIMEZONE")
        else { return false }
        return component.text("TZID").map { zones.contains(ComparisonText($0)) } ?? false
      }
    return [selected.record]
      + components.map { component in
        var component = component
        component.calendar = selected.identity
        if let parent = component.parent, others.contains(ComparisonText(parent)) {
          component.parent = nil
        }
        component.component?.lines.removeAll { line in
          line.name == "RELATED-TO"
            && others.contains(ComparisonText(CalendarText.unescaped(line.value)))
        }
        return component.record
      }
  }

  /// The identity of a calendar of which a document has a part only: it says nothing about the calendar's name.
  ///
  /// A calendar that is identified by its program stays so.
  static func digest(of identity: String) -> String {
    identity.isEmpty || identity.begins(with: "PRODID:") || identity.begins(with: "sha256:")
      ? identity : "sha256:" + Digest(of: Array(identity.utf8)).text
  }
}
