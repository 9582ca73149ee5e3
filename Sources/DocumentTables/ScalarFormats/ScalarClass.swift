/// Properties of a Unicode scalar that do not depend on its neighbours.
///
/// The tables list only properties that are certain and have been stable since the scalar was
/// assigned. A scalar that is missing costs time, but changes no result.
enum ScalarClass: UInt8 {
  /// Unknown: the standard library decides for texts that contain such a scalar.
  case unknown
  /// Never changed by NFC, whatever precedes it (NFC_Quick_Check is Yes, UAX #15), provided that
  /// marks after it are in the order of their combining classes.
  case normalized
  /// Never changed by NFC, of combining class 0, and a character of its own between scalars of this
  /// class (no rule of UAX #29 joins two of them).
  case simple

  static func of(_ scalar: UInt32) -> ScalarClass {
    if scalar < 0x80 { return scalar == 0x0D ? .normalized : .simple }
    return find(scalar, in: simpleRanges)
      ? .simple : find(scalar, in: normalizedRanges) ? .normalized : .unknown
  }

  private static func find(_ scalar: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  /// The class of each scalar of the basic plane, as a byte.
  static let basicPlane: [UInt8] = (0..<0x1_0000).map { of($0).rawValue }

  /// Returns the least class of a text's scalars; unknown if the text is not UTF-8.
  static func least(in text: [UInt8]) -> ScalarClass {
    text.withUnsafeBytes { least(in: $0) }
  }

  static func least(in text: UnsafeRawBufferPointer) -> ScalarClass {
    // Lifetime: the buffer is used inside the closure.
    basicPlane.withUnsafeBufferPointer { least(in: text, $0) }
  }

  static func least(
    in text: UnsafeRawBufferPointer, _ basicPlane: UnsafeBufferPointer<UInt8>
  ) -> ScalarClass {
    var least = Self.simple.rawValue
    var lastCombiningClass: UInt8 = 0
    var offset = 0
    let count = text.count
    // Bound: all reads are below `count`, with which `offset + length` was compared; the table has
    // a byte for each scalar of the basic plane.
    while offset < count {
      let lead = text[offset]
      if lead < 0x80 {
        if lead == 0x0D { least = min(least, Self.normalized.rawValue) }
        lastCombiningClass = 0
        offset &+= 1
        continue
      }
      let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
      guard lead >= 0xC2, lead < 0xF5, offset &+ length <= count else { return .unknown }
      var scalar = UInt32(lead & (0xFF &>> UInt8(length &+ 1)))
      for position in 1..<length {
        scalar = scalar &<< 6 | UInt32(text[offset &+ position] & 0x3F)
      }
      offset &+= length
      let found =
        scalar < 0x1_0000 ? basicPlane[Int(scalar)] : of(scalar).rawValue
      if found == Self.simple.rawValue {
        lastCombiningClass = 0
        continue
      }
      guard found != Self.unknown.rawValue, let scalar = Unicode.Scalar(scalar) else {
        return .unknown
      }
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      guard combiningClass == 0 || lastCombiningClass <= combiningClass else { return .unknown }
      lastCombiningClass = combiningClass
      least = min(least, found)
    }
    return ScalarClass(rawValue: least) ?? .unknown
  }

  /// Letters, ideographs, syllables, signs and pictures, in ascending order.
  private static let simpleRanges: [ClosedRange<UInt32>] = [
    0xA0...0xAC, 0xAE...0x2FF,
    // Greek without the two marks and the question mark, which NFC replaces by other scalars.
    0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F...0x37F, 0x384...0x386, 0x388...0x38A,
    0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3FF,
    // Cyrillic, Armenian, Hebrew and Arabic letters.
    0x400...0x482, 0x48A...0x52F, 0x531...0x556, 0x559...0x58A, 0x5D0...0x5EA, 0x621...0x63A,
    0x640...0x64A, 0x660...0x66F, 0x671...0x6D3, 0x6D5...0x6D5,
    // Georgian, and Latin with marks.
    0x10A0...0x10C5, 0x10D0...0x10FA, 0x1E00...0x1EFF,
    // Punctuation, currencies, letter-like signs, arrows, mathematics, boxes, pictures.
    0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2100...0x2125, 0x2127...0x2129,
    0x212C...0x218B, 0x2190...0x2328, 0x232B...0x2426, 0x2460...0x2ADB,
    // Chinese, Japanese and Korean.
    0x3001...0x3029, 0x3031...0x303C, 0x3041...0x3096, 0x309B...0x30FF, 0x3105...0x312F,
    0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3, 0xFF01...0xFF9D, 0xFFE0...0xFFE6,
    // Pictures without the five modifiers of skin, and further ideographs.
    0x1F300...0x1F3FA, 0x1F400...0x1F64F, 0x1F680...0x1F6D7, 0x1F900...0x1F9FF,
    0x20000...0x2A6DD,
  ]

  /// Scalars that can form a character with their neighbours, in ascending order.
  private static let normalizedRanges: [ClosedRange<UInt32>] = [
    // Devanagari without the nukta and the letters that NFC decomposes.
    0x904...0x939, 0x93D...0x950, 0x960...0x97F,
    0xE01...0xE3A, 0xE3F...0xE5B,  // Thai
    0x200B...0x200F, 0xFE00...0xFE0F,  // joiners and variation selectors
    0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,  // flags and modifiers of skin
  ]
}
