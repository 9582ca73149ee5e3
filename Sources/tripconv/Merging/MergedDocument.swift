import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import TripFormats
import TripPages

/// The merge of two versions of a document, or of any number of documents.
struct MergedDocument {
  /// A conflict, and the name of the document that is theirs in it.
  struct Conflict {
    let conflict: ThreeWayConflict
    let theirs: String
    /// The names of the documents whose merge is ours.
    let merged: [String]
    /// The title of the object; nil if it has none.
    let title: String?
    /// The schema of the documents.
    let schema: TableSchema
  }

  /// An object that two documents had, and the name of the document that added it.
  struct Join {
    let pair: JoinedDuplicates.Pair
    let theirs: String
  }

  /// An object of the base that the result does not have.
  struct Deletion {
    let deletion: MergeDeletion
    /// The title of the object; nil if it has none.
    let title: String?
    /// Whether a conflict names the object.
    let isConflict: Bool
  }

  /// Ours, with the changes of theirs.
  private(set) var document: OpenedDocument
  private(set) var conflicts: [Conflict] = []
  private(set) var deletions: [Deletion] = []
  /// The objects that two documents had.
  private(set) var joined: [Join] = []
  /// Whether legs, stays and trips that two documents have become one.
  private let joins: Bool
  /// The names of the documents that are merged so far.
  private(set) var names: [String]
  /// The number of changes of each side since the base; without a base, of everything.
  private(set) var changes: [MergeSide: Int] = [:]

  /// Merges documents that have been brought to one schema version.
  ///
  /// - Parameters:
  ///   - base: The version from which both others were made; nil for a union.
  ///   - origin: How the base was found.
  ///   - side: The side to take in conflicts; nil to keep what the base has.
  ///   - joins: Whether legs, stays and trips that both have become one; not with a base.
  /// - Throws: ``CommandFailure`` if the base is no base of both.
  init(
    base: OpenedDocument?, _ ours: OpenedDocument, _ theirs: OpenedDocument,
    origin: MergeBase.Origin = .stated, side: MergeSide?, joins: Bool = false
  ) throws(CommandFailure) {
    self.joins = joins
    document = ours
    names = [ours.name]
    if let base { try BaseRefusal.check(base, ours, theirs, origin) }
    try merge(base: base, theirs, side: side)
  }

  /// Takes the merge of a document with a file of another program.
  ///
  /// The document stays as it is if the merge changed nothing. Its own deletions are not listed.
  init(_ outcome: MergeOutcome, ours: OpenedDocument, theirs: String) {
    document = ours
    joins = false
    names = [ours.name]
    var outcome = outcome
    outcome.deletions.removeAll { $0.side != .theirs }
    take(outcome, theirs: theirs, readers: [outcome.tables, ours.tables], keepsUnchanged: true)
  }

  /// Adds a document to the merged ones.
  ///
  /// - Throws: ``CommandFailure`` if joining needs another schema version that cannot be had.
  mutating func unite(with theirs: OpenedDocument, side: MergeSide?) throws(CommandFailure) {
    try merge(base: nil, theirs, side: side)
  }

  private mutating func merge(
    base: OpenedDocument?, _ theirs: OpenedDocument, side: MergeSide?
  ) throws(CommandFailure) {
    let ours = document.tables
    var outcome = ThreeWayMerge.merge(
      base: base?.tables, ours: ours, theirs: theirs.tables,
      schemas: TripMigration.releasedSchemas
    ) { _ in side }
    if joins {
      do {
        try join(&outcome.tables, ours, theirs: theirs.name)
      } catch {
        throw CommandFailure(error, file: theirs.name)
      }
    }
    take(
      outcome, theirs: theirs.name,
      readers: [outcome.tables, ours, theirs.tables] + (base.map { [$0.tables] } ?? []))
  }

  /// Joins what both documents have, in the schema version that knows it.
  private mutating func join(
    _ tables: inout Tables, _ ours: Tables, theirs: String
  ) throws {
    guard let version = tables.schema.version else {
      throw DocumentError(.notADocument, "its schema has no version, so nothing can be joined")
    }
    var result = tables
    result.history = nil
    if version != TripFormat.schemaVersion {
      result = try TripMigration.convert(result, to: TripFormat.schemaVersion, .carry, .restore)
        .tables
    }
    var known: Set<ObjectKey> = []
    for segment in ours.tables.lazy.flatMap(\.segments) {
      for row in 0..<segment.count { known.insert(segment.keys[row]) }
    }
    let join = try JoinedDuplicates(result) { known.contains($0) }
    guard !join.pairs.isEmpty else { return }
    joined += join.pairs.map { Join(pair: $0, theirs: theirs) }
    result = join.tables
    if version != TripFormat.schemaVersion {
      result = try TripMigration.convert(result, to: version, .carry, .restore).tables
    }
    tables = result
  }

  /// - Parameters:
  ///   - readers: The result, ours, theirs and the base, as far as there are titles in them.
  private mutating func take(
    _ outcome: MergeOutcome, theirs: String, readers: [Tables], keepsUnchanged: Bool = false
  ) {
    let ours = document.tables
    var result = outcome.tables
    result.history = nil
    let isChanged = !keepsUnchanged || !ChangeSet(from: ours, to: result).isEmpty
    if var history = ours.history {
      let changes = ChangeSet(from: ours, to: result)
      if !changes.isEmpty {
        history.record(
          changes, before: ours, fingerprint: ours.schema.modelFingerprint(),
          stamp: HistorySource.current.stamp(author: nil))
      }
      result.history = history
    }
    if isChanged { document = document.replacing(result) }
    changes = outcome.changes
    let readers = readers.map { ObjectReader($0) }
    conflicts += outcome.conflicts.map {
      Conflict(
        conflict: $0, theirs: theirs, merged: names, title: Self.title(of: $0, readers),
        schema: outcome.tables.schema)
    }
    let inConflict = Set(
      outcome.conflicts.filter { $0.kind == .deletion }.compactMap(\.key))
    deletions += outcome.deletions.map { deletion in
      Deletion(
        deletion: deletion,
        title: Self.title(of: deletion.key, deletion.entity, readers.reversed()),
        isConflict: inConflict.contains(deletion.key))
    }
    names.append(theirs)
  }

  /// Migrates the merged document.
  mutating func convert(to version: SchemaVersion) throws {
    do {
      var converted = try TripMigration.convert(document.tables, to: version, .carry, .restore)
      converted.tables.noteMigration(from: document.tables.schema, converted.report)
      document = document.replacing(converted.tables)
    } catch {
      throw CommandFailure(error, file: document.name)
    }
  }

  /// - Parameter readers: The result, ours, theirs and the base.
  private static func title(of conflict: ThreeWayConflict, _ readers: [ObjectReader]) -> String? {
    guard let key = conflict.key, let entity = conflict.entity else { return nil }
    let keys = [key, key, conflict.theirKey ?? key, key]
    return zip(readers, keys).lazy.compactMap { reader, key in
      title(of: key, entity, [reader])
    }.first
  }

  private static func title(
    of key: ObjectKey, _ entity: String, _ readers: [ObjectReader]
  ) -> String? {
    readers.lazy.compactMap { reader -> String? in
      guard let hierarchy = reader.tables.schema.hierarchyIndex(of: entity),
        let object = reader.object(key, hierarchy: hierarchy)
      else { return nil }
      return reader.title(of: object)
    }.first
  }
}
