import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Flat documents written by hand and by merges")
struct FlatRefusalTests {
  func text(_ encoding: DocumentEncoding) throws -> String {
    String(decoding: try SampleTables.small().document(.flat, encoding), as: UTF8.self)
  }

  func read(_ text: String) throws -> LoadedDocument {
    try DocumentFile.read(.bytes(Array(text.utf8)))
  }

  func error(_ text: String) -> DocumentError? {
    #expect(throws: DocumentError.self) { try read(text) }
  }

  // Spec 3.11-1, 3.11-4, 3.14-11
  @Test("one record stands on each line, sections in alphabetical order")
  func lines() throws {
    let lines = try text(.json).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("{\"$id\":") }.count == 6)
    #expect(
      lines.filter { $0.first == "\"" }.compactMap { $0.split(separator: "\"").first } == [
        "header", "schema", "tables", "Item", "Trip", "Étape:1", "trailer",
      ])
    let xml = try text(.xml).split(separator: "\n")
    #expect(xml.filter { $0.hasPrefix("<d:record ") }.count == 6)
    #expect(xml.first == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  // Spec 3.11-5
  @Test("fingerprints may be left out, wrong ones are refused")
  func fingerprints() throws {
    let text = try text(.json)
    let start = try #require(text.range(of: ",\"layout\":"))
    let end = try #require(text.range(of: "},\"nextKey\""))
    #expect(
      try read(text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: "")).tables
        .rowCount == 6)
    let wrong = text.replacingOccurrences(of: "\"layout\":\"", with: "\"layout\":\"0")
    #expect(error(wrong)?.code == .flatMalformed)
  }

  // Spec 3.4-7
  @Test("a later minor version is read", arguments: [DocumentEncoding.json, .xml])
  func laterMinor(encoding: DocumentEncoding) throws {
    let text = try text(encoding)
    let later = text.replacingOccurrences(
      of: "(\"?format\"?[:=]\"1)\\.0", with: "$1.999999999", options: .regularExpression)
    #expect(later != text)
    #expect(try read(later).tables.rowCount == 6)
  }

  @Test("ids that two branches have used are named with the mend")
  func mergedIds() throws {
    let text = try text(.json)
    let record = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("{\"$id\":11") })
    let twice = try #require(
      error(text.replacingOccurrences(of: record, with: "\(record)\n\(record)")))
    #expect(twice.code.rawValue == "record-duplicate-key")
    #expect(twice.description.contains("merged"))
    #expect(twice.description.contains("nextKey"))
    let across = try #require(
      error(text.replacingOccurrences(of: "\"$id\":20", with: "\"$id\":12")))
    #expect(across.code.rawValue == "key-duplicate")
    #expect(across.description.contains("merged"))
  }

  // Spec 3.11-7
  @Test(
    "other orders and other members are refused",
    arguments: [
      (DocumentEncoding.json, "\"schema\":[", "\"scheme\":[", "flat-order"),
      (.json, "\"trailer\":{", "\"trailers\":{", "flat-order"),
      (.json, "\"Trip\":[", "\"Trap\":[", "flat-table-missing"),
      (.json, "data+json", "data+xml", "mimetype-mismatch"),
      (.xml, "data+xml", "data+zip", "mimetype-mismatch"),
      (.json, "\"format\":\"1.0\"", "\"format\":\"2.0\"", "container-newer"),
      (.xml, " format=\"1.0\"", " format=\"2.0\"", "container-newer"),
      (.json, "{\n\"header\":", "{\"format\":{},\"header\":", "container-older"),
      (.xml, "urn:trip-documents:format", "urn:trip-documents:0", "container-older"),
      (.json, "\"format\"", "\"requires\":[\"telepathy\"],\"format\"", "feature-unknown"),
      (.xml, " format=", " requires=\"a telepathy\" format=", "feature-unknown"),
      (.xml, " format=", " requires=\"a  telepathy\" format=", "tree-value-not-canonical"),
      (.xml, " format=", " colour=\"red\" format=", "flat-malformed"),
      (.xml, "<d:attribute ", "<d:attribute colour=\"red\" ", "schema-malformed"),
      (.xml, "<d:attribute ", "<d:property ", "schema-malformed"),
      (.json, "\"carried\":[", "\"carrot\":1,\"carried\":[", "flat-malformed"),
      (.json, "\"nextKey\":40", "\"nextKey\":0", "flat-malformed"),
      (.xml, "<d:header ", "<d:heading ", "flat-order"),
      (.xml, "<d:table hierarchy=\"Trip\">", "<d:table hierarchy=\"Trap\">", "flat-table-missing"),
      (.xml, "<d:table hierarchy=\"Trip\">", "<d:table>", "flat-malformed"),
      (.xml, "?>\n", "?>\n<!DOCTYPE d:document>\n", "xml-doctype"),
      (.xml, "urn:trip-documents:format", "urn:trip-documents:9", "not-a-document"),
      (.xml, "<d:trailer>", "<d:trailer x=\"1\">", "flat-malformed"),
    ])
  func refused(encoding: DocumentEncoding, old: String, new: String, code: String) throws {
    let text = try text(encoding)
    let range = try #require(text.range(of: old))
    #expect(error(text.replacingCharacters(in: range, with: new))?.code.rawValue == code)
  }

  @Test("many names without a place are refused at once, in lists too")
  func unknownNames() throws {
    let text = try text(.xml)
    let names = (0..<1000).map { "<x\($0)/>" }.joined()
    let header = text.replacingOccurrences(of: "<d:schema name=", with: names + "<d:schema name=")
    #expect(error(header)?.code.rawValue == "tree-element")
    let attributes = (0..<300).map { "<d:attribute x\($0)=\"\"/>" }.joined()
    let start = try #require(text.range(of: "<d:attribute "))
    let schema = text.replacingCharacters(
      in: start.lowerBound..<start.lowerBound, with: attributes)
    #expect(error(schema)?.code.rawValue == "tree-element")
  }

  @Test("texts that no tag of XML may hold are refused in JSON too")
  func longTexts() throws {
    let text = try text(.json)
    let long = String(repeating: "a", count: 1_048_577)
    let name = text.replacingOccurrences(
      of: #""schema":{"name":""#, with: #""schema":{"name":"\#(long)"#)
    #expect(error(name)?.code.rawValue == "schema-too-large")
    for member in ["transformer", "hashModifier", "default"] {
      let start = try #require(text.range(of: #""type":"text""#))
      let schema = text.replacingCharacters(
        in: start, with: #""type":"text","\#(member)":"\#(long)""#)
      #expect(error(schema)?.code.rawValue == "schema-too-large", "\(member)")
    }
  }

  @Test("input nested a million deep is refused without harm")
  func deep() {
    #expect(
      error("{\"header\":" + String(repeating: "[", count: 1_000_000))?.code.rawValue
        == "tree-depth")
    let xml =
      "<d:document xmlns:d=\"urn:trip-documents:format\"><d:header><d:array>"
      + String(repeating: "<d:array>", count: 1_000_000)
    #expect(error(xml)?.code.rawValue == "xml-depth")
  }

  @Test("a budget of objects holds for flat documents too")
  func objects() throws {
    var limits = DocumentLimits()
    limits.objects = 5
    let bytes = try SampleTables.small().document(.flat, .xml)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.read(.bytes(bytes), limits: limits)
    }
    #expect(error?.code == .limitObjects)
  }
}
