import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Keys and entities of records")
struct RecordFrameTests {
  /// Everything that can be seen of rows.
  private func rows(_ text: String, _ encoding: DocumentEncoding = .json) throws -> String {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    let segment = try RecordFixture.read(Array(text.utf8), encoding, hierarchy)
    return "\(segment.keys) \(segment.entities) \(RecordFixture.rows(segment)) \(segment.foreign)"
  }

  private func permutations(_ members: [String]) -> [[String]] {
    if members.count < 2 { return [members] }
    return members.indices.flatMap { index in
      var rest = members
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  private static let foreign = #""$foreign":{"com.a":["}",{"$$entity":"\"]"},-1.5e3,true]}"#

  // Spec 5.1-3
  @Test("The members of a JSON record may stand in any order, with any white space")
  func anyOrder() throws {
    let place = [#""$id":5"#, #""name":"{\"""#, #""count":3"#, Self.foreign]
    let stamp = [
      #""$id":5"#, #""$entity":"Stamp""#, #""issued":"2001-01-01T00:00:00Z""#, #""name":"x""#,
      Self.foreign,
    ]
    for members in [place, place + [#""$entity":"Place""#], stamp] {
      let expected = try rows("[{\(members.joined(separator: ","))}]")
      for order in permutations(members) {
        #expect(try rows("[{\(order.joined(separator: ","))}]") == expected, "\(order)")
        #expect(try rows("[ {\n\(order.joined(separator: " ,\n\t")) } ]") == expected, "\(order)")
      }
    }
  }

  @Test("A record that names the root is the one that names no entity")
  func explicitRoot() throws {
    #expect(
      try rows(#"[{"$id":5,"$entity":"Place","name":"x"}]"#)
        == rows(#"[{"$id":5,"name":"x"}]"#))
    let unnamed = try rows(
      String(decoding: PlaceSchema.xml(""), as: UTF8.self), .xml)
    for attributes in [#"entity="Place" id="5""#, #"id="5" entity="Place""#] {
      let text = RecordFixture.wrapped(xml: "<d:record \(attributes)><name>x</name></d:record>")
      #expect(try rows(String(decoding: text, as: UTF8.self), .xml) == unnamed)
    }
  }

  @Test("Records of several entities follow one another", arguments: DocumentEncoding.allCases)
  func mixed(encoding: DocumentEncoding) throws {
    let schema = try PlaceSchema.make()
    let hierarchy = schema.hierarchies[0]
    let stamp = try #require(hierarchy.entity(named: "Stamp"))
    let builder = SegmentBuilder(hierarchy)
    for key in 1...9 as ClosedRange<ObjectKey> {
      let isStamp = key % 3 == 1
      builder.append(
        key: key, discriminator: isStamp ? stamp.discriminator : 0,
        values: hierarchy.columns.map { column in
          switch column.name {
          case "name": .text("x")
          case "big": .integer(0)
          case "issued": isStamp ? .date(0) : .null
          default: .null
          }
        })
    }
    let segment = builder.finish()
    let text = RecordFixture.text(
      of: RecordFixture.tables(schema, [segment]), hierarchy: 0, encoding)
    let read = try RecordFixture.read(text, encoding, hierarchy)
    #expect(read.entities == segment.entities)
    let words = String(decoding: text, as: UTF8.self)
    #expect(words.ranges(of: "entity").count == 3)
    #expect(words.ranges(of: encoding == .json ? "{\"$id\":" : "<d:record id=\"").count == 9)
  }

  @Test("A record names its entity if the root is abstract", arguments: DocumentEncoding.allCases)
  func abstractRoot(encoding: DocumentEncoding) throws {
    let schema = try TableSchema(
      name: "Abstract", version: nil,
      entities: [
        TableEntity(
          name: "Root", isAbstract: true,
          attributes: [TableAttribute(name: "name", type: .scalar(.text))]),
        TableEntity(name: "Leaf", superentity: "Root"),
      ])
    let named =
      encoding == .json
      ? Array(#"[{"$id":5,"$entity":"Leaf","name":"x"}]"#.utf8)
      : RecordFixture.wrapped(xml: #"<d:record id="5" entity="Leaf"><name>x</name></d:record>"#)
    let segment = try RecordFixture.read(named, encoding, schema.hierarchies[0])
    #expect(
      RecordFixture.text(of: RecordFixture.tables(schema, [segment]), hierarchy: 0, encoding)
        == named)
    let unnamed =
      encoding == .json
      ? Array(#"[{"$id":5,"name":"x"}]"#.utf8)
      : RecordFixture.wrapped(xml: #"<d:record id="5"><name>x</name></d:record>"#)
    let error = #expect(throws: RecordError.self) {
      try RecordFixture.read(unnamed, encoding, schema.hierarchies[0])
    }
    #expect(error?.code.rawValue == "record-abstract-entity")
  }

  @Test("A missing brace or an error in a value is found although the entity is searched behind it")
  func errorsBeforeTheEntity() throws {
    for (text, code) in [
      (#"[{"$id":5,"name":"x","words":["a"}]"#, "json-syntax"),
      (#"[{"$id":5,"name":1,"$entity":"Stamp"}]"#, "record-value-type"),
      (#"[{"$id":5,"name":"x","count":}]"#, "json-syntax"),
      (#"[{"$id":5,"name":"x","words":["\"]"#, "json-truncated"),
      (#"[{"name":"x","count":"#, "json-truncated"),
    ] {
      let error = #expect(throws: RecordError.self) { try rows(text) }
      #expect(error?.code.rawValue == code, "\(text)")
    }
  }
}
