import DocumentTables
import ZipArchive

/// Collects what is wrong with a document instead of stopping at the first thing, as far as what
/// was found leaves a meaning to the rest.
struct DocumentValidation {
  let limits: DocumentLimits
  /// No more findings than this are collected.
  let maximum: Int
  let workers: WorkerCount

  /// The findings in the order in which they were met; empty for a valid document.
  func findings(_ source: any ByteSource) -> [DocumentError] {
    let list = FindingList(maximum: maximum)
    do throws(DocumentError) {
      switch try FileFormat(of: source) {
      case .zip: try validateDocument(source, list)
      case .flat(let encoding): try validateFlat(source, encoding, list)
      }
    } catch {
      list.close(with: error)
    }
    return list.findings
  }

  private func validateDocument(
    _ source: any ByteSource, _ list: FindingList
  ) throws(DocumentError) {
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    let document = try ArchiveEnvelope(source, limits: limits, report: add)
    let (tables, _) = try DocumentReader(document: document, workers: workers, report: add)
      .tables()
    try Self.checkUnread(document, add)
    // With parts missing, references into them would be called dangling.
    guard list.findings.isEmpty else { return }
    try TablesRules(tables).check(maximum: maximum, workers: workers, add)
    try IndexCheck(document: document, workers: workers).run(tables, add)
  }

  /// Parts that reading leaves alone: external values without a reference, and derived parts.
  static func checkUnread(
    _ document: ArchiveEnvelope, _ add: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for part in document.manifest.parts {
      do throws(DocumentError) {
        if let digest = PartName.digest(ofExternal: part.name) {
          _ = try ExternalParts.verified(part, digest, in: document)
        } else if part.policy == .derived {
          _ = try document.contents(of: part)
        }
      } catch {
        try add(error)
      }
    }
  }

  private func validateFlat(
    _ source: any ByteSource, _ encoding: DocumentEncoding, _ list: FindingList
  ) throws(DocumentError) {
    let reader = FlatReader(encoding: encoding, limits: limits)
    let tables = try reader.read(try ReadingFile.wholeBytes(of: source)).tables
    try TablesRules(tables).check(maximum: maximum) { (error) throws(DocumentError) in
      try list.add(error)
    }
  }
}

/// Findings up to a number.
final class FindingList {
  private let maximum: Int
  private(set) var findings: [DocumentError] = []

  init(maximum: Int) { self.maximum = max(1, maximum) }

  /// Throws the last finding that there is room for, so that nobody looks for more.
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
