/// The figures of one job: of each candidate, one for each round.
struct JobRun {
  let job: Job
  let statistics: [Statistics]

  /// Measures every candidate once in each round, so that what slows the machine for a while slows
  /// all of them; the round before the first only warms up.
  init(_ job: Job, rounds: Int) throws {
    var values = [[Double]](repeating: [], count: job.candidates.count)
    for round in 0...rounds {
      for (index, candidate) in job.candidates.enumerated() {
        let value = try candidate.measure()
        if round > 0 { values[index].append(value) }
      }
    }
    self.job = job
    statistics = values.map(Statistics.init)
  }

  /// How many times as much a peer takes as the job itself.
  func ratio(of index: Int) -> Double? {
    guard index > 0, statistics[0].median > 0 else { return nil }
    return statistics[index].median / statistics[0].median
  }

  var isGoalReached: Bool? { job.goal?.isReached(by: statistics) }
}
