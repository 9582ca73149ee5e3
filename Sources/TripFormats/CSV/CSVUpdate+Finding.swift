import DocumentTables

// Which objects of the document the rows of the file are.
extension CSVUpdate {
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
    var pairs: [ObjectKey: ObjectKey] = [:]
    for (row, key) in SingleMatches.pairs(rows, free, { $0.read.rest }, { bases[$0]?.read.rest }) {
      guard let base = bases[key], let object = items.objects.objects[key] else { continue }
      let isTouched =
        items.hasOtherSource(object.key) || items.objects.isEdited(object, base.state)
      if Self.isRenamed(base.read, row.read, isTouched: isTouched) {
        pairs[row.object.key] = object.key
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
    let numbers = [old, new].map { $0.content.text("number") }.filter { !$0.isEmpty }
    if isTouched, numbers.count == 2, !areAlike(numbers[0], numbers[1]) { return false }
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
}
