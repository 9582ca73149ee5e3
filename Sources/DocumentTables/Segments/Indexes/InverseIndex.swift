/// An index from a key to the rows of one segment that refer to it.
package struct InverseIndex: Sendable {
  /// The referenced keys, in ascending order.
  ///
  /// Each key occurs once per reference to it.
  private let targets: [ObjectKey]
  /// For each element of ``targets``, the key of the row that refers to it; ascending within one
  /// target.
  private let sources: [ObjectKey]

  init(of column: Column, keys: KeyColumn) {
    // Usually, children are written after their parents and in the order of the parents.
    if case .reference(let references) = column, references.nulls.nullCount == 0,
      zip(references.values, references.values.dropFirst()).allSatisfy({ $0 <= $1 })
    {
      let sources =
        switch keys {
        case .consecutive(let first, let count): (0..<count).map { first + ObjectKey($0) }
        case .list(let keys): keys
        }
      self.init(targets: references.values, sources: sources)
      return
    }
    var pairs: [(target: ObjectKey, source: ObjectKey)] = []
    switch column {
    case .reference(let references):
      pairs.reserveCapacity(references.values.count)
      for row in references.values.indices where !references.nulls[row] {
        pairs.append((references.values[row], keys[row]))
      }
    case .references(let lists):
      for row in lists.ends.indices where !lists.nulls[row] {
        for target in lists.list(at: row) { pairs.append((target, keys[row])) }
      }
    case .constant(.reference(let target), let count):
      for row in 0..<count { pairs.append((target, keys[row])) }
    case .constant(.references(let targets), let count):
      for row in 0..<count {
        for target in targets { pairs.append((target, keys[row])) }
      }
    default: break
    }
    self.init(pairs)
  }

  init(_ unordered: [(target: ObjectKey, source: ObjectKey)]) {
    var pairs = unordered
    let inOrder = zip(pairs, pairs.dropFirst()).allSatisfy {
      ($0.target, $0.source) <= ($1.target, $1.source)
    }
    if !inOrder { pairs.sort { ($0.target, $0.source) < ($1.target, $1.source) } }
    self.init(targets: pairs.map(\.target), sources: pairs.map(\.source))
  }

  private init(targets: [ObjectKey], sources: [ObjectKey]) {
    self.targets = targets
    self.sources = sources
  }

  var count: Int { targets.count }

  /// The median target; nil if the index is empty.
  var middleTarget: ObjectKey? { targets.isEmpty ? nil : targets[targets.count / 2] }

  /// Returns the positions of the targets within a range.
  func positions(of range: ClosedRange<ObjectKey>) -> Range<Int> {
    let start = targets.firstPosition(notBelow: range.lowerBound)
    let (next, isLast) = range.upperBound.addingReportingOverflow(1)
    return start..<(isLast ? targets.count : max(start, targets.firstPosition(notBelow: next)))
  }

  /// Returns the lowest and highest targets at the given positions.
  ///
  /// `positions` must be valid and not empty.
  func span(of positions: Range<Int>) -> ClosedRange<ObjectKey> {
    targets[positions.lowerBound]...targets[positions.upperBound - 1]
  }

  func append(_ positions: Range<Int>, to pairs: inout [(target: ObjectKey, source: ObjectKey)]) {
    for position in positions { pairs.append((targets[position], sources[position])) }
  }

  /// Returns the keys of the rows that refer to `target`, in ascending order.
  package func sources(of target: ObjectKey) -> ArraySlice<ObjectKey> {
    guard let first = targets.first, let last = targets.last, first <= target, target <= last else {
      return []
    }
    let start = targets.firstPosition(notBelow: target)
    var end = start
    while end < targets.count, targets[end] == target { end += 1 }
    return sources[start..<end]
  }
}
