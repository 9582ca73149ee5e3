import DocumentTables
import Markup

/// A writer of typed trees in the XML encoding (spec 3.1); `d` is the prefix of the format's
/// namespace.
package enum XMLTreeWriter {
  /// The namespace of the format's own elements and attributes.
  package static let namespace = "urn:trip-documents:format"

  /// Appends the element of a tree.
  package static func append(_ tree: Tree, to bytes: inout [UInt8]) {
    write([.tree(tree, name: nil)], to: &bytes)
  }

  /// Appends the elements of an object's members, without the object's own element.
  package static func append(members: [TreeMember], to bytes: inout [UInt8]) {
    write(members.reversed().map { .tree($0.value, name: $0.name) }, to: &bytes)
  }

  /// Appends the elements of an array's items, without the array's own element.
  package static func append(items: [Tree], to bytes: inout [UInt8]) {
    write(items.reversed().map { .tree($0, name: nil) }, to: &bytes)
  }

  /// Appends an attribute with any text: ` name="…"`, and the mark ` escaped-name="true"` if XML
  /// cannot contain the text.
  package static func appendAttribute(
    _ attribute: String, _ text: String, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: attribute.utf8)
    TextForm.append("=\"", to: &bytes)
    var text = text
    text.withUTF8 { text in
      if XMLText.isRepresentable(text) {
        XMLText.append(attribute: text, to: &bytes)
        TextForm.append("\"", to: &bytes)
      } else {
        var body: [UInt8] = []
        XMLEscapedText.appendBody(of: text, to: &body)
        body.withUnsafeBufferPointer { XMLText.append(attribute: $0, to: &bytes) }
        TextForm.append("\" escaped-", to: &bytes)
        bytes.append(contentsOf: attribute.utf8)
        TextForm.append("=\"true\"", to: &bytes)
      }
    }
  }

  private enum Step {
    case tree(Tree, name: String?)
    case closing(StaticString)
  }

  /// Appends trees with an explicit stack, so that their depth does not use the call stack.
  private static func write(_ steps: [Step], to bytes: inout [UInt8]) {
    var steps = steps
    while let step = steps.popLast() {
      switch step {
      case .closing(let tag): TextForm.append(tag, to: &bytes)
      case .tree(.array(let items), let name):
        guard open("array", name, isEmpty: items.isEmpty, &bytes) else { continue }
        steps.append(.closing("</d:array>"))
        for item in items.reversed() { steps.append(.tree(item, name: nil)) }
      case .tree(.object(let members), let name):
        guard open("object", name, isEmpty: members.isEmpty, &bytes) else { continue }
        steps.append(.closing("</d:object>"))
        for member in members.reversed() { steps.append(.tree(member.value, name: member.name)) }
      case .tree(let scalar, let name): append(scalar: scalar, name, &bytes)
      }
    }
  }

  /// Appends a start tag, or a complete empty element; returns whether content follows.
  private static func open(
    _ type: String, _ name: String?, isEmpty: Bool, isEscaped: Bool = false,
    _ bytes: inout [UInt8]
  ) -> Bool {
    TextForm.append("<d:", to: &bytes)
    bytes.append(contentsOf: type.utf8)
    if let name { appendAttribute("name", name, to: &bytes) }
    if isEscaped { TextForm.append(" escaped=\"true\"", to: &bytes) }
    TextForm.append(isEmpty ? "/>" : ">", to: &bytes)
    return !isEmpty
  }

  private static func append(scalar: Tree, _ name: String?, _ bytes: inout [UInt8]) {
    switch scalar {
    case .null, .array, .object: _ = open("null", name, isEmpty: true, &bytes)
    case .bool(let value): append("bool", name, BoolText.text(value), &bytes)
    case .integer(let value): append("integer", name, IntegerText.text(value), &bytes)
    case .unsigned(let value): append("integer", name, IntegerText.text(value), &bytes)
    case .double(let value): append("double", name, FloatingPointText.text(value), &bytes)
    case .text(let value): append("text", name, value, &bytes)
    case .date(let value): append("date", name, DateText.text(value), &bytes)
    case .day(let days): append("day", name, DayText.text(days), &bytes)
    case .uuid(let value): append("uuid", name, UUIDText.text(value), &bytes)
    case .data(let value): append("data", name, DataText.text(value), &bytes)
    case .spelled(let type, let value): append(type.rawValue, name, value, &bytes)
    }
  }

  private static func append(
    _ type: String, _ name: String?, _ text: String, _ bytes: inout [UInt8]
  ) {
    var text = text
    text.withUTF8 { text in
      if XMLText.isRepresentable(text) {
        guard open(type, name, isEmpty: text.isEmpty, &bytes) else { return }
        XMLText.append(text: text, to: &bytes)
      } else {
        _ = open(type, name, isEmpty: false, isEscaped: true, &bytes)
        var body: [UInt8] = []
        XMLEscapedText.appendBody(of: text, to: &body)
        body.withUnsafeBufferPointer { XMLText.append(text: $0, to: &bytes) }
      }
      TextForm.append("</d:", to: &bytes)
      bytes.append(contentsOf: type.utf8)
      TextForm.append(">", to: &bytes)
    }
  }
}
