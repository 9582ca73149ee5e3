/// Writes tags without checking names, balance and order, for which the caller is responsible.
package struct XMLWriter {
  /// The bytes written so far; callers may also append texts directly, between tags.
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
    bytes.append(0x3E)
  }

  /// Writes an end tag.
  package mutating func end(_ name: String) {
    bytes.append(0x3C)
    bytes.append(0x2F)
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x3E)
  }
}
