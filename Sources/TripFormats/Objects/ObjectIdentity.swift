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

  /// Returns the identifier of a document that is made of a file: a UUID of version 8 (RFC 9562, 5.8).
  static func document(made digest: Digest) -> UInt128 {
    var number = digest.bytes.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    number = number & ~(UInt128(0xF) << 76) | UInt128(8) << 76
    return number & ~(UInt128(3) << 62) | UInt128(2) << 62
  }

  var text: String { "\(UUIDText.text(document).lowercased())-\(key)" }
}
