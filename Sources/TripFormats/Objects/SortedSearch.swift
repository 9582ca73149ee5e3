extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements at the beginning of a sorted collection that pass a test.
  ///
  /// - Parameter isBefore: Fails for all elements behind one for which it fails.
  /// - Complexity: O(log n).
  func prefixCount(while isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
