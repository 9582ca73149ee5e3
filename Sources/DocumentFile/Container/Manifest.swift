import DocumentTables

/// An entry of the zip as described by the manifest.
struct ManifestPart: Hashable, Sendable {
  /// The content of a data part.
  struct Chunk: Hashable, Sendable {
    var hierarchy: String
    var range: KeyRange
    var rows: Int
    /// The memory in bytes of its text and data columns.
    var textBytes: Int
  }

  var name: String
  var kind: PartKind
  var rawSize: Int
  var storedSize: Int
  /// The digest of the stored bytes, so that a raw copy is verified without inflating.
  var digest: Digest
  var chunk: Chunk?
  var mediaType: String?
  var anchor: ObjectKey?

  /// Whether the part is an index, which tells where to look for objects and can be derived again.
  var isIndex: Bool { kind == .derived && name.hasPrefix(PartName.indexFolder) }
}

/// Information about the program and the save that wrote a document; never content.
package struct VolatileInformation: Hashable, Sendable {
  package var generator: String?
  /// The number of the save: 1 for a full write, incremented by each save in place.
  package var revision: Int
  /// The digest of the manifest that this manifest replaced; nil after a full write.
  package var parent: Digest?
  /// The last transaction of the history after this save; nil if the program that saved records
  /// none, so that changes may be missing in the history.
  package var history: History.Point?

  package init(
    generator: String?, revision: Int = 1, parent: Digest? = nil, history: History.Point? = nil
  ) {
    self.generator = generator
    self.revision = revision
    self.parent = parent
    self.history = history
  }
}

/// The exact list of all other entries, and the values that are known only after all entries are
/// written.
struct Manifest: Hashable, Sendable {
  var documentID: UInt128
  var nextKey: ObjectKey
  /// The parts in the order of the entries.
  var parts: [ManifestPart]
  /// The number of rows of every entity, including entities without objects.
  var rows: [String: Int]
  /// The digest of the data parts that the index parts describe (``dataDigest``); nil if there are no
  /// index parts.
  var indexed: Digest?
  var volatile: VolatileInformation

  /// The digest of the digests of all data parts (spec 3.13).
  var dataDigest: Digest {
    Digest(of: parts.filter { $0.kind == .data }.flatMap(\.digest.bytes))
  }

  /// Returns the sum of sizes; nil if it overflows, which the sum of real sizes never does.
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
