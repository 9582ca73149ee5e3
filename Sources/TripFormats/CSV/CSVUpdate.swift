import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports a CSV file into a document that may have it already.
///
///     stored rows ──► base ───┐
///     the document ─► ours ───┼─► three-way merge ─► the document with the file's changes
///     the file ─────► theirs ─┘
///
/// First, the file is read as a document. Then its rows are matched with those that the document
/// keeps (``CSVRowMatching``), and its trips with those that were made for rows.
///
/// The stored columns say how a stored row was read. So a row is found, and an edit is told, by that reading, and what the
/// file changed by the one of today, of both rows.
struct CSVUpdate {
  let schema: TripSchema
  var items: ItemImport
  let fresh: Fresh
  private var records: [ComparisonText: (file: CSVFileRecord, record: ExtensionRecord)] = [:]
  var stored: [ObjectKey: CSVStoredRow] = [:]
  /// The new data of other programs of objects.
  private var foreign: [ObjectKey: CSVStoredRow?] = [:]
  /// The objects of the document, by those of the file.
  var places: [ObjectKey: ObjectKey] = [:]

  /// What the last import made of a row.
  private struct Base {
    let state: ImportedState
    let title: String
    let identity: String?
    /// The entity that the row states or suggests.
    let kind: String
    /// The trip that the row states; empty if it states none.
    let trip: String
    let days: ClosedRange<Int64>?
  }

  /// The file as a document of its own.
  struct Fresh {
    let file: CSVFileRecord
    let objects: [TripObject]
    /// The places of ``objects``, by their keys.
    let places: [ObjectKey: Int]
    let rows: [ObjectKey: CSVStoredRow]
    let report: ImportReport
    let rejected: [UInt8]?
  }

  /// Returns the merge of a document with a file, and the rejected content of the file.
  static func update(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, side: MergeSide
  ) throws(DocumentError) -> (outcome: MergeOutcome, report: UpdateReport, rejected: [UInt8]?) {
    var run = try CSVUpdate(
      tables, with: bytes, schema, options, removesCancelled: removesCancelled,
      takesTheirs: side == .theirs)
    try run.match()
    if removesCancelled { run.items.objects.deleteRemoved() }
    var made = run.items.finished(run.fresh.report, rejected: run.fresh.rejected)
    made.objects.report.importReport.removeCancelled()
    var outcome = made.merged(schemas: [schema.tables], side: side)
    run.keep(in: &outcome.tables)
    return (outcome, made.report, made.rejected)
  }

  private init(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, takesTheirs: Bool
  ) throws(DocumentError) {
    self.schema = schema
    items = ItemImport(
      tables, schema, options, removesCancelled: removesCancelled, takesTheirs: takesTheirs)
    for record in tables.extensions {
      if let file = CSVFileRecord(record), records[ComparisonText(file.identity)] == nil {
        records[ComparisonText(file.identity)] = (file, record)
      }
    }
    // The zone that an option stated counts in later imports, too.
    var options = options
    if options.timeZone == nil {
      options.timeZone = records[ComparisonText(options.fallbackName)]?.file.columns.timeZone
    }
    var reader = try CSVReader(
      try ForeignBytes(.bytes(bytes), limits: options.limits), schema, options,
      keepsAllRows: true,
      earlier: Self.inOrder(records.values.map(\.file), options.fallbackName).map(\.columns))
    let read = try reader.tables()
    let objects = schema.objects(of: read)
    fresh = Fresh(
      file: reader.record, objects: objects,
      places: Dictionary(objects.enumerated().map { ($1.key, $0) }) { first, _ in first },
      rows: Self.rows(read),
      report: reader.report, rejected: reader.rejected)
    for (key, row) in Self.rows(tables) where records[ComparisonText(row.file)] != nil {
      stored[key] = row
    }
  }

  /// Returns the files of earlier imports, that of the same name first.
  private static func inOrder(_ files: [CSVFileRecord], _ name: String) -> [CSVFileRecord] {
    let own = ComparisonText(name)
    return files.sorted {
      let (left, right) = (ComparisonText($0.identity) == own, ComparisonText($1.identity) == own)
      return left == right ? utf8Precedes($0.identity, $1.identity) : left
    }
  }

  /// Returns what the objects of tables keep of rows.
  private static func rows(_ tables: Tables) -> [ObjectKey: CSVStoredRow] {
    var rows: [ObjectKey: CSVStoredRow] = [:]
    for segment in tables.tables.lazy.flatMap(\.segments) {
      for (row, tree) in segment.foreign {
        if let stored = tree[CSVStoredRow.member].flatMap({ CSVStoredRow($0) }) {
          rows[segment.keys[row]] = stored
        }
      }
    }
    return rows
  }

  // MARK: Rows

  /// Whether a stored row may be one of the file: of the same name, or with the same columns.
  func isCandidate(_ row: CSVStoredRow) -> Bool {
    let name = ComparisonText(row.file)
    guard let file = records[name]?.file else { return false }
    return name == ComparisonText(fresh.file.identity)
      || file.columns.columns.elementsEqual(
        fresh.file.columns.columns, by: { $0.name.isSpelled($1.name) })
  }

  /// Whether the columns of a file have the names of those of this one, so that its rows can be read as rows of this one.
  private func hasSameHeader(_ file: CSVFileRecord) -> Bool {
    file.columns.isOwn == fresh.file.columns.isOwn
      && file.dialect.delimiter == fresh.file.dialect.delimiter
      && file.columns.columns.elementsEqual(
        fresh.file.columns.columns, by: { $0.name.isSpelled($1.name) })
  }

  /// The columns by which an earlier import read rows of this file, if they say something else than those of today.
  private var earlierFile: CSVFileRecord? {
    let own = records[ComparisonText(fresh.file.identity)]?.file
    let other = records.values.map(\.file).filter(hasSameHeader).min {
      utf8Precedes($0.identity, $1.identity)
    }
    guard let file = own.flatMap({ hasSameHeader($0) ? $0 : nil }) ?? other,
      file.columns != fresh.file.columns
    else { return nil }
    return file
  }

  private mutating func match() throws(DocumentError) {
    var contents: [ComparisonText: CSVRowContents] = [:]
    func content(
      _ key: ObjectKey, _ row: CSVStoredRow, _ file: CSVFileRecord, _ entity: String
    ) -> CSVRowContent? {
      let name = ComparisonText(row.file)
      var reading = contents.removeValue(forKey: name) ?? CSVRowContents(schema, file)
      defer { contents[name] = reading }
      return reading.content(of: row, as: entity)
    }
    var old: [CSVRowMatching.Row] = []
    var bases: [ObjectKey: Base] = [:]
    var todays: [ComparisonText: CSVRowContents] = [:]
    for (key, row) in stored.sorted(by: { ($0.value.place, $0.key) < ($1.value.place, $1.key) })
    where row.row != nil && isCandidate(row) {
      guard let object = items.objects.objects[key],
        let file = records[ComparisonText(row.file)]?.file,
        let read = content(key, row, file, object.entity)
      else { continue }
      var source = read.content
      if file.columns != fresh.file.columns, hasSameHeader(file) {
        var today = file
        today.columns = fresh.file.columns
        let name = ComparisonText(row.file)
        var reading = todays.removeValue(forKey: name) ?? CSVRowContents(schema, today)
        source = reading.content(of: row, as: object.entity)?.content ?? source
        todays[name] = reading
      }
      bases[key] = Base(
        state: ImportedState(
          made: MadeFields(read.content, of: object.entity, schema), source: source),
        title: read.title, identity: read.identity, kind: read.kind, trip: read.trip,
        days: read.days)
      // An object keeps its entity, so its row may state another one.
      let named =
        read.kind.isSpelled(object.entity) ? read : content(key, row, file, read.kind) ?? read
      old.append(CSVRowMatching.Row(key, named, row, schema))
    }
    contents = [:]
    var new: [CSVRowMatching.Row] = []
    var news: [ObjectKey: CSVRowContent] = [:]
    var found: [ObjectKey: CSVRowContent] = [:]
    var earlier = earlierFile.map { CSVRowContents(schema, $0) }
    let sorted = fresh.objects.filter { fresh.rows[$0.key]?.row != nil }.sorted {
      (fresh.rows[$0.key]?.place ?? 0) < (fresh.rows[$1.key]?.place ?? 0)
    }
    for object in sorted {
      guard let row = fresh.rows[object.key],
        let read = content(object.key, row, fresh.file, object.entity)
      else { continue }
      news[object.key] = read
      let known = earlier?.content(ofKind: row) ?? read
      found[object.key] = known
      new.append(CSVRowMatching.Row(object.key, known, row, schema))
    }
    let pairs = CSVRowMatching.pairs(old, new)
    for (theirs, ours) in pairs { places[theirs] = ours }
    let known = records[ComparisonText(fresh.file.identity)]?.file.known ?? []
    func isKnown(_ row: ObjectKey) -> Bool {
      [news[row]?.name, found[row]?.name].contains {
        $0.map { known.contains(CSVKnownRows.hash($0)) } ?? false
      }
    }
    let joined = joinedRows(sorted.filter { !isKnown($0.key) }, news)
    places.merge(joined) { own, _ in own }
    let hasSeveralGroups = self.hasSeveralGroups
    /// Whether a row that stated no day belonged to none of several trips and states a day now.
    func joinsTrip(_ row: CSVRowContent, _ own: ObjectKey) -> Bool {
      guard hasSeveralGroups, row.days != nil, let base = bases[own] else { return false }
      return base.days == nil && base.trip.isEmpty && items.objects.objects[own]?.trip == nil
    }
    try matchTrips(
      sorted.filter { !schema.isTrip($0.entity) }.compactMap { object in
        guard !fresh.file.columns.isOwn, let read = news[object.key], read.trip.isEmpty else {
          return nil
        }
        let own = places[object.key]
        let known = own.flatMap { joinsTrip(read, $0) ? nil : $0 }
        return CSVTripMatching.Part(
          group: object.trip, days: read.days,
          known: known.map { (items.objects.objects[$0]?.trip, bases[$0]?.days) },
          isDeleted: own == nil && !items.objects.takesTheirs && isKnown(object.key))
      })
    // What others refer to comes first.
    let ordered =
      sorted.filter { schema.isTrip($0.entity) }
      + sorted.filter { !schema.isTrip($0.entity) && $0.references.isEmpty }
      + sorted.filter { !$0.references.isEmpty }
    for object in ordered {
      guard let read = news[object.key], let row = fresh.rows[object.key],
        let earlier = found[object.key]
      else { continue }
      let title = read.title
      var item = TravelItem(
        entity: object.entity, identity: read.identity ?? title, title: title,
        content: read.content)
      if let key = places[object.key], let base = bases[key], let own = items.objects.objects[key] {
        var (row, after) = (row, read.content)
        if own.entity != object.entity {
          // The file does not say so, but the reading of today.
          if earlier.kind.isSpelled(base.kind) { row.entity = own.entity }
          after = content(object.key, row, fresh.file, own.entity)?.content ?? after
        }
        let trip = joinsTrip(read, key) ? try self.trip(of: object) : nil
        // The row of a part that stays in its trip without a day.
        if read.days == nil, read.trip.isEmpty, !schema.isTrip(own.entity) {
          row.days = base.days ?? stored[key]?.days
        }
        item.content = after
        _ = try items.update(key, with: item, base.state, in: trip)
        if after.isCancelled {
          items.noteCancelled(
            key, title, item.identity, base.state, isKnown: base.state.source.isCancelled)
        }
        keepRow(row, of: key)
      } else if let key = joined[object.key] {
        _ = items.join(key, with: item)
        keepRow(row, of: key)
      } else if fresh.file.columns.isOwn,
        items.objects.objects[object.key]?.entity == object.entity,
        stored[object.key] == nil
      {
        places[object.key] = object.key
        if let participants = items.objects.participants[object.key] {
          item.content.participants = participants.map(TripParticipant.init)
        }
        item.identity = String(object.key)
        try items.updateOwn(object.key, with: item)
        keepRow(row, of: object.key)
      } else if !items.objects.takesTheirs, isKnown(object.key) {
        items.objects.report.note(.deleted, title, item.identity)
      } else {
        let key = try insert(object, row)
        items.objects.report.note(.added, title, item.identity)
        if read.content.isCancelled {
          items.noteCancelled(key, title, item.identity, nil, isKnown: false)
        }
      }
    }
    try noteMissing(Set(pairs.map(\.ours)), bases)
    putRecord()
  }

  /// Finds new rows that the document has of other files.
  private mutating func joinedRows(
    _ rows: [TripObject], _ contents: [ObjectKey: CSVRowContent]
  ) -> [ObjectKey: ObjectKey] {
    guard !fresh.file.columns.isOwn else { return [:] }
    let new = rows.filter { places[$0.key] == nil }.compactMap { object in
      contents[object.key].map { (object.key, object.entity, $0.content) }
    }
    let taken = Set(places.values)
    // An object keeps one row.
    return items.pairs(new, { !taken.contains($0) && stored[$0] == nil })
  }

  /// - Returns: The key of the new object.
  @discardableResult
  mutating func insert(
    _ object: TripObject, _ row: CSVStoredRow?
  ) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    places[object.key] = key
    var new = object
    new.key = key
    new.trip = try trip(of: object)
    new.references = object.references.compactMapValues { places[$0] }
    try items.objects.insert(new, [], &items.keys)
    if let row { foreign[key] = row }
    return key
  }

  mutating func keepRow(_ row: CSVStoredRow, of key: ObjectKey) {
    if stored[key] != row { foreign[key] = row }
  }

  private mutating func noteMissing(
    _ matched: Set<ObjectKey>, _ bases: [ObjectKey: Base]
  ) throws(DocumentError) {
    let name = ComparisonText(fresh.file.identity)
    let keepsRows = records[name].map { hasSameHeader($0.file) } ?? true
    let placed = Set(places.values)
    for (key, row) in stored.sorted(by: { ($0.value.place, $0.key) < ($1.value.place, $1.key) })
    where row.row != nil && !matched.contains(key) && ComparisonText(row.file) == name {
      guard items.objects.objects[key] != nil, foreign[key] == nil, !placed.contains(key) else {
        continue
      }
      let base = bases[key]
      items.noteMissing(
        key, base?.title ?? "", base?.identity ?? base?.title ?? "", base?.state)
      if !keepsRows || items.removesCancelled && items.hasOtherSource(key) {
        // The columns of the file no longer say what the row means.
        foreign[key] = .some(nil)
      } else if let base {
        // The row is one of the columns of today from now on.
        try items.objects.update(key, from: base.state, to: base.state.source, &items.keys)
      }
    }
  }

  // MARK: What is kept

  private mutating func putRecord() {
    let old = records[ComparisonText(fresh.file.identity)]
    // Nothing is kept of a file whose rows are all as the document has them.
    guard old != nil || foreign.values.contains(where: { $0 != nil }) else { return }
    var file = fresh.file
    if fresh.file == old?.file { return }
    if let known = old?.file.known, !known.isEmpty, !file.known.isEmpty {
      file.known = known.union(file.known)
      if file == old?.file { return }
    }
    guard let key = old?.record.key ?? (try? items.keys.take()) else { return }
    items.objects.replace(old?.record, with: file.record(key))
  }

  /// Puts the rows of the file into the merged objects.
  private func keep(in tables: inout Tables) {
    var changes = ChangeSet(nextKey: tables.nextKey)
    for (key, row) in foreign.sorted(by: { $0.key < $1.key }) {
      guard let place = tables.find(key) else { continue }
      let segment = tables.tables[place.hierarchy].segments[place.location.segment]
      let old = segment.foreign[place.location.row]
      var members: [String: Tree] = [:]
      if case .object(let known)? = old {
        for member in known { members[member.name] = member.value }
      }
      members[CSVStoredRow.member] = row?.tree
      changes.updated.append(
        UpdatedRow(
          hierarchy: place.hierarchy, key: key, changes: [],
          foreign: Change(old: old, new: members.isEmpty ? nil : .members(members))))
    }
    if !changes.updated.isEmpty { tables = tables.applying(changes) }
  }
}
