import DocumentTables
import Markup

/// A writer of the format's own objects in XML (spec 3.14).
enum XMLVocabularyWriter {
  /// Appends an element with its content.
  ///
  /// - Parameters:
  ///   - attributes: Further attributes before those of the object.
  ///   - hasLines: Whether each child, and each tree of a list, begins a new line.
  static func append(
    _ tree: Tree, _ element: String, _ content: XMLContent, attributes: String = "",
    hasLines: Bool = false, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "<d:\(element)\(attributes)".utf8)
    if case .object(let vocabulary) = content {
      appendAttributes(of: tree, vocabulary, to: &bytes)
    }
    bytes.append(UInt8(ascii: ">"))
    let start = bytes.count
    append(contentOf: tree, content, hasLines: hasLines, to: &bytes)
    guard bytes.count > start else {
      bytes.removeLast()
      return bytes.append(contentsOf: "/>".utf8)
    }
    if hasLines { bytes.append(0x0A) }
    bytes.append(contentsOf: "</d:\(element)>".utf8)
  }

  private static func append(
    contentOf tree: Tree, _ content: XMLContent, hasLines: Bool, to bytes: inout [UInt8]
  ) {
    switch (content, tree) {
    case (.object(let vocabulary), _):
      for (name, spelling) in vocabulary.members {
        guard let value = tree[name] else { continue }
        append(
          value, name, spelling, isScalar: hasScalarType(tree), hasLines: hasLines, to: &bytes)
      }
    case (.objects(let element, let vocabulary), .array(let items)):
      for item in items {
        if hasLines { bytes.append(0x0A) }
        append(item, element, .object(vocabulary), to: &bytes)
      }
    case (.members, .object(let members)):
      if hasLines { bytes.append(0x0A) }
      XMLTreeWriter.append(members: members, to: &bytes)
    case (.items, .array(let items)):
      for item in items {
        if hasLines { bytes.append(0x0A) }
        XMLTreeWriter.append(item, to: &bytes)
      }
    default: break
    }
  }

  private static func appendAttributes(
    of tree: Tree, _ vocabulary: XMLVocabulary, to bytes: inout [UInt8]
  ) {
    for (name, spelling) in vocabulary.members {
      guard let value = tree[name] else { continue }
      switch spelling {
      case .text, .integer, .bool, .value:
        if case .value = spelling, !hasScalarType(tree) { continue }
        if let text = text(of: value) {
          XMLTreeWriter.appendAttribute(name, text, to: &bytes)
        }
      case .names:
        let (text, isEscaped) = XMLNameList.text(texts(of: value))
        XMLTreeWriter.appendAttribute(name, text, to: &bytes)
        if isEscaped { bytes.append(contentsOf: " escaped-\(name)=\"true\"".utf8) }
      default: break
      }
    }
  }

  /// Appends the elements of a member, or the content of the object's own element.
  private static func append(
    _ value: Tree, _ name: String, _ spelling: XMLVocabulary.Spelling, isScalar: Bool,
    hasLines: Bool, to bytes: inout [UInt8]
  ) {
    func element(_ write: (inout [UInt8]) -> Void) {
      if hasLines { bytes.append(0x0A) }
      write(&bytes)
    }
    switch spelling {
    case .text, .integer, .bool, .names: return
    case .content: return appendText(value.textValue ?? "", to: &bytes)
    case .onlyTree: return XMLTreeWriter.append(value, to: &bytes)
    case .value:
      if isScalar, text(of: value) != nil { return }
      element { append(.array([value]), name, .items, to: &$0) }
    case .tree: element { append(.array([value]), name, .items, to: &$0) }
    case .trees: element { append(value, name, .items, hasLines: hasLines, to: &$0) }
    case .object(let vocabulary): element { append(value, name, .object(vocabulary), to: &$0) }
    case .objects(let name, let vocabulary):
      for item in value.arrayValue ?? [] {
        element { append(item, name, .object(vocabulary), to: &$0) }
      }
    case .nameLists(let name):
      for list in value.arrayValue ?? [] {
        let (text, isEscaped) = XMLNameList.text(texts(of: list))
        element { bytes in
          bytes.append(contentsOf: "<d:\(name)\(isEscaped ? " escaped=\"true\"" : "")>".utf8)
          appendPlain(text, to: &bytes)
          bytes.append(contentsOf: "</d:\(name)>".utf8)
        }
      }
    case .values(let name):
      for item in value.arrayValue ?? [] {
        element { append(item, valueOf: name, isScalar: isScalar, to: &$0) }
      }
    case .counts(let nameAttribute, let countAttribute):
      guard case .object(let members) = value else { return }
      for member in members {
        element { bytes in
          bytes.append(contentsOf: "<d:\(name)".utf8)
          XMLTreeWriter.appendAttribute(nameAttribute, member.name, to: &bytes)
          XMLTreeWriter.appendAttribute(countAttribute, text(of: member.value) ?? "", to: &bytes)
          bytes.append(contentsOf: "/>".utf8)
        }
      }
    }
  }

  private static func append(
    _ value: Tree, valueOf name: String, isScalar: Bool, to bytes: inout [UInt8]
  ) {
    guard isScalar, let text = text(of: value) else {
      return append(.array([value]), name, .items, to: &bytes)
    }
    var copy = text
    let isEscaped = !copy.withUTF8(XMLText.isRepresentable)
    bytes.append(contentsOf: "<d:\(name)\(isEscaped ? " escaped=\"true\"" : "")>".utf8)
    appendText(text, to: &bytes)
    bytes.append(contentsOf: "</d:\(name)>".utf8)
  }

  /// Appends text, escaped if XML cannot contain it.
  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      if XMLText.isRepresentable(text) { return XMLText.append(text: text, to: &bytes) }
      var body: [UInt8] = []
      XMLEscapedText.appendBody(of: text, to: &body)
      body.withUnsafeBufferPointer { XMLText.append(text: $0, to: &bytes) }
    }
  }

  private static func appendPlain(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { XMLText.append(text: $0, to: &bytes) }
  }

  private static func texts(of tree: Tree) -> [String] {
    (tree.arrayValue ?? []).compactMap(\.textValue)
  }

  /// Whether the member `type` of an object tells what a text in XML is.
  private static func hasScalarType(_ object: Tree) -> Bool {
    object["type"]?.textValue.flatMap { ScalarType(rawValue: $0) } != nil
  }

  /// The text of a scalar without a mark; nil for any other tree.
  private static func text(of tree: Tree) -> String? {
    switch tree {
    case .text(let text): text
    case .integer(let number): String(number)
    case .double(let number): FloatingPointText.text(number)
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}
