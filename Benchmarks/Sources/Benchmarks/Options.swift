/// The arguments of the program.
struct Options {
  static let usage = """
    usage: Benchmarks [--rows N] [--only WORDS] [--record FILE | --smoke]
      --rows N       how many trips (1000000)
      --only WORDS   the jobs whose name contains the words
      --record FILE  writes the table to a file, with date, processor and versions
      --smoke        few rows, one round: only shows that every job still runs
    """

  struct Misuse: Error {}

  private(set) var rows = 1_000_000
  private(set) var isSmoke = false
  private(set) var recordPath: String?
  private var only: String?

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--smoke":
        isSmoke = true
        rows = 2_000
      case "--rows":
        guard let value = arguments.popFirst().flatMap({ Int($0) }), value >= 100 else {
          throw Misuse()
        }
        rows = value
      case "--only":
        guard let value = arguments.popFirst() else { throw Misuse() }
        only = value
      case "--record":
        guard let value = arguments.popFirst() else { throw Misuse() }
        recordPath = value
      default: throw Misuse()
      }
    }
  }

  func wants(_ job: Job) -> Bool { only.map { job.name.contains($0) } ?? true }
}
