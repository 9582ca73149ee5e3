import DocumentTables

/// A schema with one property of each kind that a record can break a rule with.
enum PlaceSchema {
  static let spot = TableStructure(
    name: "Spot",
    members: [
      TableAttribute(name: "latitude", type: .scalar(.double)),
      TableAttribute(name: "floor", type: .scalar(.int8), defaultValue: .value(.integer(0))),
      TableAttribute(name: "my name", type: .scalar(.text), isNullable: true),
      TableAttribute(
        name: "side", type: .scalar(.text), isNullable: true, cases: [.text("left")]),
      TableAttribute(name: "days", type: .array(.day, nullableElements: false), isNullable: true),
    ])

  static func make() throws -> TableSchema {
    func optional(_ name: String, _ type: ScalarType, cases: [Value]? = nil) -> TableAttribute {
      TableAttribute(name: name, type: .scalar(type), isNullable: true, cases: cases)
    }
    return try TableSchema(
      name: "Places", version: nil,
      entities: [
        TableEntity(
          name: "Place",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(
              name: "big", type: .scalar(.int64), defaultValue: .value(.integer(5))),
            optional("count", .int8), optional("total", .uint64), optional("price", .double),
            optional("ratio", .float), optional("when", .date), optional("day", .day),
            optional("departure", .zonedTime), optional("tag", .uuid),
            optional("site", .url), optional("cost", .decimal), optional("flag", .bool),
            optional("blob", .data), optional("my field", .text),
            TableAttribute(
              name: "note", type: .scalar(.text), isNullable: true, isExternal: true),
            optional("kind", .text, cases: [.text("a"), .text("b")]),
            optional("level", .int16, cases: [.integer(1), .integer(2)]),
            TableAttribute(
              name: "words", type: .array(.text, nullableElements: false), isNullable: true),
            TableAttribute(name: "shape", type: .tree(shape: nil), isNullable: true),
            TableAttribute(name: "spot", type: .structure(spot), isNullable: true),
          ],
          relationships: [
            TableRelationship(
              name: "owner", destination: "Place", inverse: "owned", isToMany: false),
            TableRelationship(
              name: "owned", destination: "Place", inverse: "owner", isToMany: true),
            TableRelationship(
              name: "left", destination: "Place", inverse: "right", isToMany: false),
            TableRelationship(
              name: "right", destination: "Place", inverse: "left", isToMany: false),
            TableRelationship(name: "friends", destination: "Place", isToMany: true),
          ]),
        TableEntity(name: "Sketch", superentity: "Place", isAbstract: true),
        TableEntity(
          name: "Stamp", superentity: "Place",
          attributes: [
            TableAttribute(name: "issued", type: .scalar(.date), defaultValue: .computed)
          ]),
      ])
  }

  /// A record with a name and whatever else is given.
  static func json(_ members: String) -> [UInt8] {
    Array(#"[{"$id":5,"name":"x"\#(members)}]"#.utf8)
  }

  /// The same in XML.
  static func xml(_ elements: String) -> [UInt8] {
    RecordFixture.wrapped(
      xml: #"<d:record id="5"><name>x</name>\#(elements)</d:record>"#)
  }
}
