import DocumentTables
import Markup

/// Copies trees, arrays and structures from the spelling of this package's XML writers to the canonical text
/// that columns have of them, without making the values.
///
///     <d:object><d:text name="code">CDG</d:text><d:double name="x">-3</d:double></d:object>
///     {"code":"CDG","x":{"$double":"-3"}}
///
/// On any error, ``XMLRecordReader`` must read the part from its beginning.
struct CanonicalXMLTreeCopy {
  /// The text of the value that was copied last.
  var text: [UInt8] = []
  /// The memory that this value takes (spec 3.12).
  var nestedBytes = 0
  /// The last names in the open objects, outermost first, and where each begins.
  private var names: [UInt8] = []
  private var nameStarts: [Int] = []

  /// What an element of a typed tree is (spec 3.1).
  enum Kind: BitwiseCopyable, Sendable {
    case array, object, null, bool, text, integer, double
    case marked(ScalarType)
  }

  /// The kinds by the numbers of the elements' names, the most frequent first.
  static let kinds: [(number: UInt64, kind: Kind)] = {
    let usual: [(name: String, kind: Kind)] = [
      ("text", .text), ("double", .double), ("object", .object), ("integer", .integer),
      ("array", .array), ("bool", .bool), ("null", .null),
    ]
    let marked = ScalarType.marked.map { (name: $0.rawValue, kind: Kind.marked($0)) }
    return (usual + marked).map { (CanonicalXMLName.number(of: $0.name), $0.kind) }
  }()

  /// Copies the single tree inside an element, and stops at the end tag of the element.
  mutating func copyOnlyTree(_ xml: inout CanonicalXML) throws {
    begin()
    try copyTree(&xml, closing: nil)
    _ = xml.skip(UInt8(ascii: "\n"))
  }

  /// Returns the object whose members are the content of an element, and moves behind its end tag.
  mutating func readMembers(_ xml: inout CanonicalXML, closing: StaticString) throws -> Tree {
    begin()
    try copyTree(&xml, closing: closing)
    // Lifetime: the buffer is used in the closure only.
    let value = text.withUnsafeBufferPointer(NestedForm.tree.value)
    guard case .tree(let tree) = value else { throw NonCanonicalXMLError() }
    return tree
  }

  /// - Parameter closing: The end tag of the object whose members come next; nil if a tree comes next.
  private mutating func copyTree(_ xml: inout CanonicalXML, closing: StaticString?) throws {
    // A bit for each open level: whether it is an object, and whether it has an item.
    var objects: UInt64 = 0
    var started: UInt64 = 0
    var depth = 0
    var count = 0
    if closing != nil {
      objects = 1
      depth = 1
      count = 1
      open(isObject: true)
    }
    repeat {
      _ = xml.skip(UInt8(ascii: "\n"))
      let level = UInt64(1) << UInt64(max(depth - 1, 0))
      guard let name = xml.scanElement() else {
        if depth == 0 { throw NonCanonicalXMLError() }
        let isObject = objects & level != 0
        if depth == 1, let closing {
          try xml.require(closing)
        } else {
          try xml.require(isObject ? "</d:object>" : "</d:array>")
        }
        text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if isObject { names.removeLast(names.count - nameStarts.removeLast()) }
        depth -= 1
        continue
      }
      guard name.number != 0,
        let kind = Self.kinds.first(where: { $0.number == name.number })?.kind
      else {
        throw NonCanonicalXMLError()
      }
      count += 1
      try OpenTree.checkCount(count, largest: OpenTree.largestCount, at: nil)
      if depth > 0 {
        let isFirst = started & level == 0
        started |= level
        if !isFirst { text.append(UInt8(ascii: ",")) }
        if objects & level != 0 { try copyName(isFirst: isFirst, &xml) }
      }
      switch kind {
      case .object, .array:
        try OpenTree.checkDepth(inside: depth, at: nil)
        let isObject = if case .object = kind { true } else { false }
        if xml.skip("/>") {
          nestedBytes += Tree.nodeBytes
          TextForm.append(isObject ? "{}" : "[]", to: &text)
        } else {
          try xml.require(">")
          open(isObject: isObject)
          // Bound: the depth was checked, and is far below the width of the bits.
          let inner = UInt64(1) << UInt64(depth)
          started &= ~inner
          if isObject { objects |= inner } else { objects &= ~inner }
          depth += 1
        }
      case .null:
        // In a record, a tree that is null is a mark of its element.
        if depth == 0 { throw NonCanonicalXMLError() }
        try xml.require("/>")
        nestedBytes += Tree.nodeBytes
        TextForm.append("null", to: &text)
      default:
        nestedBytes += Tree.nodeBytes
        try copyScalar(kind, name, &xml)
      }
    } while depth > 0
  }

  private mutating func open(isObject: Bool) {
    nestedBytes += Tree.nodeBytes
    text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    if isObject { nameStarts.append(names.count) }
  }

  /// Copies the items inside the element of an array, and stops at its end tag.
  mutating func copyItems(
    of type: ScalarType, nullable: Bool, _ xml: inout CanonicalXML
  ) throws {
    begin()
    nestedBytes += Tree.nodeBytes
    try appendItems(of: type, nullable: nullable, &xml)
  }

  mutating func appendItems(
    of type: ScalarType, nullable: Bool, _ xml: inout CanonicalXML
  ) throws {
    text.append(UInt8(ascii: "["))
    let start = text.count
    while xml.skip("<d:item") {
      if text.count > start { text.append(UInt8(ascii: ",")) }
      nestedBytes += Tree.nodeBytes
      try copyItem(of: type, nullable: nullable, &xml)
    }
    text.append(UInt8(ascii: "]"))
  }

  mutating func begin() {
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
      // Bound: `start` is a count of the names at an earlier time, and none before it was removed.
      let isInOrder = copy.names.withUnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: $0[start...]).lexicographicallyPrecedes(name)
      }
      guard isFirst || isInOrder else { throw NonCanonicalXMLError() }
      copy.names.removeLast(copy.names.count - start)
      copy.names.append(contentsOf: name)
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
    _ kind: Kind, _ name: CanonicalXMLName, _ xml: inout CanonicalXML
  ) throws {
    var isEscaped = false
    switch kind {
    case .text:
      if xml.skip("/>") { return TextForm.append("\"\"", to: &text) }
      isEscaped = xml.skip(" escaped=\"true\"")
    case .marked(.data):
      if xml.skip("/>") { return TextForm.append("{\"$data\":\"\"}", to: &text) }
    default: break
    }
    try xml.require(">")
    let content = try xml.scanText()
    try xml.requireEnd(of: name)
    try withBytes(of: content, isEscaped: isEscaped) { try $1.append($0, kind) }
  }

  /// Appends a scalar; its text in XML is the text in JSON too, where it may need a mark.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Kind) throws {
    switch kind {
    case .text: append(string: bytes)
    case .bool:
      _ = try BoolText.parse(bytes)
      text.append(contentsOf: bytes)
    case .integer:
      let isNumber =
        bytes.first == UInt8(ascii: "-")
        ? IntegerText.isJSONNumber(try IntegerText.parse(bytes, as: Int64.self))
        : IntegerText.isJSONNumber(try IntegerText.parse(bytes, as: UInt64.self))
      if isNumber { text.append(contentsOf: bytes) } else { append(bytes, mark: "integer") }
    case .double:
      let value = try FloatingPointText.parseWithWords(bytes, as: Double.self)
      if value.isFinite, value.rounded(.towardZero) != value {
        text.append(contentsOf: bytes)
      } else {
        append(bytes, mark: "double")
      }
    case .marked(let type) where type.isSpelled:
      try type.checkSpelling(bytes)
      nestedBytes += bytes.count
      append(bytes, mark: type.rawValue)
    case .marked(let type):
      nestedBytes += try type.leaf(bytes).nestedBytes - Tree.nodeBytes
      append(bytes, mark: type.rawValue)
    case .array, .null, .object: throw NonCanonicalXMLError()
    }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, mark: String) {
    TextForm.append("{\"$", to: &text)
    text.append(contentsOf: mark.utf8)
    TextForm.append("\":", to: &text)
    JSONText.append(utf8: bytes, to: &text)
    text.append(UInt8(ascii: "}"))
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

  mutating func append(
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

  mutating func withBytes(
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
