/// The figures of all jobs as a table that is Markdown and reads well as it is.
struct ResultTable {
  /// Whether figures are held against their goals.
  let isJudged: Bool
  private var rows: [[String]] = []

  init(isJudged: Bool) { self.isJudged = isJudged }

  static let header = ["job", "way", "median", "spread", "ratio", "goal", ""]

  mutating func add(_ run: JobRun) {
    for (index, candidate) in run.job.candidates.enumerated() {
      let statistics = run.statistics[index]
      rows.append([
        index == 0 ? run.job.name : "",
        candidate.name,
        statistics.map { "\(Self.number($0.median)) \(run.job.unit.rawValue)" }
          ?? run.reasons[index] ?? "",
        statistics.flatMap { $0.count > 1 ? "±\(Self.percentage($0.spread)) %" : nil } ?? "",
        run.ratio(of: index).map { Self.words(ratio: $0, run.job.goal) } ?? "",
        index == 0 && isJudged ? Self.words(run.job.goal, run.job.unit) : "",
        index == 0 && isJudged ? Self.verdict(on: run) : "",
      ])
    }
  }

  private static func verdict(on run: JobRun) -> String {
    run.isGoalReached.map { $0 ? "reached" : "MISSED" } ?? (run.job.goal == nil ? "" : "open")
  }

  private static func words(_ goal: Goal?, _ unit: Unit) -> String {
    switch goal {
    case .atMost(let limit): "≤ \(number(limit)) \(unit.rawValue)"
    case .timesFaster(let ratio): "≥ \(number(ratio)) ×"
    case .atMostPart(let part): "≤ \(number(part)) of it"
    case nil: ""
    }
  }

  /// Turned round where the goal is a part of what the peer takes.
  private static func words(ratio: Double, _ goal: Goal?) -> String {
    if case .atMostPart = goal { return "\(number(1 / ratio)) of it" }
    return "\(number(ratio)) ×"
  }

  private static func percentage(_ part: Double) -> String {
    let value = (part * 1000).rounded() / 10
    return value < 0.1 ? "0" : number(value)
  }

  /// Three digits that count.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    let digits = size >= 100 || size == size.rounded() ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
    let factor = [1.0, 10, 100, 1_000, 10_000][digits]
    let rounded = (value * factor).rounded() / factor
    return digits == 0 ? "\(Int64(rounded))" : "\(rounded)"
  }

  var text: String {
    let all = [Self.header] + rows
    let widths = Self.header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rules = widths.map { String(repeating: "-", count: $0 + 2) }
    let rule = "|" + rules.joined(separator: "|") + "|"
    return ([line(Self.header), rule] + rows.map(line)).joined(separator: "\n")
  }
}
