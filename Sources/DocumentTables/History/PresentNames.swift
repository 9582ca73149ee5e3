/// What the names of recorded changes mean in the present schema, each found once.
struct PresentNames {
  /// The names that a group of a transaction uses.
  private struct Recorded: Hashable {
    var schema: Digest
    var entity: String
    /// Changed properties; of a deletion, the properties with values.
    var properties: [String]
  }

  /// The same names in the present schema.
  struct Present {
    /// The position in ``entities``; nil if the entity does not count.
    var entity: Int?
    /// Nil for a property that is gone.
    var properties: [PresentName?]
  }

  struct PresentName {
    /// The position in ``propertyNames``.
    var name: Int
    /// Whether the values of the property tell all of it: not those of a relationship that the other end
    /// stores, of which they are the order.
    var hasValues: Bool
  }

  struct Entity: Hashable {
    var name: String
    var isListed: Bool
  }

  private let schemas: [Digest: TableSchema]
  private let choice: NetChanges.Choice
  private var words: [(recorded: Recorded, present: Present)] = []
  private var indexes: [Recorded: Int] = [:]
  /// The position of the words that were used last; most transactions of a program use the same.
  private var last = 0
  private(set) var entities: [Entity] = []
  private(set) var propertyNames: [String] = []
  private var nameIndexes: [String: Int] = [:]

  /// - Parameter schemas: The recorded schemas.
  init(_ schemas: [Digest: TableSchema], _ choice: NetChanges.Choice) {
    self.schemas = schemas
    self.choice = choice
  }

  /// Returns words that ``index(of:_:_:)`` has found.
  subscript(index: Int) -> Present {
    // Not copied, because each change of a property asks.
    _read { yield words[index].present }
  }

  /// Returns the position of the words of a group of a transaction.
  mutating func index(
    of entity: String, _ properties: [String], _ schema: Digest
  ) -> Int {
    if words.indices.contains(last), words[last].recorded.entity == entity,
      words[last].recorded.properties == properties,
      words[last].recorded.schema == schema
    {
      return last
    }
    let recorded = Recorded(schema: schema, entity: entity, properties: properties)
    if let index = indexes[recorded] {
      last = index
      return index
    }
    let present = found(recorded)
    last = words.count
    indexes[recorded] = words.count
    words.append((recorded, present))
    return last
  }

  private mutating func found(_ recorded: Recorded) -> Present {
    let none = Present(entity: nil, properties: recorded.properties.map { _ in nil })
    guard let name = choice.entity(recorded.entity, recorded.schema) else {
      if choice.entities != nil { return none }
      let entity = Entity(name: recorded.entity, isListed: false)
      return Present(entity: index(of: entity), properties: none.properties)
    }
    if let wanted = choice.entities, !wanted.contains(name) { return none }
    return Present(
      entity: index(of: Entity(name: name, isListed: true)),
      properties: recorded.properties.map { property in
        choice.property(property, recorded.entity, recorded.schema).map {
          PresentName(name: index(ofName: $0), hasValues: hasValues(property, recorded))
        }
      })
  }

  private func hasValues(_ property: String, _ recorded: Recorded) -> Bool {
    guard let schema = schemas[recorded.schema],
      let (entity, relationship) = schema.relationship(named: property, of: recorded.entity)
    else { return true }
    let storage = schema.storage(of: relationship, declaredIn: entity.name)
    return storage == .reference || storage == .list
  }

  private mutating func index(of entity: Entity) -> Int {
    if let index = entities.firstIndex(of: entity) { return index }
    entities.append(entity)
    return entities.count - 1
  }

  private mutating func index(ofName name: String) -> Int {
    if let index = nameIndexes[name] { return index }
    nameIndexes[name] = propertyNames.count
    propertyNames.append(name)
    return propertyNames.count - 1
  }
}
