import DocumentTables
import Testing

@testable import DocumentFile

@Suite("A schema as text")
struct SchemaTextTests {
  private static let strange = [
    "", " ", " a b", "\"'", "<&>", "\u{0}", "\t\n\r", "\u{FFFE}", "\\u0020", "é\u{301}", "🎌",
  ]

  private func schema(_ text: String, _ encoding: DocumentEncoding) throws -> TableSchema {
    let tree = try TreePart.schema.tree(
      of: Array(text.utf8), encoding: encoding, part: "schema", limits: .standard)
    return try TableSchema(name: "S", version: nil, entities: tree)
  }

  private func text(_ tree: Tree, _ encoding: DocumentEncoding) -> String {
    String(decoding: TreePart.schema.bytes(of: tree, encoding: encoding), as: UTF8.self)
  }

  // Spec 3.2-2, 3.14-5, 3.14-6, 3.14-7, 3.14-8, 3.14-9
  @Test(
    "reads back as the same schema with the same text, whatever the names",
    arguments: DocumentEncoding.allCases, 0..<150 as Range<UInt64>)
  func roundTrip(encoding: DocumentEncoding, seed: UInt64) throws {
    var generated = GeneratedSchema(seed: seed, suffixes: seed % 5 == 0 ? [""] : Self.strange)
    let original = try TableSchema(
      name: "S", version: nil, entities: generated.entities())
    let text = text(original.entitiesTree(), encoding)
    let read = try schema(text, encoding)
    #expect(read == original, "\(text)")
    #expect(self.text(read.entitiesTree(), encoding) == text)
    #expect(read.layoutFingerprint() == original.layoutFingerprint())
    #expect(read.modelFingerprint() == original.modelFingerprint())
    let stated = self.text(StatedSchema.tree(original.entitiesTree()), encoding)
    #expect(stated != text)
    #expect(try schema(stated, encoding) == original)
  }

  private func json(_ attribute: String) -> String {
    #"[{"name":"E","attributes":[\#(attribute)]}]"#
  }

  private func xml(_ content: String) -> String {
    #"<d:schema xmlns:d="urn:trip-documents:format"><d:entity name="E">\#(content)</d:entity>"#
      + "</d:schema>"
  }

  /// A default as JSON and as the text of an XML attribute.
  struct Spelling: Sendable {
    var type: String
    var json: String
    var xml: String

    init(_ type: String, _ json: String, _ xml: String) {
      self.type = type
      self.json = json
      self.xml = xml
    }
  }

  // Spec 6.4-1, 6.4-2
  @Test(
    "states a default as a record states the value",
    arguments: [
      Spelling("bool", "true", "true"), Spelling("int8", "-128", "-128"),
      Spelling("int64", "9007199254740991", "9007199254740991"),
      Spelling("int64", #""-9223372036854775808""#, "-9223372036854775808"),
      Spelling("uint64", #""18446744073709551615""#, "18446744073709551615"),
      Spelling("uint64", "0", "0"), Spelling("double", "0", "0"), Spelling("double", "1", "1"),
      Spelling("double", "0.1", "0.1"), Spelling("double", #""-0""#, "-0"),
      Spelling("double", #""INF""#, "INF"), Spelling("double", #""NaN""#, "NaN"),
      Spelling("double", #""1e+300""#, "1e+300"), Spelling("double", "1e-300", "1e-300"),
      Spelling("float", "0.1", "0.1"), Spelling("float", "123456790", "123456790"),
      Spelling("float", #""3.4028235e+38""#, "3.4028235e+38"), Spelling("float", #""-0""#, "-0"),
      Spelling("decimal", #""1.5""#, "1.5"), Spelling("text", "\"\"", ""),
      Spelling("text", #""a \"<b>\"""#, "a &quot;&lt;b&gt;&quot;"),
      Spelling("date", #""2024-02-29T12:00:00.5Z""#, "2024-02-29T12:00:00.5Z"),
      Spelling(
        "uuid", #""00112233-4455-6677-8899-AABBCCDDEEFF""#,
        "00112233-4455-6677-8899-AABBCCDDEEFF"),
      Spelling("url", #""https://example.org/?a=b""#, "https://example.org/?a=b"),
      Spelling("data", #""AP+A""#, "AP+A"),
    ])
  func defaults(spelling: Spelling) throws {
    let member = #"{"name":"a","type":"\#(spelling.type)","default":\#(spelling.json)}"#
    let attribute = #"<d:attribute name="a" type="\#(spelling.type)" default="\#(spelling.xml)"/>"#
    let read = try schema(json(member), .json)
    #expect(try schema(xml(attribute), .xml) == read)
    #expect(text(read.entitiesTree(), .json).contains(member))
    #expect(text(read.entitiesTree(), .xml).contains(attribute))
  }

  // Spec 6.4-2, 6.5-3
  @Test("keeps a default of null apart from none, and a tree apart from a text of it")
  func elements() throws {
    let optional = #"{"name":"a","type":"text","optional":true,"default":null}"#
    #expect(
      text(try schema(json(optional), .json).entitiesTree(), .xml).contains(
        #"<d:attribute name="a" type="text" optional="true"><d:default><d:null/></d:default>"#))
    for (json, xml) in [
      ("5", "<d:integer>5</d:integer>"), (#""5""#, "<d:text>5</d:text>"),
      ("true", "<d:bool>true</d:bool>"), (#"{"$double":"5"}"#, "<d:double>5</d:double>"),
    ] {
      let member = #"{"name":"a","type":"tree","cases":[\#(json)],"default":\#(json)}"#
      let read = try schema(self.json(member), .json)
      let written = text(read.entitiesTree(), .xml)
      #expect(written.contains("<d:case>\(xml)</d:case><d:default>\(xml)</d:default>"))
      #expect(try schema(written, .xml) == read)
      #expect(text(read.entitiesTree(), .json).contains(member))
    }
  }

  @Test("reads numbers that other programs write, as the one value that they are")
  func respelled() throws {
    for (type, respelled, own) in [
      ("double", "1.0", "1"), ("double", "1e300", #""1e+300""#), ("float", "2.0", "2"),
      ("float", "0.10000000149011612", "0.1"),
    ] {
      let read = try schema(
        json(#"{"name":"a","type":"\#(type)","default":\#(respelled)}"#), .json)
      #expect(text(read.entitiesTree(), .json).contains(#""default":\#(own)}"#))
    }
  }

  // Spec 6.3-1, 6.3-3
  @Test(
    "is refused in JSON where an attribute is malformed",
    arguments: [
      #"{"name":"a"}"#, #"{"type":"text"}"#, #"{"name":7,"type":"text"}"#,
      #"{"name":"a","type":"text","unknown":1}"#, #"{"name":"","type":"text"}"#,
      #"{"name":"a","type":"[text"}"#, #"{"name":"a","type":"[text:int64]"}"#,
      #"{"name":"a","type":"[ text]"}"#, #"{"name":"a","type":"[text ]"}"#,
      #"{"name":"a","type":"[text: ]"}"#, #"{"name":"a","type":"[: text]"}"#,
      #"{"name":"a","type":"[text??]"}"#, #"{"name":"a","type":"Text"}"#,
      #"{"name":"a","type":"tree?"}"#, #"{"name":"a","type":"[tree]"}"#,
      #"{"name":"a","type":"text","shape":{}}"#,
      #"{"name":"a","type":"int64","default":"5"}"#, #"{"name":"a","type":"double","default":"1"}"#,
      #"{"name":"a","type":"float","default":"0.1"}"#,
      #"{"name":"a","type":"float","default":1e39}"#,
      #"{"name":"a","type":"bool","default":"true"}"#, #"{"name":"a","type":"text","default":5}"#,
      #"{"name":"a","type":"int8","default":128}"#, #"{"name":"a","type":"int8","default":1.5}"#,
      #"{"name":"a","type":"uint64","default":-1}"#,
      #"{"name":"a","type":"date","default":"2001-01-01"}"#,
      #"{"name":"a","type":"date","default":{"$date":"2001-01-01T00:00:00Z"}}"#,
      #"{"name":"a","type":"uuid","default":"00112233-4455-6677-8899-aabbccddeeff"}"#,
      #"{"name":"a","type":"data","default":"AP+"}"#,
      #"{"name":"a","type":"decimal","default":"1.50"}"#,
      #"{"name":"a","type":"text","default":"x","computed":true}"#,
      #"{"name":"a","type":"text","default":null}"#, #"{"name":"a","type":"tree","default":null}"#,
      #"{"name":"a","type":"[text]","default":[null]}"#,
      #"{"name":"a","type":"[text]","default":"x"}"#,
      #"{"name":"a","type":"text","optional":null}"#,
      #"{"name":"a","type":"text","optional":"true"}"#,
      #"{"name":"a","type":"text","cases":"x"}"#, #"{"name":"a","type":"text","cases":[]}"#,
      #"{"name":"a","type":"text","optional":true,"cases":[null]}"#,
      #"{"name":"a","type":"text","cases":["a",1]}"#,
      #"{"name":"a","type":"text","cases":["a"],"default":"b"}"#,
      #"{"name":"a","type":"text","options":[""]}"#, #"{"name":"a","type":"text","options":"x"}"#,
    ])
  func refusedAttribute(attribute: String) {
    let problem = #expect(throws: SchemaProblem.self) { try schema(json(attribute), .json) }
    #expect(problem?.code == .malformed || attribute.contains(#""name":"""#))
  }

  @Test(
    "is refused in JSON where a relationship is malformed",
    arguments: [
      #"{"name":"r"}"#, #"{"name":"r","toOne":"E","toMany":"E"}"#, #"{"name":"r","toOne":true}"#,
      #"{"name":"r","toOne":"E","deleteRule":"burn"}"#,
      #"{"name":"r","toOne":"E","minimumCount":-1}"#,
      #"{"name":"r","toOne":"E","maximumCount":"1"}"#, #"{"name":"r","toOne":"E","inverse":null}"#,
      #"{"name":"r","toOne":"E","type":"E"}"#,
    ])
  func refusedRelationship(relationship: String) throws {
    _ = try schema(#"[{"name":"E","relationships":[{"name":"r","toOne":"E"}]}]"#, .json)
    let problem = #expect(throws: SchemaProblem.self) {
      try schema(#"[{"name":"E","relationships":[\#(relationship)]}]"#, .json)
    }
    #expect(problem?.code == .malformed)
  }

  // Spec 3.14-3, 3.14-10
  @Test("has elements of different names, and attributes, in any order in XML")
  func anyOrder() throws {
    let ordered = try schema(
      xml(
        #"<d:attribute name="a" type="text"><d:case>x</d:case><d:case>y</d:case></d:attribute>"#
          + #"<d:attribute name="b" type="tree" optional="true"><d:shape><d:null/></d:shape>"#
          + #"<d:default><d:null/></d:default></d:attribute><d:relationship name="r" toOne="E"/>"#
          + "<d:unique>a b</d:unique><d:index>b a</d:index><d:index>b</d:index>"), .xml)
    let mixed = try schema(
      xml(
        "<d:index>b</d:index><d:unique>b a</d:unique><!-- -->\n"
          + #"<d:attribute optional="true" type="tree" name="b"><d:default><d:null/></d:default>"#
          + #"<d:shape><d:null/></d:shape></d:attribute><d:index>b a</d:index>"#
          + #"<d:relationship toOne="E" deleteRule="nullify" name="r"/><d:attribute type="text" "#
          + #"options="" name="a"><d:case>y</d:case><d:case>x</d:case></d:attribute>"#), .xml)
    #expect(mixed == ordered)
    #expect(mixed.modelFingerprint() == ordered.modelFingerprint())
  }

  @Test(
    "is refused in XML where it is malformed",
    arguments: [
      #"<d:attribute name="a" type="int64" default="05"/>"#,
      #"<d:attribute name="a" type="double" default="1.0"/>"#,
      #"<d:attribute name="a" type="bool" default="1"/>"#,
      #"<d:attribute name="a" type="[text" default="x"/>"#,
      #"<d:attribute name="a" type="tree" default="x"/>"#,
      #"<d:attribute name="a" type="text" optional="1"/>"#,
      #"<d:attribute name="a" type="text" unknown="1"/>"#,
      #"<d:attribute name="a" type="text" cases="x"/>"#,
      #"<d:attribute name="a" type="text" shape="x"/>"#,
      #"<d:attribute name="a" type="text" options="x  y"/>"#,
      #"<d:attribute name="a" type="text" options=" x"/>"#,
      #"<d:attribute name="a" type="text" escaped-name="true"/>"#,
      #"<d:attribute name="a" type="text" escaped-hashModifier="true"/>"#,
      #"<d:attribute name="a" type="text" escaped-name="false"/>"#,
      #"<d:attribute name="a" type="text" d:optional="true"/>"#,
      #"<d:attribute name="a" type="text" optional="true"><default/></d:attribute>"#,
      #"<d:attribute name="a" type="tree"><shape/></d:attribute>"#,
      #"<d:attribute name="a" type="text"><d:optional/></d:attribute>"#,
      #"<d:attribute name="a" type="text" default="x"><d:default><d:text>x</d:text></d:default>"#
        + "</d:attribute>",
      #"<d:attribute name="a" type="text" optional="true"><d:default><d:null/></d:default>"#
        + "<d:default><d:null/></d:default></d:attribute>",
      #"<d:attribute name="a" type="text"><d:default/></d:attribute>"#,
      #"<d:attribute name="a" type="text">x</d:attribute>"#,
      #"<d:attribute name="a" type="tree"><d:case>x</d:case></d:attribute>"#,
      #"<d:attribute name="a" type="text"><d:case><d:text>x</d:text></d:case></d:attribute>"#,
      #"<d:attribute name="a" type="text"><d:case escaped="true">x</d:case></d:attribute>"#,
      #"<d:attribute name="a" type="text" computed="true" default="x"/>"#,
      #"<d:relationship name="r" toOne="E" minimumCount="01"/>"#,
      #"<d:relationship name="r" toOne="E" toMany="E"/>"#,
      "<d:unique/>", #"<d:attribute name="a" type="text"/><d:unique>a a</d:unique>"#,
      #"<d:attribute name="a" type="text"/><d:index>a </d:index>"#,
      "<d:attributes/>", "<d:other/>", "text",
    ])
  func refusedXML(content: String) throws {
    _ = try schema(xml(#"<d:attribute name="a" type="text"/>"#), .xml)
    #expect(throws: (any Error).self) { try schema(xml(content), .xml) }
  }
}
