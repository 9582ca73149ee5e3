/// An object of another program that is kept with the document and whose kind the schema does not
/// define.
package struct ExtensionRecord: Hashable, Sendable {
  /// A reverse-DNS name.
  package var entity: String
  /// The key, from the document's single key counter.
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

/// A part that this library does not interpret and keeps byte for byte.
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

  /// Returns what reports say of the part: the digest and size of its bytes, and the rest.
  ///
  /// - Parameter anchorKey: The anchor's key in the report.
  package func summary(anchorKey: ObjectKey?) -> Tree {
    var members: [String: Tree] = [
      "sha256": .text(Digest(of: bytes).text), "size": .integer(Int64(bytes.count)),
    ]
    members["mediaType"] = mediaType.map { .text($0) }
    members["anchor"] = anchorKey.map { .integer($0) }
    return .members(members)
  }
}
