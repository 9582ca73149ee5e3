import ZipArchive

/// A kind of file that is no document, with advice for the person who has the file.
///
/// All readers ask one table (``kinds``), so every verb names a file alike, from a path and from a pipe.
package struct OtherFile: Sendable {
  /// What a kind of file is known by.
  enum Mark: Sendable {
    /// Bytes at an offset.
    case bytes([UInt8], at: Int = 0)
    /// A text at the beginning, in any case.
    case text(String)
    /// The root element of XML, or the first element of HTML, in lower case.
    case element(String)
    /// Words that all occur at the beginning of a JSON text.
    case json([String])
    /// Two or more fields of a mail in front of the text.
    case mail
    /// An entry of a zip archive; with `/` at its end the beginning of a name, with `*` in front the end of one.
    case entry(String)
    /// The beginning of the media type in the first entry, `mimetype`, of a zip archive.
    case mediaType(String)
  }

  let marks: [Mark]
  /// What the file is, such as `a PDF`.
  let name: String
  /// What to do with the file; empty if nothing helps.
  let advice: String

  init(_ marks: Mark..., name: String, _ advice: String = "") {
    self.init(marks: marks, name: name, advice)
  }

  private init(marks: [Mark], name: String, _ advice: String) {
    self.marks = marks
    self.name = name
    self.advice = advice
  }

  /// The message about the file.
  package var words: String { "it is \(name)" + (advice.isEmpty ? "" : "; \(advice)") }

  /// How many bytes of a file are looked at: the fields of a mail can be longer than those of other files.
  static let probedBytes = 64 << 10
}

// MARK: Facts

extension OtherFile {
  private static let convert = "tripconv convert makes a document of it"
  private static let unpack = "unpack it, and convert the file in it"
  private static let sheet = "save the sheet as CSV, and convert that"
  private static let table =
    "copy its table to a spreadsheet, save that as CSV, and convert the CSV file"
  private static let written = "write the trips into a table, and save it as CSV"
  private static let places =
    "save its places as a table with the columns name, latitude and longitude (CSV)"

  private static let page: [Mark] = [
    .text("<!DOCTYPE html"), .element("html"), .element("head"), .element("body"),
    .element("table"), .element("div"), .element("meta"), .element("script"),
  ]

  /// The kinds, the first that fits.
  static let kinds: [OtherFile] = [
    // Read by tripconv, but no documents.
    OtherFile(
      .bytes(Array("SQLite format 3\0".utf8)),
      name: "an SQLite database, as SwiftData stores are",
      "tripconv convert FILE makes a document of it"),
    OtherFile(.text("BEGIN:VCALENDAR"), name: "a calendar", convert),
    OtherFile(
      .text("BEGIN:VEVENT"), .text("BEGIN:VTODO"), .text("BEGIN:VJOURNAL"),
      .text("BEGIN:VFREEBUSY"), .text("BEGIN:VTIMEZONE"),
      name: "an event or another part of a calendar", convert),
    OtherFile(
      .json(["\"@context\""]), .json(["\"@type\""]), name: "JSON-LD",
      "convert it with tripconv if it has reservations"),
    OtherFile(
      .entry("reservations/"), .entry("custom/org.kde.itinerary/"),
      name: "an archive of KDE Itinerary", convert),
    // Calendars and contacts.
    OtherFile(
      .text("BEGIN:VCARD"), name: "a list of contacts (vCard)",
      "it has no trips"),
    OtherFile(
      .text("BEGIN:V"), name: "a part of a calendar without an event",
      "export the whole calendar (.ics), and convert that"),
    OtherFile(
      .mail, name: "a mail",
      "convert it with tripconv if it has reservations of schema.org or calendars"),
    OtherFile(
      .bytes([0x78, 0x9F, 0x3E, 0x22]), name: "an attachment of Outlook (winmail.dat)",
      "ask for the calendar as an .ics file"),
    // Tables and texts.
    OtherFile(
      .mediaType("application/vnd.oasis.opendocument.spreadsheet"),
      name: "a spreadsheet in OpenDocument (.ods)", convert),
    OtherFile(
      .element("office:document"), name: "an OpenDocument file in one text", sheet),
    OtherFile(
      .mediaType("application/vnd.oasis.opendocument"), name: "an OpenDocument file", table),
    OtherFile(.mediaType("application/epub+zip"), name: "a book (EPUB)", written),
    OtherFile(.entry("xl/workbook.bin"), name: "a binary Excel workbook (.xlsb)", sheet),
    OtherFile(.entry("xl/"), name: "an Excel workbook (.xlsx)", convert),
    OtherFile(.element("workbook"), name: "an Excel workbook in XML", sheet),
    OtherFile(.entry("word/"), name: "a Word document (.docx)", table),
    OtherFile(.entry("ppt/"), name: "a PowerPoint presentation (.pptx)", table),
    OtherFile(.entry("[Content_Types].xml"), name: "a document of an office program", table),
    OtherFile(
      .entry("Index/"), .entry("Index.zip"),
      name: "a document of Numbers, Pages or Keynote", "export its table as CSV, and convert that"),
    OtherFile(
      .bytes([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
      name: "a file of an older office program (.xls, .doc) or of Outlook (.msg)",
      "save a sheet as CSV, or the event of a message as .ics, and convert that"),
    OtherFile(.text("{\\rtf"), name: "an RTF document", table),
    OtherFile(.text("%PDF"), name: "a PDF", written),
    OtherFile(
      marks: page, name: "a page in HTML",
      "convert it with tripconv if it has reservations or events of schema.org, or save its table (CSV) to a file, and convert that"
    ),
    // Places and ways.
    OtherFile(
      .entry("Takeout/"), name: "an archive of Google Takeout", "unpack it"),
    OtherFile(
      .entry("doc.kml"), .entry("*.kml"), name: "a map of Google Earth (.kmz)",
      "give it the ending .kmz, and convert it"),
    OtherFile(.element("trainingcenterdatabase"), name: "a workout (TCX)", places),
    OtherFile(
      .json(["\"semanticSegments\""]), .json(["\"startTime\"", "\"timelinePath\""]),
      .json(["\"startTime\"", "\"topCandidate\""]),
      name: "a timeline that a phone exported from Google Maps", convert),
    OtherFile(
      .json(["\"timelineObjects\""]),
      name: "a month of Google's location history (Semantic Location History)", convert),
    OtherFile(
      .json(["\"locations\"", "\"latitudeE7\""]), name: "Google's location history (Records.json)",
      convert),
    OtherFile(
      .json(["\"all_steps\""]), .json(["\"total_km\"", "\"slug\""]), name: "a trip of Polarsteps",
      convert),
    OtherFile(
      .json(["\"type\"", "\"FeatureCollection\""]), .json(["\"type\"", "\"Feature\""]),
      name: "geographic data (GeoJSON)", convert),
    // Passes.
    OtherFile(
      .entry("pass.json"), .entry("*.pkpass"), .json(["\"passTypeIdentifier\""]),
      name: "a pass of a wallet (.pkpass)", convert),
    // Pictures and sounds.
    OtherFile(
      .bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "a PNG image", written),
    OtherFile(.bytes([0xFF, 0xD8, 0xFF]), name: "a JPEG image", written),
    OtherFile(.bytes(Array("GIF8".utf8)), name: "a GIF image", written),
    OtherFile(.bytes(Array("WEBPVP8".utf8), at: 8), name: "a WebP image", written),
    OtherFile(
      .bytes(Array("ftyphei".utf8), at: 4), .bytes(Array("ftyphev".utf8), at: 4),
      .bytes(Array("ftypmif1".utf8), at: 4), .bytes(Array("ftypmsf1".utf8), at: 4),
      name: "a HEIC image", written),
    OtherFile(.bytes(Array("ftypavi".utf8), at: 4), name: "an AVIF image", written),
    OtherFile(.bytes(Array("ftyp".utf8), at: 4), name: "a video or audio file (MP4)"),
    OtherFile(
      .bytes([0x49, 0x49, 0x2A, 0x00]), .bytes([0x4D, 0x4D, 0x00, 0x2A]), name: "a TIFF image",
      written),
    OtherFile(.element("svg"), name: "an SVG image", written),
    // Archives.
    OtherFile(.bytes([0x50, 0x4B, 0x05, 0x06]), name: "an empty zip archive"),
    OtherFile(.entry("AndroidManifest.xml"), name: "an Android program"),
    OtherFile(.entry("META-INF/MANIFEST.MF"), name: "a Java archive"),
    OtherFile(.bytes([0x1F, 0x8B]), name: "compressed with gzip", unpack),
    OtherFile(
      .bytes([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4), name: "compressed with bzip2", unpack),
    OtherFile(.bytes([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]), name: "compressed with xz", unpack),
    OtherFile(.bytes([0x28, 0xB5, 0x2F, 0xFD]), name: "compressed with Zstandard", unpack),
    OtherFile(
      .bytes(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]), name: "a 7z archive", unpack),
    OtherFile(.bytes(Array("Rar!".utf8) + [0x1A, 0x07]), name: "a RAR archive", unpack),
    OtherFile(.bytes(Array("ustar".utf8), at: 257), name: "a tar archive", unpack),
    // Files of systems.
    OtherFile(.text("bplist"), name: "a binary property list, as web archives are"),
    OtherFile(.element("plist"), name: "a property list"),
    OtherFile(.bytes([0x7F, 0x45, 0x4C, 0x46]), name: "a program"),
  ]
}

// MARK: Recognition

extension OtherFile {
  /// Returns the kind of a file that is no zip archive by its beginning; nil if it is not known.
  ///
  /// - Parameter bytes: ``probedBytes`` at most are looked at.
  package init?(beginning bytes: [UInt8]) {
    let text = FileBeginning(bytes)
    guard let kind = Self.kinds.first(where: { $0.marks.contains(where: text.has) }) else {
      return nil
    }
    self = kind
  }

  /// Returns the kind of a zip archive by its media type and the names of its entries; nil if it may be a document,
  /// also one that another program packed.
  ///
  /// - Throws: `.readFailed`.
  init?(archive source: any ByteSource) throws(ZipError) {
    guard let first = try EntryNames.first(of: source) else { return nil }
    let mediaType = first.name == MediaTypeEntry.name ? first.bytes : []
    func isStated(_ mark: Mark) -> Bool {
      if case .mediaType(let text) = mark { mediaType.starts(with: text.utf8) } else { false }
    }
    let stated = Self.kinds.first { $0.marks.contains(where: isStated) }
    // An archive with another media type is read as a document, and so is one with a header.
    if stated == nil, !mediaType.isEmpty { return nil }
    let names = try EntryNames.names(in: source)
    let ours = ["header.json", "header.xml"] + (stated == nil ? [MediaTypeEntry.name] : [])
    if names.contains(where: { ours.contains($0.lowercased()) }) { return nil }
    if let stated {
      self = stated
      return
    }
    func isNamed(_ mark: Mark) -> Bool {
      guard case .entry(let wanted) = mark else { return false }
      if wanted.hasPrefix("*") {
        let end = wanted.utf8.dropFirst()
        return names.contains { $0.utf8.suffix(end.count).elementsEqual(end) }
      }
      if wanted.hasSuffix("/") { return names.contains { $0.utf8.starts(with: wanted.utf8) } }
      return names.contains { $0.utf8.elementsEqual(wanted.utf8) }
    }
    self =
      Self.kinds.first { $0.marks.contains(where: isNamed) }
      ?? OtherFile(name: "a zip archive of other files, the first is \(first.name)", Self.unpack)
  }
}

extension OtherFile {
  /// Whether a file begins as a mail does: with two of the fields that most mails have.
  package static func isMail(beginning bytes: [UInt8]) -> Bool { FileBeginning(bytes).has(.mail) }

  /// Whether a file begins as a page in HTML does.
  package static func isPage(beginning bytes: [UInt8]) -> Bool {
    let text = FileBeginning(bytes)
    return page.contains(where: text.has)
  }
}

/// The beginning of a file, with what several marks need of it.
private struct FileBeginning {
  private let bytes: ArraySlice<UInt8>
  /// The bytes behind a byte order mark and white space.
  private let text: ArraySlice<UInt8>
  private let element: String?
  private let isJSON: Bool
  /// Whether the file begins with fields of a mail.
  private let isMail: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.prefix(OtherFile.probedBytes)
    text = self.bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      .drop(while: FileFormat.isWhiteSpace)
    element = Self.element(of: text)
    isJSON = Self.isOtherJSON(text)
    isMail = Self.isMail(text)
  }

  func has(_ mark: OtherFile.Mark) -> Bool {
    switch mark {
    case .bytes(let wanted, let offset): bytes.dropFirst(offset).starts(with: wanted)
    case .text(let wanted): Self.begins(text, wanted)
    case .element(let name): element == name
    case .json(let words):
      isJSON && words.allSatisfy { text.prefix(FileFormat.sniffedBytes).contains($0) }
    case .mail: isMail
    case .entry, .mediaType: false
    }
  }

  private static func begins(_ text: ArraySlice<UInt8>, _ wanted: String) -> Bool {
    String(decoding: text.prefix(wanted.utf8.count), as: UTF8.self).lowercased()
      == wanted.lowercased()
  }

  /// Whether a text is JSON that does not begin as a document or a schema file does.
  private static func isOtherJSON(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    let member = text.dropFirst().drop(while: FileFormat.isWhiteSpace)
    return !["header", "schema", "tables", "trailer", "format", "entities", "fingerprints"].contains
    {
      member.starts(with: "\"\($0)\"".utf8)
    }
  }

  /// The fields of which most mails have several (RFC 5322, 3.6).
  private static let fields: Set = [
    "from", "to", "subject", "date", "message-id", "received", "return-path", "delivered-to",
    "mime-version", "content-type", "reply-to", "sender",
  ]

  /// Whether a text begins with fields of a mail; in a folder of mails a line `From ` is in front.
  private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
    var found: Set<String> = []
    var isFirst = true
    for line in text.split(
      maxSplits: 500, omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A })
    {
      defer { isFirst = false }
      if line.isEmpty || line.elementsEqual([0x0D]) { break }
      if line.first == 0x20 || line.first == 0x09 { continue }
      if isFirst, line.starts(with: "From ".utf8) { continue }
      let name = line.prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, line.dropFirst(name.count).first == UInt8(ascii: ":") else { break }
      let lower = String(decoding: name, as: UTF8.self).lowercased()
      if fields.contains(lower) { found.insert(lower) }
    }
    return found.count > 1
  }

  /// Returns the name of the first element of XML or HTML in lower case; nil if the beginning does not contain it.
  private static func element(of text: ArraySlice<UInt8>) -> String? {
    var rest = text.prefix(FileFormat.sniffedBytes)
    // Bound: each iteration consumes at least the `<` that it has matched.
    while rest.first == UInt8(ascii: "<") {
      rest = rest.dropFirst()
      if rest.starts(with: "!--".utf8) {
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
        rest = rest.dropFirst(3)
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        let name = rest.prefix {
          $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && !FileFormat.isWhiteSpace($0)
        }
        return String(decoding: name, as: UTF8.self).lowercased()
      }
      rest = rest.drop(while: FileFormat.isWhiteSpace)
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes contain those of a text, letter for letter.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
