import Foundation

@testable import tripconv

/// A chain of conversions from a seed: a sample, a generated document or a file of another program is
/// converted up to three times, each time with any of the options of `convert`.
///
/// Each file that the converter writes is the input of the next step, so files of other programs
/// come back.
struct ConversionChain {
  /// One conversion.
  struct Step {
    var arguments: [String]
    /// The name of the file to write.
    var output: String
    /// Whether the output is a document, and not a file of another program.
    var isDocument: Bool
    /// Whether the options leave the content of a document as it is, so that they can be refused for
    /// no document.
    var keepsContent: Bool
    /// Whether they also leave what a document carries for other versions.
    var keepsRemains: Bool
    /// Whether standard input and standard output take the place of the files.
    var readsStandardInput = false
    var writesStandardOutput = false

    /// The name of a file beside the output, by the option that asks for it.
    func file(of option: String) -> String? {
      arguments.firstIndex(of: option).map { arguments[$0 + 1] }
    }
  }

  enum Input {
    case sample(URL)
    /// The arguments of the command that makes `input.trips`.
    case generated([String])
    case foreign(ForeignInput)
  }

  let input: Input
  private(set) var steps: [Step] = []

  init(seed: UInt64, samples: [URL]) {
    var random = SeededRandom(seed: seed)
    if random.chance(30) {
      input = .foreign(ForeignInput(&random))
    } else if random.chance(70), !samples.isEmpty {
      input = .sample(samples[random.number(below: samples.count)])
    } else {
      input = .generated([
        "generate", "--seed", "\(seed)", "--trips", "\(random.number(below: 31))",
        "--schema-version", "\(1 + random.number(below: 5)).0.0", "-o", "input.trips",
      ])
    }
    for number in 0...random.number(below: 3) {
      steps.append(Self.step(number, &random))
    }
  }

  private static let documents = [
    ("trips-json", ".trips"), ("trips-xml", ".trips"), ("flat-json", ".trips.json"),
    ("flat-xml", ".trips.xml"),
  ]
  private static let others = [
    ("icalendar", ".ics"), ("json-ld", ".jsonld"), ("itinerary", ".itinerary"), ("csv", ".csv"),
    ("sqlite", ".sqlite"),
  ]

  private static func step(_ number: Int, _ random: inout SeededRandom) -> Step {
    let isDocument = random.chance(75)
    let (format, suffix) = random.element(
      of: isDocument ? documents : others, or: ("flat-json", ".trips.json"))
    var step = Step(
      arguments: ["--to", format], output: "step\(number)\(suffix)", isDocument: isDocument,
      keepsContent: isDocument, keepsRemains: true)
    if suffix == ".trips" {
      step.arguments += random.pick([
        [], ["--store"], ["--level", "autosave"], ["--level", "default"], ["--level", "export"],
      ])
    }
    if isDocument {
      let keeps = random.chance(33)
      step.keepsContent = keeps
      step.arguments +=
        keeps
        ? ["--keep-version"]
        : random.pick([[]] + (1...5).map { ["--schema-version", "\($0).0.0"] })
      if random.chance(50) {
        step.arguments.append("--drop-lost")
        step.keepsRemains = false
      }
    }
    let history = random.pick([[], ["--with-history"], ["--without-history"]])
    if history == ["--without-history"] { step.keepsRemains = false }
    step.arguments += history
    if random.chance(33) {
      step.keepsContent = false
      step.arguments += random.pick([
        ["--trip", "a"], ["--trip", "e"], ["--where", "name>=M"], ["--where", "name<M"],
        ["--from", "2000"], ["--until", "2025"], ["--from", "1831", "--until", "1835-06"],
      ])
    }
    addRareOptions(to: &step, number, &random)
    return step
  }

  private static func addRareOptions(
    to step: inout Step, _ number: Int, _ random: inout SeededRandom
  ) {
    if random.chance(30) { step.arguments += ["--loss-report", "losses\(number).json"] }
    if random.chance(15), !step.arguments.contains("--drop-lost") {
      step.arguments.append("--fail-on-loss")
    }
    if random.chance(15) {
      step.arguments.append("--no-restore")
      step.keepsRemains = false
    }
    if random.chance(30) { step.arguments += ["--reject", "rejected\(number)"] }
    if random.chance(15) { step.arguments.append("--strict") }
    if random.chance(20) {
      step.arguments += ["--time-zone", random.element(of: zones, or: "Etc/UTC")]
    }
    if random.chance(10) {
      step.arguments += random.pick([
        ["--columns", "name,start,end"], ["--columns", "name,,notes"],
        ["--columns", "start,end,name,x"],
      ])
    }
    if random.chance(15) {
      step.arguments += random.pick([
        ["--limit", "depth=64"], ["--limit", "objects=5"], ["--limit", "text-length=20"],
        ["--limit", "file-bytes=1Ki"], ["--limit", "total-bytes=64Ki"],
      ])
      step.keepsContent = false
    }
    step.readsStandardInput = random.chance(10)
    step.writesStandardOutput = random.chance(10)
  }

  private static let zones = ["Europe/Lisbon", "Asia/Kathmandu", "America/St_Johns", "Etc/UTC"]
}

extension SeededRandom {
  fileprivate mutating func pick(_ choices: [[String]]) -> [String] {
    element(of: choices, or: [])
  }
}
