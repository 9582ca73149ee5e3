import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Records that were written")
struct RecordRoundTripTests {
  /// Every type, nullable and not, alone and in arrays, under an abstract root with a subentity.
  static func schema() throws -> TableSchema {
    var attributes = ScalarType.allCases.flatMap { type in
      [
        TableAttribute(name: "\(type.rawValue)Set", type: .scalar(type)),
        TableAttribute(name: "\(type.rawValue)OrNil", type: .scalar(type), isNullable: true),
        TableAttribute(
          name: "\(type.rawValue)List", type: .array(type, nullableElements: true),
          isNullable: true),
      ]
    }
    attributes += [
      TableAttribute(name: "tree", type: .tree(shape: nil), isNullable: true),
      TableAttribute(
        name: "map", type: .dictionary(key: .text, value: .int32, nullableValues: true)),
      TableAttribute(name: "my property", type: .scalar(.text), isNullable: true),
      TableAttribute(name: "a:b", type: .scalar(.data), isNullable: true),
      TableAttribute(name: "bell\u{7}", type: .array(.text, nullableElements: true)),
      TableAttribute(name: "größe", type: .scalar(.int16)),
    ]
    attributes += [
      TableAttribute(name: "structure", type: .structure(Self.structure)),
      TableAttribute(name: "structureOrNil", type: .structure(Self.structure), isNullable: true),
    ]
    return try TableSchema(
      name: "Everything", version: nil,
      entities: [
        TableEntity(name: "Root", isAbstract: true),
        TableEntity(name: "Thing", superentity: "Root", attributes: attributes),
        TableEntity(
          name: "Special", superentity: "Thing",
          attributes: [TableAttribute(name: "extra", type: .scalar(.text))],
          relationships: [
            TableRelationship(name: "friends", destination: "Thing", isToMany: true),
            TableRelationship(name: "next", destination: "Thing", isToMany: false),
          ]),
      ])
  }

  /// A structure with members of every type, one of them with cases.
  static let structure = TableStructure(
    name: "Structure",
    members: ScalarType.allCases.flatMap { type in
      [
        TableAttribute(name: "\(type.rawValue)OrNil", type: .scalar(type), isNullable: true),
        TableAttribute(
          name: "\(type.rawValue)List", type: .array(type, nullableElements: true)),
      ]
    } + [
      TableAttribute(name: "kind", type: .scalar(.text), cases: [.text("a"), .text("\"b\"")]),
      TableAttribute(
        name: "lists", type: .array(.day, nullableElements: false), isNullable: true,
        cases: [.array([]), .array([.integer(5)])]),
      TableAttribute(name: "my member", type: .scalar(.text)),
      // Longer than the patterns that usual names are compared with.
      TableAttribute(name: "a member whose name has many letters", type: .scalar(.int32)),
      TableAttribute(name: "a member whose name has many letters, too", type: .scalar(.int32)),
      TableAttribute(name: "größe", type: .scalar(.double)),
    ])

  static func value(_ column: ColumnLayout, _ generator: inout SeededGenerator) -> Value {
    if column.isNullable, Int.random(in: 0...3, using: &generator) == 0 { return .null }
    if let cases = column.attribute?.cases { return GeneratedValues.pick(cases, &generator) }
    switch column.content {
    case .relationship(_, .reference): return .reference(77)
    case .relationship: return .references([3, 9, 2].dropLast(Int(generator.next() % 4)))
    case .attribute(let attribute):
      switch attribute.type {
      case .scalar(let type): return GeneratedValues.value(type, &generator)
      case .array(let type, _):
        let count = Int.random(in: 0...3, using: &generator)
        return .array(
          (0..<count).map { index in
            index == 1 ? .null : GeneratedValues.value(type, &generator)
          })
      case .tree:
        let tree = GeneratedValues.tree(&generator)
        return tree.isNull ? .null : .tree(tree)
      case .structure(let structure):
        return .tree(structure.tree(of: structure.memberLayouts.map { value($0, &generator) }))
      case .dictionary: return .tree(GeneratedValues.object(&generator, depth: 1))
      }
    }
  }

  static func segment(_ hierarchy: HierarchyLayout, rows: Int, seed: UInt64) throws -> Segment {
    var generator = SeededGenerator(state: seed)
    let builder = SegmentBuilder(hierarchy)
    var key: ObjectKey = 0
    for _ in 0..<rows {
      key += ObjectKey.random(in: 1...3, using: &generator)
      let name = Bool.random(using: &generator) ? "Thing" : "Special"
      let entity = try #require(hierarchy.entity(named: name))
      let own = Set(entity.properties.compactMap(\.column))
      builder.append(
        key: key, discriminator: entity.discriminator,
        values: hierarchy.columns.enumerated().map { index, column in
          own.contains(index) ? value(column, &generator) : .null
        })
      if generator.next() % 4 == 0 {
        builder.setForeign(.members(["com.example.x": GeneratedValues.tree(&generator)]))
      }
    }
    return builder.finish()
  }

  // Spec 3.2-4, 4.10-1, 5.2-1
  @Test(
    "Reading what was written gives the same rows, in either encoding",
    arguments: DocumentEncoding.allCases, [1, 2, 3, 4] as [UInt64])
  func roundTrip(encoding: DocumentEncoding, seed: UInt64) throws {
    let schema = try Self.schema()
    let hierarchy = schema.hierarchies[0]
    let written = try Self.segment(hierarchy, rows: 40, seed: seed)
    let tables = RecordFixture.tables(schema, [written])
    let text = RecordFixture.text(of: tables, hierarchy: 0, encoding)
    let read = try RecordFixture.read(text, encoding, hierarchy)
    #expect(read.keys == written.keys)
    #expect(read.foreign == written.foreign)
    for row in 0..<written.count {
      #expect(read.entities[row] == written.entities[row])
      for (index, column) in hierarchy.columns.enumerated() {
        let expected = written.columns[index].value(at: row)
        #expect(read.columns[index].value(at: row) == expected, "\(column.name)")
      }
    }
    // Written again, it is the same text.
    let again = RecordFixture.text(
      of: RecordFixture.tables(schema, [read]), hierarchy: 0, encoding)
    #expect(again == text)
  }
}
