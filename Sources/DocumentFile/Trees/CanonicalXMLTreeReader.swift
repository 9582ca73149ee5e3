import DocumentTables
import Markup

/// A reader of typed trees in the spelling of ``XMLTreeWriter`` (spec 3.1), with the line feeds of
/// the flat form between elements.
///
/// On any error, ``XMLTreeReader`` must read the part from its beginning.
enum CanonicalXMLTreeReader {
  /// Reads the members of an object up to the end of the enclosing element.
  static func readObject(_ xml: inout CanonicalXML, closing: StaticString) throws -> Tree {
    let tree = try contents(.object(name: ""), &xml)
    try xml.require(closing)
    return tree
  }

  /// Reads the content of the enclosing element as an array or object.
  ///
  /// Uses an explicit stack, whose height is bounded by the depth limit.
  private static func contents(
    _ kind: OpenTree.Kind, _ xml: inout CanonicalXML
  ) throws -> Tree {
    var open = [OpenTree(kind)]
    var count = 1
    while true {
      let innermost = open.count - 1
      _ = xml.skip(UInt8(ascii: "\n"))
      guard let element = takesOpening(&xml) else {
        let isArray = open[innermost].isArray
        let tree = try open.removeLast().closed(at: nil)
        if open.isEmpty { return tree }
        try xml.require(isArray ? "</d:array>" : "</d:object>")
        open[innermost - 1].add(tree)
        continue
      }
      count += 1
      try OpenTree.checkCount(count, largest: OpenTree.largestCount, at: nil)
      if !open[innermost].isArray { open[innermost].name = try readName(&xml) }
      let isContainer = element.kind == .array || element.kind == .object
      if isContainer { try OpenTree.checkDepth(inside: open.count, at: nil) }
      if isContainer, xml.skip(UInt8(ascii: ">")) {
        open.append(OpenTree(element.kind == .array ? .array : .object(name: "")))
      } else {
        open[innermost].add(try readScalar(element, &xml))
      }
    }
  }

  struct Element {
    enum Kind: Hashable {
      case array, bool, null, object, text
      case marked(TreeMark)
    }

    let kind: Kind
    /// The text `<d:` and the name.
    let opening: [UInt8]
    let closing: [UInt8]

    init(_ kind: Kind, _ name: String) {
      self.kind = kind
      opening = Array("<d:\(name)".utf8)
      closing = Array("</d:\(name)>".utf8)
    }

    /// The longest first, because a name may be the beginning of another.
    static let all =
      ([
        Element(.array, "array"), Element(.bool, "bool"), Element(.null, "null"),
        Element(.object, "object"), Element(.text, "text"),
      ] + TreeMark.all.map { Element(.marked($0), $0.name) })
      .sorted { $0.opening.count > $1.opening.count }
  }

  static func takesOpening(_ xml: inout CanonicalXML) -> Element? {
    Element.all.first { xml.skip($0.opening) }
  }

  private static func readName(_ xml: inout CanonicalXML) throws -> String {
    try xml.require(" name=\"")
    let value = try xml.scanAttribute().decoded
    guard xml.skip(" escaped-name=\"true\"") else { return String(decoding: value, as: UTF8.self) }
    let name = try value.withUnsafeBufferPointer { try XMLEscapedText.decode($0) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads a scalar, or an empty array or object, from behind its name and attribute.
  private static func readScalar(_ element: Element, _ xml: inout CanonicalXML) throws -> Tree {
    if xml.skip("/>") {
      switch element.kind {
      case .array: return .array([])
      case .object: return .object([])
      case .null: return .null
      case .text: return .text("")
      case .marked(.scalar(.data)): return .data([])
      default: throw NonCanonicalXMLError()
      }
    }
    let isEscaped = element.kind == .text && xml.skip(" escaped=\"true\"")
    try xml.require(">")
    let text = try xml.scanText()
    try xml.require(element.closing)
    return try text.decoded.withUnsafeBufferPointer { text in
      switch element.kind {
      case .text where isEscaped:
        .text(String(decoding: try XMLEscapedText.decode(text), as: UTF8.self))
      case .text: .text(String(decoding: text, as: UTF8.self))
      case .bool: .bool(try BoolText.parse(text))
      case .marked(let mark): try mark.scalar(text)
      case .array, .null, .object: throw NonCanonicalXMLError()
      }
    }
  }
}
