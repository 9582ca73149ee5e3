import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Files that are no documents say what they are")
struct OtherFilesTests {
  private func words(_ bytes: [UInt8]) -> String? {
    #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }?.message
  }

  private func archive(_ entries: [(name: String, text: String)]) throws -> [UInt8] {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    var writer = ZipWriter { sink.bytes.append(contentsOf: $0) }
    for entry in entries {
      try writer.add(name: entry.name, contents: Array(entry.text.utf8), method: .stored)
    }
    try writer.finish()
    return sink.bytes
  }

  @Test(
    "a zip archive of other things",
    arguments: [
      ([("a.txt", "a"), ("b.txt", "b")], "a zip archive of other files, the first is a.txt"),
      ([("[Content_Types].xml", "<a/>"), ("word/document.xml", "")], "an office program"),
      ([("META-INF/MANIFEST.MF", ""), ("A.class", "")], "a Java archive"),
      ([("mimetype", "application/epub+zip"), ("x", "")], "it says application/epub+zip"),
      ([("mimetype", "application/vnd.oasis.opendocument.text"), ("x", "")], "another kind"),
    ] as [([(name: String, text: String)], String)])
  func archives(entries: [(name: String, text: String)], expected: String) throws {
    #expect(words(try archive(entries))?.contains(expected) == true)
  }

  @Test("a document that was packed anew is told which entry must come first")
  func packedAnew() throws {
    let text = words(try archive([("header.json", "{}"), ("mimetype", "x")]))
    #expect(text?.hasPrefix("the first entry must be mimetype") == true)
    #expect(text?.contains("other files") == false)
  }

  @Test(
    "XML of another kind is told by its first element, whatever stands before it",
    arguments: [
      ("<plist version='1.0'>", "a property list"),
      ("<?xml version='1.0'?>\n<!-- <svg> -->\n<!DOCTYPE plist>\n<plist/>", "a property list"),
      ("<!DOCTYPE html><HTML lang='en'>", "HTML"), ("<svg xmlns='x'/>", "an SVG image"),
    ])
  func markup(text: String, expected: String) {
    #expect(words(Array(text.utf8))?.contains(expected) == true)
  }

  @Test(
    "beginnings that break off say nothing of another kind",
    arguments: ["<", "<!", "<!--", "<?", "<!-- plist", "{", "<plist"])
  func beginnings(text: String) {
    let words = words(Array(text.utf8))
    #expect(words != nil)
    #expect(words?.contains("property list") == (text == "<plist"))
  }
}
