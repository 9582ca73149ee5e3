import DocumentTables

/// Two states of objects, as the changes from one to the other.
struct ObjectChanges {
  private(set) var old: [ObjectKey: TripObject] = [:]
  private(set) var new: [ObjectKey: TripObject] = [:]
  var extensions: [Change<ExtensionRecord?>] = []
  var attachments: [Change<KeptPart?>] = []

  /// States that an object becomes another one; nil if it does not exist.
  mutating func change(_ key: ObjectKey, from before: TripObject?, to after: TripObject?) {
    if old[key] == nil, new[key] == nil { old[key] = before }
    new[key] = after
  }

  /// Returns what an object becomes; nil if it is deleted.
  func state(of object: TripObject) -> TripObject? {
    old[object.key] == nil ? object : new[object.key]
  }

  func changeSet(_ schema: TripSchema, nextKey: ObjectKey) -> ChangeSet {
    var changes = ChangeSet(nextKey: nextKey)
    for key in Set(old.keys).union(new.keys).sorted() {
      switch (old[key].flatMap(schema.row), new[key].flatMap(schema.row)) {
      case (nil, let row?): changes.inserted.append(row)
      case (let row?, nil):
        changes.deleted.append(
          DeletedRow(
            hierarchy: row.hierarchy, key: key, discriminator: row.discriminator,
            values: row.values))
      case (let before?, let after?): update(before, after, schema, &changes)
      case (nil, nil): break
      }
    }
    changes.extensions = extensions
    changes.keptParts = attachments
    return changes
  }

  private func update(
    _ before: InsertedRow, _ after: InsertedRow, _ schema: TripSchema, _ changes: inout ChangeSet
  ) {
    let columns = schema.tables.hierarchies[before.hierarchy].columns
    let (left, right) = (before.values, after.values)
    // Only attributes and the trip are stated; lists of related objects stay as they are.
    let differing = left.indices.filter { index in
      switch columns[index].content {
      case .attribute, .relationship(_, .reference): left[index] != right[index]
      case .relationship: false
      }
    }
    guard !differing.isEmpty else { return }
    changes.updated.append(
      UpdatedRow(
        hierarchy: before.hierarchy, key: before.key,
        changes: differing.map {
          PropertyChange(column: $0, old: left[$0], new: right[$0])
        }))
  }
}
