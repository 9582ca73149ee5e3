import DocumentFile
import DocumentTables

// Which objects of the document the rows of the file are.
extension CSVUpdate {
  /// What the last import made of a row.
  struct Base {
    let state: ImportedState
    /// The row as that import read it.
    let read: CSVRowContent

    var title: String { read.title }
    var identity: String? { read.identity }
    /// The entity that the row states or suggests.
    var kind: String { read.kind }
    /// The trip that the row states; empty if it states none.
    var trip: String { read.trip }
    var days: ClosedRange<Int64>? { read.days }
  }

  /// A row of the file.
  struct FreshRow {
    /// The object that a new document has of it.
    let object: TripObject
    let row: CSVStoredRow
    let read: CSVRowContent
    /// What earlier imports would have read.
    let earlier: CSVRowContent

    /// The names by which a document may know the row.
    fileprivate var names: Set<String> { [read.name, read.fullName, earlier.name] }
  }

  /// The objects of the document that the rows of the file are, by the keys of a new document.
  struct Finding {
    /// Those of the rows of earlier imports.
    var matched: [ObjectKey: ObjectKey] = [:]
    /// Those without a row that are all that a row says.
    var equal: [ObjectKey: ObjectKey] = [:]
    /// The legs and stays of other files.
    var joined: [ObjectKey: ObjectKey] = [:]
    /// The rows whose objects were deleted in the document.
    var deleted: Set<ObjectKey> = []
    /// Whether the document has several trips of rows that state none.
    let hasSeveralGroups: Bool

    fileprivate func isFound(_ row: ObjectKey) -> Bool {
      matched[row] != nil || equal[row] != nil
    }
  }

  // MARK: Rows of the document

  /// Whether a stored row may be one of the file: of the same name, or with the same columns.
  func isCandidate(_ row: CSVStoredRow) -> Bool {
    let name = ComparisonText(row.file)
    guard let file = records[name]?.file else { return false }
    return name == ComparisonText(fresh.file.identity)
      || file.columns.columns.elementsEqual(
        fresh.file.columns.columns, by: { $0.name.isSpelled($1.name) })
  }

  /// Whether the columns of a file have the names of those of this one, so that its rows can be read as rows of this one.
  func hasSameHeader(_ file: CSVFileRecord) -> Bool {
    file.columns.isOwn == fresh.file.columns.isOwn
      && file.dialect.delimiter == fresh.file.dialect.delimiter
      && file.columns.columns.elementsEqual(
        fresh.file.columns.columns, by: { $0.name.isSpelled($1.name) })
  }

  /// The stored rows in the order of their places.
  var storedInOrder: [(key: ObjectKey, row: CSVStoredRow)] {
    stored.filter { $0.value.row != nil }.map { ($0.key, $0.value) }
      .sorted { ($0.row.place, $0.key) < ($1.row.place, $1.key) }
  }

  /// Reads the stored rows that may be rows of the file.
  func storedRows() -> (rows: [CSVRowMatching.Row], bases: [ObjectKey: Base]) {
    var contents = CSVFileContents(schema)
    var rows: [CSVRowMatching.Row] = []
    var bases: [ObjectKey: Base] = [:]
    var todays = CSVFileContents(schema)
    for (key, row) in storedInOrder where isCandidate(row) {
      guard let object = items.objects.objects[key],
        let file = records[ComparisonText(row.file)]?.file,
        let read = contents.content(of: row, in: file, as: object.entity)
      else { continue }
      var source = read.content
      if file.columns != fresh.file.columns, hasSameHeader(file) {
        var today = file
        today.columns = fresh.file.columns
        source = todays.content(of: row, in: today, as: object.entity)?.content ?? source
      }
      bases[key] = Base(
        state: ImportedState(
          made: MadeFields(read.content, of: object.entity, schema), source: source),
        read: read)
      // An object keeps its entity, so its row may state another one.
      let named =
        read.kind.isSpelled(object.entity)
        ? read : contents.content(of: row, in: file, as: read.kind) ?? read
      rows.append(CSVRowMatching.Row(key, named, row))
    }
    return (rows, bases)
  }

  // MARK: Rows of the file

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

  /// Reads the rows of the file, in its order.
  func freshRows(_ contents: inout CSVFileContents) -> [FreshRow] {
    var earlier = earlierFile.map { CSVRowContents(schema, $0) }
    return fresh.objects.compactMap { object in
      fresh.rows[object.key].flatMap { $0.row == nil ? nil : (object, $0) }
    }.sorted { $0.1.place < $1.1.place }.compactMap { object, row in
      contents.content(of: row, in: fresh.file, as: object.entity).map { read in
        FreshRow(
          object: object, row: row, read: read,
          earlier: earlier?.content(ofKind: object.entity, row) ?? read)
      }
    }
  }

  // MARK: Finding

  /// The most objects of one name that are looked at, so that a hostile file costs no square of time.
  private static let mostLooked = 16

  /// Finds the objects of rows, and gives them their places.
  mutating func findObjects(
    of rows: [FreshRow], _ old: [CSVRowMatching.Row], _ bases: [ObjectKey: Base]
  ) -> Finding {
    var finding = Finding(hasSeveralGroups: hasSeveralGroups)
    let rowOfKey = Dictionary(rows.map { ($0.object.key, $0) }) { first, _ in first }
    var matching = CSVRowMatching(
      old, rows.map { CSVRowMatching.Row($0.object.key, $0.earlier, $0.row) })
    matching.match { new, free, isAnywhere in
      if fresh.file.columns.isOwn || items.isFirst { return [:] }
      let open = new.compactMap { rowOfKey[$0] }
      return isAnywhere ? saidRows(open, by: free) : rowsInPlace(open, by: free)
    }
    finding.matched = matching.pairs
    guard !fresh.file.columns.isOwn else {
      finding.deleted = deleted(rows, finding)
      keepPlaces(finding)
      return finding
    }
    let open = rows.filter { !finding.isFound($0.object.key) }
    if !open.isEmpty, !items.isFirst {
      let others = items.objects.objects.keys.filter { stored[$0]?.row == nil }
      finding.equal = saidRows(open, by: Set(others))
    }
    finding.deleted = deleted(rows, finding)
    findChanged(rows, old, bases, &finding)
    keepPlaces(finding)
    return finding
  }

  private mutating func keepPlaces(_ finding: Finding) {
    for found in [finding.matched, finding.equal, finding.joined] {
      places.merge(found) { own, _ in own }
    }
  }

  /// Finds legs and stays by what is the same in all files, and rows with other names.
  private mutating func findChanged(
    _ rows: [FreshRow], _ old: [CSVRowMatching.Row], _ bases: [ObjectKey: Base],
    _ finding: inout Finding
  ) {
    func open(_ finding: Finding) -> [FreshRow] {
      rows.filter {
        !finding.isFound($0.object.key) && !finding.deleted.contains($0.object.key)
      }
    }
    func journeys(_ finding: Finding) -> [(ObjectKey, String, ObjectContent)] {
      open(finding).map { ($0.object.key, $0.object.entity, $0.read.content) }
    }
    var free = Set(old.map(\.key)).subtracting(finding.matched.values)
    let known = items.pairs(journeys(finding)) { free.contains($0) }
    finding.matched.merge(known) { own, _ in own }
    free.subtract(known.values)
    finding.matched.merge(renamed(open(finding), free, bases)) { own, _ in own }
    let taken = Set(finding.matched.values).union(finding.equal.values)
    let stored = stored
    // An object keeps one row.
    finding.joined = items.pairs(
      journeys(finding), { !taken.contains($0) && stored[$0] == nil })
  }

  private func title(of object: TripObject) -> String {
    CSVRowNames.title(of: object.entity, ObjectContent(values: object.values).text)
  }

  /// Finds rows that the objects of the rows at their places say.
  private func rowsInPlace(
    _ rows: [FreshRow], by free: Set<ObjectKey>
  ) -> [ObjectKey: ObjectKey] {
    var inPlace: [Int64: [ObjectKey]] = [:]
    for key in free {
      if let row = stored[key] { inPlace[row.place, default: []].append(key) }
    }
    var found: [ObjectKey: ObjectKey] = [:]
    for row in rows {
      let own = (inPlace[row.row.place] ?? []).compactMap { items.objects.objects[$0] }.filter {
        $0.entity == row.object.entity && title(of: $0) == row.read.title
      }
      if own.count == 1, says(row, own[0]) { found[row.object.key] = own[0].key }
    }
    return found
  }

  /// Finds rows that objects say: rows of this document's own export, where a person edited or added them.
  private func saidRows(
    _ rows: [FreshRow], by candidates: Set<ObjectKey>
  ) -> [ObjectKey: ObjectKey] {
    let open = rows.filter(\.read.hasTitle).sorted { $0.row.place < $1.row.place }
    if open.isEmpty || candidates.isEmpty { return [:] }
    func name(_ entity: String, _ title: String) -> ComparisonText {
      ComparisonText("\(entity)\t\(title)")
    }
    let wanted = Set(open.map { name($0.object.entity, $0.read.title) })
    var free: [ComparisonText: [TripObject]] = [:]
    for key in candidates {
      guard let object = items.objects.objects[key] else { continue }
      let name = name(object.entity, title(of: object))
      if wanted.contains(name) { free[name, default: []].append(object) }
    }
    for name in free.keys { free[name]?.sort { $0.key > $1.key } }
    var found: [ObjectKey: ObjectKey] = [:]
    for row in open {
      let name = name(row.object.entity, row.read.title)
      guard
        let place = free[name]?.suffix(Self.mostLooked).lastIndex(where: { says(row, $0) }),
        let key = free[name]?.remove(at: place).key
      else { continue }
      found[row.object.key] = key
    }
    return found
  }

  /// Whether an object is all that a row says.
  private func says(_ row: FreshRow, _ object: TripObject) -> Bool {
    let blank = schema.blankValues(of: object.entity)
    for (name, value) in row.read.content.values
    where value != .null && value != blank[name] && value != object.values[name] ?? .null {
      return false
    }
    guard !row.read.trip.isEmpty else { return true }
    let trip = row.object.trip.flatMap { fresh.places[$0] }.map { fresh.objects[$0] }
    let stated = trip.map { ObjectContent(values: $0.values).text("name") } ?? row.read.trip
    let own = object.trip.flatMap { items.objects.objects[$0] }
    return own.map { ObjectContent(values: $0.values).text("name").isSpelled(stated) } ?? false
  }

  /// Returns the rows whose objects were deleted: those of a name that had more rows than the document has.
  private func deleted(_ rows: [FreshRow], _ finding: Finding) -> Set<ObjectKey> {
    guard let known = records[ComparisonText(fresh.file.identity)]?.file.known else { return [] }
    var deleted = deletedBeside(rows, finding)
    var left: [String: Int] = [:]
    for row in rows {
      let isFound = finding.isFound(row.object.key)
      for name in row.names {
        if left[name] == nil { left[name] = known.count(of: name) }
        if isFound { left[name, default: 0] -= 1 }
      }
    }
    for row in rows
    where !finding.isFound(row.object.key)
      && row.names.contains(where: { left[$0, default: 0] > 0 })
    {
      for name in row.names { left[name, default: 0] -= 1 }
      deleted.insert(row.object.key)
    }
    return deleted
  }

  /// Returns the objects of rows that were deleted while another one of the row stayed, which moved with it.
  private func deletedBeside(_ rows: [FreshRow], _ finding: Finding) -> Set<ObjectKey> {
    guard fresh.file.columns.hasSeveralKinds else { return [] }
    var present: Set<String> = []
    for (key, row) in stored {
      if let object = items.objects.objects[key] { present.insert("\(row.place) \(object.entity)") }
    }
    var beside: [Int64: CSVStoredRow] = [:]
    for row in rows {
      if let own = finding.matched[row.object.key] { beside[row.row.place] = stored[own] }
    }
    var contents = CSVFileContents(schema)
    return Set(
      rows.filter { row in
        guard !finding.isFound(row.object.key), let old = beside[row.row.place],
          let file = records[ComparisonText(old.file)]?.file,
          !present.contains("\(old.place) \(row.object.entity)"),
          let before = contents.content(of: old, in: file, as: row.object.entity)
        else { return false }
        return before.kind == row.object.entity && before.title.isSpelled(row.read.title)
      }.map(\.object.key))
  }

  /// Finds rows that changed in nothing but their names: one on each side has the day and all else.
  private mutating func renamed(
    _ rows: [FreshRow], _ free: Set<ObjectKey>, _ bases: [ObjectKey: Base]
  ) -> [ObjectKey: ObjectKey] {
    if rows.isEmpty || free.isEmpty { return [:] }
    var old: [ComparisonText: [ObjectKey]] = [:]
    for key in free {
      if let rest = bases[key]?.read.rest { old[rest, default: []].append(key) }
    }
    var new: [ComparisonText: [FreshRow]] = [:]
    for row in rows {
      if let rest = row.read.rest { new[rest, default: []].append(row) }
    }
    var pairs: [ObjectKey: ObjectKey] = [:]
    for (rest, rows) in new where rows.count == 1 {
      guard let own = old[rest], own.count == 1, let base = bases[own[0]],
        let object = items.objects.objects[own[0]]
      else { continue }
      let isTouched =
        items.hasOtherSource(object.key) || items.objects.isEdited(object, base.state)
      if Self.isRenamed(base.read, rows[0].read, isTouched: isTouched) {
        pairs[rows[0].object.key] = object.key
      }
    }
    return pairs
  }

  /// Whether two names are those of one object on one day.
  ///
  /// - Parameter isTouched: Whether a person or another file has said something of the object, which must not become something of
  ///   another hotel or flight.
  private static func isRenamed(
    _ old: CSVRowContent, _ new: CSVRowContent, isTouched: Bool
  ) -> Bool {
    guard old.kind == "Leg" else { return !isTouched || areAlike(old.title, new.title) }
    let same = CSVRowNames.properties(of: "Leg").count { name in
      let text = old.content.text(name)
      return !text.isEmpty && areAlike(text, new.content.text(name))
    }
    return same >= (isTouched ? 2 : 1)
  }

  /// Whether one of two names has all letters and digits of the other one in a row.
  private static func areAlike(_ left: String, _ right: String) -> Bool {
    let names = [left, right].map { CSVField.folded($0) }.sorted { $0.utf8.count < $1.utf8.count }
    return names[0].utf8.count > 2 && names[1].contains(names[0]) || names[0] == names[1]
  }

  // MARK: Trips

  /// Whether a row that stated no day belonged to none of several trips and states a day now.
  func joinsTrip(
    _ row: CSVRowContent, _ own: ObjectKey, _ base: Base, _ finding: Finding
  ) -> Bool {
    guard finding.hasSeveralGroups, row.days != nil else { return false }
    return base.days == nil && base.trip.isEmpty && items.objects.objects[own]?.trip == nil
  }

  /// Matches the trips that were made for rows that state none.
  mutating func matchTrips(
    of rows: [FreshRow], _ finding: Finding, _ bases: [ObjectKey: Base]
  ) throws(DocumentError) {
    let parts = rows.filter {
      !schema.isTrip($0.object.entity) && !fresh.file.columns.isOwn && $0.read.trip.isEmpty
    }
    let known = parts.map { row in
      places[row.object.key].flatMap { key in
        bases[key].map { joinsTrip(row.read, key, $0, finding) } ?? false ? nil : key
      }
    }
    let matched = Set(finding.matched.values)
    // The objects of rows that are gone stay, and their days with them.
    let staying = storedInOrder.filter {
      !items.removesCancelled && !matched.contains($0.key)
        && ComparisonText($0.row.file) == ComparisonText(fresh.file.identity)
    }.compactMap { key, _ -> CSVTripMatching.Staying? in
      guard let trip = items.objects.objects[key]?.trip, let days = bases[key]?.days else {
        return nil
      }
      return (trip, days)
    }
    try matchTrips(
      zip(parts, known).map { row, known in
        CSVTripMatching.Part(
          // A trip with a row is found by it.
          group: row.object.trip.flatMap { fresh.rows[$0]?.row == nil ? $0 : nil },
          days: row.read.days,
          known: known.map { (items.objects.objects[$0]?.trip, bases[$0]?.days) },
          isDeleted: places[row.object.key] == nil && !items.objects.takesTheirs
            && finding.deleted.contains(row.object.key))
      }, staying, besides: Set(finding.equal.values))
  }
}
