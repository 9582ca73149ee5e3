import DocumentTables
import Testing

@testable import DocumentFile

@Suite("mimetype, part names and first bytes")
struct EnvelopeTests {
  // Spec 3.4-1, 3.4-3
  @Test("mimetype has one spelling")
  func mediaType() throws {
    let entry = MediaTypeEntry(type: .trips, encoding: .json)
    #expect(entry.text == "application/vnd.trip-collection+zip;encoding=json;container=1")
    #expect(try MediaTypeEntry(parsing: Array(entry.text.utf8)) == entry)
  }

  @Test(
    "other spellings of mimetype are refused",
    arguments: [
      ("", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip;container=1;encoding=json", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip;encoding=json;container=01", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip;encoding=yaml;container=1", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip; encoding=json; container=1", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip;encoding=json;container=1\n", "mimetype-malformed"),
      ("application;encoding=json;container=1", "mimetype-malformed"),
      ("Application/zip;encoding=json;container=1", "mimetype-malformed"),
      ("application/vnd.trip-collection+zip;encoding=json;container=2", "container-newer"),
      ("application/vnd.trip-collection+zip;encoding=json;container=0", "container-older"),
      ("application/vnd.trip-collection+zip;encoding=json;tables=0", "container-older"),
      ("application/vnd.trip-collection+json;encoding=json;container=1", "mimetype-malformed"),
      ("anything that a newer version;container=7", "mimetype-malformed"),
      ("anything;that-a-newer-version;writes;container=7", "container-newer"),
    ])
  func mediaTypeRefused(text: String, code: String) {
    let error = #expect(throws: DocumentError.self) {
      try MediaTypeEntry(parsing: Array(text.utf8))
    }
    #expect(error?.code.rawValue == code)
  }

  // Spec 3.6-2
  @Test("data parts are named by hierarchy and key range")
  func partNames() throws {
    let range = try #require(KeyRange(start: 0x20_0000_0000, bits: 12))
    #expect(
      PartName.data(hierarchy: "Trip", range: range, encoding: .xml)
        == "data/Trip/137438953472-137438957567.xml")
    #expect(PartName.index(hierarchy: "Trip") == "index/Trip")
    #expect(PartName.index(hierarchy: "Étape:1", slot: 15) == "index/%C3%89tape%3A1/15")
    #expect(PartName.escaped("a/b.é_-9") == "a%2Fb%2E%C3%A9_-9")
  }

  // Spec 3.10-1, 15.2-1
  @Test(
    "attachments have names in folders of their programs",
    arguments: [
      ("attachments/com.example/map", true), ("attachments/com.example/a/b", true),
      ("attachments/com.ex_a-mple.2/日記", true), ("attachments/com.example/", false),
      ("attachments/com.example", false), ("attachments//a", false), ("attachments/com/a", false),
      ("attachments/com..example/a", false), ("attachments/com./a", false),
      ("attachments/.com/a", false), ("attachments/./a", false), ("attachments/com.é/a", false),
      ("attachments/com.example/\u{301}a", true), ("Attachments/com.example/a", false),
      ("attachments/com.example/\u{2066}a", false),
      ("headers", false), ("mimetype", false), ("manifest.xml", false), ("data/x", false),
      ("", false),
    ])
  func attachmentNames(name: String, isValid: Bool) {
    #expect(AttachmentName.isValid(name) == isValid)
  }

  // Spec 1.2-1, 1.2-3, 17.1-1
  @Test("the form is seen from the first bytes")
  func sniffing() throws {
    #expect(try FileFormat(sniffing: [0x50, 0x4B, 3, 4]) == .zip)
    #expect(try FileFormat(sniffing: Array(" \n\t{".utf8)) == .flat(.json))
    #expect(try FileFormat(sniffing: Array("<?xml".utf8)) == .flat(.xml))
  }

  @Test(
    "what is no document is called by its name",
    arguments: [
      ([], "empty"), (Array("SQLite format 3\0".utf8), "SQLite"), ([0x1F, 0x8B, 8], "gzip"),
      (Array("hello".utf8), "expected a .trips zip"),
      ([0xEF, 0xBB, 0xBF, 0x7B], "byte order mark"),
      (Array("{\"a\":1}".utf8), "the first member is \"a\", expected \"header\""),
      (Array("<a/>".utf8), "the root element is a, expected document in urn:trip-documents:format"),
    ] as [([UInt8], String)])
  func notADocument(bytes: [UInt8], word: String) {
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
    #expect(error?.code == .notADocument)
    #expect(error?.description.contains(word) == true)
    #expect(error?.category == .badData)
  }
}
