import DocumentTables
import ZipArchive

/// External values of records that have been written, compressed and put aside until it is their turn:
/// they stand behind all records, in the order of their names.
struct SpilledExternals {
  private let compression: CompressionMethod
  private var values: SpilledParts
  private var known: Set<Digest> = []

  init(_ spill: SpillFile, compression: CompressionMethod) {
    self.compression = compression
    values = SpilledParts(spill)
  }

  mutating func add(_ digest: Digest, _ bytes: ArraySlice<UInt8>?) throws(DocumentError) {
    guard let bytes, known.insert(digest).inserted else { return }
    try values.add(
      try CompressedPart(PartName.external(digest), Array(bytes), method: compression))
  }

  func write(to writer: inout PartWriter) throws(DocumentError) {
    for name in values.names { try writer.add(try values.part(name), kind: .external) }
  }
}
