import DocumentTables

@testable import DocumentFile

/// Trips that own items and a stay, have a guide each, and share tags.
enum OwnedTables {
  static let trips = 300
  /// Items of one trip stand next to each other, but for those of every seventh.
  static let itemsOfTrip = 4

  static func schema() throws -> TableSchema {
    try TableSchema(
      name: "Owned", version: SchemaVersion(1, 0, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(name: "start", type: .scalar(.date)),
            TableAttribute(name: "photo", type: .scalar(.data), isNullable: true, isExternal: true),
          ],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              deleteRule: .cascade),
            TableRelationship(
              name: "stay", destination: "Stay", inverse: "trip", isToMany: false,
              deleteRule: .cascade),
            TableRelationship(
              name: "guide", destination: "Guide", inverse: "trips", isToMany: false),
            TableRelationship(
              name: "tags", destination: "Tag", inverse: "trips", isToMany: true),
            TableRelationship(name: "after", destination: "Trip", isToMany: false),
          ],
          uniquenessConstraints: [["name", "start"]], indexes: [["name"], ["start"]]),
        TableEntity(name: "LongTrip", superentity: "Trip"),
        TableEntity(
          name: "Item", attributes: [TableAttribute(name: "title", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ]),
        TableEntity(
          name: "Stay", attributes: [TableAttribute(name: "place", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "stay", isToMany: false),
            TableRelationship(
              name: "town", destination: "Town", isToMany: false, isNullable: false),
          ]),
        TableEntity(name: "Town", attributes: [TableAttribute(name: "name", type: .scalar(.text))]),
        TableEntity(
          name: "Guide", attributes: [TableAttribute(name: "name", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trips", destination: "Trip", inverse: "guide", isToMany: true)
          ], uniquenessConstraints: [["name"]]),
        TableEntity(
          name: "Tag", attributes: [TableAttribute(name: "word", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trips", destination: "Trip", inverse: "tags", isToMany: true)
          ]),
      ])
  }

  static func key(ofTrip number: Int) -> ObjectKey { ObjectKey(number * 8 + 1000) }

  static func tables() throws -> Tables {
    typealias Row = (entity: String, key: ObjectKey, values: [String: Value])
    var tables = Tables(
      schema: try schema(), documentID: SampleTables.documentID, nextKey: 100_000)
    var (rows, items, stays): ([Row], [Row], [Row]) = ([], [], [])
    for number in 0..<trips {
      let key = key(ofTrip: number)
      rows.append(
        (
          number % 5 == 0 ? "LongTrip" : "Trip", key,
          [
            "name": .text("Voyage à \(number / 2)"), "start": .date(Double(number % 2)),
            "photo": number % 50 == 0 ? .data([1, UInt8(number % 256)]) : .null,
            "guide": .reference(number % 2 == 0 ? 1 : 2),
            "after": number == 0 ? .null : .reference(key - 8),
            "items": number % 4 == 0 ? .references([key + 2, key + 1]) : .null,
          ]
        ))
      for item in 1...itemsOfTrip {
        let own = item < itemsOfTrip || number % 7 != 0 ? key : self.key(ofTrip: trips - 1 - number)
        items.append(
          (
            "Item", key + ObjectKey(item),
            ["title": .text("Item \(item) of \(number)"), "trip": .reference(own)]
          ))
      }
      stays.append(
        (
          "Stay", key + 6,
          ["place": .text("Stay \(number)"), "trip": .reference(key), "town": .reference(20)]
        ))
    }
    try SampleTables.fill(&tables, "Trip", rows)
    try SampleTables.fill(&tables, "Item", items)
    try SampleTables.fill(&tables, "Stay", stays)
    try SampleTables.fill(
      &tables, "Town",
      [("Town", 20, ["name": .text("Lucca")]), ("Town", 900, ["name": .text("Bari")])])
    try SampleTables.fill(
      &tables, "Guide",
      [("Guide", 1, ["name": .text("Ana")]), ("Guide", 2, ["name": .text("Eze")])])
    try SampleTables.fill(
      &tables, "Tag",
      [
        (
          "Tag", 10,
          [
            "word": .text("sea"),
            "trips": .references(stride(from: 0, to: trips, by: 3).map { Self.key(ofTrip: $0) }),
          ]
        ), ("Tag", 11, ["word": .text("hut"), "trips": .references([])]),
      ])
    return tables
  }

  /// In many small chunks.
  static func bytes(
    _ encoding: DocumentEncoding = .json, isDivided: Bool = false
  ) throws -> [UInt8] {
    var options = DocumentWriteOptions(encoding: encoding, type: .generic)
    options.chunkLimit = 2000
    options.indexedBytes = 0
    if isDivided { options.dividedIndexRows = 0 }
    return try DocumentFile.bytes(of: try tables(), form: .document, options: options)
  }

  /// The same document without indexes.
  static func withoutIndexes(_ bytes: [UInt8]) throws -> [UInt8] {
    var archive = try RebuiltArchive(bytes)
    archive.entries.removeAll { $0.name.hasPrefix("index/") }
    try archive.changeManifest {
      $0.parts.removeAll(where: \.isIndex)
      $0.indexed = nil
    }
    return try archive.bytes()
  }
}
