import DocumentTables

/// What an importer did with the content of a foreign file beyond reading it.
///
/// Everything that the format's specification calls data is in the document: in objects, or in extension
/// records that the writer of the same format puts back. The report says where the importer had to decide.
public struct ImportReport: Sendable {
  /// What became of the content that a finding is about.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The value was read by a stated rule, because the file leaves its meaning open or contradicts itself.
    case coerced
    /// The content is in an extension record only.
    case kept
    /// The structure of the trips was derived, because the file does not state it.
    case guessed
    /// The content is not in the document.
    case rejected
  }

  /// One decision of the importer, with its place in the file.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// What the finding is about.
    public let code: Code
    /// The name of the entry, in an archive.
    public let entry: String?
    /// The line in the file or the entry, from 1; 0 if the finding is about the whole of it.
    public let line: Int
    /// The byte in the line, from 1; 0 if the finding is about the whole line.
    public let column: Int
    /// The name of the component or property.
    public let subject: String?
    /// The value or the rule that was applied; may be empty.
    public let detail: String

    /// The message without its place.
    public var words: String {
      (subject.map { "\($0): " } ?? "") + code.words + (detail.isEmpty ? "" : " (\(detail))")
        + " [\(code.rawValue)]"
    }

    /// The place, the name and the value, for a list of findings of one code.
    package var detailWords: String {
      let place = place
      return (place.isEmpty ? "" : place + ": ")
        + [subject ?? "", detail].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The entry, the line and the column; empty if the finding is about the whole file.
    package var place: String {
      var parts = entry.map { [$0] } ?? []
      if line > 0 { parts.append(String(line)) }
      if line > 0, column > 0 { parts.append(String(column)) }
      return parts.joined(separator: ":")
    }

    /// The message with the entry, the line and the column in front.
    public var description: String { place.isEmpty ? words : "\(place): \(words)" }

    init(
      _ code: Code, entry: String? = nil, line: Int = 0, column: Int = 0, subject: String? = nil,
      _ detail: String = ""
    ) {
      self.code = code
      self.entry = entry
      self.line = line
      self.column = column
      self.subject = subject
      // A hostile value must not make the report as large as the file.
      self.detail = String(String.UnicodeScalarView(detail.unicodeScalars.prefix(200)))
    }
  }

  /// The greatest number of ``findings``.
  public static let mostFindings = 10_000

  /// The findings in the order in which they were made, ``mostFindings`` at most.
  public private(set) var findings: [Finding] = []
  /// How many findings of each code there are, with those that ``findings`` leaves out.
  public private(set) var counts: [Code: Int] = [:]
  /// How often each property or component occurs that only extension records keep, by its name.
  public internal(set) var keptNames: [String: Int] = [:]
  /// The number of components that became objects and have no finding.
  public internal(set) var completeComponents = 0
  /// The number of components that became objects and have findings.
  public internal(set) var reportedComponents = 0
  /// The number of components that are not in the document.
  public internal(set) var rejectedComponents = 0

  /// The names of objects that the file cancels, in the order of the file, ``mostFindings`` at most.
  package private(set) var cancelledTitles: [String] = []
  /// The number of objects that the file cancels.
  package private(set) var cancelledObjects = 0

  init() {}

  /// Whether the importer coerced or rejected anything.
  public var isStrictlyRead: Bool {
    counts.keys.allSatisfy { $0.outcome != .coerced && $0.outcome != .rejected }
  }

  mutating func note(_ finding: Finding) {
    counts[finding.code, default: 0] += 1
    if findings.count < Self.mostFindings { findings.append(finding) }
  }

  /// Notes an object that the file cancels.
  mutating func noteCancelled(_ title: String) {
    cancelledObjects += 1
    if cancelledTitles.count < Self.mostFindings { cancelledTitles.append(title) }
  }

  /// Removes the cancelled objects: the report of an update names the new ones.
  mutating func removeCancelled() { (cancelledTitles, cancelledObjects) = ([], 0) }

  /// Puts the findings in the order of the file.
  mutating func sortByPlace() {
    findings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  mutating func append(_ findings: [Finding]) {
    for finding in findings { note(finding) }
  }

  /// Adds the report about a file that lies in this one.
  mutating func add(_ other: ImportReport, ofPart part: String, hasLines: Bool) {
    for finding in other.findings where findings.count < Self.mostFindings {
      findings.append(
        Finding(
          finding.code, entry: [part, finding.entry].compactMap { $0 }.joined(separator: "/"),
          line: hasLines ? finding.line : 0, column: hasLines ? finding.column : 0,
          subject: finding.subject, finding.detail))
    }
    counts.merge(other.counts, uniquingKeysWith: +)
    for (name, count) in other.keptNames { noteKept(name, count) }
    completeComponents += other.completeComponents
    reportedComponents += other.reportedComponents
    rejectedComponents += other.rejectedComponents
  }

  mutating func noteKept(_ name: String, _ count: Int = 1) {
    // Names come from the file, so their number is bounded, and their marks are in order.
    let name = ComparisonText(String(String.UnicodeScalarView(name.unicodeScalars.prefix(80)))).text
    guard keptNames.count < 1000 || keptNames[name] != nil else { return }
    keptNames[name, default: 0] += count
  }
}
