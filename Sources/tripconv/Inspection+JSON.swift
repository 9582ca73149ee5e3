import DocumentFile
import DocumentTables

extension Inspection: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, file, fileBytes, format, form, encoding, type, formatVersion, document, schema,
      nextKey,
      rows,
      parts
    case requires, requiresToWrite, volatile, history, migration
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
    try container.encode(file, forKey: .file)
    try container.encode(fileBytes, forKey: .fileBytes)
    try container.encode(FormatName(form, encoding).rawValue, forKey: .format)
    try container.encode(form.rawValue, forKey: .form)
    try container.encode(encoding.rawValue, forKey: .encoding)
    try container.encode(mediaType, forKey: .type)
    try container.encode(header.formatVersion, forKey: .formatVersion)
    try container.encode(UUIDText.text(header.documentID), forKey: .document)
    try container.encode(SchemaSummary(header), forKey: .schema)
    try container.encode(nextKey, forKey: .nextKey)
    try container.encode(rows, forKey: .rows)
    try container.encode(parts, forKey: .parts)
    try container.encode(header.requires, forKey: .requires)
    try container.encode(header.requiresToWrite, forKey: .requiresToWrite)
    try container.encode(volatile.map(VolatileSummary.init), forKey: .volatile)
    try container.encode(
      header.history.map { HistorySummary($0, history) }, forKey: .history)
    try container.encode(MigrationSummary(migration), forKey: .migration)
  }

  private struct SchemaSummary: Encodable {
    struct Fingerprints: Encodable {
      var layout: String
      var model: String
    }

    private enum CodingKeys: String, CodingKey {
      case name, version, fingerprints
    }

    let header: Header

    init(_ header: Header) { self.header = header }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(header.schema.name, forKey: .name)
      try container.encode(header.schema.version?.text, forKey: .version)
      try container.encode(
        Fingerprints(
          layout: header.layoutFingerprint.text, model: header.modelFingerprint.text),
        forKey: .fingerprints)
    }
  }

  private struct VolatileSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
      case generator, revision, parent
    }

    let information: VolatileInformation

    init(_ information: VolatileInformation) { self.information = information }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(information.generator, forKey: .generator)
      try container.encode(information.revision, forKey: .revision)
      try container.encode(information.parent?.text, forKey: .parent)
    }
  }

  private struct HistorySummary: Encodable {
    private enum CodingKeys: String, CodingKey {
      case keeps, transactions, days, bytes, saves, deletedObjectsWithValues
    }

    let policy: HistoryPolicy
    let history: History?

    init(_ policy: HistoryPolicy, _ history: History?) {
      self.policy = policy
      self.history = history
    }

    /// The bounds are null if there is none, the counts for a flat text.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(policy.detail.rawValue, forKey: .keeps)
      try container.encode(policy.transactions, forKey: .transactions)
      try container.encode(policy.days, forKey: .days)
      try container.encode(policy.bytes, forKey: .bytes)
      try container.encode(history?.transactionCount, forKey: .saves)
      try container.encode(
        history?.deletedObjectsWithValues, forKey: .deletedObjectsWithValues)
    }
  }

  private struct MigrationSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
      case needed, versions, problem
    }

    let migration: Migration

    init(_ migration: Migration) { self.migration = migration }

    /// `needed` is null if there is no migration to the current version.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var needed: Bool?
      var versions: [String] = []
      var problem: String?
      switch migration {
      case .current, .foreign: needed = false
      case .along(let path): (needed, versions) = (true, path.map(\.text))
      case .impossible(let words): problem = words
      }
      try container.encode(needed, forKey: .needed)
      try container.encode(versions, forKey: .versions)
      try container.encode(problem, forKey: .problem)
    }
  }
}

extension Inspection.Part: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, rawSize, storedSize, rows
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(rawSize, forKey: .rawSize)
    try container.encode(storedSize, forKey: .storedSize)
    try container.encode(rows, forKey: .rows)
  }
}
