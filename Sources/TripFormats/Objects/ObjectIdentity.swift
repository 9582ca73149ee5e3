import DocumentTables

/// The UID of a component that was not imported: the document and the key of its object.
struct ObjectIdentity {
  let document: UInt128
  let key: ObjectKey

  init(document: UInt128, key: ObjectKey) {
    self.document = document
    self.key = key
  }

  /// Returns nil if a text is the UID of another program.
  init?(_ text: String) {
    guard text.utf8.count > 37,
      let dash = text.utf8.index(
        text.utf8.startIndex, offsetBy: 36, limitedBy: text.utf8.endIndex),
      text.utf8[dash] == UInt8(ascii: "-"),
      let document = try? UUIDText.parse(text[..<dash].uppercased()),
      let key = ObjectKey(text[text.utf8.index(after: dash)...]), key > 0
    else { return nil }
    self.init(document: document, key: key)
  }

  var text: String { "\(UUIDText.text(document).lowercased())-\(key)" }
}
