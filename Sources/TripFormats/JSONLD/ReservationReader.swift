import DocumentFile
import DocumentTables

/// Reads files of reservations as tables of the trip schema.
///
///     bytes ─► nodes ─► plan ─► objects and extension records ─► tables
struct ReservationReader {
  private(set) var rejected: [UInt8]?
  var report = ImportReport()
  private(set) var objects: [TripObject] = []
  private(set) var extensions: [ExtensionRecord] = []
  private(set) var attachments: [KeptPart] = []
  /// The keys for what is read.
  var keys: ObjectKeys

  private let schema: TripSchema
  let options: ImportOptions

  /// Reads a file.
  ///
  /// - Throws: `json-ld-malformed`, `limit-json-ld-bytes`, `limit-objects`, or the codes of zip archives.
  static func tables(
    _ bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions, documentID: UInt128
  ) throws(DocumentError) -> (tables: Tables, report: ImportReport, rejected: [UInt8]?) {
    var reader = ReservationReader(schema, options)
    let content = try reader.content(bytes)
    // A graph without nodes is what a document without trips becomes.
    let isEmpty = content.file.tree.nodes.isEmpty
    guard !content.plan.items.isEmpty || content.file.isArchive || isEmpty else {
      throw DocumentError(
        .jsonLDMalformed, "it has no reservation, event or trip of schema.org")
    }
    try reader.add(content)
    var tables = schema.tables(
      of: reader.objects, documentID: documentID, nextKey: reader.keys.next,
      extensions: reader.extensions)
    tables.keptParts = reader.attachments.sorted { utf8Precedes($0.name, $1.name) }
    return (tables, reader.report, reader.rejected)
  }

  init(_ schema: TripSchema, _ options: ImportOptions, nextKey: ObjectKey = 1) {
    self.schema = schema
    self.options = options
    keys = ObjectKeys(next: nextKey, limits: options.limits)
  }

  /// Parses a file.
  mutating func content(_ bytes: [UInt8]) throws(DocumentError) -> ReservationContent {
    var zone: KnownZone?
    if let name = options.timeZone {
      guard let known = KnownZone(name) else {
        throw DocumentError(
          .jsonLDMalformed, "\(name) is not a time zone, such as Europe/Lisbon or +02:00")
      }
      zone = known
    }
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

  // MARK: Objects

  private mutating func add(_ content: ReservationContent) throws(DocumentError) {
    let plan = content.plan
    let fileKey = try keys.take()
    var owners: [ReservationPlan.Trip: ObjectKey] = [:]
    var order: [Int] = []
    for (index, item) in plan.items.enumerated() where schema.isTrip(item.entity) {
      owners[.item(index)] = try keys.take()
      order.append(index)
    }
    for index in plan.made.indices { owners[.made(index)] = try keys.take() }
    for (index, trip) in plan.made.enumerated() {
      guard let key = owners[.made(index)] else { continue }
      try add(trip, key, content, identity: Self.identity(ofMade: index, content))
    }
    for index in order {
      guard let key = owners[.item(index)] else { continue }
      try add(plan.items[index], key, nil, content, trip: nil)
    }
    for (index, item) in plan.items.enumerated() where owners[.item(index)] == nil {
      let trip = item.trip.flatMap { owners[$0] }
      try add(item, try keys.take(), trip, content, trip: Self.identity(of: item.trip, content))
    }
    for index in plan.kept { noteKept(content.file.tree.nodes[index]) }
    let folder = addAttachments(of: content.file)
    extensions.append(Self.record(content, fileKey, folder: folder, options).record)
  }

  private mutating func add(
    _ trip: MadeTrip, _ key: ObjectKey, _ content: ReservationContent, identity: String
  ) throws(DocumentError) {
    noteMade(trip)
    var values = trip.content.values
    values["name"] = .text(Self.name(of: trip.content, options))
    objects.append(TripObject(entity: "Trip", key: key, values: values))
    for person in trip.content.participants {
      objects.append(person.object(try keys.take(), of: key))
    }
    extensions.append(
      ReservationRecords.Object(
        key: try keys.take(), anchor: key, file: content.identity, nodes: [],
        identities: [identity], trip: nil,
        made: MadeFields(
          ObjectContent(values: values, participants: trip.content.participants), of: "Trip",
          schema)
      ).record)
  }

  private mutating func add(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ tripKey: ObjectKey?,
    _ content: ReservationContent, trip: String?
  ) throws(DocumentError) {
    note(item, content)
    if item.content.object.isCancelled { report.noteCancelled(item.title) }
    objects.append(
      TripObject(
        entity: item.entity, key: key, trip: tripKey, values: item.content.object.values))
    if schema.isTrip(item.entity) {
      for person in item.content.object.participants {
        objects.append(person.object(try keys.take(), of: key))
      }
    }
    extensions.append(
      ReservationRecords.Object(
        key: try keys.take(), anchor: key, file: content.identity, nodes: content.nodes(of: item),
        identities: item.identities, trip: trip,
        made: MadeFields(item.content.object, of: item.entity, schema)
      ).record)
  }

  /// The name of a made trip: where its parts lead, or else the file's.
  static func name(of trip: ObjectContent, _ options: ImportOptions) -> String {
    let name = trip.text("name")
    return name.isEmpty ? options.fallbackName : name
  }

  /// The identity of a made trip: no node states it, so it is a number in its file.
  private static func identity(ofMade index: Int, _ content: ReservationContent) -> String {
    "made:\(content.identity):\(index + 1)"
  }

  /// The identity of the trip of an item.
  private static func identity(
    of trip: ReservationPlan.Trip?, _ content: ReservationContent
  ) -> String? {
    switch trip {
    case .item(let index)?: content.plan.items[index].identities.first
    case .made(let index)?: identity(ofMade: index, content)
    case nil: nil
    }
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
