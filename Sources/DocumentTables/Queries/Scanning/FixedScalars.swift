/// Scalars that occur in every canonically equivalent spelling of a text that contains them.
///
/// None of them is a mark, has a canonical decomposition, or is all or the end of another's
/// decomposition. A canonically equivalent text therefore contains the same run of them. The list
/// is incomplete; a missing scalar only makes a search slower.
enum FixedScalars {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }

  /// Returns the UTF-8 of the longest run of them in a text.
  ///
  /// The last one before another scalar is omitted, because the two may have a composed spelling.
  static func longestRun(in text: String) -> [UInt8] {
    var longest: Substring.UTF8View = ""[...].utf8
    var start = text.startIndex
    var last = start
    func end(_ end: String.Index) {
      guard start < end else { return }
      let run = text[start..<end].utf8
      if run.count > longest.count { longest = run }
    }
    for index in text.unicodeScalars.indices {
      if contains(text.unicodeScalars[index]) {
        last = index
      } else {
        end(last)
        start = text.unicodeScalars.index(after: index)
        last = start
      }
    }
    end(text.endIndex)
    return Array(longest)
  }

  /// Ranges in ascending order.
  private static let ranges: [ClosedRange<UInt32>] = [
    // ASCII, except the decompositions of three other scalars.
    0x00...0x3A, 0x3C...0x4A, 0x4C...0x5F, 0x61...0x7F,
    // Letters without marks: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic.
    0xDF...0xDF, 0xE6...0xE6, 0xF8...0xF8, 0x131...0x131, 0x142...0x142, 0x391...0x3A1,
    0x3A3...0x3A8, 0x3B1...0x3B8, 0x3BA...0x3C9, 0x410...0x418, 0x41A...0x438, 0x43A...0x44F,
    0x454...0x456, 0x458...0x45B, 0x531...0x556, 0x559...0x58A, 0x5D0...0x5EA, 0x627...0x64A,
    0x660...0x66F, 0x671...0x6BF,
    // Devanagari, Thai, Georgian.
    0x904...0x928, 0x92A...0x930, 0x932...0x933, 0x935...0x939, 0xE01...0xE30, 0x10D0...0x10FA,
    // Pictures.
    0x1F300...0x1F3FA, 0x1F400...0x1F64F, 0x1F680...0x1F6D7, 0x1F900...0x1F9FF,
  ]
}
