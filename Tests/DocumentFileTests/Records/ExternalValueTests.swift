import DocumentTables
import Testing

@testable import DocumentFile

@Suite("External values")
struct ExternalValueTests {
  private func makeTables(_ notes: [Value], blobs: [Value]) throws -> Tables {
    let schema = try PlaceSchema.make()
    let hierarchy = schema.hierarchies[0]
    let builder = SegmentBuilder(hierarchy)
    for (index, pair) in zip(notes, blobs).enumerated() {
      let values = hierarchy.columns.map { column -> Value in
        switch column.name {
        case "name": .text("n")
        case "big": .integer(0)
        case "note": pair.0
        case "blob": pair.1
        default: .null
        }
      }
      builder.append(key: ObjectKey(index + 1), discriminator: 0, values: values)
    }
    return RecordFixture.tables(schema, [builder.finish()])
  }

  // Spec 5.2-6
  @Test("They are put aside once each and come back", arguments: DocumentEncoding.allCases)
  func roundTrip(encoding: DocumentEncoding) throws {
    let large = [UInt8](repeating: 7, count: ExternalValue.largestInlineSize + 1)
    let small = Array(large.dropLast())
    let tables = try makeTables(
      [.text("é"), .text("é"), .text(""), .null], blobs: [.data(large), .data(small), .null, .null])
    let sink = ExternalValueSink()
    let text = RecordFixture.text(of: tables, hierarchy: 0, encoding, externals: sink)
    #expect(Set(sink.values.values.map { Array($0) }) == [Array("é".utf8), large])
    let source = ExternalValueSource { digest, _ in Array(try #require(sink.values[digest])) }
    let hierarchy = tables.schema.hierarchies[0]
    let read = try RecordFixture.read(text, encoding, hierarchy, externals: source)
    #expect(RecordFixture.rows(read) == RecordFixture.rows(tables.tables[0].segments[0]))
    // The flat form holds them itself.
    let flat = RecordFixture.text(of: tables, hierarchy: 0, encoding)
    let again = try RecordFixture.read(flat, encoding, hierarchy)
    #expect(RecordFixture.rows(again) == RecordFixture.rows(read))
  }

  static let digest = Digest(of: [0xFF]).text

  static let refusals = [
    Refusal(
      "record-external-text", #","note":{"$external":"\#(digest)","$size":1}"#,
      #"<note d:external="\#(digest)" d:size="1"/>"#),
    Refusal(
      "record-external-size", #","note":{"$external":"\#(digest)","$size":2}"#,
      #"<note d:external="\#(digest)" d:size="2"/>"#),
    Refusal("record-external-size", #","note":{"$size":2,"$external":"\#(digest)"}"#, nil),
    Refusal(
      "record-external-needless", #","note":{"$external":"\#(digest)","$size":0}"#,
      #"<note d:external="\#(digest)" d:size="0"/>"#),
    Refusal(
      "record-external-needless", #","blob":{"$external":"\#(digest)","$size":1}"#,
      #"<blob d:external="\#(digest)" d:size="1"/>"#),
    Refusal("record-external-required", #","note":"x""#, "<note>x</note>"),
    Refusal(
      "record-external-unavailable",
      #","note":{"$external":"\#(Digest(of: [1]).text)","$size":1}"#,
      #"<note d:external="\#(Digest(of: [1]).text)" d:size="1"/>"#),
    Refusal(
      "record-part-size", #","note":{"$external":"\#(digest)","$size":4294967296}"#,
      #"<note d:external="\#(digest)" d:size="4294967296"/>"#),
    Refusal(
      "record-external-syntax", #","note":{"$external":"00","$size":1}"#,
      #"<note d:external="00" d:size="1"/>"#),
    Refusal(
      "record-external-syntax", #","note":{"$size":1}"#, #"<note d:external="\#(digest)"/>"#),
    Refusal(
      "record-external-syntax", #","note":{"$external":"\#(digest)","$size":1,"x":1}"#, nil),
    Refusal(
      "record-external-syntax", #","note":{"$size":1,"$size":1,"$external":"\#(digest)"}"#, nil),
    Refusal(
      "record-value-type", #","count":{"$external":"\#(digest)","$size":1}"#,
      #"<count d:external="\#(digest)" d:size="1"/>"#),
    Refusal("record-syntax", nil, #"<note d:external="\#(digest)" d:size="1">x</note>"#),
  ]

  @Test("One that breaks a rule is refused by that rule", arguments: refusals)
  func refused(refusal: Refusal) throws {
    struct Missing: Error {}
    let source = ExternalValueSource { digest, _ in
      if digest.text == Self.digest { return [0xFF] }
      throw Missing()
    }
    let hierarchy = try PlaceSchema.make().hierarchies[0]
    var texts: [(DocumentEncoding, [UInt8])] = []
    if let json = refusal.json { texts.append((.json, PlaceSchema.json(json))) }
    if let xml = refusal.xml { texts.append((.xml, PlaceSchema.xml(xml))) }
    for (encoding, text) in texts {
      let error = #expect(throws: RecordError.self) {
        try RecordFixture.read(text, encoding, hierarchy, externals: source)
      }
      #expect(error?.code.rawValue == refusal.code)
    }
  }
}
