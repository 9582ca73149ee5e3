/// The references of a table through one column, found by the key that they refer to.
///
/// Holds the inverse indexes of the table's segments, and selects the segments to search for a key.
///
/// Rows are usually in the order of the keys they refer to, so the ranges of targets ascend from
/// segment to segment and few segments need a search. Merged objects, or objects moved to other
/// owners, leave this order and would widen a segment's range to include almost everything, so
/// their references are kept apart as strays, in one index for all segments. If rows are in no
/// order at all, nearly all references are strays.
///
///     segment 1    1 1 2 3 4 … 90         segment 2    3 91 91 92 … 180         apart  3
struct SourceIndex: Sendable {
  private let parts: [InverseIndex]
  /// The range of targets for which each part is searched.
  private let spans: [ClosedRange<ObjectKey>]
  private let strays: InverseIndex
  /// The highest target of each part and all parts before it; ascending.
  private let highest: [ObjectKey]
  /// The lowest target of each part and all parts after it; ascending.
  private let lowest: [ObjectKey]

  init(of segments: [Segment], column: Int) {
    let all = segments.map { $0.inverseIndex(ofColumn: column) }.filter { $0.count > 0 }
    let middles = all.map { $0.middleTarget ?? 0 }
    var parts: [InverseIndex] = []
    var spans: [ClosedRange<ObjectKey>] = []
    var strays: [(target: ObjectKey, source: ObjectKey)] = []
    for (position, index) in all.enumerated() {
      // A part may overlap either neighbour up to the neighbour's median, so no target is in many
      // parts.
      let lower = position == 0 ? .min : middles[position - 1]
      let upper = position + 1 == all.count ? .max : middles[position + 1]
      let body = lower <= upper ? index.positions(of: lower...upper) : 0..<0
      index.append(0..<body.lowerBound, to: &strays)
      index.append(body.upperBound..<index.count, to: &strays)
      guard !body.isEmpty else { continue }
      parts.append(index)
      spans.append(index.span(of: body))
    }
    self.parts = parts
    self.spans = spans
    self.strays = InverseIndex(strays)
    var highest: [ObjectKey] = []
    for span in spans { highest.append(max(highest.last ?? .min, span.upperBound)) }
    self.highest = highest
    var lowest: [ObjectKey] = []
    for span in spans.reversed() { lowest.append(min(lowest.last ?? .max, span.lowerBound)) }
    self.lowest = lowest.reversed()
  }

  /// Returns the keys of the rows that refer to `target`, in ascending order.
  func sources(of target: ObjectKey) -> [ObjectKey] {
    var result: [ObjectKey] = []
    _ = allParts(of: target) { sources in
      result.append(contentsOf: sources)
      return true
    }
    let apart = strays.sources(of: target)
    if !apart.isEmpty {
      result.append(contentsOf: apart)
      result.sort()
    }
    return result
  }

  /// Returns whether `keys`, in ascending order, are exactly the keys of the rows that refer to
  /// `target`.
  func sources(of target: ObjectKey, are keys: [ObjectKey]) -> Bool {
    guard strays.sources(of: target).isEmpty else { return sources(of: target) == keys }
    var rest = keys[...]
    let isPrefix = allParts(of: target) { sources in
      guard rest.starts(with: sources) else { return false }
      rest = rest.dropFirst(sources.count)
      return true
    }
    return isPrefix && rest.isEmpty
  }

  /// Calls `body` with the keys of matching rows, except strays, part by part in ascending order,
  /// until `body` returns false.
  private func allParts(
    of target: ObjectKey, _ body: (ArraySlice<ObjectKey>) -> Bool
  ) -> Bool {
    var low = 0
    var high = highest.count
    while low < high {
      let middle = low + (high - low) / 2
      if highest[middle] < target { low = middle + 1 } else { high = middle }
    }
    while low < parts.count, lowest[low] <= target {
      if spans[low].contains(target), !body(parts[low].sources(of: target)) { return false }
      low += 1
    }
    return true
  }
}
