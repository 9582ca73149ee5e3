/// How the bytes of a part of a mail are written as text (RFC 2045, 6).
enum TransferEncoding {
  case base64, quotedPrintable
  /// The text is the bytes.
  case none

  /// - Parameter field: The value of Content-Transfer-Encoding; nil if the part has none.
  init(_ field: String?) {
    self =
      switch field?.lowercased() {
      case "base64": .base64
      case "quoted-printable": .quotedPrintable
      default: .none
      }
  }

  /// Returns the bytes of a part; what is not well-formed is taken as most programs take it.
  func bytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .base64: Self.base64(text)
    case .quotedPrintable: Self.quotedPrintable(text)
    case .none: Array(text)
    }
  }

  /// Other characters than those of the alphabet say nothing (RFC 2045, 6.8).
  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for byte in text {
      if byte == UInt8(ascii: "=") {
        // Pieces that were encoded apart lie behind each other.
        (bits, count) = (0, 0)
        continue
      }
      guard let digit = digit(byte) else { continue }
      bits = (bits << 6 | digit) & 0xFFFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    /// Where spaces begin that a line may end with: a mail server added them.
    var spaces: Int?
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "="):
        spaces = nil
        let line = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        if line.first == 0x0A {
          rest = line.dropFirst()
        } else if let high = rest.first?.hexadecimalDigit,
          let low = rest.dropFirst().first?.hexadecimalDigit
        {
          bytes.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      case 0x0D, 0x0A:
        if let spaces { bytes.removeLast(bytes.count - spaces) }
        spaces = nil
        bytes.append(byte)
      case 0x20, 0x09:
        spaces = spaces ?? bytes.count
        bytes.append(byte)
      default:
        spaces = nil
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit in any case; nil for any other character.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
