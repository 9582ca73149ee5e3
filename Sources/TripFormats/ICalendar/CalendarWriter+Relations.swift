import DocumentTables

// To which trips the objects of a calendar belong.
extension CalendarWriter {
  /// Makes the components say to which trips their objects belong, where the rules of ``CalendarPlan`` would
  /// say something else.
  ///
  /// Where the rules made the same of a stored component whose object is as the import placed it, they are those of a
  /// later version, and the component says nothing more.
  ///
  /// - Parameter owners: The object of each component that has one.
  /// - Returns: The trip of the calendar, if a part of it would be read as one of another trip.
  mutating func relate(
    _ components: inout [CalendarComponent], _ owners: [Int: TripObject],
    _ calendar: ComparisonText, _ reading: inout ComponentReading
  ) -> ObjectKey? {
    var places: [ObjectKey: Int] = [:]
    for (index, object) in owners { places[object.key] = index }
    var unused = ImportReport()
    let spans = components.enumerated().map { index, component in
      // What has no object is an older version of an event.
      owners[index] != nil
        ? reading.spans.span(
          of: component.whole.properties, isTask: component.isTask, &unused) : nil
    }
    let settled = stored[calendar]?.placements() ?? [:]
    // Each round states relations that only further relations could contradict.
    for _ in 0..<4 {
      let plan = CalendarPlan(components, spans, schema, reading.spans.zones)
      var isChanged = false
      for (index, object) in owners.sorted(by: { $0.key < $1.key }) {
        let parent: CalendarPlan.Parent
        if let trip = object.trip {
          parent = places[trip].map { .component($0) } ?? .calendar
        } else {
          parent = .none
        }
        guard let placement = plan.placements[index] else { continue }
        if placement.parent == parent, placement.entity == object.entity { continue }
        if let record = recordOfObject[object.key], isSettled(record, object, calendar),
          settled[ComparisonText(record.identity)]
            == CalendarPlacement(placement, { owners[$0].map(identity) })
        {
          continue
        }
        if parent == .calendar, placement.parent != .calendar { return object.trip }
        isChanged = true
        let related = object.trip.flatMap { places[$0] == nil ? nil : uid(of: $0) }
        components[index].replace(
          ["RELATED-TO"],
          with: [related.flatMap { ContentLine("RELATED-TO", text: $0) }].compactMap { $0 })
        // Without a relation, an object whose entity is stated has no trip.
        if parent != .calendar {
          components[index].replace(
            [ComponentReading.entityProperty],
            with: [ContentLine(ComponentReading.entityProperty, value: object.entity)]
              .compactMap { $0 })
        }
      }
      if !isChanged { break }
    }
    return nil
  }

  /// Whether an object has the entity and the trip that the rules gave it at the last import.
  private mutating func isSettled(
    _ record: CalendarRecords.Component, _ object: TripObject, _ calendar: ComparisonText
  ) -> Bool {
    guard let stated = stored[calendar]?.isStated(record), !stated,
      record.entity?.isSpelled(object.entity) ?? false
    else { return false }
    guard let trip = object.trip else { return record.parent == nil }
    return record.parent.map { parent in
      recordOfObject[trip].map { parent.isSpelled($0.identity) } ?? false
    } ?? false
  }
}
