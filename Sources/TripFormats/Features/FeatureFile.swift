import DocumentFile
import DocumentTables
import Markup

/// A file of features: what it says, and where.
struct FeatureFile: Sendable {
  /// A feature with the elements that state it.
  struct Stated: Sendable {
    var feature: Feature
    /// The element, and others that say the same, such as the point of a route at the place of a waypoint.
    var elements: [XMLElement]
    /// The line of the element, from 1.
    var line = 0
    /// The digest of the bytes of the element.
    var digest = ""
  }

  /// The bytes as they were.
  let bytes: [UInt8]
  let text: FeatureText
  /// What the file says of all its features.
  var whole: Stated
  /// What becomes an object, in the order of the file.
  var features: [Stated] = []
  /// The end of the last element of each name.
  var ends: [String: Int] = [:]
  /// The number of elements of each name that become no object.
  var keptNames: [String: Int] = [:]
  var findings: [ImportReport.Finding] = []

  init(bytes: [UInt8], text: FeatureText, whole: Stated) {
    self.bytes = bytes
    self.text = text
    self.whole = whole
  }
}

/// The text of a file in UTF-8, which elements are positions in.
struct FeatureText: Sendable {
  /// The text, without a byte order mark.
  let bytes: [UInt8]
  /// Whether the file is UTF-8 with a byte order mark.
  let hasMark: Bool
  /// Whether the file has bytes that its character set does not have.
  let hasReplacements: Bool

  init(_ file: [UInt8]) {
    hasMark = file.starts(with: [0xEF, 0xBB, 0xBF])
    let body = hasMark ? Array(file.dropFirst(3)) : file
    let isWide = !hasMark && file.count > 1 && (file[0] == 0 || file[1] == 0 || file[0] >= 0xFE)
    let stated = Self.declaredSet(body)
    // What is not wide cannot be UTF-16, whatever it says.
    let set = isWide ? "UTF-16" : stated.map { $0.lowercased().hasPrefix("utf-") ? "UTF-8" : $0 }
    let (text, isWhole) = Charset.utf8(body, set ?? "UTF-8")
    let mark = Array("\u{FEFF}".utf8)
    hasReplacements = !isWhole
    bytes = Self.declaringUTF8(text.starts(with: mark) ? Array(text.dropFirst(3)) : text)
  }

  /// Returns the character set that the declaration of XML states; nil if it states none.
  private static func declaredSet(_ text: [UInt8]) -> String? {
    declaredSet(in: text).map { String(decoding: text[$0], as: UTF8.self) }
  }

  private static func declaredSet(in text: [UInt8]) -> Range<Int>? {
    guard text.starts(with: "<?xml".utf8),
      let end = text.prefix(256).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let declaration = text[..<end]
    let name = Array("encoding".utf8)
    for start in declaration.indices.dropFirst(5)
    where declaration[start...].starts(with: name) {
      let rest = declaration[(start + name.count)...]
      guard let quote = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let close = rest[(quote + 1)...].firstIndex(of: rest[quote])
      else { return nil }
      return quote + 1..<close
    }
    return nil
  }

  private static func declaringUTF8(_ text: [UInt8]) -> [UInt8] {
    guard let range = declaredSet(in: text),
      String(decoding: text[range], as: UTF8.self).lowercased() != "utf-8"
    else { return text }
    return text[..<range.lowerBound] + Array("UTF-8".utf8) + text[range.upperBound...]
  }

  /// Returns a file with other bytes in some places.
  func file(with edits: [TextEdit]) -> [UInt8] {
    (hasMark ? [0xEF, 0xBB, 0xBF] : []) + bytes.applying(edits)
  }
}

/// Bytes in place of others.
struct TextEdit: Sendable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: some Sequence<UInt8>) {
    self.range = range
    self.bytes = Array(bytes)
  }

  /// The order of edits: by their places, insertions first, then what contains other edits.
  fileprivate func place(at index: Int) -> (Int, Int, Int) {
    (range.lowerBound, range.isEmpty ? .min : -range.count, index)
  }
}

extension [UInt8] {
  /// Returns the bytes with edits, of which those at one place follow each other in their order.
  ///
  /// An edit within the bytes of another one is left out.
  func applying(_ edits: [TextEdit]) -> [UInt8] {
    let sorted = edits.enumerated().sorted {
      $0.element.place(at: $0.offset) < $1.element.place(at: $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    var end = 0
    for edit in sorted where edit.range.lowerBound >= end {
      result += self[end..<edit.range.lowerBound]
      result += edit.bytes
      end = edit.range.upperBound
    }
    return result + self[end...]
  }
}
