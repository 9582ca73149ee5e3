import DocumentFile
import DocumentTables

// Versions of events, and messages about them (RFC 5546).
extension CalendarImport {
  // MARK: Versions

  /// Whether a component is older than the stored one, which then counts.
  func isOlder(_ component: CalendarComponent, than old: CalendarComponent) -> Bool {
    guard !objects.takesTheirs else { return false }
    return switch CalendarVersion(of: component, against: old) {
    case .older: true
    case .same, .newer, .open: false
    }
  }

  /// Brings a newer version of an event into the object that was made of it in another calendar.
  mutating func update(
    _ old: CalendarRecords.Component, by component: CalendarComponent,
    _ content: inout CalendarContent, _ method: ParsedCalendar.Method
  ) throws(DocumentError) {
    guard let key = old.anchor, let before = old.component, let object = objects.objects[key] else {
      return
    }
    let isNewer: Bool
    switch CalendarVersion(of: component, against: before) {
    case .newer: isNewer = true
    case .open: isNewer = method == .request
    case .same: isNewer = false
    case .older:
      isNewer = objects.takesTheirs
      if !isNewer { objects.report.note(.older, Self.title(component), old.identity) }
    }
    guard isNewer else {
      reader.report.completeComponents += 1
      return
    }
    var stored = calendar(of: old)
    let counts = reader.report.counts
    guard let read = content.reading.read(component, as: object.entity, &reader.report),
      let state = state(of: old, key, &stored)
    else { return }
    reader.note(component, object.entity, counts)
    let effect = try objects.update(key, from: state, to: read.object, &keys)
    if effect.isAny { objects.report.note(.updated, Self.title(component), old.identity) }
    var record = old
    if stored.content(of: component, as: object.entity) == read.object {
      (record.component, record.made) = (component, effect.made)
      record.isStated = true
    } else {
      // In its calendar the component would mean something else: the zones have other rules there.
      record.component = before.stamped(by: component)
      record.made = state.made
    }
    objects.replace(old.record, with: record.record)
    if read.object.isCancelled {
      noteCancelled(
        Self.title(component), key, old.identity, state, isKnown: state.source.isCancelled)
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
      if let record = stored.ofIdentity[ComparisonText(identity)] {
        try cancel(record, by: component, &stored)
      } else if let key = ownKey(identity) {
        noteCancelled(title, key, identity, nil, isKnown: false)
      } else if let record = find(component, identity, content.spans[index], content),
        let before = record.component
      {
        var other = calendar(of: record)
        if hasSameOrganizer(component, before) {
          try cancel(record, by: component, &other)
        } else if !isOlder(component, than: before), let key = record.anchor {
          objects.report.note(.cancelledElsewhere, title, identity)
          objects.noteRemoved(key, state(of: record, key, &other))
        }
      } else {
        objects.report.note(.unknownCancellation, title, identity)
      }
    }
    if removesCancelled { objects.deleteRemoved() }
  }

  private mutating func cancel(
    _ old: CalendarRecords.Component, by component: CalendarComponent,
    _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    guard let key = old.anchor, let before = old.component, let object = objects.objects[key],
      let state = state(of: old, key, &stored)
    else { return }
    guard !isOlder(component, than: before) else {
      objects.report.note(.older, Self.title(component), old.identity)
      return
    }
    var record = old
    record.component = before.cancelled(by: component)
    guard let now = record.component,
      let after = stored.content(of: now, as: object.entity)
    else { return }
    record.made = try objects.update(key, from: state, to: after, &keys).made
    if record.component != before || record.made != old.made {
      objects.replace(old.record, with: record.record)
    }
    noteCancelled(
      Self.title(before), key, old.identity, state, isKnown: state.source.isCancelled)
  }
}
