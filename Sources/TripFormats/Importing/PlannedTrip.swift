import DocumentTables

/// The trip of an item of a file.
enum PlannedTrip: Hashable, Sendable {
  /// The item that states it.
  case item(Int)
  /// A trip that is made for items that state none, by its number.
  case made(Int)
}

extension ItemImport {
  /// Returns the object of each trip of a file, as far as known items tell it.
  ///
  /// A trip that is made for items is that of its known ones.
  ///
  /// - Parameters:
  ///   - items: The entities of the items.
  ///   - made: The items of each trip that is made.
  ///   - owners: The objects of the items.
  ///   - isNew: Whether an item becomes a new object.
  /// - Returns: The trips, and the numbers of the made ones that have new items only.
  func trips(
    ofItems items: [String], made: [[Int]], _ owners: [Int: ObjectKey], isNew: (Int) -> Bool
  ) -> (known: [PlannedTrip: ObjectKey], open: [Int]) {
    var trips: [PlannedTrip: ObjectKey] = [:]
    var open: [Int] = []
    for (index, entity) in items.enumerated() where objects.schema.isTrip(entity) {
      trips[.item(index)] = owners[index].flatMap { objects.trip(meantBy: $0) }
    }
    for (number, items) in made.enumerated() {
      let known = items.filter { !isNew($0) }.compactMap { index in
        owners[index].flatMap { objects.objects[$0]?.trip }
      }.first
      if let known {
        trips[.made(number)] = known
      } else if items.contains(where: isNew) {
        open.append(number)
      }
    }
    return (trips, open)
  }
}
