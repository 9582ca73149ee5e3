/// The objects that transactions change, one transaction after the other.
struct ChangeAddition {
  typealias Group = History.Transaction.Group

  private struct Object {
    let key: ObjectKey
    var entity: Int
    let existed: Bool
    var exists = true
    /// The number of the last chosen transaction.
    var number: Int64 = 0
    /// Whether a change that was not chosen came after the last chosen one.
    var isTouched = false
    /// The last of its properties in ``properties``; -1 for none.
    var last = -1
    /// Where the values of the deleted object are: a position in ``deletions``, and a row.
    var deletion: (group: Int, row: Int)?
  }

  /// A changed property of an object that existed before.
  private struct Property {
    let name: Int
    /// The property of the same object that was changed before this one; -1 for none.
    let previous: Int
    /// The value before the first change; nil if it is not known.
    let old: Tree?
    /// The value after the last change; nil if it is not known.
    var new: Tree?
    /// The stretch of the last change; -1 if a change came since that was not chosen.
    var stretch: Int
    /// Whether other changes may have come between chosen ones.
    var isInterrupted = false
  }

  private let history: History
  private let choice: NetChanges.Choice
  private(set) var unknown: [NetChanges.UnknownChanges] = []
  private var authors: [String?: Bool] = [:]
  private var names: PresentNames
  private var objects: [Object] = []
  private var indexes: [ObjectKey: Int] = [:]
  private var properties: [Property] = []
  private var deletions:
    [(group: Group, names: [(name: String, property: PresentNames.PresentName)])] = []
  /// How often transactions were missing, or changes unknown, so far.
  private var stretch = 0
  /// Whether the transactions use the names of several schemas.
  private var hasSeveralSchemas = false

  init(_ history: History, _ choice: NetChanges.Choice) {
    self.history = history
    self.choice = choice
    names = PresentNames(history.schemas, choice)
  }

  mutating func run() {
    var previous = choice.number
    var schema: Digest?
    var author: (name: String?, isChosen: Bool)?
    for run in history.runs where run.start + History.runLength > choice.number {
      // Transactions and groups are read where they are: copying them takes longer than the rest.
      let transactions = run.transactions
      for index in transactions.indices where transactions[index].number > choice.number {
        let number = transactions[index].number
        // Removed transactions may have changed anything.
        if number != previous + 1 { stretch += 1 }
        previous = number
        if schema != transactions[index].schema {
          if schema != nil { hasSeveralSchemas = true }
          schema = transactions[index].schema
        }
        if author == nil || author?.name != transactions[index].author {
          let name = transactions[index].author
          author = (name, isChosen(name))
        }
        let isChosen = author?.isChosen ?? false
        let found = history.found(by: number)
        add(found ?? transactions[index].groups, number, transactions[index].schema, isChosen)
        guard found == nil, !transactions[index].unknown.isEmpty else { continue }
        stretch += 1
        guard isChosen else { continue }
        unknown += transactions[index].unknown.map {
          NetChanges.UnknownChanges(range: $0, schema: transactions[index].schema)
        }
      }
    }
  }

  private mutating func add(
    _ groups: [Group], _ number: Int64, _ schema: Digest, _ isChosen: Bool
  ) {
    // An object of another class than before is deleted, then inserted.
    for index in groups.indices.reversed() {
      if !isChosen {
        if !objects.isEmpty { touch(groups[index], schema) }
        continue
      }
      switch groups[index].kind {
      case .insert: addInsertions(groups[index], number, schema)
      case .update: addUpdates(groups, index, number, schema)
      case .delete: addDeletions(groups[index], number, schema)
      }
    }
  }

  private mutating func isChosen(_ author: String?) -> Bool {
    if let known = authors[author] { return known }
    let isChosen = choice.isChosen(author)
    authors[author] = isChosen
    return isChosen
  }

  // MARK: Chosen changes

  private mutating func addInsertions(_ group: Group, _ number: Int64, _ schema: Digest) {
    let words = names.index(of: group.entity, [], schema)
    guard let entity = names[words].entity else { return }
    for key in group.keys.keys {
      // The object of the other class stays deleted.
      if let index = indexes[key], objects[index].entity != entity, !objects[index].exists {
        indexes[key] = nil
      }
      let (index, isNew) = object(key, entity, number, existed: false)
      if !isNew, objects[index].existed { insertAgain(index, group.entity, schema) }
      objects[index].exists = true
      objects[index].isTouched = false
    }
  }

  private mutating func addUpdates(
    _ groups: [Group], _ position: Int, _ number: Int64, _ schema: Digest
  ) {
    let words = names.index(
      of: groups[position].entity, groups[position].properties, schema)
    guard let entity = names[words].entity else { return }
    let count = groups[position].properties.count
    var row = 0
    for key in groups[position].keys.runs.joined() {
      let (index, _) = object(key, entity, number, existed: true)
      objects[index].exists = true
      objects[index].isTouched = false
      defer { row += 1 }
      guard objects[index].existed else { continue }
      for property in 0..<count {
        guard let present = names[words].properties[property] else { continue }
        let name = groups[position].properties[property]
        set(
          present.name, of: index,
          old: present.hasValues ? groups[position].old[name]?[row] : nil,
          new: present.hasValues ? groups[position].new[name]?[row] : nil)
      }
    }
  }

  private mutating func addDeletions(_ group: Group, _ number: Int64, _ schema: Digest) {
    let recorded = group.old.keys.sorted(by: utf8Precedes)
    let words = names.index(of: group.entity, recorded, schema)
    guard let entity = names[words].entity else { return }
    let kept = zip(recorded, names[words].properties).compactMap { name, property in
      property.map { (name: name, property: $0) }
    }
    for (row, key) in group.keys.keys.enumerated() {
      let (index, _) = object(key, entity, number, existed: true)
      objects[index].exists = false
      objects[index].deletion = (deletions.count, row)
    }
    deletions.append((group, kept))
  }

  private mutating func object(
    _ key: ObjectKey, _ entity: Int, _ number: Int64, existed: Bool
  ) -> (index: Int, isNew: Bool) {
    if let index = indexes[key] {
      objects[index].entity = entity
      objects[index].number = number
      return (index, false)
    }
    indexes[key] = objects.count
    objects.append(Object(key: key, entity: entity, existed: existed, number: number))
    return (objects.count - 1, true)
  }

  private func position(of name: Int, of object: Int) -> Int? {
    var position = objects[object].last
    while position >= 0 {
      if properties[position].name == name { return position }
      position = properties[position].previous
    }
    return nil
  }

  /// - Parameter old: The value before the change, which counts if it is the first of the property.
  private mutating func set(
    _ name: Int, of object: Int, old: @autoclosure () -> Tree?, new: Tree?
  ) {
    guard let position = position(of: name, of: object) else {
      properties.append(
        Property(
          name: name, previous: objects[object].last, old: old(), new: new, stretch: stretch))
      objects[object].last = properties.count - 1
      return
    }
    properties[position].new = new
    if properties[position].stretch != stretch { properties[position].isInterrupted = true }
    properties[position].stretch = stretch
  }

  /// Notes that an object that existed before is inserted again, as undo does: the history has no values
  /// of inserted objects, so every property may have another value.
  private mutating func insertAgain(_ object: Int, _ entity: String, _ schema: Digest) {
    var deleted: [Int: Tree] = [:]
    if !objects[object].exists, let (group, row) = objects[object].deletion {
      for (name, property) in deletions[group].names where property.hasValues {
        deleted[property.name] = deletions[group].group.old[name]?[row]
      }
    }
    let isTouched = objects[object].isTouched
    let all = history.schemas[schema].map { schema in
      schema.lineage(of: entity).flatMap {
        $0.attributes.map(\.name) + $0.relationships.map(\.name)
      }
    }
    let words = names.index(of: entity, all ?? [], schema)
    for name in names[words].properties.compactMap({ $0?.name }) {
      set(name, of: object, old: deleted[name], new: nil)
      // What others have changed since the deletion is in no tombstone.
      if isTouched, let position = position(of: name, of: object) {
        properties[position].isInterrupted = true
      }
    }
  }

  // MARK: Other changes

  /// Notes changes that were not chosen, of objects that a chosen transaction has changed.
  private mutating func touch(_ group: Group, _ schema: Digest) {
    var words: Int?
    for key in group.keys.keys {
      guard let index = indexes[key] else { continue }
      guard group.kind == .update else {
        objects[index].isTouched = true
        var position = objects[index].last
        while position >= 0 {
          properties[position].stretch = -1
          position = properties[position].previous
        }
        continue
      }
      let present = words ?? names.index(of: group.entity, group.properties, schema)
      words = present
      for name in names[present].properties {
        if let name = name?.name, let position = position(of: name, of: index) {
          properties[position].stretch = -1
        }
      }
    }
  }

  // MARK: The balance

  /// What the objects of one group have in common.
  private struct Shape: Hashable {
    var kind: Group.Kind
    var entity: Int
    var properties: [Int]
    /// The properties with a known old value.
    var old: [Int]
    /// The properties with a known new value.
    var new: [Int]
  }

  func groups() -> [NetChanges.Group] {
    var groups: [NetChanges.Group] = []
    var positions: [Shape: Int] = [:]
    for index in objects.indices.sorted(by: { objects[$0].key < objects[$1].key }) {
      let object = objects[index]
      let kind: Group.Kind
      switch (object.existed, object.exists) {
      case (false, false): continue
      case (false, true): kind = .insert
      case (true, false): kind = .delete
      case (true, true): kind = .update
      }
      let changed = kind == .update ? changedProperties(of: object) : []
      if kind == .update, changed.isEmpty, names.entities[object.entity].isListed { continue }
      let deleted = kind == .delete ? object.deletion : nil
      let shape = Shape(
        kind: kind, entity: object.entity, properties: changed.map { properties[$0].name },
        old: deleted.map { deletions[$0.group].names.map(\.property.name) }
          ?? changed.filter { properties[$0].old != nil }.map { properties[$0].name },
        new: changed.filter { properties[$0].new != nil }.map { properties[$0].name })
      let position = positions[shape] ?? groups.count
      if position == groups.count {
        positions[shape] = position
        groups.append(
          NetChanges.Group(
            changes: Group(
              kind, entity: names.entities[object.entity].name, keys: HistoryKeys(),
              properties: shape.properties.map { names.propertyNames[$0] }),
            isListed: names.entities[object.entity].isListed))
      }
      groups[position].changes.keys.append(object.key)
      groups[position].transactions.append(object.number)
      for property in changed {
        let name = names.propertyNames[properties[property].name]
        if let old = properties[property].old {
          groups[position].changes.old[name, default: []].append(old)
        }
        if let new = properties[property].new {
          groups[position].changes.new[name, default: []].append(new)
        }
      }
      if let deleted {
        let (group, own) = deletions[deleted.group]
        for (name, property) in own {
          guard let tree = group.old[name]?[deleted.row] else { continue }
          groups[position].changes.old[names.propertyNames[property.name], default: []].append(tree)
        }
      }
    }
    return groups.sorted { left, right in
      left.changes.kind == right.changes.kind
        ? Group.precedes(left.changes, right.changes)
        : left.changes.kind == .delete || right.changes.kind == .update
    }
  }

  /// The properties of an object that have changed on balance, in the order of their names.
  private func changedProperties(of object: Object) -> [Int] {
    var changed: [Int] = []
    var position = object.last
    while position >= 0 {
      if !isUnchanged(properties[position], object) { changed.append(position) }
      position = properties[position].previous
    }
    if changed.count < 2 { return changed }
    return changed.sorted {
      utf8Precedes(
        names.propertyNames[properties[$0].name], names.propertyNames[properties[$1].name])
    }
  }

  private func isUnchanged(_ property: Property, _ object: Object) -> Bool {
    guard !property.isInterrupted, let old = property.old, let new = property.new else {
      return false
    }
    if old == new { return true }
    guard hasSeveralSchemas else { return false }
    let attribute = choice.schema.lineage(of: names.entities[object.entity].name).lazy
      .compactMap { $0.attribute(named: names.propertyNames[property.name]) }.first
    return attribute.map { old.widened(to: $0.type) == new.widened(to: $0.type) } ?? false
  }
}
