/// The figures of one job: of each candidate, one for each round.
struct JobRun {
  let job: Job
  /// Nil for a candidate that is not available.
  let statistics: [Statistics?]
  /// Why a candidate is not.
  let reasons: [String?]
  private(set) var hasFailed = false

  /// Measures every candidate once in each round, so that what slows the machine for a while slows
  /// all of them; the round before the first only warms up.
  init(_ job: Job, rounds: Int, warmsUp: Bool) {
    self.job = job
    var values = [[Double]](repeating: [], count: job.candidates.count)
    var reasons = [String?](repeating: nil, count: job.candidates.count)
    for round in (warmsUp ? 0 : 1)...rounds {
      for (index, candidate) in job.candidates.enumerated() where reasons[index] == nil {
        do {
          let value = try candidate.measure()
          if round > 0 { values[index].append(value) }
        } catch let missing as Unavailable {
          reasons[index] = missing.reason
        } catch {
          // The other jobs go on; the program's exit code tells.
          Progress.say("\(job.name), \(candidate.name): \(error)")
          reasons[index] = "FAILED"
          hasFailed = true
        }
      }
    }
    self.reasons = reasons
    statistics = values.map { $0.isEmpty ? nil : Statistics($0) }
  }

  /// How many times as much a peer takes as the job itself.
  func ratio(of index: Int) -> Double? {
    guard index > 0, let own = statistics[0]?.median, own > 0, let peer = statistics[index]?.median
    else { return nil }
    return peer / own
  }

  var isGoalReached: Bool? { job.goal?.isReached(by: statistics) }
}
