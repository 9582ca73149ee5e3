import DocumentData

/// `RESULTS.md`: the tables with what one needs to judge them.
struct Results {
  let machine: Machine
  let rows: Int
  var tables: [(series: Series, table: ResultTable)] = []

  var text: String {
    """
    # Results

    Made by `scripts/benchmark --record`, over \(rows) trips. Each figure is the median of several rounds
    in which all ways took turns; the spread is half of the distance between the quartiles, and the
    ratio is how many times as much a peer takes as the job itself, or, where the goal is a part of what
    the peer takes, which part the job takes. Work on files is done by processes
    of their own, which measure the work alone and not their start; figures of one thread are
    processor time, those of two are time on the wall. What is in a figure stands beside the job in
    `Benchmarks/Sources/Benchmarks/Jobs`. Every check is on in each of them.

    Peers have the same trips in the form that is usual for them: structs with `Codable` in one deflated
    text, tables with the indexes that the rules need. Dates are ISO 8601; days and times with zones, which
    Foundation does not have, are texts. What is compared with simdjson and libxml2 is a document's own text;
    they keep nothing of it.

    \(machine.lines.joined(separator: "\n"))

    \(tables.map(section).joined(separator: "\n\n"))

    """
  }

  private func section(_ series: Series, _ table: ResultTable) -> String {
    "## Trips of schema \(series.version)\n\n\(table.text)"
  }
}
