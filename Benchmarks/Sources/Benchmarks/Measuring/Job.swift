/// One thing to measure, and what it is compared with.
struct Job {
  let name: String
  let unit: Unit
  let goal: Goal?
  /// The first is the job itself; the others are its peers.
  let candidates: [Candidate]
  /// How often to go round; some jobs take long, or give the same figure every time.
  let rounds: Int

  init(
    _ name: String, in unit: Unit, goal: Goal? = nil, rounds: Int = 9, _ candidates: Candidate...
  ) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.rounds = rounds
    self.candidates = candidates
  }
}

/// One way to do a job: what it is called, and one measurement of it in the job's unit.
struct Candidate {
  let name: String
  let measure: () throws -> Double
}

/// What a figure of a job counts; less is better, of every one of them.
enum Unit: String {
  case nanoseconds = "ns"
  case milliseconds = "ms"
  case bytes = "B"
  case objects
}

/// What a job is to reach; a ratio is taken of medians of one run.
enum Goal {
  case atMost(Double)
  /// How many times as much its first peer takes.
  case timesFaster(Double)

  func isReached(by statistics: [Statistics]) -> Bool {
    switch self {
    case .atMost(let limit): (statistics.first?.median).map { $0 <= limit } ?? false
    case .timesFaster(let ratio):
      statistics.count > 1 && statistics[1].median >= statistics[0].median * ratio
    }
  }
}
