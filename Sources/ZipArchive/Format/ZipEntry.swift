/// One entry of an archive, as its headers describe it.
package struct ZipEntry: Sendable, Hashable {
  /// How the bytes of an entry lie in the archive (APPNOTE 4.4.5).
  package enum Method: UInt16, Sendable, Hashable {
    case stored = 0
    case deflated = 8
  }

  /// The name, as `EntryName` allows it.
  package let name: String
  package let method: Method
  /// The CRC-32 of the raw bytes (APPNOTE 4.4.7).
  package let crc32: UInt32
  /// The size in the archive: APPNOTE's compressed size.
  package let storedSize: Int
  /// The size when inflated: APPNOTE's uncompressed size.
  package let rawSize: Int
  /// Where the local header begins.
  package let localHeaderOffset: Int
  /// Where the stored bytes begin.
  package let dataOffset: Int
  /// Where the stored bytes end, and the next local header or the central directory begins.
  package let endOffset: Int

  /// Computes where the data lies; throws where it would end beyond what an offset can say.
  init(
    name: String, method: Method, crc32: UInt32, storedSize: Int, rawSize: Int,
    localHeaderOffset: Int
  ) throws(ZipError) {
    self.name = name
    self.method = method
    self.crc32 = crc32
    self.storedSize = storedSize
    self.rawSize = rawSize
    self.localHeaderOffset = localHeaderOffset
    let headerSize =
      LocalHeader.fixedSize + name.utf8.count
      + (Zip64ExtraField.isNeeded(storedSize: storedSize, rawSize: rawSize)
        ? Zip64ExtraField.sizeWithBothSizes : 0)
    let (data, dataOverflow) = localHeaderOffset.addingReportingOverflow(headerSize)
    let (end, endOverflow) = data.addingReportingOverflow(storedSize)
    if dataOverflow || endOverflow {
      throw ZipError(
        .entryOverlap, entry: name, offset: localHeaderOffset, field: "compressed size")
    }
    dataOffset = data
    endOffset = end
  }
}
