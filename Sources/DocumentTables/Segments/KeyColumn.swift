/// The keys of a segment's rows, in ascending order.
@usableFromInline
package enum KeyColumn: Hashable, Sendable {
  /// Consecutive keys: `first`, `first + 1`, ….
  case consecutive(first: ObjectKey, count: Int)
  case list([ObjectKey])

  /// Stores ascending keys in the form that needs the least memory.
  package init(ascending keys: [ObjectKey]) {
    if let first = keys.first, let last = keys.last,
      last.subtractingReportingOverflow(first) == (ObjectKey(keys.count - 1), false)
    {
      self = .consecutive(first: first, count: keys.count)
    } else {
      self = .list(keys)
    }
  }

  @inlinable package var count: Int {
    switch self {
    case .consecutive(_, let count): count
    case .list(let keys): keys.count
    }
  }

  @inlinable package subscript(row: Int) -> ObjectKey {
    switch self {
    case .consecutive(let first, _): first + ObjectKey(row)
    case .list(let keys): keys[row]
    }
  }

  package var first: ObjectKey? { count == 0 ? nil : self[0] }
  package var last: ObjectKey? { count == 0 ? nil : self[count - 1] }

  /// Returns the row of a key in constant or logarithmic time; nil if there is none.
  package func row(of key: ObjectKey) -> Int? {
    let row = firstRow(notBelow: key)
    return row < count && self[row] == key ? row : nil
  }

  /// Returns the first row whose key is not below the given key; the row count if there is none.
  package func firstRow(notBelow key: ObjectKey) -> Int {
    switch self {
    case .consecutive(let first, let count):
      return key <= first ? 0 : Int(clamping: min(ObjectKey(count), key.subtractingClamped(first)))
    case .list(let keys): return keys.firstPosition(notBelow: key)
    }
  }
}

extension Int64 {
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? Int64.max : difference
  }
}
