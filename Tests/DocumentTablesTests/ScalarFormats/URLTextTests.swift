import FoundationEssentials
import Testing

@testable import DocumentTables

@Suite("Text form of URLs")
struct URLTextTests {
  @Test(
    "A URL reads back with the same relative string and base",
    arguments: ["", "http://a/b/", "file:///tmp/x%20y/"])
  func roundTrip(base: String) throws {
    for relative in ["d", "../d", "?q=1", "#f", "a%20b", "x/y;z"] {
      let url = try #require(URL(string: relative, relativeTo: URL(string: base)))
      let read = try URLText.parse(URLText.text(url))
      #expect(read == url)
      #expect(read.relativeString == url.relativeString)
      #expect(read.baseURL == url.baseURL)
      #expect(read.absoluteString == url.absoluteString)
    }
  }

  @Test("A file URL reads back, also one with a base")
  func fileURL() throws {
    let base = URL(filePath: "/tmp/some folder/", directoryHint: .isDirectory)
    let file = URL(filePath: "a file", directoryHint: .notDirectory, relativeTo: base)
    #expect(try URLText.text(file) == "a%20file file:///tmp/some%20folder/")
    #expect(try URLText.parse(URLText.text(file)) == file)
    #expect(try URLText.parse(URLText.text(base)) == base)
  }

  // Spec 4.8-2
  @Test("Nothing is percent-encoded on the way")
  func notRepaired() {
    for text in ["http://a/ü", "http://a/%zz", "http://a/<b>", "a|b"] {
      #expect(throws: TextFormProblem.malformed) { try URLText.parse(text) }
      #expect(throws: TextFormProblem.malformed) { try URLText.parse("d " + text) }
    }
  }

  @Test("A text that passes for a usual URL reads as one", arguments: 1...20 as ClosedRange)
  func usual(seed: UInt64) {
    var generator = TextFormRandom(seed: seed)
    let parts = [
      "https://", "http://", "a", "b9", "0", "xn--a", ".", "-", ":", "8", "/", "//", "..", "?",
      "#", "%", "%41", "@", "[", "~", "_", "&", "=", "+", ",", ";", "é", "A", " ",
    ]
    for round in 0..<2000 {
      var text = round % 4 == 0 ? "" : "https://a"
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        text += parts.randomElement(using: &generator) ?? ""
      }
      let isUsual = Array(text.utf8).withUnsafeBufferPointer { URLText.isUsual($0) }
      if isUsual { #expect((try? URLText.parse(text)) != nil, "\(text)") }
    }
    let usual = Array("https://www.example.com/a/B-c_d?e=1&f=g,h#i".utf8)
    #expect(usual.withUnsafeBufferPointer { URLText.isUsual($0) })
    let unusual = [
      "ftp://a", "https://", "https://1.2", "https://a..b/", "https://a-/", "https://a/%41",
    ]
    for text in unusual {
      #expect(!Array(text.utf8).withUnsafeBufferPointer { URLText.isUsual($0) }, "\(text)")
    }
  }

  @Test("Bytes that are not UTF-8 are refused")
  func notText() {
    let bytes: [UInt8] = [0x61, 0xFF]
    #expect(throws: TextFormProblem.malformed) {
      try bytes.withUnsafeBufferPointer { buffer in _ = try URLText.parse(buffer) }
    }
  }
}
