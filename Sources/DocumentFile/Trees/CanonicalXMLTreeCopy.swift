import DocumentTables
import Markup

/// Copies trees and arrays from the spelling of this package's XML writers to the canonical text
/// that columns have of them, without making the values.
///
///     <d:object><d:text name="code">CDG</d:text><d:double name="x">-3</d:double></d:object>
///     {"code":"CDG","x":{"$double":"-3"}}
///
/// On any error, ``XMLRecordReader`` must read the part from its beginning.
struct CanonicalXMLTreeCopy {
  /// The text of the value that was copied last.
  private(set) var text: [UInt8] = []
  /// The memory that this value takes (spec 3.12).
  private(set) var nestedBytes = 0
  /// The last names in the open objects, outermost first, and where each begins.
  private var names: [UInt8] = []
  private var nameStarts: [Int] = []

  /// Copies the single tree inside an element, and stops at the end tag of the element.
  mutating func copyOnlyTree(_ xml: inout CanonicalXML) throws {
    begin()
    // A bit for each open level: whether it is an object, and whether it has an item.
    var objects: UInt64 = 0
    var started: UInt64 = 0
    var depth = 0
    var count = 0
    repeat {
      _ = xml.skip(UInt8(ascii: "\n"))
      let level = UInt64(1) << UInt64(max(depth - 1, 0))
      guard let element = CanonicalXMLTreeReader.takesOpening(&xml) else {
        if depth == 0 { throw NonCanonicalXMLError() }
        let isObject = objects & level != 0
        try xml.require(isObject ? "</d:object>" : "</d:array>")
        text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if isObject { names.removeSubrange(nameStarts.removeLast()...) }
        depth -= 1
        continue
      }
      count += 1
      try OpenTree.checkCount(count, largest: OpenTree.largestCount, at: nil)
      if depth > 0 {
        let isFirst = started & level == 0
        started |= level
        if !isFirst { text.append(UInt8(ascii: ",")) }
        if objects & level != 0 { try copyName(isFirst: isFirst, &xml) }
      }
      nestedBytes += Tree.nodeBytes
      switch element.kind {
      case .object, .array:
        try OpenTree.checkDepth(inside: depth, at: nil)
        let isObject = element.kind == .object
        if xml.skip("/>") {
          TextForm.append(isObject ? "{}" : "[]", to: &text)
        } else {
          try xml.require(">")
          text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
          // Bound: the depth was checked, and is far below the width of the bits.
          let inner = UInt64(1) << UInt64(depth)
          started &= ~inner
          if isObject {
            objects |= inner
            nameStarts.append(names.count)
          } else {
            objects &= ~inner
          }
          depth += 1
        }
      case .null where depth == 0: throw NonCanonicalXMLError()
      default: try copyScalar(element, &xml)
      }
    } while depth > 0
    _ = xml.skip(UInt8(ascii: "\n"))
  }

  /// Copies the items inside the element of an array, and stops at its end tag.
  mutating func copyItems(
    of type: ScalarType, nullable: Bool, _ xml: inout CanonicalXML
  ) throws {
    begin()
    nestedBytes += Tree.nodeBytes
    text.append(UInt8(ascii: "["))
    while xml.skip("<d:item") {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      nestedBytes += Tree.nodeBytes
      try copyItem(of: type, nullable: nullable, &xml)
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func begin() {
    text.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    nameStarts.removeAll(keepingCapacity: true)
    nestedBytes = 0
  }

  /// Copies the name of a member; throws if names are not in order.
  private mutating func copyName(isFirst: Bool, _ xml: inout CanonicalXML) throws {
    try xml.require(" name=\"")
    let name = try xml.scanAttribute()
    let isEscaped = xml.skip(" escaped-name=\"true\"")
    try withBytes(of: name, isEscaped: isEscaped) { name, copy in
      let start = copy.nameStarts.last ?? 0
      guard isFirst || copy.names[start...].lexicographicallyPrecedes(name) else {
        throw NonCanonicalXMLError()
      }
      copy.names.replaceSubrange(start..., with: name)
      copy.nestedBytes += name.count
      let key = copy.text.count
      JSONText.append(utf8: name, to: &copy.text)
      // A first `$` is doubled (spec 3.1).
      if name.first == UInt8(ascii: "$") { copy.text.insert(UInt8(ascii: "$"), at: key + 1) }
      copy.text.append(UInt8(ascii: ":"))
    }
  }

  /// Copies a scalar from behind its name and attribute.
  private mutating func copyScalar(
    _ element: CanonicalXMLTreeReader.Element, _ xml: inout CanonicalXML
  ) throws {
    if element.kind == .null {
      try xml.require("/>")
      return TextForm.append("null", to: &text)
    }
    if element.kind == .text, xml.skip("/>") { return TextForm.append("\"\"", to: &text) }
    if element.kind == .marked(.scalar(.data)), xml.skip("/>") {
      return TextForm.append("{\"$data\":\"\"}", to: &text)
    }
    let isEscaped = element.kind == .text && xml.skip(" escaped=\"true\"")
    try xml.require(">")
    let content = try xml.scanText()
    try xml.require(element.closing)
    try withBytes(of: content, isEscaped: isEscaped) { bytes, copy in
      switch element.kind {
      case .text: copy.append(string: bytes)
      case .bool: BoolText.append(try BoolText.parse(bytes), to: &copy.text)
      case .marked(.scalar(let type)) where type.isSpelled:
        try type.checkSpelling(bytes)
        TextForm.append("{\"$", to: &copy.text)
        copy.text.append(contentsOf: type.rawValue.utf8)
        TextForm.append("\":", to: &copy.text)
        copy.append(string: bytes)
        copy.text.append(UInt8(ascii: "}"))
      case .marked(let mark):
        let leaf = try mark.scalar(bytes)
        copy.nestedBytes += leaf.nestedBytes - Tree.nodeBytes
        CanonicalJSON.append(leaf, .marked, to: &copy.text)
      case .array, .null, .object: throw NonCanonicalXMLError()
      }
    }
  }

  /// Copies an item; the reader is behind the name in its start tag.
  private mutating func copyItem(
    of type: ScalarType, nullable: Bool, _ xml: inout CanonicalXML
  ) throws {
    if xml.skip(" nil=\"true\"/>") {
      if !nullable { throw NonCanonicalXMLError() }
      return TextForm.append("null", to: &text)
    }
    if xml.skip("/>") { return try append(item: .init(start: nil, count: 0), of: type) }
    let isEscaped = xml.skip(" escaped=\"true\"")
    if isEscaped, type != .text { throw NonCanonicalXMLError() }
    try xml.require(">")
    let content = try xml.scanText()
    try xml.require("</d:item>")
    try withBytes(of: content, isEscaped: isEscaped) { try $1.append(item: $0, of: type) }
  }

  private mutating func append(
    item bytes: UnsafeBufferPointer<UInt8>, of type: ScalarType
  ) throws {
    if type.storage == .text {
      try type.checkSpelling(bytes)
      append(string: bytes)
    } else {
      let value = try Value(text: bytes, of: type)
      nestedBytes += value.nestedBytes - Tree.nodeBytes
      CanonicalJSON.append(value, of: type, to: &text)
    }
  }

  private mutating func append(string bytes: UnsafeBufferPointer<UInt8>) {
    nestedBytes += bytes.count
    JSONText.append(utf8: bytes, to: &text)
  }

  private mutating func withBytes(
    of content: CanonicalXMLText, isEscaped: Bool,
    _ body: (UnsafeBufferPointer<UInt8>, inout CanonicalXMLTreeCopy) throws -> Void
  ) throws {
    if !isEscaped, !content.hasReferences { return try body(content.bytes, &self) }
    var decoded = content.decoded
    if isEscaped { decoded = try decoded.withUnsafeBufferPointer { try XMLEscapedText.decode($0) } }
    // Lifetime: the buffer is used in the closure only.
    try decoded.withUnsafeBufferPointer { try body($0, &self) }
  }
}
