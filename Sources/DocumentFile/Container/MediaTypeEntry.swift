import ZipArchive

/// The content of the first entry: type, encoding and the major version of the container, at a
/// position in the file that every tool finds (spec 3.4).
///     application/vnd.trip-collection+zip;encoding=json;container=1
package struct MediaTypeEntry: Hashable, Sendable {
  static let name = "mimetype"
  /// The major version of the container that this library writes, and the newest that it reads.
  package static let currentMajor = 1
  /// The maximum length read, longer than any valid entry.
  static let maximumBytes = 512

  var type: DocumentType
  var encoding: DocumentEncoding
  var major: Int

  init(type: DocumentType, encoding: DocumentEncoding, major: Int = currentMajor) {
    self.type = type
    self.encoding = encoding
    self.major = major
  }

  var text: String {
    "\(type.mediaType(.zip));encoding=\(encoding.rawValue);\(Self.versionField)\(major)"
  }

  private static let versionField = "container="

  /// Parses the only valid spelling.
  ///
  /// A newer major version is rejected before the fields that it may have changed are checked.
  init(parsing bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Self.malformed("it is not one line of ASCII") }
    let fields = text.split(separator: ";", omittingEmptySubsequences: false)
    if fields.count == 1, text.contains("/") {
      throw Self.malformed("it says \(text), so this is another kind of document")
    }
    guard let last = fields.last, let major = Self.number(last) else {
      if fields.last?.hasPrefix("tables=") == true {
        throw DocumentError(.containerOlder, part: Self.name, "it is a document of format 0.1")
      }
      throw Self.malformed("it does not end with ;\(Self.versionField)\(Self.currentMajor)")
    }
    guard major <= Self.currentMajor else {
      throw DocumentError(
        .containerNewer, part: Self.name,
        "it says container \(major), this program reads up to \(Self.currentMajor)")
    }
    guard major == Self.currentMajor else {
      throw DocumentError(
        .containerOlder, part: Self.name, "it is a document of a format before 1.0")
    }
    guard let type = DocumentType(mediaType: String(fields[0]), of: .zip) else {
      throw Self.malformed("it does not begin with a media type with the suffix +zip")
    }
    guard fields.count == 3 else {
      throw Self.malformed("it has more or less than the parameters encoding and container")
    }
    guard fields[1].hasPrefix("encoding="),
      let encoding = DocumentEncoding(rawValue: String(fields[1].dropFirst(9)))
    else { throw Self.malformed("its encoding is neither json nor xml") }
    self.init(type: type, encoding: encoding, major: major)
  }

  private static func number(_ field: Substring) -> Int? {
    guard field.hasPrefix(versionField) else { return nil }
    let digits = field.dropFirst(versionField.count)
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      digits == "0" || digits.first != "0"
    else { return nil }
    return Int(digits)
  }

  private static func malformed(_ words: String) -> DocumentError {
    DocumentError(.mimetypeMalformed, part: name, words)
  }

  /// Refuses a document of another container version by the first entry alone.
  ///
  /// A newer container may be no zip that this library reads, so this comes before the zip is read.
  /// Everything else that is wrong with the entry is left to the reading of the zip.
  static func checkVersion(of source: any ByteSource) throws(DocumentError) {
    let header = 30
    guard let start = try? source.read(at: 0, count: min(header + maximumBytes, source.count)),
      start.count > header + name.utf8.count,
      start[26] == name.utf8.count, start[27] == 0,
      start[header...].starts(with: name.utf8)
    else { return }
    let extra = Int(start[28]) + Int(start[29]) << 8
    var text = start.dropFirst(header + name.utf8.count + extra)
      .prefix { (0x21...0x7E).contains($0) }
    // The signature that follows begins with two letters.
    if text.suffix(2).elementsEqual("PK".utf8) { text = text.dropLast(2) }
    do throws(DocumentError) {
      _ = try MediaTypeEntry(parsing: Array(text))
    } catch {
      if error.code == .containerNewer || error.code == .containerOlder { throw error }
    }
  }
}
