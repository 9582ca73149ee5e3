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

  /// Reads the single tree inside an element, and stops at the end tag of the element.
  static func readOnlyTree(_ xml: inout CanonicalXML) throws -> Tree {
    guard case .array(let items) = try contents(.array, isPartOfTree: false, &xml),
      items.count == 1
    else { throw NonCanonicalXMLError() }
    return items[0]
  }

  /// Reads the content of the enclosing element as an array or object, which may be part of the
  /// tree.
  ///
  /// Uses an explicit stack, whose height is bounded by the depth limit.
  private static func contents(
    _ kind: OpenTree.Kind, isPartOfTree: Bool = true, _ xml: inout CanonicalXML
  ) throws -> Tree {
    var open = [OpenTree(kind)]
    let outside = isPartOfTree ? 0 : 1
    var count = outside == 0 ? 1 : 0
    var total = 0
    while true {
      let innermost = open.count - 1
      _ = xml.skip(UInt8(ascii: "\n"))
      guard let type = takesOpening(&xml) else {
        let isArray = open[innermost].isArray
        let tree = try open.removeLast().closed(at: nil)
        if open.isEmpty { return tree }
        try xml.require(isArray ? "</d:array>" : "</d:object>")
        open[innermost - 1].add(tree)
        continue
      }
      // Each item of an array of the format is a tree of its own.
      if open.count == outside { count = 0 }
      count += 1
      total += 1
      try OpenTree.checkCount(count, largest: OpenTree.largestCount, at: nil)
      try OpenTree.checkCount(total, largest: OpenTree.largestTotal, at: nil)
      if !open[innermost].isArray { open[innermost].name = try readName(&xml) }
      let isContainer = type == .array || type == .object
      if isContainer { try OpenTree.checkDepth(inside: open.count - outside, at: nil) }
      if isContainer, xml.skip(UInt8(ascii: ">")) {
        open.append(OpenTree(type == .array ? .array : .object(name: "")))
      } else {
        open[innermost].add(try readScalar(type, &xml))
      }
    }
  }

  private enum Element: CaseIterable {
    case array, bool, data, date, day, decimal, double, integer, null, object, text, url, uuid
    case zonedTime

    /// The text `<d:` and the name.
    var opening: StaticString {
      switch self {
      case .array: "<d:array"
      case .bool: "<d:bool"
      case .data: "<d:data"
      case .date: "<d:date"
      case .day: "<d:day"
      case .decimal: "<d:decimal"
      case .double: "<d:double"
      case .integer: "<d:integer"
      case .null: "<d:null"
      case .object: "<d:object"
      case .text: "<d:text"
      case .url: "<d:url"
      case .uuid: "<d:uuid"
      case .zonedTime: "<d:zonedTime"
      }
    }

    var closing: StaticString {
      switch self {
      case .array: "</d:array>"
      case .bool: "</d:bool>"
      case .data: "</d:data>"
      case .date: "</d:date>"
      case .day: "</d:day>"
      case .decimal: "</d:decimal>"
      case .double: "</d:double>"
      case .integer: "</d:integer>"
      case .null: "</d:null>"
      case .object: "</d:object>"
      case .text: "</d:text>"
      case .url: "</d:url>"
      case .uuid: "</d:uuid>"
      case .zonedTime: "</d:zonedTime>"
      }
    }

    /// The mark of a scalar that is text in JSON; nil for other elements.
    var mark: TreeMark? {
      switch self {
      case .data: .data
      case .date: .date
      case .day: .day
      case .decimal: .decimal
      case .double: .double
      case .integer: .integer
      case .url: .url
      case .uuid: .uuid
      case .zonedTime: .zonedTime
      case .array, .bool, .null, .object, .text: nil
      }
    }
  }

  /// Reads an opening; no name is a prefix of another, so the first match is the name.
  private static func takesOpening(_ xml: inout CanonicalXML) -> Element? {
    Element.allCases.first { xml.skip($0.opening) }
  }

  private static func readName(_ xml: inout CanonicalXML) throws -> String {
    try xml.require(" name=\"")
    let value = try xml.scanAttribute().decoded
    guard xml.skip(" escaped-name=\"true\"") else { return String(decoding: value, as: UTF8.self) }
    let name = try value.withUnsafeBufferPointer { try XMLEscapedText.decode($0) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads a scalar, or an empty array or object, from behind its name and attribute.
  private static func readScalar(_ type: Element, _ xml: inout CanonicalXML) throws -> Tree {
    if xml.skip("/>") {
      switch type {
      case .array: return .array([])
      case .object: return .object([])
      case .null: return .null
      case .text: return .text("")
      case .data: return .data([])
      default: throw NonCanonicalXMLError()
      }
    }
    let isEscaped = type == .text && xml.skip(" escaped=\"true\"")
    try xml.require(">")
    let text = try xml.scanText()
    try xml.require(type.closing)
    if type == .text, !isEscaped { return .text(String(decoding: text.decoded, as: UTF8.self)) }
    return try text.decoded.withUnsafeBufferPointer { text in
      if isEscaped {
        return .text(String(decoding: try XMLEscapedText.decode(text), as: UTF8.self))
      }
      if type == .bool { return .bool(try BoolText.parse(text)) }
      guard let mark = type.mark else { throw NonCanonicalXMLError() }
      return try mark.scalar(text)
    }
  }
}
