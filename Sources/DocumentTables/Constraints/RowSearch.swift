/// A search for rows of one table by key, fastest if successive searches are close together: the
/// objects of one parent are usually adjacent, followed by those of the next parent.
package struct RowSearch {
  package let table: Table
  /// The location of the row that was found last.
  ///
  /// Its segment's keys range from `first` to `last`.
  private var segment = 0
  private var row = 0
  private var first: ObjectKey = 0
  private var last: ObjectKey = -1
  /// That segment's keys; empty if they are consecutive.
  private var keys: [ObjectKey] = []

  package init(_ table: Table) { self.table = table }

  @inline(__always)
  package mutating func location(of key: ObjectKey) -> RowLocation? {
    if key < first || key > last {
      guard enter(key) else { return nil }
    }
    if keys.isEmpty { return RowLocation(segment: segment, row: Int(key - first)) }
    if keys[row] != key {
      guard let found = rowNearby(of: key) else { return nil }
      row = found
    }
    return RowLocation(segment: segment, row: row)
  }

  /// Searches near the row that was found last.
  ///
  /// The search range is limited by the difference of the keys: keys ascend, so at most that many
  /// rows lie between two of them.
  private func rowNearby(of key: ObjectKey) -> Int? {
    var low = 0
    var high = keys.count
    let (difference, overflow) = key.subtractingReportingOverflow(keys[row])
    if !overflow, difference.magnitude < UInt64(keys.count) {
      let distance = Int(difference)
      low = min(max(low, distance > 0 ? row + 1 : row + distance), high)
      high = min(high, distance > 0 ? row + distance + 1 : row)
    }
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// Moves to the segment that spans a key; returns false if there is none.
  private mutating func enter(_ key: ObjectKey) -> Bool {
    guard let index = table.segmentIndex(for: key) else { return false }
    let found = table.segments[index].keys
    guard let first = found.first, let last = found.last, key <= last else { return false }
    segment = index
    row = 0
    self.first = first
    self.last = last
    if case .list(let keys) = found { self.keys = keys } else { keys = [] }
    return true
  }
}

/// A check that keys of a relationship lead to existing objects of allowed entities.
struct DestinationCheck {
  private var search: RowSearch
  /// All of the destination's keys; nil if not every entity is allowed or the keys have not been
  /// collected.
  private let keys: KeySet?
  private let allowed: [Bool]
  private let allowsAll: Bool
  private let hierarchy: Int
  private let tables: Tables

  init(_ reference: CheckPlan.Reference, in tables: Tables, keys: TableKeys) {
    let end = reference.end
    search = RowSearch(tables.tables[end.destinationHierarchy])
    allowed = reference.allowed
    allowsAll = allowed.allSatisfy { $0 }
    self.keys = allowsAll ? keys[end.destinationHierarchy] : nil
    hierarchy = end.destinationHierarchy
    self.tables = tables
  }

  /// Returns whether an object exists and may be referred to.
  @inline(__always)
  mutating func accepts(_ key: ObjectKey) -> Bool {
    if let keys { return keys.contains(key) }
    return location(of: key) != nil
  }

  /// Returns the location of an object; nil if the object does not exist or may not be referred to.
  @inline(__always)
  mutating func location(of key: ObjectKey) -> RowLocation? {
    guard let location = search.location(of: key) else { return nil }
    return allowsAll || allowed[discriminator(at: location)] ? location : nil
  }

  /// Returns the violation of a key that has no valid location.
  mutating func breach(by key: ObjectKey) -> TableFinding.Breach {
    let own = search.location(of: key).map { (hierarchy: hierarchy, location: $0) }
    guard let (hierarchy, location) = own ?? tables.find(key) else {
      return .dangling(key)
    }
    let discriminator = tables.tables[hierarchy].segments[location.segment].entities[location.row]
    let entity = tables.schema.hierarchies[hierarchy].entities[Int(discriminator)].name
    return .wrongDestination(key, entity: entity)
  }

  private func discriminator(at location: RowLocation) -> Int {
    Int(search.table.segments[location.segment].entities[location.row])
  }
}
