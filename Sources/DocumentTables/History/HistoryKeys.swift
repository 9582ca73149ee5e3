/// Ascending keys of objects, as runs of consecutive keys.
///
/// An import of a million objects is one run.
package struct HistoryKeys: Hashable, Sendable {
  /// The shortest run that is written as its first and its last key.
  private static let shortestRun: ObjectKey = 3

  package private(set) var runs: [ClosedRange<ObjectKey>] = []

  package init() {}

  /// Creates a list of keys, which must ascend.
  package init(_ keys: some Sequence<ObjectKey>) {
    for key in keys { append(key) }
  }

  package mutating func append(_ key: ObjectKey) {
    if let last = runs.last, last.upperBound &+ 1 == key {
      runs[runs.count - 1] = last.lowerBound...key
    } else {
      runs.append(key...key)
    }
  }

  /// The number of keys.
  package var count: Int {
    // No overflow: a key is below 2^53, and runs do not overlap.
    runs.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 }
  }

  package var isEmpty: Bool { runs.isEmpty }

  package var keys: some Sequence<ObjectKey> { runs.lazy.flatMap { $0 } }

  package func contains(_ key: ObjectKey) -> Bool {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].upperBound < key { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(key)
  }

  /// The keys in ascending order: a run of three or more as an array of its first and last key.
  var tree: Tree {
    var items: [Tree] = []
    for run in runs {
      if run.upperBound - run.lowerBound >= Self.shortestRun - 1 {
        items.append(.array([.integer(run.lowerBound), .integer(run.upperBound)]))
      } else {
        for key in run { items.append(.integer(key)) }
      }
    }
    return .array(items)
  }

  /// Reads the form that ``tree`` writes, without expanding runs.
  init?(tree: Tree) {
    guard let items = tree.arrayValue, !items.isEmpty else { return nil }
    for item in items {
      let run: ClosedRange<ObjectKey>
      if let key = item.integerValue {
        run = key...key
      } else if let pair = item.arrayValue, pair.count == 2, let first = pair[0].integerValue,
        let last = pair[1].integerValue, first < last
      {
        run = first...last
      } else {
        return nil
      }
      guard run.lowerBound >= 1, run.upperBound < CanonicalJSON.largestExactInteger,
        run.lowerBound > runs.last?.upperBound ?? 0
      else { return nil }
      if let last = runs.last, last.upperBound + 1 == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound...run.upperBound
      } else {
        runs.append(run)
      }
    }
  }
}
