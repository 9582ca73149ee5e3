import Foundation

@testable import tripconv

/// A chain of conversions from a seed: a sample or a generated document is converted up to three
/// times, each time with any of the options of `convert`.
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
  }

  enum Input {
    case sample(URL)
    /// The arguments of the command that makes `input.trips`.
    case generated([String])
  }

  let input: Input
  private(set) var steps: [Step] = []

  init(seed: UInt64, samples: [URL]) {
    var random = SeededRandom(seed: seed)
    if random.chance(75), !samples.isEmpty {
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
    return step
  }
}

extension SeededRandom {
  fileprivate mutating func pick(_ choices: [[String]]) -> [String] {
    element(of: choices, or: [])
  }
}
