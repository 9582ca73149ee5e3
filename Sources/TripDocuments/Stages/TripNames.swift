import DocumentData

/// Names of their own for trips that must not be equal in an older version (spec 7.4.2, 7.4.4).
///
/// All trips of a group except the first get `NAME (2)`, `NAME (3)`….
struct TripNames {
  private var given: Set<String> = []

  /// Renames the trips of a group that follow the first.
  ///
  /// New names are not saved yet, so they are looked up apart. Stored names include the names of
  /// trips before they were renamed.
  ///
  /// - Parameters:
  ///   - group: The trips, in order.
  ///   - name: The name of a trip.
  ///   - isStored: Whether a stored trip has a name.
  mutating func distinguish<Trip>(
    _ group: [Trip], by name: ReferenceWritableKeyPath<Trip, String>,
    isStored: (String) throws -> Bool
  ) throws {
    var number = 2
    for trip in group.dropFirst() {
      let old = trip[keyPath: name]
      while try given.contains("\(old) (\(number))") || isStored("\(old) (\(number))") {
        number += 1
      }
      trip[keyPath: name] = "\(old) (\(number))"
      given.insert(trip[keyPath: name])
    }
  }
}
