import DocumentTables
import Markup

/// Finds the end of a tree, an array or a structure in its canonical text (spec 6.7), and counts what it would
/// take as values, without making them.
///
///     {"latitude":48.21,"links":[{"$url":"https://a.example"}]}
///     ^ open object     ^ open array ^ leaf with a mark
///
/// A scan accepts the usual spellings only: names in order, texts without numeric escapes, whole
/// numbers of few digits, few levels. It refuses everything else, some canonical texts too, and the
/// caller then reads the values in full. What it accepts, that reading would write again byte for
/// byte.
struct CanonicalJSONScan {
  /// The deepest nesting that is accepted.
  static let deepest = 8
  /// The digits of a number that has no second canonical spelling: `DBL_DIG` of C.
  private static let mostDigits = 15

  private let text: UnsafeRawPointer
  private let count: Int
  /// The offset of the next byte.
  private(set) var at: Int
  /// The memory that the values take (spec 3.12): of each, and of the bytes of texts and names.
  private(set) var nestedBytes = 0

  /// - Parameters:
  ///   - text: Well-formed UTF-8, which must outlive the scan.
  ///   - count: The number of readable bytes.
  init(_ text: UnsafeRawPointer, count: Int, at: Int) {
    self.text = text
    self.count = count
    self.at = at
  }

  // MARK: - Trees

  /// Moves behind a tree that is not null; returns false, at any place, if it is not usual.
  mutating func skipTree() -> Bool {
    // Bound: a level is entered only below `deepest`. Lifetime: used inside the closure only.
    withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: Self.deepest) { names in
      // A bit for each open level: whether it is an object.
      var objects: UInt = 0
      var depth = 0
      while true {
        nestedBytes &+= Tree.nodeBytes
        switch byte {
        case UInt8(ascii: "{"):
          at &+= 1
          if take(UInt8(ascii: "}")) { break }
          guard let name = skipName() else { return false }
          if self[name.lowerBound] == UInt8(ascii: "$") {
            guard skipMarked(name) else { return false }
            break
          }
          guard depth < Self.deepest else { return false }
          names[depth] = name
          objects |= 1 &<< UInt(truncatingIfNeeded: depth)
          depth &+= 1
          continue
        case UInt8(ascii: "["):
          at &+= 1
          if take(UInt8(ascii: "]")) { break }
          guard depth < Self.deepest else { return false }
          objects &= ~(1 &<< UInt(truncatingIfNeeded: depth))
          depth &+= 1
          continue
        case UInt8(ascii: "\""): guard skipString() else { return false }
        case UInt8(ascii: "t"): guard skipWord("true") else { return false }
        case UInt8(ascii: "f"): guard skipWord("false") else { return false }
        case UInt8(ascii: "n"): guard skipWord("null") else { return false }
        default: guard skipNumber() else { return false }
        }
        // Closes what ends with the value, up to a comma.
        while true {
          if depth == 0 { return true }
          let isObject = objects & 1 &<< UInt(truncatingIfNeeded: depth &- 1) != 0
          if take(UInt8(ascii: ",")) {
            guard isObject else { break }
            guard let name = skipName(), self[name.lowerBound] != UInt8(ascii: "$"),
              precedes(names[depth &- 1], name)
            else { return false }
            names[depth &- 1] = name
            break
          }
          guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
          depth &-= 1
        }
      }
    }
  }

  /// Moves behind a name and its colon, and returns the place of the name.
  private mutating func skipName() -> Range<Int>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    guard skipPlain(), take(UInt8(ascii: "\"")), take(UInt8(ascii: ":")) else { return nil }
    let name = start..<at &- 2
    nestedBytes &+= name.count
    return name
  }

  /// Whether the first name comes before the second, by their bytes.
  private func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    for index in 0..<min(first.count, second.count) {
      let left = self[first.lowerBound &+ index]
      let right = self[second.lowerBound &+ index]
      if left != right { return left < right }
    }
    return first.count < second.count
  }

  /// Moves behind the value of a mark and the end of its object.
  private mutating func skipMarked(_ name: Range<Int>) -> Bool {
    nestedBytes &-= name.count
    let mark = bytes(name.lowerBound &+ 1..<name.upperBound)
    if TextForm.isEqual(mark, "double") {
      return take(UInt8(ascii: "\"")) && skipWhole() && take(UInt8(ascii: "\""))
        && take(UInt8(ascii: "}"))
    }
    // `integer` is for the numbers beyond 2^53, which have more digits than a scan accepts.
    guard let type = Self.marked.first(where: { mark.elementsEqual($0.name) })?.type else {
      return false
    }
    return skipText(of: type) && take(UInt8(ascii: "}"))
  }

  private static let marked = ScalarType.marked.map { (name: Array($0.rawValue.utf8), type: $0) }

  // MARK: - Structures

  /// Moves behind a structure; returns false, at any place, if it is not usual.
  ///
  /// - Parameter members: The positions of its members.
  mutating func skipStructure(_ members: Range<Int>, _ structures: StructureTexts.View) -> Bool {
    nestedBytes &+= Tree.nodeBytes
    for index in members {
      // Bound: `members` lies within the view's members, because the view made it.
      let member = structures.members.baseAddress.unsafelyUnwrapped + index
      guard skipOpening(member, structures) else { return false }
      nestedBytes &+= member.pointee.emptyBytes
      if byte == UInt8(ascii: "n") {
        guard member.pointee.isNullable, skipWord("null") else { return false }
        continue
      }
      let start = at
      if member.pointee.isList {
        nestedBytes &-= Tree.nodeBytes
        guard
          skipArray(of: member.pointee.type, nullableItems: member.pointee.hasNullableItems)
        else { return false }
      } else {
        guard skipItem(of: member.pointee.type) else { return false }
      }
      guard isCase(start..<at, member, structures) else { return false }
    }
    return take(UInt8(ascii: "}"))
  }

  private mutating func skipOpening(
    _ member: UnsafePointer<StructureTexts.Member>, _ structures: StructureTexts.View
  ) -> Bool {
    let length = member.pointee.opening.length
    // Bound: the longest pattern is left, or the bytes that are compared are.
    if length <= JSONMemberPattern.longest, count &- at >= JSONMemberPattern.longest {
      guard member.pointee.opening.matches(at: text + at) else { return false }
    } else {
      let opening = member.pointee.firstByte..<member.pointee.firstByte &+ length
      guard count &- at >= length,
        bytes(at..<at &+ length).elementsEqual(structures.texts[opening])
      else { return false }
    }
    at &+= length
    return true
  }

  /// Whether a value is one of the member's cases, or the member has none.
  private func isCase(
    _ value: Range<Int>, _ member: UnsafePointer<StructureTexts.Member>,
    _ structures: StructureTexts.View
  ) -> Bool {
    let cases = member.pointee.firstCase..<member.pointee.endCase
    return cases.isEmpty
      || structures.cases[cases].contains { bytes(value).elementsEqual(structures.texts[$0]) }
  }

  // MARK: - Arrays

  /// Moves behind an array that is not null; returns false, at any place, if it is not usual.
  mutating func skipArray(of type: ScalarType, nullableItems: Bool) -> Bool {
    nestedBytes &+= Tree.nodeBytes
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      nestedBytes &+= Tree.nodeBytes
      if nullableItems, byte == UInt8(ascii: "n") {
        guard skipWord("null") else { return false }
      } else {
        guard skipItem(of: type) else { return false }
      }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  private mutating func skipItem(of type: ScalarType) -> Bool {
    switch type {
    case .text: return skipString()
    case .bool: return skipWord("true") || skipWord("false")
    case .double: return skipNumber()
    case .float: return skipFloat()
    case .uint64: return byte != UInt8(ascii: "-") && skipWhole()
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      let start = at
      guard byte != UInt8(ascii: "-") || self[at &+ 1] != UInt8(ascii: "0"), skipWhole(),
        let value = try? IntegerText.parse(bytes(start..<at), as: Int64.self)
      else { return false }
      return type.integerRange?.contains(value) == true
    default: return skipText(of: type)
    }
  }

  // MARK: - Leaves

  /// Moves behind a string that spells a value of a type.
  private mutating func skipText(of type: ScalarType) -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    let start = at
    guard skipPlain(), take(UInt8(ascii: "\"")) else { return false }
    let text = bytes(start..<at &- 1)
    switch type {
    case .date: return (try? DateText.parse(text)) != nil
    case .day: return (try? DayText.parse(text)) != nil
    case .uuid: return (try? UUIDText.parse(text)) != nil
    case .data:
      guard let data = try? DataText.parse(text) else { return false }
      nestedBytes &+= data.count
      return true
    default:
      nestedBytes &+= text.count
      return type.isSpelled && (try? type.checkSpelling(text)) != nil
    }
  }

  /// Moves behind a string.
  private mutating func skipString() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    let start = at
    var escapes = 0
    while skipPlain() {
      if take(UInt8(ascii: "\"")) {
        nestedBytes &+= at &- 1 &- start &- escapes
        return true
      }
      // The shortest escapes (RFC 8259, section 7); a slash needs none.
      guard take(UInt8(ascii: "\\")) else { return false }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        at &+= 1
      default: return false
      }
      escapes &+= 1
    }
    return false
  }

  /// Moves to the next quotation mark, backslash or control character; false if there is none.
  private mutating func skipPlain() -> Bool {
    while count &- at >= 8 {
      // Bound: eight bytes are left.
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let stops = JSONWordScan.stops(word)
      if stops != 0 {
        at &+= stops.trailingZeroBitCount &>> 3
        return true
      }
      at &+= 8
    }
    while at < count {
      if JSONWordScan.stops(at: self[at]) { return true }
      at &+= 1
    }
    return false
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    guard count &- at >= word.utf8CodeUnitCount,
      TextForm.isEqual(bytes(at..<at &+ word.utf8CodeUnitCount), word)
    else { return false }
    at &+= word.utf8CodeUnitCount
    return true
  }

  /// Moves behind a whole number of few digits, as integers and whole doubles are spelled.
  private mutating func skipWhole() -> Bool {
    _ = take(UInt8(ascii: "-"))
    let digits = skipDigits()
    guard digits > 0, digits <= Self.mostDigits else { return false }
    return digits == 1 || self[at &- digits] != UInt8(ascii: "0")
  }

  /// Moves behind a number.
  private mutating func skipNumber() -> Bool {
    let start = at
    if skipShortNumber() { return true }
    at = start
    return skipFraction()
  }

  /// Moves behind a canonical number that is not whole, of any digits, such as computed coordinates
  /// have.
  private mutating func skipFraction() -> Bool {
    let start = at
    while byte &- UInt8(ascii: "0") <= 9 || isNumberSign(byte) { at &+= 1 }
    let value = try? FloatingPointText.parse(
      bytes(start..<at), as: Double.self, spelling: .canonical)
    // In a tree, whole doubles have marks.
    return value.map { $0.rounded(.towardZero) != $0 } ?? false
  }

  /// Moves behind the canonical number of a `Float`.
  private mutating func skipFloat() -> Bool {
    let start = at
    while byte &- UInt8(ascii: "0") <= 9 || isNumberSign(byte) { at &+= 1 }
    let value = try? FloatingPointText.parse(
      bytes(start..<at), as: Float.self, spelling: .canonical)
    return value.map { FloatingPointText.isJSONNumber(Double($0)) } ?? false
  }

  private func isNumberSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "e")
  }

  /// Moves behind a number of few digits.
  private mutating func skipShortNumber() -> Bool {
    let isNegative = take(UInt8(ascii: "-"))
    let start = at
    let whole = skipDigits()
    let isZero = whole == 1 && self[start] == UInt8(ascii: "0")
    guard whole > 0, isZero || self[start] != UInt8(ascii: "0") else { return false }
    guard take(UInt8(ascii: ".")) else {
      // In JSON, -0 is a text or has a mark.
      return whole <= Self.mostDigits && !(isNegative && isZero) && byte | 0x20 != 0x65
    }
    let point = at
    let fraction = skipDigits()
    guard fraction > 0, self[at &- 1] != UInt8(ascii: "0"), byte | 0x20 != 0x65,
      whole &+ fraction <= Self.mostDigits
    else { return false }
    // With more zeros, the canonical spelling has an exponent.
    guard isZero else { return true }
    var zeros = 0
    while self[point &+ zeros] == UInt8(ascii: "0") { zeros &+= 1 }
    return zeros < 6
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while byte &- UInt8(ascii: "0") <= 9 { at &+= 1 }
    return at &- start
  }

  // MARK: - Bytes

  /// The next byte; 0 at the end.
  private var byte: UInt8 { self[at] }

  /// The byte at an offset; 0 behind the end.
  private subscript(offset: Int) -> UInt8 {
    // Bound: compared here.
    offset < count ? text.load(fromByteOffset: offset, as: UInt8.self) : 0
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard self.byte == byte else { return false }
    at &+= 1
    return true
  }

  private func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    // Bound: all ranges lie before `at`, which is at most the count.
    UnsafeBufferPointer(
      start: (text + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }
}
