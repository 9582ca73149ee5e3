import DocumentTables

/// The digests of what imports made of objects, in a copy of a document with other content.
///
/// A digest of the original would confirm a guess about its content, and would make every field look edited.
package enum ContentCopy {
  /// Replaces the digests in the records of a copy.
  ///
  /// - Parameters:
  ///   - copy: The same objects and records with other content, in any schema version.
  ///   - original: The document.
  package static func restate(_ copy: inout Tables, of original: Tables) {
    guard original.extensions.contains(where: concerns) else { return }
    let schema = TripSchema(original.schema)
    var before = StoredContents(original, schema)
    var after = StoredContents(copy, schema)
    for index in copy.extensions.indices where concerns(copy.extensions[index]) {
      let record = copy.extensions[index]
      var made: MadeFields?
      if let object = before.content(of: record.key), let copied = after.content(of: record.key),
        let stated = MadeFields(record.value[MadeFields.member])
      {
        made = stated.restated(
          (object.content, object.source), as: (copied.content, copied.source),
          of: object.entity, schema)
      }
      copy.extensions[index].value = record.value.replacing(MadeFields.member, with: made?.tree)
    }
  }

  private static func concerns(_ record: ExtensionRecord) -> Bool {
    (ReservationRecords.isOwn(record) || CalendarRecords.isOwn(record))
      && record.value[MadeFields.member] != nil
  }
}

/// The objects of a document with what their sources say, by the keys of the records.
private struct StoredContents {
  private let objects: StatedObjects
  private var calendars: [ComparisonText: StoredCalendar] = [:]
  private let components: [ObjectKey: CalendarRecords.Component]
  private let reservations: StoredReservations
  private let nodes: [ObjectKey: ReservationRecords.Object]

  init(_ tables: Tables, _ schema: TripSchema) {
    objects = StatedObjects(tables, schema)
    let records = StoredFiles<CalendarRecords>(tables)
    for calendar in records.files {
      calendars[ComparisonText(calendar.identity)] = StoredCalendar(
        calendar.identity, records, schema, timeZone: calendar.timeZone, objects.ofKey)
    }
    components = Dictionary(records.objects.map { ($0.key, $0) }) { first, _ in first }
    let files = StoredFiles<ReservationRecords>(tables)
    reservations = StoredReservations(files, schema)
    nodes = Dictionary(files.objects.map { ($0.key, $0) }) { first, _ in first }
  }

  mutating func content(
    of record: ObjectKey
  ) -> (entity: String, content: ObjectContent, source: ObjectContent)? {
    var state: ImportedState?
    guard
      let object = (components[record]?.anchor ?? nodes[record]?.anchor).flatMap({
        objects.ofKey[$0]
      })
    else { return nil }
    if let component = components[record] {
      let calendar = ComparisonText(component.calendar)
      state =
        component.component == nil
        ? calendars[calendar]?.stateOfTrip()
        : calendars[calendar]?.state(of: component, as: object.entity)
    } else if let node = nodes[record] {
      state = reservations.state(of: node, object)
    }
    return state.map { (object.entity, objects.content(of: object), $0.source) }
  }
}
