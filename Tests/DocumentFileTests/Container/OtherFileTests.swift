import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Files that are no documents")
struct OtherFileTests {
  private func words(_ bytes: [UInt8]) -> String? {
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
    #expect(error?.code == .notADocument, "\(error?.code.rawValue ?? "")")
    return error?.detail
  }

  private static let mail =
    "Delivered-To: ann@example.org\r\nReceived: by 2002:a05; Mon, 1 Jun\r\n 2026 10:00\r\n"
    + "Subject: Your booking\r\nMIME-Version: 1.0\r\n\r\n"

  @Test(
    "A text is called by what it is, and the message says what to do",
    arguments: [
      ("BEGIN:VCALENDAR\r\n", "a calendar; tripconv convert"),
      ("\n  begin:vcalendar\n", "a calendar; tripconv convert"),
      ("BEGIN:VEVENT\n", "part of a calendar; tripconv convert"),
      ("BEGIN:VCARD\nVERSION:3.0\n", "contacts (vCard)"),
      ("BEGIN:VALARM\n", "a part of a calendar without an event; export the whole calendar"),
      (mail + "Hello", "a mail; convert it with tripconv if it has reservations"),
      ("From ann@example.org Mon Jun 1\n" + mail, "a mail; convert it"),
      (
        "<!doctype html>\n<html>", "a page in HTML; convert it with tripconv if it has reservations"
      ),
      ("<html><head>", "a page in HTML"), ("<table><tr>", "a page in HTML"),
      ("<?xml version='1.0'?><Workbook>", "an Excel workbook"),
      ("<office:document xmlns:office='x'>", "an OpenDocument file in one text; save the sheet"),
      ("<svg/>", "an SVG image"), ("<plist/>", "a property list"),
      ("{\\rtf1 }", "an RTF document; copy its table"), ("%PDF-1.7", "a PDF; write the trips"),
      (#"{"semanticSegments": [{"startTime": 1}]}"#, "a timeline that a phone exported"),
      (
        #"[{"endTime": 2, "startTime": 1, "visit": {"topCandidate": {}}}]"#,
        "a timeline that a phone exported"
      ),
      (#"{"timelineObjects": [{}]}"#, "a month of Google's location history"),
      (#"{"locations": [{"latitudeE7": 1}]}"#, "Google's location history (Records.json)"),
      (#"{"features": [], "type": "FeatureCollection"}"#, "geographic data (GeoJSON)"),
      (#"{"passTypeIdentifier": "a", "formatVersion": 1}"#, "a pass of a wallet"),
      (#"{"@context": "https://schema.org"}"#, "JSON-LD; convert it with tripconv"),
      ("SQLite format 3\u{0}", "an SQLite database"), ("bplist00", "a binary property list"),
    ])
  func texts(text: String, expected: String) {
    let words = words(Array(text.utf8))
    #expect(words?.contains(expected) == true, "\(words ?? "")")
  }

  @Test(
    "Bytes of pictures, archives and programs are called by what they are",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE1], 0, "a JPEG image; write the trips into a table"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0, "a PNG image"),
      (Array("GIF89a".utf8), 0, "a GIF image"), (Array("WEBPVP8X".utf8), 8, "a WebP image"),
      (Array("ftypheic".utf8), 4, "a HEIC image"), (Array("ftypmif1".utf8), 4, "a HEIC image"),
      (Array("ftypavif".utf8), 4, "an AVIF image"),
      (Array("ftypisom".utf8), 4, "a video or audio file (MP4)"),
      ([0x49, 0x49, 0x2A, 0x00], 0, "a TIFF image"),
      ([0x1F, 0x8B, 8], 0, "compressed with gzip; unpack it"),
      ([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], 4, "compressed with bzip2; unpack it"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], 0, "compressed with xz"),
      (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], 0, "a 7z archive; unpack it"),
      (Array("Rar!".utf8) + [0x1A, 7, 1, 0], 0, "a RAR archive; unpack it"),
      (Array("ustar".utf8), 257, "a tar archive; unpack it"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], 0, "an older office program"),
      ([0x78, 0x9F, 0x3E, 0x22], 0, "winmail.dat"), ([0x7F, 0x45, 0x4C, 0x46], 0, "a program"),
      ([0x50, 0x4B, 5, 6], 0, "an empty zip archive"),
    ] as [([UInt8], Int, String)])
  func bytes(beginning: [UInt8], offset: Int, expected: String) {
    let words = words([UInt8](repeating: 1, count: offset) + beginning)
    #expect(words?.contains(expected) == true, "\(words ?? "")")
  }

  /// A zip archive as most programs write it: with a data descriptor, an extra field and a comment.
  private func archive(_ entries: [(name: String, content: String)]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in entries {
      let fields =
        number(20, 2) + number(8, 2) + number(0, 2) + number(0x5A21_0000, 4) + number(0, 4)
        + number(content.utf8.count, 4) + number(content.utf8.count, 4)
        + number(name.utf8.count, 2) + number(4, 2)
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) + fields + number(2, 2) + number(0, 8)
        + number(bytes.count, 4) + Array(name.utf8) + [1, 2, 0, 0] + Array("hi".utf8)
      bytes += number(0x0403_4B50, 4) + fields + Array(name.utf8) + [1, 2, 0, 0]
      bytes += Array(content.utf8)
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
      + number(directory.count, 4) + number(bytes.count, 4) + number(3, 2) + Array("bye".utf8)
    return bytes + directory + end
  }

  @Test(
    "A zip archive of another program is called by what it is, and not a repacked document",
    arguments: [
      (
        ["[Content_Types].xml", "xl/workbook.xml"],
        "an Excel workbook (.xlsx); tripconv convert makes a document of it"
      ),
      (["[Content_Types].xml", "xl/workbook.bin"], "(.xlsb); save the sheet as CSV"),
      (["[Content_Types].xml", "word/document.xml"], "a Word document (.docx); copy its table"),
      (["[Content_Types].xml", "ppt/a.xml"], "a PowerPoint presentation"),
      (["[Content_Types].xml", "visio/a.xml"], "a document of an office program"),
      (
        ["Index/Document.iwa", "preview.jpg"], "Numbers, Pages or Keynote; export its table as CSV"
      ),
      (
        ["icon.png", "pass.json", "manifest.json"],
        "a pass of a wallet (.pkpass); tripconv convert makes a document of it"
      ),
      (["1.pkpass", "2.pkpass"], "a pass of a wallet"),
      (["doc.kml"], "a map of Google Earth (.kmz); give it the ending .kmz"),
      (["files/a.png", "ways.kml"], "a map of Google Earth (.kmz)"),
      (["Takeout/Location History/Records.json"], "Google Takeout; unpack it"),
      (["meta.json", "reservations/a.json"], "KDE Itinerary; tripconv convert"),
      (["META-INF/MANIFEST.MF"], "a Java archive"), (["AndroidManifest.xml"], "an Android program"),
      (
        ["IMG_1.jpg", "IMG_2.jpg"],
        "a zip archive of other files, the first is IMG_1.jpg; unpack it, and convert the file in it"
      ),
    ])
  func archives(names: [String], expected: String) {
    let words = words(archive(names.map { ($0, "") }))
    #expect(words?.contains(expected) == true, "\(words ?? "")")
  }

  @Test(
    "A zip archive with a media type of its own is called by it",
    arguments: [
      (
        "application/vnd.oasis.opendocument.spreadsheet",
        "(.ods); tripconv convert makes a document of it"
      ),
      ("application/vnd.oasis.opendocument.text", "an OpenDocument file; copy its table"),
      ("application/epub+zip", "a book (EPUB)"),
    ])
  func mediaTypes(type: String, expected: String) {
    let words = words(archive([("mimetype", type), ("content.xml", "")]))
    #expect(words?.contains(expected) == true, "\(words ?? "")")
  }

  @Test("An archive with parts of a document is refused as a repacked document")
  func repacked() {
    let bytes = archive([("a", ""), ("Mimetype", ""), ("header.json", "")])
    let error = #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }
    #expect(error?.code.rawValue == "zip-comment")
  }

  @Test("The names of a damaged archive are read as far as they go")
  func damaged() throws {
    let bytes = archive([("[Content_Types].xml", ""), ("xl/workbook.xml", "")])
    #expect(words(Array(bytes.dropLast(30)))?.contains("a document of an office program") == true)
    for count in stride(from: 4, to: bytes.count, by: 7) {
      #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(Array(bytes[..<count]))) }
    }
  }

  @Test(
    "A document and a schema file are never called another file",
    arguments: [
      #"{"header": {"type": "Feature", "locations": "latitudeE7", "@context": "x"}}"#,
      #"{"entities": [{"name": "Feature", "type": "semanticSegments"}]}"#,
    ])
  func documents(text: String) {
    #expect(OtherFile(beginning: Array(text.utf8)) == nil)
  }

  @Test(
    "Texts that only look like a mail are none",
    arguments: ["To: Rome\nDear Ann", "a: b\nc: d\n", "From\n"])
  func noMail(text: String) {
    #expect(OtherFile(beginning: Array(text.utf8)) == nil)
  }

  private func message(_ bytes: [UInt8]) -> String? {
    #expect(throws: DocumentError.self) { try DocumentFile.read(.bytes(bytes)) }?.message
  }

  /// A zip archive as this library writes it.
  private func written(_ entries: [(name: String, text: String)]) throws -> [UInt8] {
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
    "A well-formed zip archive of other things is called by what it is, too",
    arguments: [
      ([("a.txt", "a"), ("b.txt", "b")], "a zip archive of other files, the first is a.txt"),
      ([("[Content_Types].xml", "<a/>"), ("word/document.xml", "")], "a Word document"),
      ([("META-INF/MANIFEST.MF", ""), ("A.class", "")], "a Java archive"),
      ([("mimetype", "application/epub+zip"), ("x", "")], "a book (EPUB)"),
      (
        [("mimetype", "application/vnd.oasis.opendocument.text"), ("x", "")], "an OpenDocument file"
      ),
      ([("mimetype", "application/x-other"), ("x", "")], "it says application/x-other"),
      ([("mimetype", "application/x-other"), ("x", "")], "another kind of document"),
    ] as [([(name: String, text: String)], String)])
  func wellFormed(entries: [(name: String, text: String)], expected: String) throws {
    #expect(message(try written(entries))?.contains(expected) == true)
  }

  @Test("A document that was packed anew is told which entry must come first")
  func packedAnew() throws {
    let text = message(try written([("header.json", "{}"), ("mimetype", "x")]))
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
    #expect(message(Array(text.utf8))?.contains(expected) == true)
  }

  @Test(
    "Beginnings that break off say nothing of another kind",
    arguments: ["<", "<!", "<!--", "<?", "<!-- plist", "{", "<plist"])
  func beginnings(text: String) {
    let words = message(Array(text.utf8))
    #expect(words != nil)
    #expect(words?.contains("property list") == (text == "<plist"))
  }
}
