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
    for part in (parts[duplicate] ?? []).sorted() { change(part) { $0.trip = key } }
    absorbPeople(of: duplicate, into: key)
    replaceReferences(to: duplicate, with: key)
    for record in recordsOfAnchor[duplicate] ?? [] {
      var found: (own: ExtensionRecord, joined: ExtensionRecord)?
      for own in recordsOfAnchor[key] ?? [] where found == nil {
        found = joinedRecord(own, record).map { (own, $0) }
      }
      if let (own, joined) = found {
        replace(own, with: joined)
        replace(record, with: nil)
      } else {
        var moved = record
        moved.anchor = key
        replace(record, with: moved)
      }
    }
    for part in partsOfAnchor[duplicate] ?? [] {
      var moved = part
      moved.anchor = key
      theirs.attachments.append(Change(old: part, new: moved))
    }
    theirs.change(duplicate, from: object, to: nil)
    return differing
  }

  private mutating func absorbPeople(of duplicate: ObjectKey, into key: ObjectKey) {
    var present = ParticipantPool(participants[key] ?? [], TripParticipant.init)
    for person in participants[duplicate] ?? [] {
      if let same = present.take(TripParticipant(person)) {
        replaceReferences(to: person.key, with: same.key)
        theirs.change(person.key, from: person, to: nil)
      } else {
        change(person.key) { $0.trip = key }
      }
    }
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
