import DocumentFile

/// An encoding of CSV files.
enum CSVEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"

  /// The name in messages.
  var title: String { self == .windows1252 ? "Windows-1252" : rawValue.uppercased() }

  /// Tells the encoding by a byte order mark.
  static func marked(_ beginning: some Collection<UInt8>) -> (encoding: Self, length: Int)? {
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if beginning.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if beginning.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .windows1252: []
    }
  }

  /// Returns a text in this encoding; nil if it has characters that the encoding has not.
  func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8: return Array(text)
    case .utf16LittleEndian, .utf16BigEndian:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count * 2)
      for unit in String(decoding: text, as: UTF8.self).utf16 {
        let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
        bytes += self == .utf16BigEndian ? [high, low] : [low, high]
      }
      return bytes
    case .windows1252:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count)
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        if let byte = UInt8(exactly: scalar.value), !Self.isReplaced(byte) {
          bytes.append(byte)
        } else if let place = Self.windowsScalars.firstIndex(of: scalar.value) {
          bytes.append(0x80 + UInt8(place))
        } else {
          return nil
        }
      }
      return bytes
    }
  }

  private static func isReplaced(_ byte: UInt8) -> Bool {
    (0x80..<0xA0).contains(byte) && windowsScalars[Int(byte) - 0x80] != UInt32(byte)
  }

  /// The scalars of 0x80..<0xA0; bytes without a character in Windows-1252 are control characters, as in browsers.
  static let windowsScalars: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// Finds halves of units and of surrogate pairs in UTF-16, for which a text gets U+FFFD.
struct SurrogatePairs {
  private let isBigEndian: Bool
  /// The first byte of a unit.
  private var half: UInt8?
  private var hasLead = false
  private var isBroken = false

  /// - Returns: nil for another encoding.
  init?(_ encoding: CSVEncoding) {
    guard encoding == .utf16BigEndian || encoding == .utf16LittleEndian else { return nil }
    isBigEndian = encoding == .utf16BigEndian
  }

  mutating func read(_ bytes: [UInt8]) {
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      // The upper byte tells what a unit is.
      let upper = isBigEndian ? first : byte
      let isTrail = upper & 0xFC == 0xDC
      if isTrail != hasLead { isBroken = true }
      hasLead = upper & 0xFC == 0xD8
    }
  }

  /// Returns whether there was any, at the end as well.
  func finish() -> Bool { isBroken || half != nil || hasLead }
}

/// The characters of a CSV file, window by window as UTF-8.
struct CSVCharacters {
  /// The bytes that are read at a time.
  static let windowBytes = 1 << 20

  private let file: ForeignBytes
  private let encoding: CSVEncoding
  private var offset: Int
  /// The first half of a surrogate pair at the end of the last window.
  private var rest: [UInt16] = []

  init(_ file: ForeignBytes, _ encoding: CSVEncoding, from offset: Int) {
    self.file = file
    self.encoding = encoding
    self.offset = offset
  }

  /// Appends the next window to a buffer.
  ///
  /// - Returns: False at the end.
  mutating func read(
    _ wanted: Int = windowBytes, into buffer: inout [UInt8]
  ) throws(DocumentError) -> Bool {
    var count = min(wanted, file.count - offset)
    if count <= 0 { return false }
    if encoding == .utf16LittleEndian || encoding == .utf16BigEndian { count += count & 1 }
    let bytes = try file.read(at: offset, count: min(count, file.count - offset))
    offset += count
    decode(bytes, into: &buffer)
    return true
  }

  private mutating func decode(_ bytes: [UInt8], into buffer: inout [UInt8]) {
    switch encoding {
    case .utf8: buffer.append(contentsOf: bytes)
    case .windows1252:
      for byte in bytes {
        if byte < 0x80 {
          buffer.append(byte)
        } else {
          let value = byte < 0xA0 ? CSVEncoding.windowsScalars[Int(byte) - 0x80] : UInt32(byte)
          if let scalar = Unicode.Scalar(value) { buffer.append(contentsOf: String(scalar).utf8) }
        }
      }
    case .utf16LittleEndian, .utf16BigEndian:
      var units = rest
      rest = []
      // An odd byte at the end is no unit.
      for place in stride(from: 0, to: bytes.count - 1, by: 2) {
        let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        units.append(encoding == .utf16BigEndian ? first << 8 | second : second << 8 | first)
      }
      if let last = units.last, UTF16.isLeadSurrogate(last), offset < file.count {
        rest = [units.removeLast()]
      }
      buffer.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    }
  }
}
