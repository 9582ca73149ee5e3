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
  /// The first doubts about a valid document.
  let doubts: [Doubt]
  /// The number of all doubts.
  let doubtCount: Int
  /// The error that prevented the check, if any.
  let failure: DocumentError?
  private let extent: DocumentFindings.Extent
  private let isStrict: Bool

  /// - Parameter isStrict: Whether a doubt makes a document invalid.
  init(file: String, _ findings: DocumentFindings, _ doubts: TripDoubts, isStrict: Bool) {
    self.file = file
    self.isStrict = isStrict
    extent = findings.extent
    // Findings in standard input have no path.
    let named = findings.map { $0.inFile(file) }
    failure = named.first { $0.category != .badData }
    self.findings = named.filter { $0.category == .badData }
    // What an invalid document states is doubtful anyway, and objects may be missing.
    let isValid = findings.isEmpty && findings.extent == .all
    self.doubts = isValid ? doubts.doubts : []
    doubtCount = isValid ? doubts.count : 0
  }

  var status: ExitStatus {
    if let failure { return ExitStatus(failure.category) }
    return findings.isEmpty && !(isStrict && doubtCount > 0) ? .done : .badData
  }

  /// Returns one line for each finding and each doubt, and a line that says that the file is valid.
  ///
  /// - Parameter isQuiet: Whether to leave out that line.
  func text(_ color: TerminalColor, isQuiet: Bool) -> String {
    let errors = findings.map { Message(.error, $0.words, at: $0.location) }
    let warnings = doubts.map { Message(isStrict ? .error : .warning, $0.words, at: file) }
    let lines = (errors + warnings).map { $0.text(color) }.joined()
    guard status == .done, !isQuiet else { return lines }
    let number = doubtCount == 1 ? ", 1 warning" : doubtCount == 0 ? "" : ", \(doubtCount) warnings"
    return lines + "\(DocumentError.printable(file)): valid\(number)\n"
  }

  /// What was not checked or is not listed; nil if there is nothing.
  var note: Message? {
    let words: String? =
      switch extent {
      case .maximum: "stopped after \(findings.count) errors; there may be more"
      case .readable: "the rest was not checked, because it cannot be read"
      case .records:
        "rules across objects were not checked, because not everything can be read"
      case .opening: nil
      case .all where doubtCount > doubts.count:
        "only the first \(doubts.count) of \(doubtCount) warnings are listed"
      case .all: nil
      }
    return words.map { Message(.note, $0, at: file) }
  }

  private enum CodingKeys: String, CodingKey {
    case file, valid, error, findings, checked, warnings, warningCount
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(status == .done, forKey: .valid)
    try container.encode(failure.map(EncodedFinding.init), forKey: .error)
    try container.encode(findings.map(EncodedFinding.init), forKey: .findings)
    try container.encode(extent.rawValue, forKey: .checked)
    try container.encode(doubts.map(EncodedFinding.init), forKey: .warnings)
    try container.encode(doubtCount, forKey: .warningCount)
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

  init(_ doubt: Doubt) {
    rule = doubt.kind.rawValue
    message = doubt.message
    entity = doubt.entity
    key = doubt.key
    property = doubt.property
  }
}
