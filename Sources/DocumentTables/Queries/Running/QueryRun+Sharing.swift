// Segments are searched in parallel if the work is long enough for several threads to pay.
extension QueryRun {
  /// Returns whether segments can be searched independently, and whether that takes long.
  ///
  /// Functions of the caller run on the caller's thread. The evaluation of related objects is kept
  /// for the segments that follow, so it is not shared.
  func paysToShare(_ condition: QueryPlan.Condition, _ hierarchy: Int) -> Bool {
    guard sharing.workers.count > 1, !condition.isOpaque, !condition.isRelated else {
      return false
    }
    let table = tables.tables[hierarchy]
    return table.segments.count > 1
      && table.rowCount >= sharing.leastCost / max(1, condition.cost)
  }

  /// Returns the selected rows of each segment, in the order of the segments.
  func forEachShared(
    of hierarchy: Int, _ condition: QueryPlan.Condition, limit: Int,
    _ body: (RowSelection.Part) -> Void
  ) {
    let shares = shares(of: tables.tables[hierarchy].segments, condition)
    let tables = tables
    let notesSteps = steps != nil
    var rest = limit
    var next = 0
    // Ends when enough rows are found, so that no worker starts on the segments behind them.
    let open = AnyIterator<Range<Int>> {
      guard rest > 0, next < shares.count else { return nil }
      next += 1
      return shares[next - 1]
    }
    Workers.run(sharing.workers) { (workers: inout Workers) in
      workers.forEach(of: open) { share in
        let run = QueryRun(tables, sharing: .none, notesSteps: notesSteps)
        let parts = share.compactMap { position in
          // Only functions of the caller throw, and there are none.
          try? run.part(hierarchy, position, among: .all, condition, limit: limit)
        }
        return (parts: parts, steps: run.steps)
      } _: { _, found in
        noteAll(found.steps)
        for part in found.parts {
          guard let rows = part.rows.first(rest) else { continue }
          rest -= rows.count
          body(RowSelection.Part(segment: part.segment, rows: rows))
        }
      }
    }
  }

  /// Returns runs of segments that take about equally long.
  private func shares(
    of segments: [Segment], _ condition: QueryPlan.Condition
  ) -> [Range<Int>] {
    let rowsOfShare = max(1, sharing.costOfShare / max(1, condition.cost))
    var shares: [Range<Int>] = []
    var start = 0
    var rows = 0
    for (position, segment) in segments.enumerated() {
      rows += segment.count
      guard rows >= rowsOfShare || position == segments.count - 1 else { continue }
      shares.append(start..<position + 1)
      start = position + 1
      rows = 0
    }
    return shares
  }
}
