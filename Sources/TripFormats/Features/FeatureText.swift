import DocumentFile
import Markup

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
    let stated = Self.declaredSet(body)
    // Without zero bytes the text is not UTF-16, although its declaration may say so.
    let set =
      hasMark
      ? "UTF-8"
      : Self.wideSet(file) ?? stated.map { $0.lowercased().hasPrefix("utf-") ? "UTF-8" : $0 }
    let (text, isWhole) = Charset.utf8(body, set ?? "UTF-8")
    let mark = Array("\u{FEFF}".utf8)
    hasReplacements = !isWhole
    bytes = Self.declaringUTF8(text.starts(with: mark) ? Array(text.dropFirst(3)) : text)
  }

  /// Returns the set of text with two bytes for a letter, by its mark or its first letter; nil for other text.
  private static func wideSet(_ file: [UInt8]) -> String? {
    guard file.count > 1 else { return nil }
    switch (file[0], file[1]) {
    case (0xFE, 0xFF), (0, 1...): return "UTF-16BE"
    case (0xFF, 0xFE), (1..., 0): return "UTF-16LE"
    default: return nil
    }
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

  /// The name of the first element as its tag spells it; nil if something else comes first.
  var rootName: String? {
    var text = bytes[...]
    while let start = text.firstIndex(of: UInt8(ascii: "<")) {
      // Nothing but white space comes before the root.
      guard text[..<start].allSatisfy({ $0 <= 0x20 }) else { return nil }
      let rest = text[start...]
      let end: Range<Int>?
      if rest.starts(with: "<!--".utf8) {
        end = rest.firstRange(of: Array("-->".utf8))
      } else if rest.starts(with: "<?".utf8) {
        end = rest.firstRange(of: Array("?>".utf8))
      } else {
        return XMLSpelling.name(ofTag: rest)
      }
      guard let end else { return nil }
      text = text[end.upperBound...]
    }
    return nil
  }

  /// Whether the first element of a file has a name, in any namespace.
  static func begins(_ file: [UInt8], with name: String) -> Bool {
    FeatureText(file).rootName.map { $0 == name || $0.hasSuffix(":" + name) } ?? false
  }

  /// Reads the text as a tree whose elements a scan takes as they end.
  ///
  /// - Parameters:
  ///   - name: The name of the first element.
  ///   - new: The scan before the first element.
  /// - Throws: The codes of XML; `not-a-document` if the first element has another name.
  func scanned<Scan>(
    _ name: String, by new: Scan, keeps: (inout Scan, inout XMLElement, XMLElement) -> Bool
  ) throws(DocumentError) -> (root: XMLElement, scan: Scan) {
    var scan = new
    let root = try Self.root(of: bytes, isAgain: { scan = new }) { keeps(&scan, &$0, $1) }
    guard root.name.local == name else {
      throw DocumentError(.notADocument, "the first element is \(root.name.local), not \(name)")
    }
    return (root, scan)
  }

  /// Reads a text as a tree.
  ///
  /// - Parameters:
  ///   - isAgain: Called before the text is read once more, because a prefix is not declared.
  ///   - keeps: As that of ``XMLElement``.
  static func root(
    of text: [UInt8], isAgain: () -> Void = {}, keeps: (inout XMLElement, XMLElement) -> Bool
  ) throws(DocumentError) -> XMLElement {
    do throws(MarkupError) {
      do throws(MarkupError) {
        return try XMLElement.read(text, keeps: keeps)
      } catch {
        guard error.code == .xmlNamespace else { throw error }
        isAgain()
        return try XMLElement.read(text, takesAnyPrefix: true, keeps: keeps)
      }
    } catch {
      throw DocumentError(error)
    }
  }
}
