import Testing

@testable import DocumentFile

@Suite("Media types of attachments")
struct MediaTypeTests {
  @Test(
    "have two names and any parameters",
    arguments: [
      "text/plain", "image/svg+xml", "Text/HTML", "application/x-foo", "text/plain;charset=utf-8",
      "text/plain ;  charset=utf-8; format=flowed", #"a/b;c="d;e \" \\ f""#, #"a/b;c="""#,
      String(repeating: "t", count: 127) + "/s",
    ])
  func valid(type: String) { #expect(MediaType.isValid(type)) }

  @Test(
    "are nothing else",
    arguments: [
      "", "text", "text/", "/plain", "text/plain/x", "not a type\n", "text/plain\n", " text/plain",
      "text/plain ", "text/plain;", "text/plain;charset", "text/plain;charset=", "text/plain;=a",
      "a/b;c=d e", #"a/b;c="d"#, #"a/b;c="d\"#, #"a/b;c="d"e"#, "a/b;c=\"\u{7F}\"", "a/é", "-a/b",
      String(repeating: "t", count: 128) + "/s",
    ])
  func invalid(type: String) { #expect(!MediaType.isValid(type)) }

  // Spec 3.4-1
  @Test(
    "of documents are as long as each of the suffixes allows", arguments: ["+zip", "+json", "+xml"])
  func documents(suffix: String) throws {
    let longest = "application/" + String(repeating: "a", count: 122)
    let type = try #require(DocumentType(mediaType: longest + suffix))
    for format in [FileFormat.zip, .flat(.json), .flat(.xml)] {
      #expect(DocumentType(mediaType: type.mediaType(format)) == type)
      #expect(MediaType.isValid(type.mediaType(format)))
    }
    #expect(DocumentType(mediaType: longest + "a" + suffix) == nil)
  }
}
