import DocumentMigration
import DocumentTables
import Markup

/// A reader of the sections of a patch, in their order (spec 12.1).
struct PatchReader {
  private var json: JSONReader
  private let limits: DocumentLimits
  /// The memory that rows and trees may still take.
  private var budget: Int
  private var objects = 0
  /// The keys of rows that have been read, by section: a key may be deleted and inserted.
  private var deleted: Set<ObjectKey> = []
  private var others: Set<ObjectKey> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws {
    json = try JSONReader(bytes, limits: limits.markup)
    self.limits = limits
    budget = limits.expandedBytes(ofFile: bytes.count)
  }

  /// Reads the first section.
  mutating func beginning() throws -> Tree {
    guard json.peek() == .objectStart else {
      throw json.documentError(.patchMalformed, "it is no patch, which is a JSON object")
    }
    try json.beginObject()
    try begin(PatchFile.section)
    return try JSONTreeReader.read(&json)
  }

  /// Reads the sections behind the first.
  mutating func changes(_ schema: TableSchema, nextKey: ObjectKey) throws -> ChangeSet {
    let columns = schema.comparedColumns()
    var changes = ChangeSet(nextKey: nextKey)
    try begin("deleted")
    try rows { reader in
      let row = try reader.wholeRow(schema, columns)
      guard reader.deleted.insert(row.key).inserted else { throw reader.repeated(row.key) }
      changes.deleted.append(
        DeletedRow(
          hierarchy: row.hierarchy, key: row.key, discriminator: row.discriminator,
          values: row.values, foreign: row.foreign))
    }
    try begin("inserted")
    try rows { reader in
      let row = try reader.wholeRow(schema, columns)
      guard reader.others.insert(row.key).inserted else { throw reader.repeated(row.key) }
      changes.inserted.append(row)
    }
    try begin("updated")
    try rows { reader in
      let row = try reader.updatedRow(schema, columns)
      guard !reader.deleted.contains(row.key), reader.others.insert(row.key).inserted else {
        throw reader.repeated(row.key)
      }
      changes.updated.append(row)
    }
    try begin("extensions")
    let records = try lists(of: .objects(element: "extension", .extensionRecord)) {
      try ForeignContent.extensions($0, part: "extensions")
    }
    changes.extensions = try paired(records, by: \.key) { $0 < $1 }
    try begin("attachments")
    let parts = try lists(of: .objects(element: "attachment", .attachment)) {
      try ForeignContent.keptParts($0.arrayValue ?? [], part: "attachments")
    }
    changes.keptParts = try paired(parts, by: \.name, utf8Precedes)
    try begin("carried")
    if try !json.readNullIfPresent() {
      let carried = try lists(of: .trees) { $0.arrayValue ?? [] }
      changes.carried = Change(old: carried.old, new: carried.new)
    }
    if try json.nextMember() {
      throw json.documentError(.patchMalformed, "something follows carried")
    }
    try json.finish()
    return changes
  }

  // MARK: Sections

  private mutating func begin(_ section: String) throws {
    guard try json.nextMember() else {
      throw json.documentError(.patchMalformed, "\(section) is missing")
    }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    guard key == section else {
      throw start.documentError(
        .patchMalformed,
        section == PatchFile.section
          ? "it is no patch: the first member is \(key.quotedIfBlank), expected \(section)"
          : "expected \(section), found \(key.quotedIfBlank)")
    }
  }

  private mutating func rows(_ body: (inout PatchReader) throws -> Void) throws {
    try json.beginArray()
    while try json.nextElement() {
      objects += 1
      guard objects <= limits.objects else {
        throw DocumentError(.limitObjects, "at most \(limits.objects) are read")
      }
      try body(&self)
    }
  }

  /// Reads an object with the lists `new` and `old`.
  private mutating func lists<Item>(
    of spelling: XMLVocabulary.Spelling, _ items: (Tree) throws -> [Item]
  ) throws -> (old: [Item], new: [Item]) {
    let start = json
    let vocabulary = XMLVocabulary(["new": spelling, "old": spelling])
    let tree = try JSONTreeReader.read(&json, as: .object(vocabulary))
    try spend(tree.nodeCount * 64)
    guard case .object(let members) = tree, members.map(\.name) == ["new", "old"],
      members.allSatisfy({ $0.value.arrayValue != nil })
    else {
      throw start.documentError(.patchMalformed, "an object with the lists new and old is expected")
    }
    return (try items(members[1].value), try items(members[0].value))
  }

  private func paired<Item: Hashable & Sendable, Name: Hashable>(
    _ lists: (old: [Item], new: [Item]), by name: (Item) -> Name,
    _ precedes: (Name, Name) -> Bool
  ) throws -> [Change<Item?>] {
    var changes: [Name: Change<Item?>] = [:]
    for item in lists.old {
      guard changes.updateValue(Change(old: item, new: nil), forKey: name(item)) == nil else {
        throw json.documentError(.patchMalformed, "\(name(item)) occurs twice among the old ones")
      }
    }
    for item in lists.new {
      let change = changes[name(item)] ?? Change(old: nil, new: nil)
      guard change.new == nil else {
        throw json.documentError(.patchMalformed, "\(name(item)) occurs twice among the new ones")
      }
      changes[name(item)] = Change(old: change.old, new: item)
    }
    return changes.sorted { precedes($0.key, $1.key) }.map(\.value)
  }

  // MARK: Rows

  /// The place and entity of a row.
  private struct Subject {
    let hierarchy: Int
    let entity: EntityLayout
    let key: ObjectKey
  }

  private mutating func wholeRow(
    _ schema: TableSchema, _ columns: [[ComparedColumn]]
  ) throws -> InsertedRow {
    let subject = try self.subject(schema)
    let own = columns[subject.hierarchy]
    try spend(own.count * MemoryLayout<Value>.stride)
    var values = [Value](repeating: .null, count: own.count)
    var missing = Set(subject.entity.properties.compactMap(\.column))
    try properties(of: subject) { reader, column, start in
      missing.remove(column)
      values[column] = try reader.value(own[column], subject, start)
    }
    if let column = missing.min() {
      throw problem("\(own[column].layout.name) is missing", subject, json)
    }
    var foreign: Tree?
    if try nextMember("foreign", orEndOf: subject) {
      foreign = try self.foreign(subject)
      if try json.nextMember() { throw problem("something follows foreign", subject, json) }
    }
    return InsertedRow(
      hierarchy: subject.hierarchy, key: subject.key, discriminator: subject.entity.discriminator,
      values: values, foreign: foreign)
  }

  private mutating func updatedRow(
    _ schema: TableSchema, _ columns: [[ComparedColumn]]
  ) throws -> UpdatedRow {
    let subject = try self.subject(schema)
    var row = UpdatedRow(hierarchy: subject.hierarchy, key: subject.key, changes: [])
    let own = columns[subject.hierarchy]
    try properties(of: subject) { reader, column, _ in
      let change = try reader.change(subject) { reader, start in
        try reader.value(own[column], subject, start)
      }
      row.changes.append(PropertyChange(column: column, old: change.old, new: change.new))
    }
    if try nextMember("foreign", orEndOf: subject) {
      row.foreign = try change(subject) { reader, _ in
        try reader.json.readNullIfPresent() ? nil : try reader.foreign(subject)
      }
      if try json.nextMember() { throw problem("something follows foreign", subject, json) }
    }
    return row
  }

  private mutating func subject(_ schema: TableSchema) throws -> Subject {
    let start = json
    try json.beginObject()
    try member("entity", of: nil)
    let name = try json.readString()
    guard let hierarchy = schema.hierarchyIndex(of: name),
      let entity = schema.hierarchies[hierarchy].entity(named: name), !entity.isAbstract
    else {
      throw start.documentError(
        .patchMalformed, "\(name.quotedIfBlank) is no entity that has objects")
    }
    try member("id", of: nil)
    let key = try json.readInt64()
    guard ObjectKeyRange.all.contains(key) else {
      throw start.documentError(.patchMalformed, "\(key) is no key")
    }
    try member("values", of: nil)
    return Subject(hierarchy: hierarchy, entity: entity, key: key)
  }

  /// Reads the properties of a row, each of which must be one that its entity stores.
  private mutating func properties(
    of subject: Subject, _ body: (inout PatchReader, _ column: Int, JSONReader) throws -> Void
  ) throws {
    var known: [String: Int] = [:]
    for property in subject.entity.properties { known[property.name] = property.column }
    try json.beginObject()
    while try json.nextMember() {
      json.skipWhitespace()
      let start = json
      let name = try json.readKey()
      guard let column = known.removeValue(forKey: name) else {
        throw problem(
          "\(name.quotedIfBlank) occurs twice, or is no property that it stores", subject, start)
      }
      try body(&self, column, start)
    }
  }

  private mutating func value(
    _ column: ComparedColumn, _ subject: Subject, _ start: JSONReader
  ) throws -> Value {
    let tree = try JSONTreeReader.read(&json)
    try spend(tree.nodeCount * 64)
    guard let value = column.value(of: tree) else {
      var error = problem("this is no value of the property", subject, start)
      error.property = column.layout.name
      throw error
    }
    return value
  }

  /// Reads an object with the members `new` and `old`.
  private mutating func change<Content: Hashable & Sendable>(
    _ subject: Subject, _ content: (inout PatchReader, JSONReader) throws -> Content
  ) throws -> Change<Content> {
    let start = json
    try json.beginObject()
    try member("new", of: subject)
    let new = try content(&self, start)
    try member("old", of: subject)
    let old = try content(&self, start)
    if try json.nextMember() { throw problem("something follows old", subject, json) }
    return Change(old: old, new: new)
  }

  private mutating func foreign(_ subject: Subject) throws -> Tree {
    let start = json
    let tree = try JSONTreeReader.read(&json)
    try spend(tree.nodeCount * 64)
    guard case .object(let members) = tree, !members.isEmpty,
      members.allSatisfy({ ReverseDNSName.isValid($0.name) })
    else {
      throw problem("foreign needs members with reverse-DNS names", subject, start)
    }
    return tree
  }

  private mutating func member(_ name: String, of subject: Subject?) throws {
    guard try json.nextMember() else { throw problem("\(name) is missing", subject, json) }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    guard key == name else {
      throw problem("expected \(name), found \(key.quotedIfBlank)", subject, start)
    }
  }

  private mutating func nextMember(_ name: String, orEndOf subject: Subject) throws -> Bool {
    guard try json.nextMember() else { return false }
    json.skipWhitespace()
    let start = json
    let key = try json.readKey()
    guard key == name else {
      throw problem("expected \(name), found \(key.quotedIfBlank)", subject, start)
    }
    return true
  }

  // MARK: Errors

  private mutating func spend(_ bytes: Int) throws {
    budget -= bytes
    guard budget >= 0 else {
      throw DocumentError(.limitExpanded, "the patch has \(json.bytes.count) bytes")
    }
  }

  private func problem(_ words: String, _ subject: Subject?, _ json: JSONReader) -> DocumentError {
    var error = json.documentError(.patchMalformed, words)
    error.entity = subject?.entity.name
    error.key = subject?.key
    return error
  }

  private func repeated(_ key: ObjectKey) -> DocumentError {
    json.documentError(.patchMalformed, "the object \(key) is changed twice")
  }
}

extension Tree {
  /// The number of values in the tree.
  fileprivate var nodeCount: Int {
    var count = 0
    var waiting = [self]
    while let tree = waiting.popLast() {
      count += 1
      switch tree {
      case .array(let items): waiting.append(contentsOf: items)
      case .object(let members): waiting.append(contentsOf: members.lazy.map(\.value))
      default: break
      }
    }
    return count
  }
}
