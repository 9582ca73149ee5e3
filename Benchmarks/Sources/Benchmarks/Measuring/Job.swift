/// One thing to measure, and what it is compared with.
struct Job {
  let name: String
  let unit: Unit
  let goal: Goal?
  /// The first is the job itself; the others are its peers.
  var candidates: [Candidate]
  /// How often to go round; some jobs take long, or give the same figure every time.
  let rounds: Int
  /// Whether a round goes before those that count.
  let warmsUp: Bool

  init(
    _ name: String, in unit: Unit, goal: Goal? = nil, rounds: Int = 9, warmsUp: Bool = true,
    _ candidates: Candidate...
  ) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.rounds = rounds
    self.warmsUp = warmsUp
    self.candidates = candidates
  }
}

/// One way to do a job: what it is called, and one measurement of it in the job's unit.
struct Candidate {
  let name: String
  /// Throws ``Unavailable`` where this way cannot be gone on this machine.
  let measure: () throws -> Double
}

/// What a figure of a job counts; less is better, of every one of them.
enum Unit: String {
  case nanoseconds = "ns"
  case milliseconds = "ms"
  case bytes = "B"
  case megabytes = "MB"
  case objects
}

/// A way that cannot be gone here, and why.
struct Unavailable: Error {
  let reason: String
}
