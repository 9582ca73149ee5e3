import DocumentData

/// `RESULTS.md`: the table with what one needs to judge it.
struct Results {
  let table: ResultTable
  let rows: Int

  var text: String {
    """
    # Results

    Made by `scripts/benchmark --record`, over \(rows) trips in one process. Each figure is the median
    of several rounds in which all ways took turns; the spread is half of the distance between the
    quartiles, and the ratio is how many times as much a peer takes as the job itself.

    \(Machine().lines.joined(separator: "\n"))

    \(table.text)

    """
  }
}
