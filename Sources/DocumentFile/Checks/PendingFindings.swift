import DocumentTables

/// The first findings of one rule, in the order of objects; the entity names of the objects are
/// looked up only for these.
struct PendingFindings: Sendable {
  struct Finding: Sendable {
    var rule: TableFinding.Rule
    var key: ObjectKey
    /// The order among the findings of one object.
    var position: Int
    var detail: String

    init(_ breach: TableFinding.Breach, key: ObjectKey, position: Int) {
      rule = breach.rule
      detail = breach.detail
      self.key = key
      self.position = position
    }
  }

  private let limit: Int
  private var findings: [Finding] = []
  /// The object and position of the last wanted finding, once enough findings are known; later ones
  /// are ignored.
  private var last: (key: ObjectKey, position: Int)?

  init(limit: Int) { self.limit = limit }

  mutating func add(_ breach: TableFinding.Breach, _ key: ObjectKey, position: Int = 0) {
    if isPast(key, position) { return }
    add(Finding(breach, key: key, position: position))
  }

  mutating func add(_ finding: Finding) {
    if isPast(finding.key, finding.position) { return }
    findings.append(finding)
    if findings.count >= 2 * limit + 1000 { order() }
  }

  private func isPast(_ key: ObjectKey, _ position: Int) -> Bool {
    last.map { $0 <= (key, position) } ?? false
  }

  private mutating func order() {
    // Findings of the same object and position keep their order.
    let sorted = findings.enumerated().sorted {
      ($0.element.key, $0.element.position, $0.offset)
        < ($1.element.key, $1.element.position, $1.offset)
    }
    findings = sorted.prefix(max(0, limit)).map(\.element)
    if findings.count >= limit { last = findings.last.map { ($0.key, $0.position) } }
  }

  /// Returns the first findings in order.
  mutating func first() -> [Finding] {
    order()
    return findings
  }
}
