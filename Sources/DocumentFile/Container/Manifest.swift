import DocumentTables

/// One entry of the zip as the manifest describes it.
struct ManifestPart: Hashable, Sendable {
  /// What a data part holds.
  struct Chunk: Hashable, Sendable {
    var hierarchy: String
    var range: KeyRange
    var rows: Int
    /// The bytes that its text and data columns take in memory.
    var textBytes: Int
  }

  var name: String
  var kind: PartKind
  var rawSize: Int
  var storedSize: Int
  /// Of the stored bytes, so that a raw copy is verified without inflating.
  var digest: Digest
  var chunk: Chunk?
  var mediaType: String?
  var policy: PartPolicy?
  var anchor: ObjectKey?

  /// Whether it says where to look for objects, and can be made anew of them.
  var isIndex: Bool { kind == .derived && name.hasPrefix(PartName.indexFolder) }
}

/// What a document says of the program and the save that made it; never content.
package struct VolatileInformation: Hashable, Sendable {
  package var generator: String?
  /// From 1, one more with each save in place.
  package var revision: Int
  /// The digest of the manifest that this one replaced; nil after a full write.
  package var parent: Digest?

  package init(generator: String?, revision: Int = 1, parent: Digest? = nil) {
    self.generator = generator
    self.revision = revision
    self.parent = parent
  }
}

/// The exact list of every other entry, and what can only be known when all are written.
struct Manifest: Hashable, Sendable {
  var documentID: UInt128
  var nextKey: ObjectKey
  /// In the order of the entries.
  var parts: [ManifestPart]
  /// Of every entity, those without objects too.
  var rows: [String: Int]
  var volatile: VolatileInformation

  /// Nil where they overflow, which no true sizes do.
  static func total(_ sizes: some Sequence<Int>) -> Int? {
    var sum = 0
    for size in sizes {
      let (next, overflow) = sum.addingReportingOverflow(size)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
