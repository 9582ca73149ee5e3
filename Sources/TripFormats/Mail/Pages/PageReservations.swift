import DocumentFile
import DocumentTables
import Markup

extension DocumentError.Code {
  /// The elements of a page are nested deeper, or repeat more text, than those of any page for people.
  package static let pageSize = Self(rawValue: "limit-page")
}

/// The reservations and events of schema.org in a page: JSON-LD in scripts, and microdata.
struct PageReservations {
  /// The nodes, in the order of the page, those of scripts first.
  private(set) var nodes: [Tree] = []
  /// The scripts that are no JSON.
  private(set) var unread: [DocumentError] = []
  /// Whether bytes are of no letter of the character set.
  private(set) var hasReplacedLetters = false
  /// Whether an item refers to elements that lie elsewhere, which is not followed.
  private(set) var hasReferences = false

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - charset: The encoding that the mail states; nil for that of the page.
  ///   - budget: How many values may be read.
  /// - Throws: `limit-page`.
  init(_ page: [UInt8], charset: String?, _ budget: inout Int) throws(DocumentError) {
    var script: [UInt8]?
    var scripts: [[UInt8]] = []
    var microdata = Microdata(ofPage: page.count)
    let (text, isWholeText) = Charset.utf8(page, charset ?? Self.statedSet(page))
    hasReplacedLetters = !isWholeText
    let isWhole = HTMLReader.read(text) { event in
      let isInScript = script != nil
      switch event {
      case .start("script", let attributes):
        let type = attributes.first { $0.name == "type" }?.value.trimmingSpaces ?? ""
        if type.lowercased().begins(with: "application/ld+json") { script = [] }
      case .text(let text): script?.append(contentsOf: text)
      case .end("script"):
        if let text = script { scripts.append(text) }
        script = nil
      default: break
      }
      if !isInScript, script == nil { microdata.take(event) }
    }
    guard isWhole, !microdata.isTooLarge else {
      throw DocumentError(
        .pageSize,
        "its elements are nested too deeply, repeat their text too often, or have too many attributes"
      )
    }
    hasReferences = microdata.hasReferences
    for text in scripts { add(Self.withoutMarks(text), &budget) }
    nodes += microdata.nodes.flatMap(Self.objects)
  }

  private mutating func add(_ script: [UInt8], _ budget: inout Int) {
    if script.isEmpty { return }
    do throws(DocumentError) {
      let value = try JSONValue(script, &budget)
      nodes += value.elements.map(\.tree).flatMap(Self.objects)
    } catch {
      unread.append(error)
    }
  }

  /// Returns the nodes of a value that are objects.
  ///
  /// A firm may have its events as a member, and a graph its nodes: each of them is returned alone.
  private static func objects(in tree: Tree) -> [Tree] {
    var found: [Tree] = []
    var waiting = [tree]
    while let tree = waiting.popLast() {
      switch tree {
      case .array(let items): waiting += items.reversed()
      case .object(let members):
        if NodeForm.form(of: tree) != nil {
          found.append(
            tree["@context"] == nil
              ? tree.replacing("@context", with: .text("https://schema.org")) : tree)
        } else {
          waiting += members.reversed().map(\.value)
        }
      default: break
      }
    }
    return found
  }

  /// Returns the character set that an element `meta` states in the first bytes of a page (HTML Living Standard, 13.2.3.2); nil if none
  /// does, also if it states one that could not have been read so far.
  private static func statedSet(_ page: [UInt8]) -> String? {
    if page.starts(with: [0xFE, 0xFF]) || page.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
    let head = String(decoding: page.prefix(4096).map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
      .lowercased()
    for tag in head.parts(dividedBy: "<meta", omittingEmpty: false).dropFirst() {
      let parts = tag.prefix { $0 != ">" }.split(separator: "charset")
      guard parts.count > 1, let last = parts.last?.drop(while: \.isWhitespace), last.first == "="
      else { continue }
      let name = String(
        last.dropFirst().drop { $0 == "\"" || $0 == "'" || $0.isWhitespace }
          .prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) })
      return name.hasPrefix("utf-16") || name.hasPrefix("utf-32") ? nil : name
    }
    return nil
  }

  /// Returns a script without the marks that hide it from old programs.
  private static func withoutMarks(_ script: [UInt8]) -> [UInt8] {
    var text = script[...]
    let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    func trim() {
      text = text.drop { blank.contains($0) }
      while let last = text.last, blank.contains(last) { text = text.dropLast() }
    }
    trim()
    for (start, end) in [
      ("/*<![CDATA[*/", "/*]]>*/"), ("//<![CDATA[", "//]]>"), ("<![CDATA[", "]]>"), ("<!--", "-->"),
    ]
    where text.starts(with: start.utf8) {
      text = text.dropFirst(start.utf8.count)
      if text.suffix(end.utf8.count).elementsEqual(end.utf8) {
        text = text.dropLast(end.utf8.count)
      }
      trim()
    }
    return Array(text)
  }
}
