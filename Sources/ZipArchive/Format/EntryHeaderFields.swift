/// The fields that a local header and a central directory record share (APPNOTE 4.3.7 and 4.3.12,
/// "version needed to extract" to "extra field length").
struct EntryHeaderFields: Equatable {
  static let size = 26

  var versionNeeded: UInt16
  var flags: GeneralPurposeFlags
  var method: UInt16
  var time: UInt16
  var date: UInt16
  var crc32: UInt32
  var storedSize: UInt32
  var rawSize: UInt32
  var nameLength: UInt16
  var extraLength: UInt16

  /// The name of each field and its offset from the first field.
  static let layout: [(offset: Int, name: String)] = [
    (0, "version needed to extract"), (2, "general purpose bit flag"), (4, "compression method"),
    (6, "last mod file time"), (8, "last mod file date"), (10, "crc-32"), (14, "compressed size"),
    (18, "uncompressed size"), (22, "file name length"), (24, "extra field length"),
  ]

  func write(to writer: inout LittleEndianWriter) {
    writer.append(versionNeeded)
    writer.append(flags.rawValue)
    writer.append(method)
    writer.append(time)
    writer.append(date)
    writer.append(crc32)
    writer.append(storedSize)
    writer.append(rawSize)
    writer.append(nameLength)
    writer.append(extraLength)
  }
}

extension EntryHeaderFields {
  /// Reads the fields; nil if the bytes end first.
  init?(from reader: inout LittleEndianReader) {
    guard let versionNeeded = reader.next(UInt16.self), let flags = reader.next(UInt16.self),
      let method = reader.next(UInt16.self), let time = reader.next(UInt16.self),
      let date = reader.next(UInt16.self), let crc32 = reader.next(UInt32.self),
      let storedSize = reader.next(UInt32.self), let rawSize = reader.next(UInt32.self),
      let nameLength = reader.next(UInt16.self), let extraLength = reader.next(UInt16.self)
    else { return nil }
    self.init(
      versionNeeded: versionNeeded, flags: GeneralPurposeFlags(rawValue: flags), method: method,
      time: time, date: date, crc32: crc32, storedSize: storedSize, rawSize: rawSize,
      nameLength: nameLength, extraLength: extraLength)
  }

  /// Creates the only fields that the format allows for an entry; only the UTF-8 flag of an ASCII
  /// name is free.
  ///
  /// The time is midnight and the date 1980-01-01: a zero month or day breaks some readers.
  init(for entry: ZipEntry, flags: GeneralPurposeFlags, extraLength: Int) {
    let sizesNeedZip64 = Zip64ExtraField.isNeeded(
      storedSize: entry.storedSize, rawSize: entry.rawSize)
    let needsZip64 = sizesNeedZip64 || Zip64ExtraField.isNeeded(offset: entry.localHeaderOffset)
    versionNeeded = needsZip64 ? 45 : entry.method == .deflated ? 20 : 10
    self.flags = flags
    method = entry.method.rawValue
    time = 0
    date = 0x0021
    crc32 = entry.crc32
    storedSize = sizesNeedZip64 ? .max : UInt32(clamping: entry.storedSize)
    rawSize = sizesNeedZip64 ? .max : UInt32(clamping: entry.rawSize)
    nameLength = UInt16(clamping: entry.name.utf8.count)
    self.extraLength = UInt16(clamping: extraLength)
  }
}
