import DocumentTables
import Markup

/// Writes properties as child elements of record elements, value by value (spec 5); the prefix `d`
/// denotes the format's namespace.
///
/// ``RecordWriter`` writes the usual values directly from their columns.
enum XMLRecordWriter {
  static func append(_ value: Value, _ property: PropertyPlan, to bytes: inout [UInt8]) {
    switch value {
    case .null, .tree(.null): append(mark: "nil", property, to: &bytes)
    case .text(let text): append(text: text, property, to: &bytes)
    case .data(let data):
      if data.isEmpty { return appendEmpty(property, to: &bytes) }
      element(property, &bytes) { DataText.append(data, to: &$0) }
    case .double(let value) where property.kind == .scalar(.float):
      element(property, &bytes) { FloatingPointText.append(Float(value), to: &$0) }
    case .integer(let days) where property.kind == .scalar(.day):
      element(property, &bytes) { DayText.append(days, to: &$0) }
    case .references(let keys): append(keys: keys, property, to: &bytes)
    case .tree(let tree):
      element(property, &bytes) { bytes in
        guard case .structure(let structure) = property.kind else {
          return XMLTreeWriter.append(tree, to: &bytes)
        }
        for (value, member) in zip(structure.values(of: tree), property.members) {
          append(value, member, to: &bytes)
        }
      }
    case .array(let items):
      guard case .array(let type, _) = property.kind, !items.isEmpty else {
        return appendEmpty(property, to: &bytes)
      }
      element(property, &bytes) { bytes in
        for item in items { append(item: item, type, to: &bytes) }
      }
    case .bool, .integer, .unsigned, .double, .date, .uuid, .reference:
      element(property, &bytes) { append(scalar: value, to: &$0) }
    }
  }

  static func append(foreign: Tree, to bytes: inout [UInt8]) {
    guard case .object(let members) = foreign else { return }
    TextForm.append("<d:foreign>", to: &bytes)
    XMLTreeWriter.append(members: members, to: &bytes)
    TextForm.append("</d:foreign>", to: &bytes)
  }

  private static func append(item: Value, _ type: ScalarType, to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    switch item {
    case .null: return TextForm.append("<d:item nil=\"true\"/>", to: &bytes)
    case .double(let value) where type == .float:
      FloatingPointText.append(Float(value), to: &text)
    case .integer(let days) where type == .day: DayText.append(days, to: &text)
    default: append(scalar: item, to: &text)
    }
    text.withUnsafeBufferPointer { text in
      XMLTextElement.append(
        text, opening: "<d:item".utf8, escapedMark: " escaped=\"true\"", closing: "</d:item>".utf8,
        to: &bytes)
    }
  }

  /// Appends the text of a scalar, without XML's escapes.
  private static func append(scalar: Value, to bytes: inout [UInt8]) {
    switch scalar {
    case .null, .array, .tree, .references: break
    case .bool(let value): BoolText.append(value, to: &bytes)
    case .integer(let value), .reference(let value): IntegerText.append(value, to: &bytes)
    case .unsigned(let value): IntegerText.append(value, to: &bytes)
    case .double(let value): FloatingPointText.append(value, to: &bytes)
    case .date(let value): DateText.append(value, to: &bytes)
    case .uuid(let value): UUIDText.append(value, to: &bytes)
    case .text(let value): bytes.append(contentsOf: value.utf8)
    case .data(let value): DataText.append(value, to: &bytes)
    }
  }

  // MARK: - Elements

  private static func element(
    _ property: PropertyPlan, _ bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void
  ) {
    bytes.append(contentsOf: property.xmlOpening)
    bytes.append(UInt8(ascii: ">"))
    content(&bytes)
    bytes.append(contentsOf: property.xmlClosing)
  }

  private static func appendEmpty(_ property: PropertyPlan, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: property.xmlOpening)
    TextForm.append("/>", to: &bytes)
  }

  /// Appends ` d:name="`, or ` name="` on an element of the format itself.
  private static func open(
    attribute name: StaticString, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    TextForm.append(property.isXMLName ? " d:" : " ", to: &bytes)
    TextForm.append(name, to: &bytes)
    TextForm.append("=\"", to: &bytes)
  }

  static func append(
    mark: StaticString, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: property.xmlOpening)
    open(attribute: mark, property, to: &bytes)
    TextForm.append("true\"/>", to: &bytes)
  }

  private static func append(
    keys: [ObjectKey], _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    if keys.isEmpty { return appendEmpty(property, to: &bytes) }
    element(property, &bytes) { bytes in
      for key in keys {
        TextForm.append("<d:key>", to: &bytes)
        IntegerText.append(key, to: &bytes)
        TextForm.append("</d:key>", to: &bytes)
      }
    }
  }

  private static func append(
    text: String, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    var text = text
    // Lifetime: the buffer is only used during the call.
    text.withUTF8 { text in
      XMLTextElement.append(
        text, opening: property.xmlOpening,
        escapedMark: property.isXMLName ? " d:escaped=\"true\"" : " escaped=\"true\"",
        closing: property.xmlClosing, to: &bytes)
    }
  }

  static func append(
    external digest: Digest, size: Int, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: property.xmlOpening)
    open(attribute: "external", property, to: &bytes)
    bytes.append(contentsOf: digest.text.utf8)
    bytes.append(UInt8(ascii: "\""))
    open(attribute: "size", property, to: &bytes)
    IntegerText.append(size, to: &bytes)
    TextForm.append("\"/>", to: &bytes)
  }
}

/// An element with text only.
enum XMLTextElement {
  /// Appends the element; escapes and marks a text that XML cannot contain otherwise.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, opening: some Collection<UInt8>,
    escapedMark: StaticString, closing: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: opening)
    if text.isEmpty { return TextForm.append("/>", to: &bytes) }
    if XMLText.isRepresentable(text) {
      bytes.append(UInt8(ascii: ">"))
      XMLText.append(text: text, to: &bytes)
    } else {
      TextForm.append(escapedMark, to: &bytes)
      bytes.append(UInt8(ascii: ">"))
      var body: [UInt8] = []
      XMLEscapedText.appendBody(of: text, to: &body)
      body.withUnsafeBufferPointer { XMLText.append(text: $0, to: &bytes) }
    }
    bytes.append(contentsOf: closing)
  }
}
