import DocumentTables

// Objects that are one.
extension ObjectUpdate {
  /// Brings what a file states into an object of another file that is the same: what is empty gets a value.
  ///
  /// - Returns: The attributes of which the file says something else than the object.
  mutating func join(_ key: ObjectKey, with content: ObjectContent) -> [String] {
    guard let object = objects[key] else { return [] }
    let (joined, others) = JoinedValues.join(
      object.values, content.values, blanks: schema.blankValues(of: object.entity))
    change(key) { $0.values = joined }
    return others
  }

  /// Returns what an object becomes.
  func joined(_ key: ObjectKey) -> ObjectContent? {
    objects[key].flatMap(theirs.state).map { ObjectContent(values: $0.values) }
  }

  /// Marks in the records of other sources the values that this source has changed and nobody has edited.
  ///
  /// - Parameters:
  ///   - own: The key of this source's record.
  ///   - edits: The fields that someone has edited.
  mutating func markOthers(
    of key: ObjectKey, besides own: ObjectKey?, edits: Set<String> = []
  ) {
    let others = (recordsOfAnchor[key] ?? []).filter { $0.key != own }
    guard !others.isEmpty, let object = objects[key], let now = joined(key) else { return }
    let before = MadeFields(ObjectContent(values: object.values), of: object.entity, schema)
    let after = MadeFields(now, of: object.entity, schema)
    for record in others {
      guard var made = MadeFields(record.value[MadeFields.member]) else { continue }
      made.follow(from: before, to: after, besides: edits)
      var changed = record
      changed.value = record.value.replacing(MadeFields.member, with: made.tree)
      guard changed != record else { continue }
      put(changed, insteadOf: record)
      if let index = recordsOfAnchor[key]?.firstIndex(where: { $0.key == record.key }) {
        recordsOfAnchor[key]?[index] = changed
      }
    }
  }

  /// Joins an object of the document with another one, which gets all that belongs to it.
  ///
  /// - Parameter joinedRecord: Returns the record for two of one object, where it can have only one.
  /// - Returns: The attributes of which the joined object says something else.
  mutating func absorb(
    _ duplicate: ObjectKey, into key: ObjectKey,
    joinedRecord: (ExtensionRecord, ExtensionRecord) -> ExtensionRecord?
  ) -> [String] {
    guard let object = objects[duplicate] else { return [] }
    let differing = join(key, with: ObjectContent(values: object.values))
    markOthers(of: key, besides: nil)
    for record in recordsOfAnchor[duplicate] ?? [] { mark(record, of: object, as: key) }
    for part in (parts[duplicate] ?? []).sorted() { change(part) { $0.trip = key } }
    absorbPeople(of: duplicate, into: key)
    replaceReferences(to: duplicate, with: key)
    for record in recordsOfAnchor[duplicate] ?? [] {
      absorb(record, into: key, joinedRecord: joinedRecord)
    }
    recordsOfAnchor[duplicate] = nil
    for part in partsOfAnchor[duplicate] ?? [] {
      var moved = part
      moved.anchor = key
      theirs.attachments.append(Change(old: part, new: moved))
    }
    theirs.change(duplicate, from: object, to: nil)
    return differing
  }

  /// Says in the record of a joined object which of its values are those of another source now.
  private mutating func mark(
    _ record: ExtensionRecord, of object: TripObject, as key: ObjectKey
  ) {
    guard var made = MadeFields(record.value[MadeFields.member]), let now = joined(key),
      let index = recordsOfAnchor[object.key]?.firstIndex(where: { $0.key == record.key })
    else { return }
    made.follow(
      from: MadeFields(ObjectContent(values: object.values), of: object.entity, schema),
      to: MadeFields(now, of: object.entity, schema))
    recordsOfAnchor[object.key]?[index].value = record.value.replacing(
      MadeFields.member, with: made.tree)
  }

  private mutating func absorb(
    _ record: ExtensionRecord, into key: ObjectKey,
    joinedRecord: (ExtensionRecord, ExtensionRecord) -> ExtensionRecord?
  ) {
    var own = recordsOfAnchor[key] ?? []
    for index in own.indices {
      guard let joined = joinedRecord(own[index], record) else { continue }
      put(joined, insteadOf: own[index])
      put(nil, insteadOf: record)
      own[index] = joined
      recordsOfAnchor[key] = own
      return
    }
    var moved = record
    moved.anchor = key
    put(moved, insteadOf: record)
    recordsOfAnchor[key] = own + [moved]
  }

  /// Replaces a record that may have been replaced before.
  private mutating func put(_ new: ExtensionRecord?, insteadOf old: ExtensionRecord) {
    if let index = changeOfRecord[old.key] {
      theirs.extensions[index] = Change(old: theirs.extensions[index].old, new: new)
    } else {
      changeOfRecord[old.key] = theirs.extensions.count
      replace(extensions[old.key] ?? old, with: new)
    }
  }

  private mutating func absorbPeople(of duplicate: ObjectKey, into key: ObjectKey) {
    var people = participants[key] ?? []
    var present = ParticipantPool(people, TripParticipant.init)
    for person in participants[duplicate] ?? [] {
      if let same = present.take(TripParticipant(person)) {
        replaceReferences(to: person.key, with: same.key)
        theirs.change(person.key, from: objects[person.key], to: nil)
      } else {
        change(person.key) { $0.trip = key }
        people.append(person)
      }
    }
    participants[key] = people
    participants[duplicate] = nil
  }

  private mutating func replaceReferences(to old: ObjectKey, with new: ObjectKey) {
    for key in tickets[old] ?? [] {
      change(key) { $0.references = $0.references.mapValues { $0 == old ? new : $0 } }
    }
  }

  private mutating func change(_ key: ObjectKey, _ edit: (inout TripObject) -> Void) {
    guard let object = objects[key], var changed = theirs.state(of: object) else { return }
    edit(&changed)
    theirs.change(key, from: object, to: changed)
  }
}
