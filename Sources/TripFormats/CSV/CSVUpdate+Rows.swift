import DocumentTables

// What the rows of the document and of the file say.
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
    var names: Set<String> { [read.name, read.fullName, earlier.name] }
  }

  // MARK: Rows of the document

  /// Whether a stored row may be one of the file: of the same name, or with the same columns.
  func isCandidate(_ row: CSVStoredRow) -> Bool {
    let name = ComparisonText(row.file)
    guard let file = records[name]?.file else { return false }
    return name == ComparisonText(fresh.file.identity)
      || file.columns.hasNames(of: fresh.file.columns)
  }

  /// Whether the columns of a file have the names of those of this one, so that its rows can be read as rows of this one.
  func hasSameHeader(_ file: CSVFileRecord) -> Bool {
    file.columns.isOwn == fresh.file.columns.isOwn
      && file.dialect.delimiter == fresh.file.dialect.delimiter
      && file.columns.hasNames(of: fresh.file.columns)
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
}
