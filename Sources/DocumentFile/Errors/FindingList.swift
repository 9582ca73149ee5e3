/// A list of findings with a maximum length.
final class FindingList {
  let maximum: Int
  private(set) var findings: [DocumentError] = []
  /// Whether the search stopped because no more findings fit.
  private(set) var isFull = false

  init(maximum: Int) { self.maximum = max(1, maximum) }

  /// Adds a finding, or throws it if it is the last one that fits, so that the search stops.
  func add(_ finding: DocumentError) throws(DocumentError) {
    guard findings.count < maximum - 1 else {
      isFull = true
      throw finding
    }
    // An external value that several records share is reported once.
    if let last = findings.last, last.part == finding.part, last.description == finding.description
    {
      return
    }
    findings.append(finding)
  }

  func close(with finding: DocumentError) {
    findings.append(finding)
  }
}
