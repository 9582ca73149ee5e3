/// The arguments of the program.
struct Options {
  static let usage = """
    usage: Benchmarks [--rows N] [--series NAME] [--subject NAME] [--only WORDS] [--long] [--record FILE | --smoke]
                      [--documents FOLDER] [--tripconv FILE] [--peers FILE] [--peers-package FOLDER]
      --rows N              how many trips (1000000)
      --series NAME         newest or 4.0.0: only documents of that version of the trips (both)
      --subject NAME        one of the subjects: \(Subject.all.map(\.name).joined(separator: ", "))
      --only WORDS          the jobs whose name contains the words
      --long                the jobs as well that take a quarter of an hour and 20 GB of disk
      --record FILE         writes the table to a file, with date, processor and versions
      --smoke               few rows, one round: only shows that every job still runs
      --documents FOLDER    where generated documents are kept and looked for; else they are
                            temporary
      --tripconv FILE       the converter, if not beside this program
      --peers FILE          the program of the peers, from the package in --peers-package
    """

  struct Misuse: Error {}

  private(set) var rows = 1_000_000
  private(set) var series = Series.allCases
  private(set) var isSmoke = false
  private(set) var isLong = false
  private(set) var recordPath: String?
  private(set) var documents: String?
  private(set) var tripconv: String?
  private(set) var peers: String?
  private(set) var peersPackage: String?
  private var subject: String?
  private var only: String?

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--smoke":
        isSmoke = true
        rows = 2_000
      case "--long": isLong = true
      case "--rows":
        guard let value = Int(try Self.value(&arguments)), value >= 100 else { throw Misuse() }
        rows = value
      case "--series":
        guard let value = Series(rawValue: try Self.value(&arguments)) else { throw Misuse() }
        series = [value]
      case "--subject":
        let value = try Self.value(&arguments)
        guard Subject.all.contains(where: { $0.name == value }) else { throw Misuse() }
        subject = value
      case "--only": only = try Self.value(&arguments)
      case "--record": recordPath = try Self.value(&arguments)
      case "--documents": documents = try Self.value(&arguments)
      case "--tripconv": tripconv = try Self.value(&arguments)
      case "--peers": peers = try Self.value(&arguments)
      case "--peers-package": peersPackage = try Self.value(&arguments)
      default: throw Misuse()
      }
    }
  }

  private static func value(_ arguments: inout ArraySlice<String>) throws(Misuse) -> String {
    guard let value = arguments.popFirst() else { throw Misuse() }
    return value
  }

  func wants(_ subject: Subject, of series: Series) -> Bool {
    if !subject.isAboutDocuments && series != self.series.first { return false }
    return self.subject.map { subject.name == $0 } ?? (isLong || isSmoke || !subject.isLong)
  }

  func wants(_ job: Job) -> Bool { only.map { job.name.contains($0) } ?? true }
}
