import DocumentTables

/// What the rules of ``CalendarPlan`` make of a component: its entity and its trip.
struct CalendarPlacement: Hashable {
  let entity: ComparisonText
  /// The identity of the trip's component, empty for the trip of the calendar; nil for none.
  let parent: ComparisonText?

  /// - Parameter identity: Returns the identity of the component at a place.
  init(_ placement: CalendarPlan.Placement, _ identity: (Int) -> String?) {
    let parent: String? =
      switch placement.parent {
      case .none: nil
      case .calendar: ""
      case .component(let place): identity(place)
      }
    entity = ComparisonText(placement.entity)
    self.parent = parent.map { ComparisonText($0) }
  }

  /// The placement at the import.
  init(_ record: CalendarRecords.Component) {
    entity = ComparisonText(record.entity ?? "")
    parent = record.parent.map { ComparisonText($0) }
  }
}
