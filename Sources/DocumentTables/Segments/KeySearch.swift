extension [ObjectKey] {
  /// Returns the first position whose key is not below the given key; the count if there is none.
  ///
  /// The keys must be in ascending order.
  ///
  /// Keys of one table are usually evenly spaced, so an interpolated guess is close, and steps of
  /// doubling length find the position. For other keys, the search takes at most about twice the
  /// steps of a binary search.
  func firstPosition(notBelow key: ObjectKey) -> Int {
    guard let first, let last, first < key else { return 0 }
    guard key <= last else { return count }
    // From here on, the key at `low` is below the given key and the key at `high` is not.
    var low = 0
    var high = count - 1
    let span = Double(last) - Double(first)
    let part = span > 0 ? Swift.min(1, (Double(key) - Double(first)) / span) : 0
    let guess = Int(part * Double(high))
    var step = 1
    if self[guess] < key {
      low = guess
      while step < high - low {
        guard self[low + step] < key else {
          high = low + step
          break
        }
        low += step
        step *= 2
      }
    } else {
      high = guess
      while step < high - low {
        guard self[high - step] >= key else {
          low = high - step
          break
        }
        high -= step
        step *= 2
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self[middle] < key { low = middle } else { high = middle }
    }
    return high
  }
}
