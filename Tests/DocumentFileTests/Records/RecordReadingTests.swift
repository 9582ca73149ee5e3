import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Reading records")
struct RecordReadingTests {
  private func row(_ text: [UInt8], _ encoding: DocumentEncoding) throws -> [String: Value] {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    let segment = try RecordFixture.read(text, encoding, hierarchy)
    let values = try #require(RecordFixture.rows(segment).first)
    return Dictionary(zip(hierarchy.columns.map(\.name), values)) { first, _ in first }
  }

  @Test("Properties are read in any order, absent ones as default or nil")
  func anyOrder() throws {
    let json = try row(
      Array(
        """
        [ { "$entity" : "Place" , "$id" : 5 , "when" : null ,
          "name" : "x", "flag":true, "count" :1 } ]
        """.utf8),
      .json)
    let xml = try row(
      RecordFixture.wrapped(
        xml: """

          <d:record id="5" entity="Place"> <when d:nil="true"/> <!-- any --> <name><![CDATA[x]]></name>
          <flag>true</flag><count>1</count></d:record>
          """), .xml)
    #expect(json == xml)
    #expect(json["name"] == .text("x"))
    #expect(json["big"] == .integer(5))
    #expect(json["flag"] == .bool(true))
    #expect(json["when"] == .null)
    #expect(json["site"] == .null)
  }

  @Test("Escaped keys and values are the same as plain ones")
  func escapes() throws {
    let read = try row(
      Array(
        #"""
        [{"\u0024entity":"Pl\u0061ce","$\u0069d":5,"n\u0061me":"\u00e9\n",
        "tag":"00000000\u002d0000-0000-0000-00000000000A","my field":"\ud83d\ude80"}]
        """#
        .utf8), .json)
    #expect(read["name"] == .text("\u{E9}\n"))
    #expect(read["tag"] == .uuid(10))
    #expect(read["my field"] == .text("🚀"))
  }

  @Test("A property whose name XML cannot hold as an element is a field element")
  func field() throws {
    let read = try row(PlaceSchema.xml(#"<d:field name="my field">v</d:field>"#), .xml)
    #expect(read["my field"] == .text("v"))
    let none = try row(PlaceSchema.xml(#"<d:field name="my field" nil="true"/>"#), .xml)
    #expect(none["my field"] == .null)
    let escaped = try row(
      PlaceSchema.xml(#"<d:field name="my field" escaped="true">\u0000</d:field>"#), .xml)
    #expect(escaped["my field"] == .text("\u{0}"))
  }

  // Spec 6.11-4, 6.11-5
  @Test("Members of a structure are read in any order, absent ones as default or nil")
  func structure() throws {
    let json = try row(
      PlaceSchema.json(#", "spot" : { "my name":"\u0061" , "latitude":1.0, "days":[] } "#), .json)
    let xml = try row(
      PlaceSchema.xml(
        """
        <spot> <d:field name="my name">a</d:field><!-- any --><latitude>1</latitude> <days/></spot>
        """), .xml)
    #expect(json["spot"] == xml["spot"])
    #expect(
      json["spot"]
        == .tree(
          .members([
            "days": .array([]), "floor": .integer(0), "latitude": .double(1),
            "my name": .text("a"), "side": .null,
          ])))
  }

  @Test("An error in a structure names the member and what it expects")
  func structureError() throws {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    let texts: [(DocumentEncoding, [UInt8])] = [
      (.json, PlaceSchema.json(#","spot":{"latitude":true}"#)),
      (.xml, PlaceSchema.xml("<spot><latitude>true</latitude></spot>")),
    ]
    for (encoding, text) in texts {
      let error = #expect(throws: RecordError.self) {
        try RecordFixture.read(text, encoding, hierarchy)
      }
      #expect(error?.property == "spot.latitude")
      #expect(error?.detail == "expected a number such as 1.5")
    }
  }

  @Test("The largest numbers of JSON and those beyond have one spelling each")
  func numbers() throws {
    let read = try row(
      PlaceSchema.json(
        #","big":"-9223372036854775808","total":"18446744073709551615","price":1E2"#),
      .json)
    #expect(read["big"] == .integer(.min))
    #expect(read["total"] == .unsigned(.max))
    #expect(read["price"] == .double(100))
    let edge = try row(PlaceSchema.json(#","big":9007199254740991,"ratio":"-INF""#), .json)
    #expect(edge["big"] == .integer(9_007_199_254_740_991))
    #expect(edge["ratio"] == .double(-.infinity))
  }

  // Spec 5.3-2, 5.3-3, 5.3-4, 5.3-5
  @Test("An order is written only where it differs from that of the keys, or is empty but not nil")
  func orders() throws {
    let schema = try PlaceSchema.make()
    let hierarchy = schema.hierarchies[0]
    let builder = SegmentBuilder(hierarchy)
    func append(_ key: ObjectKey, owned: Value, owner: Value) {
      let values = hierarchy.columns.map { column -> Value in
        switch column.name {
        case "name": .text("n")
        case "big": .integer(0)
        case "owned": owned
        case "owner": owner
        default: .null
        }
      }
      builder.append(key: key, discriminator: 0, values: values)
    }
    append(1, owned: .references([4, 3, 99]), owner: .null)
    append(2, owned: .references([]), owner: .null)
    append(3, owned: .null, owner: .reference(1))
    append(4, owned: .references([8, 9]), owner: .reference(1))
    append(5, owned: .references([6]), owner: .null)
    append(6, owned: .null, owner: .reference(5))
    let tables = RecordFixture.tables(schema, [builder.finish()])
    for encoding in DocumentEncoding.allCases {
      let text = RecordFixture.text(of: tables, hierarchy: 0, encoding)
      let read = try RecordFixture.read(text, encoding, hierarchy)
      let column = try #require(hierarchy.column(named: "owned", of: "Place"))
      let orders = (0..<read.count).map { read.value(at: $0, column: column) }
      #expect(
        orders == [
          .references([4, 3]), .references([]), .null, .references([]), .null, .null,
        ])
    }
  }

  @Test("More properties than a word has bits are told apart")
  func manyProperties() throws {
    let schema = try TableSchema(
      name: "Wide", version: nil,
      entities: [
        TableEntity(
          name: "Wide",
          attributes: (0..<200).map {
            TableAttribute(name: "property\($0)", type: .scalar(.int32), isNullable: true)
          })
      ])
    let hierarchy = schema.hierarchies[0]
    let members = (0..<200).reversed().map { #""property\#($0)":\#($0)"# }
    let text = #"[{"$id":1,\#(members.joined(separator: ","))}]"#
    let segment = try RecordFixture.read(Array(text.utf8), .json, hierarchy)
    for (index, column) in hierarchy.columns.enumerated() {
      let number = try #require(Int64(column.name.dropFirst(8)))
      #expect(segment.value(at: 0, column: index) == .integer(number))
    }
    let twice = text.dropLast(2) + #","property199":1}]"#
    #expect(throws: RecordError.self) {
      try RecordFixture.read(Array(twice.utf8), .json, hierarchy)
    }
  }
}
