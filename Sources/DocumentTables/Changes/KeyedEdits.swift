/// Edits by row key: a list of keys and a list of the same length with the content for each key.
package struct KeyedEdits<Content: Sendable>: Sendable {
  package private(set) var keys: [ObjectKey] = []
  package private(set) var contents: [Content] = []

  var isEmpty: Bool { keys.isEmpty }

  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    contents.reserveCapacity(count)
  }

  /// Adds content for a key.
  ///
  /// If a key occurs several times, the last content wins.
  mutating func append(_ key: ObjectKey, _ content: Content) {
    keys.append(key)
    contents.append(content)
  }

  /// Sorts the keys and keeps only the last content of each key.
  mutating func putInOrder() {
    guard zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) else { return }
    let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    var ordered = KeyedEdits()
    ordered.reserveCapacity(keys.count)
    for (place, index) in order.enumerated() {
      let next = place + 1
      if next < order.count, keys[order[next]] == keys[index] { continue }
      ordered.append(keys[index], contents[index])
    }
    self = ordered
  }

  /// Returns the positions of a range of keys.
  ///
  /// The keys must be in order.
  func positions(in range: ClosedRange<ObjectKey>) -> Range<Int> {
    if keys.isEmpty { return 0..<0 }
    let start = keys.firstPosition(notBelow: range.lowerBound)
    let last = range.upperBound
    return start..<(last == .max ? keys.count : keys.firstPosition(notBelow: last + 1))
  }

  /// Returns the content for a key; nil if there is none.
  ///
  /// The keys must be in order.
  func content(of key: ObjectKey) -> Content? {
    let position = keys.firstPosition(notBelow: key)
    return position < keys.count && keys[position] == key ? contents[position] : nil
  }
}
