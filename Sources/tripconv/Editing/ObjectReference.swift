import DocumentTables

/// An object that an argument names: by its title, a part of it, or its number, as in `#45`; without words, the only
/// one.
struct ObjectReference {
  let words: String

  init(_ words: String) { self.words = words }

  /// The number of the object; nil if the words are a title.
  private var key: ObjectKey? {
    words.hasPrefix("#") ? ObjectKey(words.dropFirst()) : nil
  }

  /// Returns the objects of some entities that the words name: the one with the number, those with the title, or the
  /// only one whose title contains them.
  ///
  /// - Throws: ``CommandFailure`` if there is none, or if several titles contain the words.
  func objects(
    _ reader: ObjectReader, of entities: [String], in name: String
  ) throws(CommandFailure) -> [ObjectReader.Object] {
    var exact: [ObjectReader.Object] = []
    var partial: [ObjectReader.Object] = []
    for (hierarchy, table) in reader.tables.tables.enumerated() {
      let layouts = reader.tables.schema.hierarchies[hierarchy].entities
      let isWanted = layouts.map { layout in
        entities.contains { reader.tables.schema.isEntity(layout.name, kindOf: $0) }
      }
      guard isWanted.contains(true) else { continue }
      for (number, segment) in table.segments.enumerated() {
        for row in 0..<segment.count where isWanted[Int(segment.entities[row])] {
          if let key {
            guard segment.keys[row] == key else { continue }
            return [reader.object(at: RowLocation(segment: number, row: row), hierarchy: hierarchy)]
          }
          let object = reader.object(
            at: RowLocation(segment: number, row: row), hierarchy: hierarchy)
          let title = reader.title(of: object)
          if title == words {
            exact.append(object)
          } else if exact.isEmpty, words.isEmpty || ObjectFilter.contains(title, words) {
            partial.append(object)
          }
        }
      }
    }
    if !exact.isEmpty { return exact }
    guard partial.count == 1 else {
      throw failure(partial, reader, entities, name)
    }
    return partial
  }

  /// Returns the only object that the words name.
  ///
  /// - Throws: ``CommandFailure`` if there is none or several.
  func object(
    _ reader: ObjectReader, of entities: [String], in name: String
  ) throws(CommandFailure) -> ObjectReader.Object {
    let found = try objects(reader, of: entities, in: name)
    guard found.count == 1, let first = found.first else {
      throw failure(found, reader, entities, name)
    }
    return first
  }

  /// The most objects in a message.
  private static let mostListed = 10

  private func failure(
    _ found: [ObjectReader.Object], _ reader: ObjectReader, _ entities: [String], _ name: String
  ) -> CommandFailure {
    guard !found.isEmpty else {
      let noun = entities.count == 1 ? ValueWords.label(entities[0]) : "object"
      return CommandFailure(
        .notFound,
        words.isEmpty
          ? "it has no \(noun)"
          : "it has no \(noun) \"\(words)\"; for all names run tripconv list \(name)", at: name)
    }
    let listed = found.prefix(Self.mostListed).map { object in
      "#\(object.key)  \(reader.title(of: object))"
    }
    let more = found.count - listed.count
    return CommandFailure(
      .badData,
      words.isEmpty
        ? "it has \(found.count) objects: name one of them, or its number:"
        : "\(found.count) objects are called \"\(words)\"; name one by its number:", at: name,
      details: listed + (more > 0 ? ["and \(more) more"] : []))
  }
}

/// The entities among which a verb that changes an object seeks it.
enum EditedEntities {
  /// Returns the named entity, all of them for a number, or else the schema's principal ones.
  static func names(
    _ entity: String?, ifNamed name: String?, in schema: TableSchema, of input: InputArgument,
    _ command: String
  ) throws(CommandFailure) -> [String] {
    if let entity { return [try NamedParts.entity(entity, in: schema, command).name] }
    if name?.hasPrefix("#") == true { return schema.hierarchies.map(\.name) }
    return try RequestedEntity.names(nil, in: schema, of: input, command)
  }
}
