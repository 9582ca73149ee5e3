import DocumentFile
import DocumentTables

// Versions of events, and messages about them (RFC 5546).
extension CalendarImport {
  // MARK: Versions

  /// Makes one event of the arrival and the departure of each stay.
  mutating func joinStays(
    _ content: inout CalendarContent, _ stored: StoredCalendar, _ method: ParsedCalendar.Method
  ) {
    findDepartures(&content, method)
    let others = recordsOfIdentity
    let older = content.joinStays(stored, takesAll: items.objects.takesTheirs) {
      (others[$0] ?? []).prefix(Self.mostLooked).contains { [title = $1.title] in
        $0.component?.title == title
      }
    }
    for event in older {
      items.objects.report.note(.older, Self.title(event), CalendarContent.identity(of: event))
    }
  }

  /// Returns the event of the departure from a stay of the document.
  private mutating func departure(
    _ identity: String, _ title: ComparisonText
  ) -> CalendarComponent? {
    let stays = staysOfDeparture[ComparisonText(identity)] ?? []
    return stays.lazy.compactMap { $0.component?.departure?.component }.first { $0.title == title }
  }

  /// Takes a message about the departure from a stay of another calendar for one about the stay.
  ///
  /// What a stranger says of a departure is listed only.
  private mutating func findDepartures(
    _ content: inout CalendarContent, _ method: ParsedCalendar.Method
  ) {
    guard !staysOfDeparture.isEmpty else { return }
    let calendar = content.identity
    let stated = Set(content.identities.compactMap { $0.map { ComparisonText($0) } })
    var strangers: Set<Int> = []
    for (index, component) in content.parsed.components.enumerated() {
      guard let identity = content.identities[index],
        let stays = staysOfDeparture[ComparisonText(identity)]
      else { continue }
      let own = stays.first { $0.calendar.isSpelled(calendar) }
      let other = stays.first { !$0.calendar.isSpelled(calendar) }
      if method == .request, let (old, _) = own?.component?.departure, isByStranger(component, old)
      {
        strangers.insert(index)
      } else if let other, !stated.contains(ComparisonText(other.identity)),
        let stay = other.component, let (old, place) = stay.departure, component.isNamed("VEVENT"),
        component.title == old.title
      {
        if isByStranger(component, old) {
          strangers.insert(index)
        } else {
          content.replace(index, with: stay.holding(component, at: place), other.identity)
        }
      }
    }
    for index in strangers.sorted() {
      items.objects.report.note(
        .stranger, Self.title(content.parsed.components[index]), content.identities[index] ?? "")
    }
    content.remove(strangers)
  }

  /// Whether a component is older than the stored one, which then counts.
  func isOlder(_ component: CalendarComponent, than old: CalendarComponent) -> Bool {
    guard !items.objects.takesTheirs else { return false }
    return switch CalendarVersion(of: component, against: old) {
    case .older: true
    case .same, .newer, .open: false
    }
  }

  /// Brings a newer version of an event into the object that was made of it in another calendar.
  ///
  /// - Returns: The component with both events of a stay, and what the import makes of it; nil if it cannot be read.
  mutating func update(
    _ old: CalendarRecords.Component, by component: CalendarComponent,
    _ content: inout CalendarContent, _ method: ParsedCalendar.Method
  ) throws(DocumentError) -> (component: CalendarComponent, made: MadeFields)? {
    guard let key = old.anchor, let before = old.component, let object = items.objects.objects[key]
    else { return nil }
    let (component, version) = newest(of: component, before)
    let isNewer: Bool
    switch version {
    case .newer: isNewer = true
    case .open: isNewer = method == .request
    case .same: isNewer = false
    case .older:
      isNewer = items.objects.takesTheirs
      if !isNewer { items.objects.report.note(.older, Self.title(component), old.identity) }
    }
    let counts = reader.report.counts
    guard let read = content.reading.read(component, as: object.entity, &reader.report) else {
      return nil
    }
    reader.note(component, object.entity, counts)
    var copy = MadeFields(read.object, of: object.entity, schema)
    copy.keep(MadeFields(ObjectContent(values: object.values), of: object.entity, schema))
    var stored = calendar(of: old)
    // Where the file has the event's own calendar, that one counts.
    guard isNewer, !stated.contains(key), let state = state(of: old, key, &stored) else {
      return (component, copy)
    }
    let made = try items.update(
      key,
      with: TravelItem(
        entity: object.entity, identity: old.identity, title: Self.title(component),
        content: read.object), state, of: old.key)
    var record = old
    if stored.content(of: component, as: object.entity) == read.object {
      (record.component, record.made) = (component, made)
      record.isStated = true
    } else {
      // In its calendar the component would mean something else: the zones have other rules there.
      record.component = before.stamped(by: component)
      record.made = state.made
    }
    items.objects.replace(old.record, with: record.record)
    if read.object.isCancelled {
      items.noteCancelled(
        key, Self.title(component), old.identity, state)
    }
    return (component, made)
  }

  /// Returns the newer one of each of the two events of a stay, and the version of both; what a file lacks, or a stranger says of the
  /// departure, is as it was.
  private func newest(
    of component: CalendarComponent, _ before: CalendarComponent
  ) -> (CalendarComponent, CalendarVersion) {
    let version = CalendarVersion(of: component, against: before)
    guard let (old, place) = before.departure else { return (component, version) }
    let stated = component.departure?.component
    let departure = stated.flatMap { isByStranger($0, old) ? nil : $0 } ?? old
    switch (version, CalendarVersion(of: departure, against: old)) {
    case (_, .older): return (component.holding(old, at: place), version)
    case (.same, .newer), (.older, .newer):
      return (before.holding(departure, at: place), .newer)
    default: return (component.holding(departure, at: place), version)
    }
  }

  // MARK: Cancellations

  /// Cancels the events of a message, which says nothing else of them.
  mutating func cancel(
    _ content: CalendarContent, _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    for (index, component) in content.parsed.components.enumerated() {
      guard let identity = content.identities[index] else { continue }
      let title = Self.title(component)
      if let record = stored.ofIdentity[ComparisonText(identity)], let event = record.component {
        try isByStranger(component, event)
          ? noteStranger(record, component, &stored) : cancel(record, by: component, &stored)
      } else if let key = items.own(ObjectIdentity(identity)) {
        items.noteCancelled(key, title, identity, nil)
      } else if let record = find(component, identity, content.spans[index], content),
        let before = record.component
      {
        var other = calendar(of: record)
        if hasSameOrganizer(component, before) {
          try cancel(record, by: component, &other)
        } else {
          noteStranger(record, component, &other)
        }
      } else if let departure = departure(identity, component.title) {
        // The event of the arrival says whether the stay takes place.
        if isByStranger(component, departure) {
          items.objects.report.note(.stranger, title, identity)
        }
      } else {
        items.objects.report.note(.unknownCancellation, title, identity)
      }
    }
    if items.removesCancelled { items.objects.deleteRemoved() }
  }

  /// Notes a cancellation by someone else than the organizer, which counts only if cancelled objects are to be deleted.
  private mutating func noteStranger(
    _ record: CalendarRecords.Component, _ component: CalendarComponent,
    _ stored: inout StoredCalendar
  ) {
    guard let key = record.anchor, let event = record.component else { return }
    guard !isOlder(component, than: event) else {
      items.objects.report.note(.older, Self.title(component), record.identity)
      return
    }
    items.objects.report.note(.stranger, Self.title(component), record.identity)
    items.noteRemoved(key, state(of: record, key, &stored))
  }

  private mutating func cancel(
    _ old: CalendarRecords.Component, by component: CalendarComponent,
    _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    guard let key = old.anchor, let before = old.component, let object = items.objects.objects[key],
      let state = state(of: old, key, &stored)
    else { return }
    guard !isOlder(component, than: before) else {
      items.objects.report.note(.older, Self.title(component), old.identity)
      return
    }
    var record = old
    record.component = before.cancelled(by: component)
    guard let now = record.component,
      let after = stored.content(of: now, as: object.entity)
    else { return }
    record.made = try items.objects.update(key, from: state, to: after, &items.keys).made
    if record.component != before || record.made != old.made {
      items.objects.replace(old.record, with: record.record)
    }
    items.noteCancelled(
      key, Self.title(before), old.identity, state)
  }
}
