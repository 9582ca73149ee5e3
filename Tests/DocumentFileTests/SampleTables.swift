import DocumentTables
import ZipArchive

@testable import DocumentFile

/// Small tables with one of everything that documents hold.
enum SampleTables {
  static let documentID: UInt128 = 0x0123_4567_89AB_4DEF_8123_4567_89AB_CDEF

  static func schema() throws -> TableSchema {
    try TableSchema(
      name: "Sample", version: SchemaVersion(1, 2, 3),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(name: "start", type: .scalar(.date), isNullable: true),
            TableAttribute(
              name: "photo", type: .scalar(.data), isNullable: true, isExternal: true),
            TableAttribute(
              name: "tags", type: .array(.text, nullableElements: true), isNullable: true),
            TableAttribute(name: "note", type: .tree(shape: nil), isNullable: true),
            TableAttribute(name: "my rating", type: .scalar(.double), isNullable: true),
          ],
          relationships: [
            TableRelationship(name: "items", destination: "Item", inverse: "trip", isToMany: true)
          ],
          uniquenessConstraints: [["name", "start"]]),
        TableEntity(
          name: "BusinessTrip", superentity: "Trip",
          attributes: [TableAttribute(name: "perdiem", type: .scalar(.double))]),
        TableEntity(
          name: "Item",
          attributes: [
            TableAttribute(name: "title", type: .scalar(.text)),
            TableAttribute(name: "count", type: .scalar(.int64)),
            TableAttribute(name: "done", type: .scalar(.bool), defaultValue: .value(.bool(false))),
          ],
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ]),
        TableEntity(
          name: "Étape:1", attributes: [TableAttribute(name: "id", type: .scalar(.uuid))]),
      ])
  }

  /// Two trips with items in an order of their own, foreign data, extensions, kept and carried
  /// parts.
  ///
  /// - Parameter foreign: The foreign data of the first trip.
  static func small(
    foreign: Tree = .members(["com.example.app": .members(["color": .text("red")])])
  ) throws -> Tables {
    let schema = try schema()
    var tables = Tables(schema: schema, documentID: documentID, nextKey: 40)
    try fill(
      &tables, "Trip",
      [
        (
          "Trip", 1,
          [
            "name": .text("Lisboa → 東京 🎌"), "start": .date(-63_114_076_800),
            "photo": .data([1, 2, 255]),
            "tags": .array([.text("sea"), .null, .text("")]),
            "note": .tree(.members(["a": .integer(1), "b": .double(1), "$c": .null])),
            "items": .references([11, 10]),
          ]
        ),
        (
          "BusinessTrip", 5,
          ["name": .text("x\r\n\u{0}\u{FFFE}"), "perdiem": .double(0.1), "my rating": .double(4.5)]
        ),
      ],
      foreign: [0: foreign])
    try fill(
      &tables, "Item",
      [
        (
          "Item", 10,
          [
            "title": .text("<&> ]]>"), "count": .integer(.max), "trip": .reference(1),
            "done": .bool(true),
          ]
        ),
        (
          "Item", 11,
          ["title": .text(""), "count": .integer(-1), "trip": .reference(1), "done": .bool(false)]
        ),
        ("Item", 12, ["title": .text("\n loose "), "count": .integer(0), "done": .bool(false)]),
      ])
    try fill(&tables, "Étape:1", [("Étape:1", 20, ["id": .uuid(7)])])
    tables.extensions = [
      ExtensionRecord(
        entity: "com.example.Photo", key: 30, anchor: 1,
        value: .array([.data([0, 1]), .date(0.1), .spelled(.decimal, "1.5"), .unsigned(.max)]))
    ]
    tables.carried = [.members(["stage": .text("2-1")])]
    tables.keptParts = [
      KeptPart(
        name: "attachments/com.example/map.bin", mediaType: "application/x-map",
        bytes: Array(0...255), anchor: 5)
    ]
    return tables
  }

  /// So many items of about `size` bytes, and trips that they belong to.
  static func many(_ count: Int, size: Int = 60) throws -> Tables {
    var tables = Tables(
      schema: try schema(), documentID: documentID, nextKey: ObjectKey(count) + 2)
    try fill(
      &tables, "Trip", [("Trip", 1, ["name": .text("one")])])
    let text = String(repeating: "é", count: size / 2)
    var rows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for index in 0..<count {
      let values: [String: Value] = [
        "title": .text("\(index)\(text)"), "count": .integer(Int64(index)),
        "trip": index % 3 == 0 ? .reference(1) : .null, "done": .bool(index % 2 == 0),
      ]
      rows.append(("Item", ObjectKey(index + 2), values))
    }
    try fill(&tables, "Item", rows)
    return tables
  }

  static func fill(
    _ tables: inout Tables, _ hierarchy: String,
    _ rows: [(entity: String, key: ObjectKey, values: [String: Value])],
    foreign: [Int: Tree] = [:]
  ) throws {
    guard let index = tables.schema.hierarchies.firstIndex(where: { $0.name == hierarchy }) else {
      throw SampleProblem.unknownHierarchy(hierarchy)
    }
    let layout = tables.schema.hierarchies[index]
    let builder = SegmentBuilder(layout)
    for (number, row) in rows.enumerated() {
      guard let entity = layout.entity(named: row.entity) else {
        throw SampleProblem.unknownHierarchy(row.entity)
      }
      builder.append(
        key: row.key, discriminator: entity.discriminator,
        values: layout.columns.map { row.values[$0.name] ?? .null })
      if let tree = foreign[number] { builder.setForeign(tree) }
    }
    tables.tables[index] = Table(segments: [builder.finish()])
  }

  enum SampleProblem: Error {
    case unknownHierarchy(String)
  }
}

extension Tables {
  func document(
    _ form: DocumentForm, _ encoding: DocumentEncoding, stored: Bool = false,
    isIndexed: Bool = false
  ) throws -> [UInt8] {
    var options = DocumentWriteOptions(
      encoding: encoding, compression: stored ? .stored : .deflated(level: 6), type: .generic)
    if isIndexed { options.indexedBytes = 0 }
    return try DocumentFile.bytes(of: self, form: form, options: options)
  }
}
