/// The entities of a schema, created at the first access and linked to one another.
final class LinkedEntities: @unchecked Sendable {
  // The lock guards the creation; afterwards the list does not change. Changes to the entities
  // themselves are the responsibility of the schema's owner, as the documentation of
  // `Schema.entities` says.
  private let lock = NSLock()
  private var list: [Schema.Entity]?
  private let make: () -> [Schema.Entity]

  init(_ make: @escaping () -> [Schema.Entity]) { self.make = make }

  /// Links entities that were made by hand, and their subentities.
  init(_ entities: [Schema.Entity]) {
    var all: [Schema.Entity] = []
    var known: Set<ObjectIdentifier> = []
    var waiting = entities[...]
    while let entity = waiting.popFirst() {
      guard known.insert(ObjectIdentifier(entity)).inserted else { continue }
      all.append(entity)
      waiting += entity.subentities.sorted { $0.name < $1.name }
    }
    Self.link(all)
    list = all
    make = { [] }
  }

  /// Links entities of model classes, in the order of the classes.
  ///
  /// Linking changes the entities, so none may belong to another schema.
  init(linking entities: [Schema.Entity]) {
    Self.link(entities)
    list = entities
    make = { [] }
  }

  /// The entities; nil before the first access to `all`.
  var made: [Schema.Entity]? { lock.withLock { list } }

  var all: [Schema.Entity] {
    lock.withLock {
      if let list { return list }
      let entities = make()
      Self.link(entities)
      list = entities
      return entities
    }
  }

  private static func link(_ entities: [Schema.Entity]) {
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for entity in entities {
      guard let name = entity.superentityName, let superentity = byName[name] else { continue }
      if entity.superentity !== superentity { entity.superentity = superentity }
      if !superentity.subentities.contains(where: { $0 === entity }) {
        superentity.subentities.insert(entity)
      }
    }
    for entity in entities {
      // Root first: the properties of each ancestor come before those of its subentities.
      var inherited: [any SchemaProperty] = []
      var ancestor = entity.superentityName.flatMap { byName[$0] }
      var known: Set<ObjectIdentifier> = [ObjectIdentifier(entity)]
      while let next = ancestor, known.insert(ObjectIdentifier(next)).inserted {
        inherited = next.storedProperties + inherited
        ancestor = next.superentityName.flatMap { byName[$0] }
      }
      if entity.superentityName != nil { entity.inheritedProperties = inherited }
    }
  }
}
