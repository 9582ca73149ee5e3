/// The rows of one segment in the natural order of one column's values.
struct SortedRows: Sendable {
  /// The rows: first those that are nil, then the others by value.
  ///
  /// Rows with equal values are in ascending order.
  let rows: [UInt32]
  let nullCount: Int

  /// Returns the positions of the values that pass both tests.
  ///
  /// The first test must hold from some position to the end. From there, the second must hold up to
  /// some position and not after it.
  func positions(
    _ isAboveLower: (Int) -> Bool, _ isBelowUpper: (Int) -> Bool
  ) -> Range<Int> {
    let start = firstPosition(from: nullCount, where: isAboveLower)
    return start..<firstPosition(from: start) { !isBelowUpper($0) }
  }

  private func firstPosition(from start: Int, where passes: (Int) -> Bool) -> Int {
    var low = start
    var high = rows.count
    while low < high {
      let middle = low + (high - low) / 2
      if passes(Int(rows[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
