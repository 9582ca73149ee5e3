/// An object of a kind that the schema does not know: another program's, kept with the document.
package struct ExtensionRecord: Hashable, Sendable {
  /// A reverse-DNS name.
  package var entity: String
  /// From the document's one key counter.
  package var key: ObjectKey
  /// The object it belongs to and is deleted with.
  package var anchor: ObjectKey?
  package var value: Tree

  package init(entity: String, key: ObjectKey, anchor: ObjectKey? = nil, value: Tree) {
    self.entity = entity
    self.key = key
    self.anchor = anchor
    self.value = value
  }
}

/// A part whose meaning this library does not know and which it keeps byte for byte.
package struct KeptPart: Hashable, Sendable {
  package var name: String
  package var mediaType: String?
  package var bytes: [UInt8]
  /// The object it belongs to and is deleted with.
  package var anchor: ObjectKey?

  package init(name: String, mediaType: String? = nil, bytes: [UInt8], anchor: ObjectKey? = nil) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
    self.anchor = anchor
  }
}
