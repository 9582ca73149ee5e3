/// Who in a table refers to whom through one column: the indexes of its segments, and which of them
/// to ask for a key.
///
/// Rows usually stand in the order of what they refer to: segments span targets that ascend, and few
/// are asked. Some stray from it, where objects were merged or moved to other owners, and would make a
/// segment span everything; these are kept apart, all segments' together. Where rows stand in no order
/// at all, nearly all do.
///
///     segment 1    1 1 2 3 4 … 90         segment 2    3 91 91 92 … 180         apart  3
struct SourceIndex: Sendable {
  private let parts: [InverseIndex]
  /// The targets for which each part is asked.
  private let spans: [ClosedRange<ObjectKey>]
  private let strays: InverseIndex
  /// The highest target of each part and those before it: ascending.
  private let highest: [ObjectKey]
  /// The lowest target of each part and those after it: ascending.
  private let lowest: [ObjectKey]

  init(of segments: [Segment], column: Int) {
    let all = segments.map { $0.inverseIndex(ofColumn: column) }.filter { $0.count > 0 }
    let middles = all.map { $0.middleTarget ?? 0 }
    var parts: [InverseIndex] = []
    var spans: [ClosedRange<ObjectKey>] = []
    var strays: [(target: ObjectKey, source: ObjectKey)] = []
    for (position, index) in all.enumerated() {
      // Half of a part may lie among either neighbour's: no target is then in many parts.
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

  /// The keys of the rows that refer to `target`, ascending.
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

  /// Whether these keys, ascending, are all that refer to `target`.
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

  /// Hands the keys of rows that do not stray over in parts, ascending, until the function returns
  /// false.
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
