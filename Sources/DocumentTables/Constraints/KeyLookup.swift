extension Table {
  /// Returns the rows whose values in some columns equal, as keys, one of several lists of values,
  /// in ascending order.
  ///
  /// A list with a nil matches no row. The first call scans every row, as creating an index would.
  /// Afterwards, the cost depends on the number of lists and on the changes since the index was
  /// created.
  package func locations(ofKeys lists: [[Value]], columns: [Int]) -> [RowLocation] {
    var wanted: [UInt64: [[ComparisonKey]]] = [:]
    for values in lists where values.count == columns.count {
      guard let keys = ComparisonKey.list(values), let hash = KeyHashes.hash(values)
      else { continue }
      wanted[hash, default: []].append(keys)
    }
    guard !wanted.isEmpty, !columns.isEmpty else { return [] }
    var found: [RowLocation] = []
    func scan(_ position: Int) {
      KeyHashes(of: segments[position].columns(at: columns)).forEach { hash, row in
        guard let keys = wanted[hash] else { return }
        add(RowLocation(segment: position, row: row), if: keys)
      }
    }
    func add(_ location: RowLocation, if keys: [[ComparisonKey]]) {
      guard
        let own = segments[location.segment].comparisonKeys(at: location.row, columns: columns),
        keys.contains(own)
      else { return }
      found.append(location)
    }
    // This many look-ups cost more than one scan of all rows.
    let hashed =
      wanted.count > rowCount / 4 ? nil : indexes.hashedTable(of: segments, columns: columns)
    if let hashed {
      for (hash, keys) in wanted {
        for location in hashed.locations(of: hash) { add(location, if: keys) }
      }
      for position in hashed.apart { scan(position) }
    } else {
      for position in segments.indices { scan(position) }
    }
    return found.sorted { ($0.segment, $0.row) < ($1.segment, $1.row) }
  }
}
