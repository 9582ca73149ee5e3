import DocumentTables

extension CalendarRecords {
  /// The properties of a calendar that say how its components are to be read, and nothing about what takes place.
  fileprivate static let structure: Set = [
    "CALSCALE", "METHOD", "PRODID", "TIMEZONE-ID", "VERSION", "X-WR-TIMEZONE",
  ]
  /// The properties that state the trip that was made for a calendar.
  fileprivate static let ofTrip: Set = [
    "COLOR", "DESCRIPTION", "NAME", "X-WR-CALDESC", "X-WR-CALNAME",
  ]

  /// The identity of a calendar of which a document has a part only: it says nothing about the calendar's name.
  ///
  /// A calendar that is identified by its program stays so.
  static func digest(of identity: String) -> String {
    identity.isEmpty || identity.begins(with: "PRODID:") || identity.begins(with: "sha256:")
      ? identity : "sha256:" + Digest(of: Array(identity.utf8)).text
  }
}

extension StoredFiles<CalendarRecords> {
  /// Returns the records for some of the objects.
  ///
  /// Of a calendar with other objects, only what these need stays: no journals, no name, no identity but a digest.
  ///
  /// - Returns: The records, and how many components that belong to no object are left out.
  func records(of isKept: (ObjectKey) -> Bool) -> (records: [ExtensionRecord], ownerless: Int) {
    var records: [ExtensionRecord] = []
    var ownerless = 0
    for calendar in files {
      let all = objects(of: calendar.identity)
      let own = all.filter { $0.anchor.map(isKept) ?? false }
      let (kept, leftOut) =
        own.isEmpty ? ([], all.count(where: Self.isOwnerless)) : self.records(calendar, own, all)
      records += kept
      ownerless += leftOut
    }
    return (records, ownerless)
  }

  /// Whether a component belongs to no object and is no zone, which other components need.
  private static func isOwnerless(_ record: CalendarRecords.Component) -> Bool {
    record.anchor == nil && record.component?.isNamed("VTIMEZONE") == false
  }

  private func records(
    _ calendar: CalendarRecords.Calendar, _ own: [CalendarRecords.Component],
    _ all: [CalendarRecords.Component]
  ) -> (records: [ExtensionRecord], ownerless: Int) {
    let identities = Set(
      own.flatMap { [$0.identity, $0.component?.departureIdentity].compactMap { $0 } }
        .map { ComparisonText($0) })
    let others = Set(
      (calendar.known + all.filter { $0.anchor != nil }.map(\.identity)).map { ComparisonText($0) }
    ).subtracting(identities)
    var selected = calendar
    selected.known = calendar.known.filter { identities.contains(ComparisonText($0)) }
    if !others.isEmpty {
      let hasTrip = own.contains { $0.component == nil }
      selected.identity = CalendarRecords.digest(of: calendar.identity)
      selected.properties = calendar.properties.filter { line in
        CalendarRecords.structure.contains(line.name)
          || hasTrip && CalendarRecords.ofTrip.contains(line.name)
      }
      if !hasTrip { selected.fallbackName = "" }
    }
    let zones = Set(
      own.lazy.compactMap(\.component).flatMap(\.lines).compactMap { $0.parameter("TZID") }
        .map { ComparisonText($0) })
    let components =
      own
      + all.filter { record in
        guard record.anchor == nil, let component = record.component else { return false }
        // All of the calendar's objects are selected, so everything in it is.
        guard !others.isEmpty else { return true }
        return component.isNamed("VTIMEZONE")
          && component.text("TZID").map { zones.contains(ComparisonText($0)) } ?? false
      }
    let records =
      [selected.record]
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
    return (records, others.isEmpty ? 0 : all.count(where: Self.isOwnerless))
  }
}
