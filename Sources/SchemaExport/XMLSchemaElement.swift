import DocumentFile
import Markup

/// An element of an XML Schema, built before it is written; its name has no `xs:` prefix.
struct XMLSchemaElement: Sendable {
  var name: String
  var attributes: [(name: String, value: String)]
  var children: [XMLSchemaElement]
  /// The text content, in place of children.
  var text: String?

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ children: [XMLSchemaElement] = [], text: String? = nil
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.children = children
    self.text = text
  }

  func with(_ name: String, _ value: String) -> XMLSchemaElement {
    var copy = self
    copy.attributes.append((name, value))
    return copy
  }

  /// Appends the element as lines.
  ///
  /// The recursion is a few levels deep, whatever schema is described.
  func append(to bytes: inout [UInt8], depth: Int = 0) {
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    bytes.append(contentsOf: "<xs:\(name)".utf8)
    for attribute in attributes {
      bytes.append(contentsOf: " \(attribute.name)=\"".utf8)
      XMLText.append(attribute: attribute.value, to: &bytes)
      bytes.append(0x22)
    }
    if let text {
      bytes.append(0x3E)
      XMLText.append(text: text, to: &bytes)
      bytes.append(contentsOf: "</xs:\(name)>\n".utf8)
    } else if children.isEmpty {
      bytes.append(contentsOf: "/>\n".utf8)
    } else {
      bytes.append(contentsOf: ">\n".utf8)
      for child in children { child.append(to: &bytes, depth: depth + 1) }
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
      bytes.append(contentsOf: "</xs:\(name)>\n".utf8)
    }
  }
}

extension XMLSchemaElement {
  /// Returns an element in the format's namespace, declared in place.
  static func element(
    _ name: String, _ type: String, _ occurrence: KeyValuePairs<String, String> = [:]
  ) -> XMLSchemaElement {
    var element = XMLSchemaElement("element", ["name": name, "type": type])
    for (name, value) in occurrence { element = element.with(name, value) }
    return element
  }

  static func attribute(
    _ name: String, _ type: String, isRequired: Bool = false
  ) -> XMLSchemaElement {
    let attribute = XMLSchemaElement("attribute", ["name": name, "type": type])
    return isRequired ? attribute.with("use", "required") : attribute
  }

  /// Returns a named simple type that restricts another.
  static func simpleType(
    _ name: String, base: String, _ facets: [XMLSchemaElement]
  ) -> XMLSchemaElement {
    XMLSchemaElement(
      "simpleType", ["name": name], [XMLSchemaElement("restriction", ["base": base], facets)])
  }

  static func enumeration(
    _ name: String, base: String = "xs:string", _ values: [String]
  ) -> XMLSchemaElement {
    simpleType(name, base: base, values.map { XMLSchemaElement("enumeration", ["value": $0]) })
  }

  /// Returns a named type whose content is text of a simple type, with attributes.
  static func simpleContent(
    _ name: String, base: String, _ attributes: [XMLSchemaElement]
  ) -> XMLSchemaElement {
    XMLSchemaElement(
      "complexType", ["name": name],
      [
        XMLSchemaElement(
          "simpleContent", [:], [XMLSchemaElement("extension", ["base": base], attributes)])
      ])
  }

  /// Returns the value of an attribute for a name, escaped if XML cannot represent the name (spec
  /// 3.2).
  static func spelling(ofName name: String) -> String {
    var name = name
    return name.withUTF8 { text in
      guard !XMLText.isRepresentable(text) else { return String(decoding: text, as: UTF8.self) }
      var body: [UInt8] = []
      XMLEscapedText.appendBody(of: text, to: &body)
      return String(decoding: body, as: UTF8.self)
    }
  }
}
