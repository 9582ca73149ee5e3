/// The cells that can say one thing, of which the first that is filled counts.
struct CSVCells: Sendable {
  /// In the order in which they count.
  private(set) var inOrder: [Int] = []
  /// In the order of the row, with their places in the other order.
  private var inRow: [(cell: Int, rank: Int)] = []
  /// Whether both orders are the same.
  private var isAscending = true

  /// Adds a cell that counts after those before.
  mutating func append(_ cell: Int) {
    if let last = inOrder.last, last >= cell { isAscending = false }
    inRow.append((cell, inOrder.count))
    inOrder.append(cell)
  }

  /// Call this after the last cell.
  mutating func finish() {
    if !isAscending { inRow.sort { $0.cell < $1.cell } }
  }

  /// Returns the cell that counts.
  ///
  /// A row may be far shorter than the header, so only the cells that it has are looked at.
  func first(in row: CSVRecordStream, where isFilled: (Int) -> Bool) -> Int? {
    var best: (cell: Int, rank: Int)?
    for entry in inRow {
      guard entry.cell < row.cells.count else { break }
      guard entry.rank < best?.rank ?? .max, isFilled(entry.cell) else { continue }
      if isAscending { return entry.cell }
      best = entry
    }
    return best?.cell
  }

  /// Whether a row has any of the cells.
  func isReached(by row: CSVRecordStream) -> Bool {
    inRow.first.map { $0.cell < row.cells.count } ?? false
  }
}
