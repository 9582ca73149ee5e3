import DocumentTables
import Markup
import Testing

@testable import DocumentFile

/// One broken rule in the spelling of either encoding, where it can be broken there.
struct Refusal: CustomTestStringConvertible, Sendable {
  var code: String
  var json: String?
  var xml: String?

  init(_ code: String, _ json: String?, _ xml: String?) {
    self.code = code
    self.json = json
    self.xml = xml
  }

  var testDescription: String { "\(code): \(json ?? xml ?? "")" }
}

@Suite("Records that break a rule")
struct RecordRefusalTests {
  static let values = [
    Refusal("record-unknown-property", #","nonsense":1"#, "<nonsense>1</nonsense>"),
    Refusal("record-unknown-property", #","$note":1"#, "<d:note>1</d:note>"),
    Refusal("record-duplicate-property", #","name":"y""#, "<name>y</name>"),
    Refusal(
      "record-duplicate-property", #","count":1,"count":1"#, "<count>1</count><count>1</count>"),
    Refusal(
      "record-duplicate-property", #","$foreign":{"a.b":1},"$foreign":{"a.b":1}"#,
      #"<d:foreign><d:null name="a.b"/></d:foreign><d:foreign><d:null name="a.b"/></d:foreign>"#),
    Refusal("record-derived-property", #","right":7"#, "<right>7</right>"),
    Refusal("record-null", #","big":null"#, #"<big d:nil="true"/>"#),
    Refusal("record-null", #","owned":null"#, #"<owned d:nil="true"/>"#),
    Refusal("record-null", #","words":["a",null]"#, #"<words><d:item nil="true"/></words>"#),
    Refusal("record-enum-case", #","kind":"c""#, "<kind>c</kind>"),
    Refusal("record-enum-case", #","level":3"#, "<level>3</level>"),
    Refusal("record-value-not-canonical", #","count":"1""#, nil),
    Refusal("record-value-type", #","count":1.0"#, "<count>1.0</count>"),
    Refusal("record-value-type", #","flag":1"#, "<flag>1</flag>"),
    Refusal("record-value-type", #","my field":1"#, nil),
    Refusal("record-value-type", #","when":1"#, "<when>1</when>"),
    Refusal("record-value-type", #","price":"1""#, "<price>1,5</price>"),
    Refusal("record-value-type", #","words":{}"#, nil),
    Refusal("record-value-type", #","friends":1"#, "<friends>1</friends>"),
    Refusal("record-value-type", #","owner":[1]"#, "<owner><d:key>1</d:key></owner>"),
    Refusal("record-value-type", #","tag":"nonsense""#, "<tag>nonsense</tag>"),
    Refusal("record-value-type", #","site":"a b c""#, "<site>a b c</site>"),
    Refusal("record-value-type", #","blob":"A""#, "<blob>A</blob>"),
    Refusal("record-value-range", #","count":128"#, "<count>128</count>"),
    Refusal("record-value-range", #","price":1e999"#, "<price>1e+999</price>"),
    Refusal("record-value-range", #","ratio":1e39"#, "<ratio>1e+39</ratio>"),
    Refusal("record-value-range", #","total":-1"#, "<total>-1</total>"),
    Refusal(
      "record-value-range", #","when":"2001-02-29T00:00:00Z""#,
      "<when>2001-02-29T00:00:00Z</when>"),
    Refusal("record-value-type", #","day":9312"#, "<day>9312</day>"),
    Refusal(
      "record-value-type", #","day":"2026-07-01T00:00:00Z""#, "<day>2026-07-01T00:00:00Z</day>"),
    Refusal("record-value-range", #","day":"2026-02-29""#, "<day>2026-02-29</day>"),
    Refusal(
      "record-value-type", #","departure":"2026-07-01T19:30:00+02:00""#,
      "<departure>2026-07-01T19:30:00+02:00</departure>"),
    Refusal(
      "record-value-not-canonical", #","departure":"2026-07-01T19:30:00Z[Europe/Paris]""#,
      "<departure>2026-07-01T19:30:00Z[Europe/Paris]</departure>"),
    Refusal(
      "record-value-range", #","departure":"2026-07-01T19:30:00+24:00[Europe/Paris]""#,
      "<departure>2026-07-01T19:30:00+24:00[Europe/Paris]</departure>"),
    Refusal("record-value-not-canonical", #","big":"7""#, "<big>007</big>"),
    Refusal("record-value-not-canonical", #","big":9007199254740992"#, nil),
    Refusal("record-value-not-canonical", #","total":18446744073709551615"#, nil),
    Refusal("record-value-not-canonical", #","cost":"1.50""#, "<cost>1.50</cost>"),
    Refusal("record-value-not-canonical", nil, "<price>1.50</price>"),
    Refusal(
      "record-value-not-canonical", #","tag":"0000000a-0000-0000-0000-000000000000""#,
      "<tag>0000000a-0000-0000-0000-000000000000</tag>"),
    Refusal("record-value-not-canonical", #","$foreign":{}"#, "<d:foreign/>"),
    Refusal("record-value-not-canonical", nil, "<shape><d:null/></shape>"),
    Refusal(
      "record-value-not-representable", #","cost":"123456789012345678901234567890123456789012345""#,
      "<cost>123456789012345678901234567890123456789012345</cost>"),
    Refusal("record-key-range", #","owner":0"#, "<owner>0</owner>"),
    Refusal(
      "record-key-range", #","friends":[1,9007199254740992]"#,
      "<friends><d:key>9007199254740992</d:key></friends>"),
    Refusal(
      "record-foreign-name", #","$foreign":{"plain":1}"#,
      #"<d:foreign><d:null name="plain"/></d:foreign>"#),
    Refusal(
      "record-external-not-allowed", #","note":{"$external":"00","$size":1}"#,
      #"<note d:external="00" d:size="1"/>"#),
    Refusal("record-needless-escape", nil, #"<note d:escaped="true">x</note>"#),
    Refusal("record-value-type", #","spot":[]"#, "<spot>x</spot>"),
    Refusal("record-missing-property", #","spot":{}"#, "<spot/>"),
    Refusal(
      "record-unknown-property", #","spot":{"latitude":1,"height":1}"#,
      "<spot><latitude>1</latitude><height>1</height></spot>"),
    Refusal(
      "record-unknown-property", #","spot":{"latitude":1,"$foreign":{"a.b":1}}"#,
      #"<spot><latitude>1</latitude><d:foreign><d:null name="a.b"/></d:foreign></spot>"#),
    Refusal(
      "record-duplicate-property", #","spot":{"latitude":1,"latitude":1}"#,
      "<spot><latitude>1</latitude><latitude>1</latitude></spot>"),
    Refusal(
      "record-null", #","spot":{"latitude":null}"#,
      #"<spot><latitude d:nil="true"/></spot>"#),
    Refusal(
      "record-null", #","spot":{"days":[null],"latitude":1}"#,
      #"<spot><days><d:item nil="true"/></days><latitude>1</latitude></spot>"#),
    Refusal(
      "record-enum-case", #","spot":{"latitude":1,"side":"right"}"#,
      "<spot><latitude>1</latitude><side>right</side></spot>"),
    Refusal(
      "record-value-range", #","spot":{"floor":128,"latitude":1}"#,
      "<spot><floor>128</floor><latitude>1</latitude></spot>"),
    Refusal(
      "record-value-type", #","spot":{"latitude":"1"}"#, "<spot><latitude>x</latitude></spot>"),
    Refusal(
      "record-value-type", #","spot":{"latitude":{"$double":"1"}}"#,
      "<spot><latitude><d:double>1</d:double></latitude></spot>"),
    Refusal(
      "record-value-type",
      #","spot":{"latitude":1,"my name":{"$external":"00","$size":1}}"#, nil),
    Refusal("record-value-not-canonical", nil, "<spot><latitude>1.0</latitude></spot>"),
    Refusal(
      "record-syntax", nil,
      #"<spot><latitude>1</latitude><d:field name="side">left</d:field></spot>"#),
    Refusal(
      "record-syntax", nil, #"<spot><days d:escaped="true"/><latitude>1</latitude></spot>"#),
    Refusal(
      "record-syntax", nil,
      #"<spot><latitude>1</latitude><d:field name="my name" external="00" size="1"/></spot>"#),
    Refusal("record-syntax", nil, "<spot><latitude plain=\"1\">1</latitude></spot>"),
    Refusal("tree-mark", #","shape":{"$nonsense":1}"#, nil),
    Refusal("tree-element", nil, "<shape><d:nonsense/></shape>"),
    Refusal("tree-element", nil, "<shape/>"),
    Refusal("json-lone-surrogate", #","kind":"\ud800""#, nil),
    Refusal("json-syntax", ",", nil),
    Refusal("record-syntax", nil, #"<d:field name="kind">a</d:field>"#),
    Refusal("record-syntax", nil, #"<kind plain="1">a</kind>"#),
    Refusal("record-syntax", nil, #"<kind d:nil="true">a</kind>"#),
    Refusal("record-syntax", nil, #"<count d:escaped="true">1</count>"#),
    Refusal("record-syntax", nil, "<words><d:key>1</d:key></words>"),
    Refusal("record-syntax", nil, "<friends><d:item>1</d:item></friends>"),
  ]

  // Spec 4.0-3, 4.9-4
  @Test("A value or property that breaks a rule is refused by that rule", arguments: values)
  func refusedValue(refusal: Refusal) throws {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    if let json = refusal.json {
      let found = failure(PlaceSchema.json(json), .json, hierarchy)
      let error = try #require(found)
      #expect(error.code.rawValue == refusal.code)
      #expect(error.entity == "Place")
      #expect(error.key == 5)
    }
    if let xml = refusal.xml {
      let found = failure(PlaceSchema.xml(xml), .xml, hierarchy)
      let error = try #require(found)
      #expect(error.code.rawValue == refusal.code)
      #expect(error.entity == "Place")
      #expect(error.key == 5)
    }
  }

  private static func record(_ key: Int) -> String {
    #"<d:record id="\#(key)"><name>x</name></d:record>"#
  }

  static let records = [
    Refusal(
      "record-missing-property", #"[{"$id":5}]"#,
      #"<d:record id="5"/>"#),
    Refusal(
      "record-missing-property", #"[{"$id":5,"$entity":"Stamp","name":"x"}]"#,
      #"<d:record entity="Stamp" id="5"><name>x</name></d:record>"#),
    Refusal(
      "record-unknown-entity", #"[{"$id":5,"$entity":"Nonsense"}]"#,
      #"<d:record entity="Nonsense" id="5"/>"#),
    Refusal(
      "record-abstract-entity", #"[{"$id":5,"$entity":"Sketch","name":"x"}]"#,
      #"<d:record entity="Sketch" id="5"><name>x</name></d:record>"#),
    Refusal(
      "record-key-range", #"[{"$id":0,"name":"x"}]"#,
      #"<d:record id="0"><name>x</name></d:record>"#),
    Refusal(
      "record-key-range", #"[{"$id":-1,"name":"x"}]"#,
      #"<d:record id="-1"><name>x</name></d:record>"#),
    Refusal(
      "record-key-range", #"[{"$id":1000000,"name":"x"}]"#,
      #"<d:record id="1000000"><name>x</name></d:record>"#),
    Refusal(
      "record-duplicate-key",
      #"[{"$id":5,"name":"x"},{"$id":5,"name":"x"}]"#,
      record(5) + record(5)
    ),
    Refusal(
      "record-key-order",
      #"[{"$id":5,"name":"x"},{"$id":4,"name":"x"}]"#,
      record(5) + record(4)
    ),
    Refusal("record-syntax", #"[{"$entity":"Place","name":"x"}]"#, nil),
    Refusal("record-syntax", #"[{"name":"x"}]"#, #"<d:record><name>x</name></d:record>"#),
    Refusal("record-syntax", #"[{}]"#, "<nonsense/>"),
    Refusal("record-duplicate-property", #"[{"$id":5,"name":"x","$id":5}]"#, nil),
    Refusal("record-duplicate-property", #"[{"name":"x","$id":5,"$id":6}]"#, nil),
    Refusal(
      "record-duplicate-property",
      #"[{"$id":5,"$entity":"Place","name":"x","$entity":"Stamp"}]"#, nil),
    Refusal("record-unknown-entity", #"[{"$id":5,"name":"x","$entity":"Nonsense"}]"#, nil),
    Refusal("record-abstract-entity", #"[{"name":"x","$entity":"Sketch","$id":5}]"#, nil),
    Refusal("record-value-type", #"[{"$id":5,"name":1,"$entity":5}]"#, nil),
    Refusal("record-value-type", #"[{"name":"x","$id":"5"}]"#, nil),
    Refusal("json-truncated", #"[{"$id":5,"name":"x","words":["]"#, nil),
    Refusal("record-syntax", nil, #"<d:record id="5" escaped-name="true"/>"#),
    Refusal("record-syntax", nil, #"<d:record id="5" escaped-entity="true"/>"#),
    Refusal("record-syntax", nil, #"<d:record entity="Place"/>"#),
    Refusal("record-syntax", nil, #"<d:record id="5" more="1"/>"#),
    Refusal("record-value-type", #"[1]"#, nil),
    Refusal("xml-unexpected-text", nil, "text"),
    Refusal("json-truncated", #"[{"$id":5,"name":"x""#, nil),
  ]

  @Test("A record that breaks a rule is refused by that rule", arguments: records)
  func refusedRecord(refusal: Refusal) throws {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    if let json = refusal.json {
      let found = failure(Array(json.utf8), .json, hierarchy)
      #expect(found?.code.rawValue == refusal.code)
    }
    if let xml = refusal.xml {
      let text = RecordFixture.wrapped(xml: xml)
      let found = failure(text, .xml, hierarchy)
      #expect(found?.code.rawValue == refusal.code)
    }
  }

  @Test("An error says where it is, in which record and property")
  func place() throws {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    let json = Array("[\n{\"$id\":5,\"name\":\"x\",\"count\":300}]".utf8)
    let error = try #require(failure(json, .json, hierarchy))
    #expect(error.property == "count")
    #expect(error.position.line == 2)
    #expect(error.position.column == 29)
    let xml = PlaceSchema.xml("\n<count>300</count>")
    let found = try #require(failure(xml, .xml, hierarchy))
    #expect(found.property == "count")
    #expect(found.position.line == 2)
  }

  @Test(
    "An error in a value says what the property expects",
    arguments: [
      (#","when":"2001-02-29T00:00:00Z""#, "a date such as 1836-10-02T00:00:00Z"),
      (#","count":300"#, "an integer from -128 to 127"), (#","flag":1"#, "true or false"),
      (#","total":-1"#, "an integer from 0 to 18446744073709551615"),
      (#","price":"1""#, "a number such as 1.5"), (#","words":{}"#, "a list, each item a text"),
      (#","owner":[1]"#, "the id of an object"), (#","friends":1"#, "a list of ids of objects"),
    ])
  func expectation(members: String, form: String) throws {
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    let error = try #require(failure(PlaceSchema.json(members), .json, hierarchy))
    #expect(error.detail == "expected " + form)
  }

  private func failure(
    _ text: [UInt8], _ encoding: DocumentEncoding, _ hierarchy: HierarchyLayout
  ) -> RecordError? {
    do {
      _ = try RecordFixture.read(text, encoding, hierarchy)
      return nil
    } catch {
      return error as? RecordError
    }
  }
}
