import DocumentData
import DocumentFile
import DocumentTables
import TripPages

/// The differences between two documents as JSON: one object of the documents on each line.
struct DifferenceJSON {
  private let documents: ComparedDocuments
  private let differences: ObjectDifferences
  private var output = BufferedStandardOutput()

  init(_ documents: ComparedDocuments, _ differences: ObjectDifferences) {
    self.documents = documents
    self.differences = differences
  }

  /// - Parameter isSummary: Whether the list of objects is left out.
  mutating func write(isSummary: Bool) throws(StandardOutputFailure) {
    let changes = documents.changes
    let schema = documents.old.schema
    try put("{\"version\":1")
    try put(",\n\"from\":", side(documents.oldSide))
    try put(",\n\"to\":", side(documents.newSide))
    try put(
      ",\n\"schema\":",
      .members([
        "name": .text(schema.name), "version": schema.version.map { .text($0.text) } ?? .null,
      ]))
    try put(",\n\"matching\":", .text(documents.areVersions ? "key" : "content"))
    try put(",\n\"equal\":", .bool(changes.isEmpty))
    var counts: [String: Tree] = [:]
    for (entity, count) in differences.counts {
      counts[entity] = .members([
        "added": .integer(Int64(count.added)), "changed": .integer(Int64(count.changed)),
        "removed": .integer(Int64(count.removed)),
      ])
    }
    try put(",\n\"counts\":", .members(counts))
    if !isSummary {
      try put(",\n\"objects\":[")
      var isFirst = true
      for entity in differences.entities {
        try differences.forEach(of: entity) { (difference) throws(StandardOutputFailure) in
          try put(isFirst ? "\n" : ",\n", tree(difference))
          isFirst = false
        }
      }
      try put(isFirst ? "]" : "\n]")
      try put(
        ",\n\"extensions\":",
        .array(
          changes.extensions.map { change in
            let record = change.new ?? change.old
            return .members([
              "change": .text(ObjectDifference.Kind(change).rawValue),
              "entity": .text(record?.entity ?? ""), "id": .integer(record?.key ?? 0),
            ])
          }))
      try put(
        ",\n\"attachments\":",
        .array(
          changes.keptParts.map { change -> Tree in
            var members: [String: Tree] = [
              "change": .text(ObjectDifference.Kind(change).rawValue),
              "name": .text((change.new ?? change.old)?.name ?? ""),
            ]
            members["old"] = change.old.map { $0.summary(anchorKey: $0.anchor) }
            members["new"] = change.new.map {
              $0.summary(anchorKey: $0.anchor.map(documents.ownKey))
            }
            return .members(members)
          }))
    }
    try put(",\n\"carried\":", .bool(changes.carried != nil))
    try put("}\n")
    try output.flush()
  }

  private func side(_ side: ComparedDocuments.Side) -> Tree {
    let document = side.document
    let version = document?.report.stages.first?.fromVersion.description
    return .members([
      "file": .text(side.name),
      "document": document.map { .text(UUIDText.text($0.tables.documentID)) } ?? .null,
      "schemaVersion": (version ?? document?.tables.schema.version?.text).map { .text($0) }
        ?? .null,
    ])
  }

  private func tree(_ difference: ObjectDifference) -> Tree {
    let key = difference.old?.key ?? difference.new.map { documents.ownKey($0.key) } ?? 0
    let title =
      difference.old.map { differences.oldReader.title(of: $0) }
      ?? difference.new.map { differences.newReader.title(of: $0) } ?? ""
    var members: [String: Tree] = [
      "change": .text(difference.kind.rawValue), "entity": .text(difference.entity),
      "id": .integer(key), "title": .text(title),
      "properties": .array(difference.properties.map { tree($0, of: difference) }),
    ]
    if let old = difference.old, let new = difference.new {
      members["newID"] = .integer(documents.ownKey(new.key))
      if old.entity.name != new.entity.name { members["oldEntity"] = .text(old.entity.name) }
    }
    return .members(members)
  }

  private func tree(
    _ property: ObjectDifference.Property, of difference: ObjectDifference
  ) -> Tree {
    var members: [String: Tree] = ["name": .text(property.name)]
    let old: Tree
    let new: Tree
    switch property.content {
    case .attribute(let attribute, let before, let after):
      old = ValueWords.json(before, attribute.type)
      new = ValueWords.json(after, attribute.type)
    case .relationship(let end, let before, let after):
      old = related(before, end, differences.oldReader) { $0 }
      new = related(after, end, differences.newReader, documents.ownKey)
    case .foreign(let before, let after):
      old = before ?? .null
      new = after ?? .null
    }
    if difference.old != nil { members["old"] = old }
    if difference.new != nil { members["new"] = new }
    return .members(members)
  }

  private func related(
    _ keys: [ObjectKey]?, _ end: RelationshipEnd, _ reader: ObjectReader,
    _ ownKey: (ObjectKey) -> ObjectKey
  ) -> Tree {
    guard let keys else { return .null }
    let objects = keys.map { key -> Tree in
      .members([
        "id": .integer(ownKey(key)), "title": .text(DifferenceWords.title(key, end, reader)),
      ])
    }
    return end.relationship.isToMany ? .array(objects) : objects.first ?? .null
  }

  private mutating func put(_ text: String, _ tree: Tree? = nil) throws(StandardOutputFailure) {
    var bytes = Array(text.utf8)
    if let tree { CanonicalJSON.append(tree, to: &bytes) }
    try output.write(json: bytes)
  }
}
