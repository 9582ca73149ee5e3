/// Which objects of one document are the objects of another of the same schema.
///
/// Two versions of one document, which have its id, are matched by key. Objects of other documents
/// are matched
///
/// 1. by unique keys: equal values of a uniqueness constraint, own or inherited,
/// 2. if no object owns them, by equal attributes, preferably with equal references,
/// 3. if a matched object owns them, as its only object of a to-one relationship or by equal
///    attributes; equal ones in the order of the owner's list,
/// 4. by unique keys with references to objects that are matched.
///
/// An object owns what its deletion deletes (`cascade`). The cost is that of sorting the objects.
package struct ObjectMatching: Sendable {
  /// The left key of each matched object, by its right key.
  package let keys: [ObjectKey: ObjectKey]
  /// The keys of the objects without a counterpart, in ascending order.
  package let unmatchedLeft: [ObjectKey]
  package let unmatchedRight: [ObjectKey]
  /// Whether objects were matched by key, so that no object needs another one.
  package let isByKey: Bool

  package init(_ left: Tables, _ right: Tables) {
    isByKey = left.documentID == right.documentID
    var keys: [ObjectKey: ObjectKey] = [:]
    var leftOnly: [ObjectKey] = []
    var rightOnly: [ObjectKey] = []
    if isByKey {
      for (one, other) in zip(left.tables, right.tables) {
        let alignment = RowAlignment(one, other)
        for run in alignment.runs {
          for row in run.leftStart..<run.leftStart + run.count {
            keys[run.left.keys[row]] = run.left.keys[row]
          }
        }
        leftOnly += alignment.leftOnly.map { one.segments[$0.segment].keys[$0.row] }
        rightOnly += alignment.rightOnly.map { other.segments[$0.segment].keys[$0.row] }
      }
    } else {
      var search = MatchSearch(left, right)
      search.run()
      keys = search.keys
      for table in left.tables {
        table.forEachKey { if !search.isMatchedLeft($0) { leftOnly.append($0) } }
      }
      for table in right.tables { table.forEachKey { if keys[$0] == nil { rightOnly.append($0) } } }
    }
    self.keys = keys
    unmatchedLeft = leftOnly.sorted()
    unmatchedRight = rightOnly.sorted()
  }

  /// Returns a key for every object and extension record of the right document: matched objects get
  /// the left key, all others a key that neither document uses.
  package func completedKeys(_ left: Tables, _ right: Tables) -> [ObjectKey: ObjectKey] {
    if isByKey { return [:] }
    var result = keys
    var fresh = FreshKeys([left, right], count: right.rowCount + right.extensions.count)
    for key in unmatchedRight { result[key] = fresh.next() }
    var known: [ExtensionRecord: [ObjectKey]] = [:]
    for record in left.extensions.reversed() {
      known[record.withKey(0), default: []].append(record.key)
    }
    for record in right.extensions {
      var counterpart = record.withKey(0)
      counterpart.anchor = record.anchor.flatMap { result[$0] }
      result[record.key] = known[counterpart]?.popLast() ?? fresh.next()
    }
    return result
  }
}

extension ObjectMatching {
  /// Returns the left keys of right objects that are found beside those that are known already.
  ///
  /// - Parameters:
  ///   - known: The left keys of right objects that are matched, or must not be.
  ///   - open: Left objects that may get another counterpart although `known` names them.
  package static func further(
    _ left: Tables, _ right: Tables, known: [ObjectKey: ObjectKey], open: Set<ObjectKey> = []
  ) -> [ObjectKey: ObjectKey] {
    var search = MatchSearch(left, right, known: known, open: open)
    search.run()
    return search.keys.filter { known[$0.key] == nil }
  }
}

extension ExtensionRecord {
  fileprivate func withKey(_ key: ObjectKey) -> ExtensionRecord {
    var record = self
    record.key = key
    return record
  }
}

extension Table {
  fileprivate func forEachKey(_ body: (ObjectKey) -> Void) {
    for segment in segments { for row in 0..<segment.count { body(segment.keys[row]) } }
  }
}

/// Keys that no object of some documents uses, in ascending order.
package struct FreshKeys {
  /// The largest key that a document can use (spec 3.7).
  private static let largest: ObjectKey = (1 << 53) - 2

  private var candidate: ObjectKey
  /// The keys in use; empty if all keys from the candidate on are free.
  private var used: Set<ObjectKey> = []

  /// - Parameter count: The number of keys that may be needed.
  package init(_ documents: [Tables], count: Int) {
    candidate = documents.map(\.nextKey).max() ?? 1
    guard candidate > Self.largest - ObjectKey(count) else { return }
    // The counter is used up, so gaps are looked for.
    candidate = 1
    for tables in documents {
      for table in tables.tables { table.forEachKey { used.insert($0) } }
      used.formUnion(tables.extensions.map(\.key))
    }
  }

  package mutating func next() -> ObjectKey {
    while used.contains(candidate) { candidate += 1 }
    defer { candidate += 1 }
    return candidate
  }
}
