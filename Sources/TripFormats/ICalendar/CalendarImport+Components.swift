import DocumentFile
import DocumentTables

// The components of one calendar.
extension CalendarImport {
  /// Brings one component into the document: as an object, as a kept component, or not at all.
  mutating func add(
    _ index: Int, of calendar: inout ImportedCalendar
  ) throws(DocumentError) {
    let component = calendar.components[index]
    if calendar.left.contains(index) {
      reader.noteLeftOut(component)
      return
    }
    guard let placement = calendar.plan.placements[index],
      let identity = calendar.content.identities[index]
    else {
      if !calendar.isForwarded { try keep(component, calendar.content, index, &calendar.stored) }
      return
    }
    guard let owner = calendar.owners[index], let key = owner.key else { return }
    if case .other(let record) = owner {
      try addCopy(of: record, component, identity, key, &calendar)
    } else {
      try add(index, component, identity, placement, owner, key, &calendar)
    }
  }

  /// Updates the object of another calendar of the document by its component in this one.
  private mutating func addCopy(
    of record: CalendarRecords.Component, _ component: CalendarComponent, _ identity: String,
    _ key: ObjectKey, _ calendar: inout ImportedCalendar
  ) throws(DocumentError) {
    let update = try update(record, by: component, &calendar.content, calendar.method)
    // A copy in a calendar keeps the object when the other calendar no longer has it.
    guard calendar.method == .publish, let (component, made) = update else { return }
    try put(
      CalendarRecords.Component(
        key: 0, anchor: key, calendar: calendar.content.identity, component: component,
        identity: identity, entity: items.objects.objects[key]?.entity, parent: nil, made: made,
        isStated: true), insteadOf: nil)
  }

  /// Makes or updates the object of a component.
  private mutating func add(
    _ index: Int, _ component: CalendarComponent, _ identity: String,
    _ placement: CalendarPlan.Placement, _ owner: Owner, _ key: ObjectKey,
    _ calendar: inout ImportedCalendar
  ) throws(DocumentError) {
    let old = owner.renamedRecord ?? calendar.stored.ofIdentity[ComparisonText(identity)]
    var component = component
    // Under a new identity, the numbers begin anew.
    if owner.renamedRecord == nil, let before = old?.component, isOlder(component, than: before) {
      items.objects.report.note(.older, Self.title(component), identity)
      component = before
    }
    let counts = reader.report.counts
    let entity = items.objects.objects[key]?.entity ?? placement.entity
    guard
      let read = calendar.content.reading.read(component, as: entity, &reader.report)
    else { return }
    let isInTrip = calendar.around[index] != nil
    if case .new = owner {
      var placement = placement
      if isInTrip { placement.isLeftAlone = false }
      reader.notePlan(placement, component, read)
    }
    reader.note(component, entity, counts)
    let item = TravelItem(
      entity: entity, identity: identity, title: Self.title(component), content: read.object)
    var record = CalendarRecords.Component(
      key: 0, anchor: key, calendar: calendar.content.identity, component: component,
      identity: identity, entity: entity, parent: nil)
    switch owner {
    case .other: return
    case .joined: record.made = items.join(key, with: item)
    case .new:
      let (trip, parent) = trip(of: placement, index, calendar)
      record.parent = parent
      record.made = try items.add(item, as: key, to: trip)
    case .known, .renamed:
      if let old {
        record.entity = old.entity
        record.parent = old.parent
      } else {
        try items.updateOwn(key, with: item)
      }
      record.made = try items.update(
        key, with: item, state(of: old, key, &calendar.stored), of: old?.key)
    }
    if record.parent?.isEmpty ?? false { calendar.tripSpans.append(read.span) }
    record.isStated = isStated(record, insteadOf: old, placement, isInTrip: isInTrip, &calendar)
    try put(record, insteadOf: old)
    if read.object.isCancelled, !owner.isJoined {
      items.noteCancelled(key, item.title, identity, state(of: old, key, &calendar.stored))
    }
  }

  /// Whether a document has given an object another place than the rules do, so that an export has to state it.
  private func isStated(
    _ record: CalendarRecords.Component, insteadOf old: CalendarRecords.Component?,
    _ placement: CalendarPlan.Placement, isInTrip: Bool, _ calendar: inout ImportedCalendar
  ) -> Bool {
    // The rules give such a journey no trip.
    if placement.isLeftAlone, record.parent == nil,
      isInTrip
        || record.anchor.flatMap({ items.objects.objects[$0]?.trip }) != nil
          && (old?.isStated ?? false)
    {
      return true
    }
    let new = CalendarPlacement(placement) { calendar.content.identities[$0] }
    guard new != CalendarPlacement(record) else { return record.isStated }
    // Another version of the rules may give the same component another place, which says nothing about the object.
    return old.map { calendar.stored.isStated($0) } ?? true
      || new != calendar.placements[ComparisonText(old?.identity ?? record.identity)]
  }

  /// Returns the trip of a new object, and the parent that its record states.
  private func trip(
    of placement: CalendarPlan.Placement, _ index: Int, _ calendar: ImportedCalendar
  ) -> (trip: ObjectKey?, parent: String?) {
    if let trip = calendar.around[index] { return (trip, nil) }
    switch placement.parent {
    case .none: return (nil, nil)
    case .calendar:
      guard let own = calendar.ownTrip else { return (nil, nil) }
      return (own.key, own.isOwn ? "" : calendar.stored.identity(ofTrip: own.key))
    case .component(let place):
      return parent(
        calendar.owners[place]?.key, calendar.content.identities[place] ?? nil, calendar.stored)
    }
  }

  /// Returns the trip of a component whose parent is another one, and the identity of the trip's component.
  private func parent(
    _ key: ObjectKey?, _ identity: String?, _ stored: StoredCalendar
  ) -> (trip: ObjectKey?, parent: String?) {
    guard let key, let trip = items.objects.trip(meantBy: key) else { return (nil, nil) }
    return (trip, trip == key ? identity : stored.identity(ofTrip: trip))
  }

  /// Keeps a component that is no object in place of the stored one with its identity.
  private mutating func keep(
    _ component: CalendarComponent, _ content: CalendarContent, _ index: Int,
    _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    guard content.identities[index] == nil else {
      reader.reject(component)
      return
    }
    reader.report.noteKept(component.name)
    let old = stored.takeKept(component)
    try put(
      CalendarRecords.Component(
        key: 0, anchor: nil, calendar: content.identity, component: component, identity: "",
        entity: nil, parent: nil), insteadOf: old)
  }
}
