/// The rows of one segment in the natural order of one column's values.
struct SortedRows: Sendable {
  /// Those that hold nil come first; rows that are alike ascend.
  let rows: [UInt32]
  let nullCount: Int

  /// The positions of the values that pass both; the first holds from some position on, the second,
  /// from there, up to one.
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
