import DocumentFile
import DocumentTables

/// Reads files of reservations.
///
///     bytes ─► nodes ─► plan, and attachments of an archive
struct ReservationReader {
  var report = ImportReport()
  private(set) var attachments: [KeptPart] = []
  let options: ImportOptions

  private let schema: TripSchema

  init(_ schema: TripSchema, _ options: ImportOptions) {
    self.schema = schema
    self.options = options
  }

  /// Parses a file.
  mutating func content(_ bytes: [UInt8]) throws(DocumentError) -> ReservationContent {
    let zone = try options.zone(.jsonLDMalformed)
    let file = try ReservationFile(bytes, limits: options.limits)
    for (name, error) in file.unread {
      report.note(.init(.unreadEntry, entry: name, "\(error.detail)"))
    }
    let identity =
      options.fallbackName == ImportOptions.unnamed
      ? "sha256:" + Digest(of: bytes).text : options.fallbackName
    return try ReservationContent(
      file, schema, identity: identity, budget: ExpansionBudget(ofFile: bytes.count),
      floating: zone)
  }

  /// The name of a made trip: where its parts lead, or else the file's.
  static func name(of trip: ObjectContent, _ options: ImportOptions) -> String {
    let name = trip.text("name")
    return name.isEmpty ? options.fallbackName : name
  }

  /// The record of a file.
  static func record(
    _ content: ReservationContent, _ key: ObjectKey, folder: String?, _ options: ImportOptions
  ) -> ReservationRecords.File {
    ReservationRecords.File(
      key: key, identity: content.identity, isArchive: content.file.isArchive,
      containers: content.file.tree.containers,
      nodes: content.plan.kept.map { content.file.tree.nodes[$0] },
      entryNames: content.file.entryNames, folder: folder, timeZone: options.timeZone,
      known: content.identities)
  }

  // MARK: Attachments

  /// Makes attachments of the entries of an archive without reservations: passes, documents and settings.
  ///
  /// - Parameters:
  ///   - folder: The beginning of the names of an earlier import; nil for a new one.
  ///   - taken: The attachments that the document has.
  /// - Returns: The beginning of their names; nil if there are none.
  mutating func addAttachments(
    of file: ReservationFile, folder: String? = nil, taken: [KeptPart] = []
  ) -> String? {
    guard !file.otherEntries.isEmpty else { return nil }
    let folder = folder ?? ArchiveFolder.free(besides: taken)
    let possible = Set(AttachmentNames(file.otherEntries.map { folder + $0.name }).possible)
    for (index, (name, bytes)) in file.otherEntries.enumerated() {
      if possible.contains(index) {
        attachments.append(
          KeptPart(name: folder + name, mediaType: Self.mediaType(of: name), bytes: bytes))
        let top = name.utf8.prefix { $0 != UInt8(ascii: "/") }
        report.noteKept(String(decoding: top, as: UTF8.self) + "/")
      } else {
        report.note(
          .init(
            .unkeptEntry, entry: name,
            "a name must be valid, and neither another's but for case nor that of a folder"))
        report.rejectedComponents += 1
      }
    }
    return folder
  }

  private static func mediaType(of name: String) -> String {
    let lower = String(decoding: name.utf8.suffix(8), as: UTF8.self).lowercased()
    let types = [
      ".json": "application/json", ".pdf": "application/pdf", ".png": "image/png",
      ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".html": "text/html", ".txt": "text/plain",
      ".ics": "text/calendar", ".pkpass": "application/vnd.apple.pkpass",
    ]
    return types.first { lower.hasSuffix($0.key) }?.value ?? "application/octet-stream"
  }

  // MARK: Report

  /// Notes what was decided about an item, and counts it.
  mutating func note(_ item: ReservationPlan.Item, _ content: ReservationContent) {
    guard let node = content.nodes(of: item).first else { return }
    let entry = node.place.first.flatMap { content.file.entryNames[$0] }
    for finding in item.findings {
      report.note(
        .init(
          finding.code, entry: entry, line: node.line, column: node.column,
          subject: finding.subject, finding.detail))
    }
    if item.findings.isEmpty {
      report.completeComponents += 1
    } else {
      report.reportedComponents += 1
    }
  }

  /// Notes that a trip was made.
  mutating func noteMade(_ trip: MadeTrip) {
    report.note(.init(.groupedTrip, subject: Self.name(of: trip.content, options)))
  }

  mutating func noteKept(_ node: NodeTree.Node) {
    report.noteKept(node.tree.nodeTypes.first ?? "value")
  }
}
