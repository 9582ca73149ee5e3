/// Findings up to a number.
final class FindingList {
  let maximum: Int
  private(set) var findings: [DocumentError] = []

  init(maximum: Int) { self.maximum = max(1, maximum) }

  /// Throws the last finding that there is room for, so that nothing looks for more.
  func add(_ finding: DocumentError) throws(DocumentError) {
    guard findings.count < maximum - 1 else { throw finding }
    // An external value that many records share is one finding.
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
