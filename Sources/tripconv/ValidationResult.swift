import DocumentFile

/// The results of validating several files, as JSON.
struct ValidationReport: Encodable {
  /// Increases if the meaning of a member changes.
  let version = 1
  let files: [ValidationResult]

  private enum CodingKeys: String, CodingKey {
    case version, files
  }
}

/// The result of validating one file.
struct ValidationResult: Encodable {
  let file: String
  let findings: [DocumentError]
  /// The error that prevented the check, if any.
  let failure: DocumentError?

  init(file: String, _ findings: [DocumentError]) {
    self.file = file
    // Findings in standard input have no path.
    let named = findings.map { $0.inFile(file) }
    failure = named.first { $0.category != .badData }
    self.findings = named.filter { $0.category == .badData }
  }

  var status: ExitStatus {
    if let failure { return ExitStatus(failure.category) }
    return findings.isEmpty ? .done : .badData
  }

  /// One line for each finding, or a single line if the file is valid.
  var text: String {
    if findings.isEmpty { return "\(DocumentError.printable(file)): valid\n" }
    return findings.map { "\($0)\n" }.joined()
  }

  private enum CodingKeys: String, CodingKey {
    case file, valid, error, findings
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(status == .done, forKey: .valid)
    try container.encode(failure.map(EncodedFinding.init), forKey: .error)
    try container.encode(findings.map(EncodedFinding.init), forKey: .findings)
  }
}

/// A finding as JSON, with separate fields for the rule and the position.
private struct EncodedFinding: Encodable {
  var rule: String
  var message: String
  var part: String?
  var offset: Int?
  var line: Int?
  var column: Int?
  var entity: String?
  var key: Int64?
  var property: String?

  init(_ finding: DocumentError) {
    rule = finding.code.rawValue
    message = finding.message
    part = finding.part
    switch finding.place {
    case .offset(let offset): self.offset = offset
    case .line(let line, let column): (self.line, self.column) = (line, column)
    case nil: break
    }
    entity = finding.entity
    key = finding.key
    property = finding.property
  }
}
