import DocumentData

/// `RESULTS.md`: the table with what one needs to judge it.
struct Results {
  let table: ResultTable
  let machine: Machine
  let rows: Int

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

    Peers have the same trips in the form that is usual for them: structs with `Codable` and ISO 8601
    dates in one deflated text, tables with the indexes that the rules need. What is compared with
    simdjson and libxml2 is a document's own text; they keep nothing of it.

    \(machine.lines.joined(separator: "\n"))

    \(table.text)

    """
  }
}
