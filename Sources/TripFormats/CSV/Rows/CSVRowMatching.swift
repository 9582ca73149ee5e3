import DocumentTables

/// Finds the rows of a file among the rows that a document keeps.
///
/// Rows with an identity match by it, if no other row has it. A row that its object says, as it is now, matches the row at its
/// place. Rows without an identity match if they are equal, then if an object says the row, then if
/// their name and start are, then if their name is and only one row on each side has it. Equal rows match in
/// their order.
struct CSVRowMatching {
  struct Row {
    let key: ObjectKey
    let hierarchy: Int
    let identity: String?
    let text: String
    let name: String
    let full: String
    let title: String

    init(_ key: ObjectKey, _ content: CSVRowContent, _ row: CSVStoredRow) {
      self.key = key
      identity = content.identity
      text = row.row ?? ""
      name = content.name
      full = content.fullName
      title = content.title
      let end = content.name.utf8.firstIndex(of: UInt8(ascii: "\t")) ?? content.name.endIndex
      hierarchy = Int(content.name[..<end]) ?? 0
    }
  }

  private var old: [Row]
  private var new: [Row]
  private let identified: Set<ComparisonText>
  /// The objects of the rows of the file.
  private(set) var pairs: [ObjectKey: ObjectKey] = [:]

  init(_ old: [Row], _ new: [Row]) {
    self.old = old
    self.new = new
    // A column of identities that only one side has tells nothing.
    let areIdentified =
      old.contains { $0.identity != nil } && new.contains { $0.identity != nil }
    identified = areIdentified ? Self.unique(old).union(Self.unique(new)) : []
  }

  /// - Parameters:
  ///   - saying: Returns the rows that objects say, of some rows and objects; the second time those anywhere in the file.
  mutating func match(
    saying: (_ rows: Set<ObjectKey>, _ objects: Set<ObjectKey>, _ isAnywhere: Bool) -> [ObjectKey:
      ObjectKey]
  ) {
    let identified = identified
    func identity(_ row: Row) -> ComparisonText? {
      guard let identity = row.identity else { return nil }
      let name = ComparisonText("\(row.hierarchy)\t\(identity)")
      return identified.contains(name) ? name : nil
    }
    match(isUnique: true, identity)
    take(saying(Set(new.map(\.key)), Set(old.map(\.key)), false))
    match(isUnique: false) { ComparisonText("\($0.hierarchy)\t\($0.text)") }
    take(saying(Set(new.map(\.key)), Set(old.map(\.key)), true))
    match(isUnique: false) { identity($0) == nil ? ComparisonText($0.full) : nil }
    match(isUnique: false) { identity($0) == nil ? ComparisonText($0.name) : nil }
    match(isUnique: true) {
      identity($0) == nil && !$0.title.isEmpty
        ? ComparisonText("\($0.hierarchy)\t\($0.title)") : nil
    }
  }

  private static func unique(_ rows: [Row]) -> Set<ComparisonText> {
    var seen: Set<ComparisonText> = []
    var twice: Set<ComparisonText> = []
    for row in rows {
      guard let identity = row.identity else { continue }
      let name = ComparisonText("\(row.hierarchy)\t\(identity)")
      if !seen.insert(name).inserted { twice.insert(name) }
    }
    return seen.subtracting(twice)
  }

  private mutating func match(isUnique: Bool, _ name: (Row) -> ComparisonText?) {
    var waiting: [ComparisonText: [ObjectKey]] = [:]
    for row in old.reversed() {
      if let name = name(row) { waiting[name, default: []].append(row.key) }
    }
    if waiting.isEmpty { return }
    var counts: [ComparisonText: Int] = [:]
    if isUnique {
      for row in new { if let name = name(row) { counts[name, default: 0] += 1 } }
    }
    var found: [ObjectKey: ObjectKey] = [:]
    for row in new {
      guard let name = name(row), let keys = waiting[name], let key = keys.last,
        !isUnique || keys.count == 1 && counts[name] == 1
      else { continue }
      waiting[name]?.removeLast()
      found[row.key] = key
    }
    take(found)
  }

  private mutating func take(_ found: [ObjectKey: ObjectKey]) {
    if found.isEmpty { return }
    let ours = Set(found.values)
    old.removeAll { ours.contains($0.key) }
    new.removeAll { found[$0.key] != nil }
    pairs.merge(found) { own, _ in own }
  }
}
