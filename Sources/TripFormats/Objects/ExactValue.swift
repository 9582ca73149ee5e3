import DocumentFile
import DocumentTables

// Exact values: the attributes that no property of another format can state, as typed trees in JSON.

extension TableAttribute {
  /// Returns the value that a tree states; nil if a document cannot state it for the attribute.
  func value(ofTree tree: Tree) -> Value? {
    if tree.isNull { return isNullable ? .null : nil }
    if case .structure(let structure) = type {
      return (try? structure.value(of: tree)).map { type.known(.tree($0)) }
    }
    // Files of earlier versions have the mark of a time at a place.
    guard let value = Value(tree.widened(to: type), of: type), Self.isCanonical(value, type) else {
      return nil
    }
    return value
  }

  /// Whether a text is one that a document can state for the type; JSON cannot tell.
  private static func isCanonical(_ value: Value, _ type: AttributeType) -> Bool {
    switch (type, value) {
    case (.scalar(let scalar), .text(let text)): (try? scalar.spelling(of: text)) == text
    case (.array(let element, _), .array(let items)):
      items.allSatisfy { isCanonical($0, .scalar(element)) }
    default: true
    }
  }
}

extension Tree {
  /// Reads the JSON of an exact value; nil if it is none.
  init?(exactText text: String) {
    guard let tree = try? JSONTreeReader.tree(of: Array(text.utf8)), !tree.isDeeper(than: 50)
    else { return nil }
    self = tree
  }

  /// The JSON of an exact value, without control characters, which no line of a calendar can have.
  ///
  /// JSON escapes those below U+0020 itself.
  var exactText: String {
    var bytes: [UInt8] = []
    for byte in CanonicalJSON.bytes(of: self) {
      if byte == 0x7F { bytes.append(contentsOf: "\\u007f".utf8) } else { bytes.append(byte) }
      // XML has no place for U+FFFE and U+FFFF.
      for (mark, escape) in [(0xBE as UInt8, "\\ufffe"), (0xBF, "\\uffff")]
      where bytes.suffix(3).elementsEqual([0xEF, 0xBF, mark]) {
        bytes.replaceSubrange((bytes.count - 3)..., with: escape.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
