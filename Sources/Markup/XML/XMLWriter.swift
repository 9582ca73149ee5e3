/// Writes tags; names, balance and order are the caller's.
package struct XMLWriter {
  /// What has been written; texts may also be appended here directly, between tags.
  package var bytes: [UInt8]

  package init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Writes `<?xml version="1.0" encoding="UTF-8"?>` and a line feed.
  package mutating func declaration() {
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  }

  /// Writes a start tag.
  package mutating func start(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    open(name, attributes)
    bytes.append(0x3E)
  }

  /// Writes an end tag.
  package mutating func end(_ name: String) {
    bytes.append(0x3C)
    bytes.append(0x2F)
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x3E)
  }

  /// Writes an element without content, as `<name/>`.
  package mutating func empty(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    open(name, attributes)
    bytes.append(0x2F)
    bytes.append(0x3E)
  }

  /// Writes an element that holds text; the empty text is written as `<name/>`.
  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], text: String
  ) {
    if text.isEmpty { return empty(name, attributes) }
    start(name, attributes)
    self.text(text)
    end(name)
  }

  /// Writes text.
  package mutating func text(_ text: String) {
    XMLText.append(text: text, to: &bytes)
  }

  private mutating func open(_ name: String, _ attributes: [(name: String, value: String)]) {
    bytes.append(0x3C)
    bytes.append(contentsOf: name.utf8)
    for attribute in attributes {
      bytes.append(0x20)
      bytes.append(contentsOf: attribute.name.utf8)
      bytes.append(0x3D)
      bytes.append(0x22)
      XMLText.append(attribute: attribute.value, to: &bytes)
      bytes.append(0x22)
    }
  }
}
