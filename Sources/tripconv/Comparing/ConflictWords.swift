import DocumentFile
import DocumentTables
import TripPages

/// The conflicts of a patch with a document in words: the object by its title, the property, what
/// was expected and what was found.
struct ConflictWords {
  private let reader: ObjectReader
  private let columns: [[ComparedColumn]]

  init(_ tables: Tables) {
    reader = ObjectReader(tables)
    columns = tables.schema.comparedColumns()
  }

  func words(_ conflict: ChangeConflict) -> String {
    switch conflict {
    case .missing(let hierarchy, let entity, let key):
      let layout = reader.tables.schema.hierarchies[hierarchy]
      let name = entity.map { layout.entities[Int($0)].name } ?? layout.name
      return "\(name) \(key) does not exist"
    case .entity(let hierarchy, let key, let expected, let found):
      let entities = reader.tables.schema.hierarchies[hierarchy].entities
      return "\(object(key, hierarchy)) is a \(entities[Int(found)].name), expected "
        + entities[Int(expected)].name
    case .value(let hierarchy, let key, let index, let expected, let found):
      let column = columns[hierarchy][index]
      let words = self.words(expected, found, column)
      return "\(object(key, hierarchy)): \(column.layout.name) is \(words.found), expected "
        + words.expected
    case .property(let hierarchy, let key, let index):
      return "\(object(key, hierarchy)) has no property \(columns[hierarchy][index].layout.name)"
    case .foreign(let hierarchy, let key, let expected, let found):
      return "\(object(key, hierarchy)): data of other programs is \(json(found)), expected "
        + json(expected)
    case .keyInUse(let key):
      guard let place = reader.tables.find(key) else { return "the key \(key) is in use" }
      return "\(object(key, place.hierarchy)) exists already"
    case .extensionRecord(let key, let expected, let found):
      let entity = (found ?? expected)?.entity ?? ""
      return "the extension record \(entity) \(key) " + words(expected == nil, found == nil)
    case .keptPart(let name, let expected, let found):
      return "the attachment \(name) " + words(expected == nil, found == nil)
    case .carried: return "what it carries for other versions differs"
    }
  }

  private func words(_ isUnexpected: Bool, _ isMissing: Bool) -> String {
    isUnexpected ? "exists already" : isMissing ? "does not exist" : "differs"
  }

  /// Returns the title of an object, with entity and key.
  private func object(_ key: ObjectKey, _ hierarchy: Int) -> String {
    guard let object = reader.object(key, hierarchy: hierarchy) else { return "object \(key)" }
    let name = "\(object.entity.name) \(key)"
    let title = reader.title(of: object)
    return title == name ? name : "\(title) (\(name))"
  }

  private func words(
    _ expected: Value, _ found: Value, _ column: ComparedColumn
  ) -> (expected: String, found: String) {
    guard let attribute = column.layout.attribute else {
      return (related(expected, column), related(found, column))
    }
    let words = DifferenceWords.words(expected, found, attribute)
    return (words.old, words.new)
  }

  private func related(_ value: Value, _ column: ComparedColumn) -> String {
    if value.isNull { return column.isOrder ? "in the order of keys" : "none" }
    guard let end = column.end else { return "" }
    let keys = column.targets(of: value)
    if keys.isEmpty { return "empty" }
    let shown = keys.prefix(5).map { key in
      reader.object(key, hierarchy: end.destinationHierarchy).map { reader.title(of: $0) }
        .map { "\($0) (\(key))" } ?? "\(key)"
    }
    return shown.joined(separator: ", ") + (keys.count > 5 ? " and \(keys.count - 5) more" : "")
  }

  private func json(_ tree: Tree?) -> String {
    tree.map { String(decoding: CanonicalJSON.bytes(of: $0), as: UTF8.self) } ?? "none"
  }
}
