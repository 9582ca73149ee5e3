import DocumentTables

/// The orders of the parts of trips.
struct TripOrder {
  private let tables: Tables
  private let schema: TripSchema

  init(_ tables: Tables, _ schema: TripSchema) {
    self.tables = tables
    self.schema = schema
  }

  /// Returns the parts of a trip: stays, legs and items, each in the order of the trip's list.
  func sorted(_ parts: [TripObject], of trip: ObjectKey) -> [TripObject] {
    [("stays", "Stay"), ("legs", "Leg"), ("bucketList", "BucketListItem")].flatMap {
      list, entity in
      inOrder(parts.filter { $0.entity == entity }, of: list, trip)
    }
  }

  private func inOrder(
    _ members: [TripObject], of list: String, _ trip: ObjectKey
  ) -> [TripObject] {
    let order = order(of: list, trip)
    guard !order.isEmpty else { return members }
    return members.enumerated().sorted { left, right in
      (order[left.element.key] ?? .max, left.offset)
        < (order[right.element.key] ?? .max, right.offset)
    }.map(\.element)
  }

  /// Returns the participants of each trip, in the order of its list.
  ///
  /// - Parameter objects: All objects, in the order of their keys.
  func participants(_ objects: [TripObject]) -> [ObjectKey: [TripParticipant]] {
    people(objects).mapValues { $0.map(TripParticipant.init) }
  }

  /// Returns the objects of the participants of each trip, in the order of its list.
  func people(_ objects: [TripObject]) -> [ObjectKey: [TripObject]] {
    var ofTrip: [ObjectKey: [TripObject]] = [:]
    for object in objects where object.entity == "Participant" {
      if let trip = object.trip { ofTrip[trip, default: []].append(object) }
    }
    return Dictionary(
      uniqueKeysWithValues: ofTrip.map { trip, people in
        (trip, inOrder(people, of: "participants", trip))
      })
  }

  private func order(of list: String, _ trip: ObjectKey) -> [ObjectKey: Int] {
    guard let place = tables.find(trip),
      let column = schema.tables.hierarchies[place.hierarchy].columns.firstIndex(where: {
        $0.name == list
      })
    else { return [:] }
    let segment = tables.tables[place.hierarchy].segments[place.location.segment]
    guard case .references(let keys) = segment.value(at: place.location.row, column: column) else {
      return [:]
    }
    return Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
  }
}
