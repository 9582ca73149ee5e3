/// Who in a table refers to whom through one column: the indexes of its segments, and which of them
/// to ask for a key.
///
/// Rows usually stand in the order of what they refer to. Segments then span targets that ascend, and
/// few are asked; where they do not, nothing but time is lost.
struct SourceIndex: Sendable {
  private let parts: [InverseIndex]
  /// The highest target of each part and those before it: ascending.
  private let highest: [ObjectKey]
  /// The lowest target of each part and those after it: ascending.
  private let lowest: [ObjectKey]

  init(of segments: [Segment], column: Int) {
    let spans = segments.map { $0.inverseIndex(ofColumn: column) }.compactMap { index in
      index.targetSpan.map { (index: index, span: $0) }
    }
    parts = spans.map(\.index)
    var highest: [ObjectKey] = []
    for (_, span) in spans { highest.append(max(highest.last ?? .min, span.upperBound)) }
    self.highest = highest
    var lowest: [ObjectKey] = []
    for (_, span) in spans.reversed() { lowest.append(min(lowest.last ?? .max, span.lowerBound)) }
    self.lowest = lowest.reversed()
  }

  /// The keys of the rows that refer to `target`, ascending.
  func sources(of target: ObjectKey) -> [ObjectKey] {
    var result: [ObjectKey] = []
    _ = allParts(of: target) { sources in
      result.append(contentsOf: sources)
      return true
    }
    return result
  }

  /// Hands these keys over in parts, ascending, until the function returns false.
  func allParts(of target: ObjectKey, _ body: (ArraySlice<ObjectKey>) -> Bool) -> Bool {
    var low = 0
    var high = highest.count
    while low < high {
      let middle = low + (high - low) / 2
      if highest[middle] < target { low = middle + 1 } else { high = middle }
    }
    while low < parts.count, lowest[low] <= target {
      guard body(parts[low].sources(of: target)) else { return false }
      low += 1
    }
    return true
  }
}
