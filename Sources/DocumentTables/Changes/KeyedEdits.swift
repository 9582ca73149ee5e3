/// Contents by the keys of their rows: a list of keys and a list as long of what each of them gets.
package struct KeyedEdits<Content: Sendable>: Sendable {
  package private(set) var keys: [ObjectKey] = []
  package private(set) var contents: [Content] = []

  var isEmpty: Bool { keys.isEmpty }

  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    contents.reserveCapacity(count)
  }

  /// Of several contents of one key the last counts.
  mutating func append(_ key: ObjectKey, _ content: Content) {
    keys.append(key)
    contents.append(content)
  }

  /// Makes the keys ascend, each of them once.
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

  /// The positions of a range of keys, which are in order.
  func positions(in range: ClosedRange<ObjectKey>) -> Range<Int> {
    if keys.isEmpty { return 0..<0 }
    let start = keys.firstPosition(notBelow: range.lowerBound)
    let last = range.upperBound
    return start..<(last == .max ? keys.count : keys.firstPosition(notBelow: last + 1))
  }

  /// The content of a key, which are in order.
  func content(of key: ObjectKey) -> Content? {
    let position = keys.firstPosition(notBelow: key)
    return position < keys.count && keys[position] == key ? contents[position] : nil
  }
}
