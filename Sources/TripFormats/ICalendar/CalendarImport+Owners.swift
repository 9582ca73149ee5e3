import DocumentFile
import DocumentTables

// The objects of components.
//
// The key of an event is its UID with RECURRENCE-ID (RFC 5545, 3.8.4.7). Programs count UIDs from 1, so in two calendars
// the key alone does not make two events one.
extension CalendarImport {
  /// The object of a component.
  enum Owner {
    /// An object that was made of it, or of which it was made.
    case known(ObjectKey)
    /// An object that was made of its like in another calendar.
    case other(CalendarRecords.Component)
    /// An object that was made of the same journey in another file.
    case joined(ObjectKey)
    /// The object of a component that is no longer in the calendar, which gave the journey a new identity.
    case renamed(CalendarRecords.Component)
    case new(ObjectKey)

    var key: ObjectKey? {
      switch self {
      case .known(let key), .new(let key), .joined(let key): key
      case .other(let record), .renamed(let record): record.anchor
      }
    }

    var renamedRecord: CalendarRecords.Component? {
      if case .renamed(let record) = self { record } else { nil }
    }

    var isJoined: Bool { if case .joined = self { true } else { false } }
  }

  /// Finds the objects of components; new ones have no key yet.
  mutating func owners(
    _ plan: CalendarPlan, _ content: CalendarContent, _ stored: StoredCalendar
  ) -> [Int: Owner] {
    let components = content.parsed.components
    var owners: [Int: Owner] = [:]
    for index in components.indices where plan.placements[index] != nil {
      guard let identity = content.identities[index] else { continue }
      let name = ComparisonText(identity)
      if let record = stored.ofIdentity[name], let anchor = record.anchor {
        if !noteStranger(index, record, content) { owners[index] = .known(anchor) }
      } else if let own = items.own(ObjectIdentity(identity)) {
        owners[index] = .known(own)
      } else if let other = takeOther(index, content) {
        if !noteStranger(index, other, content) { owners[index] = .other(other) }
      } else if stored.known.contains(name), !items.objects.takesTheirs {
        items.objects.report.note(.deleted, Self.title(components[index]), identity)
      } else {
        owners[index] = .new(0)
      }
    }
    if !items.isFirst { join(&owners, plan, content) }
    return owners
  }

  /// Notes a message by another person than the organizer of an event.
  ///
  /// - Returns: Whether it is one.
  private mutating func noteStranger(
    _ index: Int, _ record: CalendarRecords.Component, _ content: CalendarContent
  ) -> Bool {
    let component = content.parsed.components[index]
    guard content.parsed.method == .request, let event = record.component,
      isByStranger(component, event)
    else { return false }
    items.objects.report.note(.stranger, Self.title(component), content.identities[index] ?? "")
    return true
  }

  /// Finds new legs and stays that the document has of other files.
  private mutating func join(
    _ owners: inout [Int: Owner], _ plan: CalendarPlan, _ content: CalendarContent
  ) {
    var reading = content.reading
    var unused = ImportReport()
    let new = owners.keys.sorted().compactMap { index -> (Int, String, ObjectContent)? in
      guard case .new? = owners[index], let entity = plan.placements[index]?.entity,
        Journey.isOne(entity),
        let read = reading.read(content.parsed.components[index], as: entity, &unused)
      else { return nil }
      return (index, entity, read.object)
    }
    let own = records.objects(of: content.identity)
    let present = Set(content.identities.compactMap { $0.map { ComparisonText($0) } })
    var missing: [ObjectKey: CalendarRecords.Component] = [:]
    if content.parsed.method == .publish {
      for record in own
      where record.component != nil && !present.contains(ComparisonText(record.identity)) {
        if let anchor = record.anchor { missing[anchor] = record }
      }
    }
    let stated = own.compactMap(\.anchor).filter { missing[$0] == nil }
    let taken = claimed.union(owners.values.compactMap(\.key)).union(stated)
    for (index, key) in items.pairs(new, { !taken.contains($0) }) {
      owners[index] = missing[key].map { .renamed($0) } ?? .joined(key)
      claimed.insert(key)
    }
  }

  /// The trip for the components that no other trip contains.
  struct CalendarTrip {
    let key: ObjectKey
    /// Whether it was made for the calendar, and not the trip of a joined object.
    let isOwn: Bool
  }

  /// Returns the trips of the document in whose days new components lie that no trip of their calendar contains (spec 14.5).
  mutating func tripsOfDocument(
    _ owners: [Int: Owner], _ plan: CalendarPlan, _ content: CalendarContent,
    _ stored: StoredCalendar
  ) -> [Int: ObjectKey] {
    // A calendar with a trip of its own goes on with it.
    guard !items.isFirst, stored.trip == nil else { return [:] }
    var trips: [Int: ObjectKey] = [:]
    for (index, owner) in owners {
      guard case .new = owner, let placement = plan.placements[index],
        !schema.isTrip(placement.entity), content.spans[index]?.start != nil
      else { continue }
      if case .component = placement.parent { continue }
      // Our own exports say which objects have no trip, and appointments are no part of one.
      if placement.parent == .none, !placement.isLeftAlone || !Journey.isOne(placement.entity) {
        continue
      }
      let span = content.spans[index]
      trips[index] = items.trip(around: span?.firstDay, span?.lastDay)
    }
    return trips
  }

  /// Gives keys to new objects, and to a trip of the calendar that they need.
  ///
  /// - Returns: The trip; nil if the calendar needs none.
  mutating func giveKeys(
    to owners: inout [Int: Owner], _ plan: CalendarPlan, _ content: CalendarContent,
    _ stored: StoredCalendar, besides around: [Int: ObjectKey]
  ) throws(DocumentError) -> CalendarTrip? {
    let new = owners.keys.filter { if case .new? = owners[$0] { true } else { false } }.sorted()
    var trip = stored.trip?.anchor.map { CalendarTrip(key: $0, isOwn: true) }
    if trip == nil,
      new.contains(where: { plan.placements[$0]?.parent == .calendar && around[$0] == nil })
    {
      trip = tripOfJoined(owners, plan)
      if trip == nil { trip = CalendarTrip(key: try makeTrip(content), isOwn: true) }
    }
    for index in new { owners[index] = .new(try items.keys.take()) }
    return trip
  }

  /// Returns the trip of an object with which a component was joined that would need a trip.
  private func tripOfJoined(_ owners: [Int: Owner], _ plan: CalendarPlan) -> CalendarTrip? {
    for index in owners.keys.sorted() where plan.placements[index]?.parent == .calendar {
      if case .joined(let key)? = owners[index], let trip = items.objects.objects[key]?.trip {
        return CalendarTrip(key: trip, isOwn: false)
      }
    }
    return nil
  }

  // MARK: Objects of other calendars

  /// Takes the object that was made of a component's like in another calendar; nil if there is none.
  private mutating func takeOther(
    _ index: Int, _ content: CalendarContent
  ) -> CalendarRecords.Component? {
    guard let identity = content.identities[index],
      let record = find(content.parsed.components[index], identity, content.spans[index], content),
      let anchor = record.anchor, claimed.insert(anchor).inserted
    else { return nil }
    return record
  }

  mutating func find(
    _ component: CalendarComponent, _ identity: String, _ span: CalendarSpan?,
    _ content: CalendarContent
  ) -> CalendarRecords.Component? {
    let all = recordsOfIdentity[ComparisonText(identity)] ?? []
    let candidates = all.prefix(Self.mostLooked).filter { record in
      !record.calendar.isSpelled(content.identity)
        && (record.anchor.map { items.objects.hasStated($0) && !claimed.contains($0) } ?? false)
    }
    return candidates.first { record in
      guard let old = record.component else { return false }
      if content.parsed.method != .publish, hasSameOrganizer(component, old) { return true }
      if !component.title.text.isEmpty, component.title == old.title { return true }
      guard let day = span?.firstDay else { return false }
      return calendar(of: record).firstDay(of: record) == day
    }
  }

  /// The most events of one UID that are looked at, so that a hostile document costs no square of time.
  static let mostLooked = 16

  /// Whether a message is by another person than the organizer that an event states.
  func isByStranger(_ message: CalendarComponent, _ event: CalendarComponent) -> Bool {
    event.organizer.map { $0 != message.organizer } ?? false
  }

  func hasSameOrganizer(_ left: CalendarComponent, _ right: CalendarComponent) -> Bool {
    left.organizer.map { $0 == right.organizer } ?? false
  }

  /// Returns the calendar of a record.
  mutating func calendar(of record: CalendarRecords.Component) -> StoredCalendar {
    let name = ComparisonText(record.calendar)
    if let known = others[name] { return known }
    let calendar = StoredCalendar(
      record.calendar, records, schema, timeZone: records.file(name)?.timeZone,
      items.objects.objects)
    others[name] = calendar
    return calendar
  }
}
