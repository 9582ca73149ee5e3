import DocumentTables

/// The names of parts that have a fixed name or one derived from their content (spec 3).
package enum PartName {
  static let mimetype = MediaTypeEntry.name
  static let externalFolder = "external/"
  static let indexFolder = "index/"
  static let historyFolder = "history/"

  static func header(_ encoding: DocumentEncoding) -> String { "header." + encoding.fileExtension }
  static func schema(_ encoding: DocumentEncoding) -> String { "schema." + encoding.fileExtension }
  static func manifest(_ encoding: DocumentEncoding) -> String {
    "manifest." + encoding.fileExtension
  }
  static func extensions(_ encoding: DocumentEncoding) -> String {
    "extensions." + encoding.fileExtension
  }
  static func carried(_ encoding: DocumentEncoding) -> String {
    "carried." + encoding.fileExtension
  }
  static func historyState(_ encoding: DocumentEncoding) -> String {
    historyFolder + "state." + encoding.fileExtension
  }

  /// Returns the name of a run of transactions, such as `history/128-255.json` (spec 11.3).
  static func historyRun(_ start: Int64, _ encoding: DocumentEncoding) -> String {
    "\(historyFolder)\(start)-\(start + History.runLength - 1).\(encoding.fileExtension)"
  }

  /// Returns the first number of a run's name; nil if the name is not that of a run.
  static func start(ofHistoryRun name: String, _ encoding: DocumentEncoding) -> Int64? {
    guard name.hasPrefix(historyFolder) else { return nil }
    let digits = name.dropFirst(historyFolder.count).prefix { $0 != "-" }
    // The whole name is compared, so no other spelling of the number passes.
    guard digits.utf8.count <= 16, let start = Int64(digits), start >= 0,
      start == History.start(of: start), historyRun(start, encoding) == name
    else { return nil }
    return start
  }

  static func external(_ digest: Digest) -> String { externalFolder + digest.text }
  static func digest(ofExternal name: String) -> Digest? {
    name.hasPrefix(externalFolder)
      ? Digest(text: String(name.dropFirst(externalFolder.count))) : nil
  }

  /// Returns the name of a chunk, such as `data/Trip/0-15.json` (spec 3.6).
  static func data(hierarchy: String, range: KeyRange, encoding: DocumentEncoding) -> String {
    "data/\(escaped(hierarchy))/\(range.start)-\(range.last).\(encoding.fileExtension)"
  }

  /// Returns the name of the only index part of a hierarchy, such as `index/Trip`, or of one of many,
  /// such as `index/Trip/15` (spec 3.13).
  static func index(hierarchy: String, slot: Int? = nil) -> String {
    indexFolder + escaped(hierarchy) + (slot.map { "/\($0)" } ?? "")
  }

  /// Returns the name of the only index part of the hierarchy that an index part of a slot belongs to; nil for
  /// another part.
  static func index(ofSlot name: String) -> String? {
    guard name.hasPrefix(indexFolder), let separator = name.lastIndex(of: "/"),
      name[..<separator].utf8.count >= indexFolder.utf8.count
    else { return nil }
    return String(name[..<separator])
  }

  /// Percent-encodes every byte other than a letter, a digit, `_` or `-` (RFC 3986, 2.1, upper
  /// case).
  package static func escaped(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
