/// One entry of an archive, as its headers describe it.
package struct ZipEntry: Sendable, Hashable {
  /// The compression method of an entry (APPNOTE 4.4.5).
  package enum Method: UInt16, Sendable, Hashable {
    case stored = 0
    case deflated = 8
  }

  /// The name, which obeys the rules of `EntryName`.
  package let name: String
  package let method: Method
  /// The CRC-32 of the raw bytes (APPNOTE 4.4.7).
  package let crc32: UInt32
  /// The stored size, which APPNOTE calls the compressed size.
  package let storedSize: Int
  /// The inflated size, which APPNOTE calls the uncompressed size.
  package let rawSize: Int
  /// The offset of the local header.
  package let localHeaderOffset: Int
  /// The offset of the stored bytes.
  package let dataOffset: Int
  /// The offset after the stored bytes, where the next local header or the central directory
  /// begins.
  package let endOffset: Int

  /// Computes the offsets of the data; throws if the end overflows an offset.
  ///
  /// - Parameter headerSize: The size of the local header with the name and the extra field; nil for the only
  ///   one that the format allows.
  init(
    name: String, method: Method, crc32: UInt32, storedSize: Int, rawSize: Int,
    localHeaderOffset: Int, headerSize: Int? = nil
  ) throws(ZipError) {
    self.name = name
    self.method = method
    self.crc32 = crc32
    self.storedSize = storedSize
    self.rawSize = rawSize
    self.localHeaderOffset = localHeaderOffset
    let headerSize =
      headerSize
      ?? LocalHeader.fixedSize + name.utf8.count
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
