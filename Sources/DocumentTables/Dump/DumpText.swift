/// A buffer for the text of a dump.
struct DumpText: ~Copyable {
  /// The number of bytes to buffer before passing them to the sink.
  static let pieceBytes = 64 << 10

  private(set) var buffer: TextBuffer
  private var hasBlocks: Bool

  /// - Parameter hasBlocks: Whether the text follows another one.
  init(capacity: Int = 1 << 10, hasBlocks: Bool = false) {
    buffer = TextBuffer(capacity: capacity)
    self.hasBlocks = hasBlocks
  }

  var count: Int { buffer.count }
  var bytes: [UInt8] { buffer.bytes }

  /// Passes the buffered text to `sink` and clears the buffer if it has more than `limit` bytes.
  mutating func flush<Failure: Error>(
    ifAbove limit: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard buffer.count > limit else { return }
    try sink(buffer.bytes)
    buffer.removeLast(to: 0)
  }

  mutating func append(_ text: StaticString) { buffer.append(text) }

  /// Appends a text that needs no escapes.
  ///
  /// Not named as the method for words, because a literal would be a string first.
  mutating func appendText(_ text: String) { append(Array(text.utf8)) }

  /// Appends what a formatter appends.
  mutating func append(_ format: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    format(&bytes)
    append(bytes)
  }

  /// Appends what a formatter writes.
  ///
  /// - Parameter write: Writes at most `length` bytes and returns their number.
  @inline(__always)
  mutating func append(
    atMost length: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    // Bound: there is room for the longest text.
    buffer.advance(by: write(buffer.room(for: length)))
  }

  mutating func append(_ bytes: [UInt8]) { buffer.append(bytes) }

  /// Appends bytes that need no escapes.
  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) { buffer.append(text) }

  mutating func append(_ key: ObjectKey) {
    append(atMost: IntegerText.longestText) { IntegerText.write(key, to: $0) }
  }

  // MARK: - Blocks

  /// Begins a block that is not an object, such as `$document`.
  ///
  /// Such headings cannot be the names of entities.
  mutating func beginBlock(_ heading: StaticString, named name: String? = nil) {
    if hasBlocks { append("\n") }
    hasBlocks = true
    append(heading)
    if let name {
      append(" ")
      appendString(name)
    }
    append("\n")
  }

  mutating func appendLine(_ label: StaticString, _ value: (inout DumpText) -> Void) {
    append("  ")
    append(label)
    append(" = ")
    value(&self)
    append("\n")
  }

  /// Returns what precedes the value of a property.
  static func label(_ property: String) -> [UInt8] {
    Array("  ".utf8) + name(property) + Array(" = ".utf8)
  }

  /// Returns the UTF-8 text of a name: the plain name if it is an ASCII identifier, otherwise a
  /// quoted string.
  static func name(_ name: String) -> [UInt8] {
    let isPlain = name.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    return isPlain && !name.isEmpty ? Array(name.utf8) : string(name)
  }

  /// Returns the UTF-8 text of a quoted string.
  static func string(_ text: String) -> [UInt8] {
    var quoted = DumpText()
    quoted.appendString(text)
    return quoted.bytes
  }

  // MARK: - Values

  mutating func appendString(_ text: String) {
    var text = text
    // Lifetime: the buffer is only used during the call.
    text.withUTF8 { appendString($0) }
  }

  /// Appends a string of well-formed UTF-8.
  mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) {
    if Self.isPlain(text) {
      append("\"")
      append(text)
      append("\"")
    } else {
      let start = buffer.count
      appendEscaping(text)
      escapeHidden(from: start)
    }
  }

  /// Appends a JSON string.
  private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
    append("\"")
    var copied = 0
    // Bound: both ends of each run are offsets of the text.
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      append(UnsafeBufferPointer(rebasing: text[copied..<index]))
      append { CanonicalJSON.appendEscape(of: byte, to: &$0) }
      copied = index + 1
    }
    append(UnsafeBufferPointer(rebasing: text[copied...]))
    append("\"")
  }

  /// Whether a string has no byte that may need an escape; some strings that need none have such bytes.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var offset = 0
    // Bound: a word is read only if eight bytes are left.
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if Self.marks(word) != 0 { return false }
      offset += 8
    }
    // Spaces need no escape.
    var rest: UInt64 = 0x2020_2020_2020_2020
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return Self.marks(rest) == 0
  }

  /// Returns a word that is not zero if one of eight bytes is below 0x20 or above 0x7E, a quotation mark or a
  /// backslash.
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // A subtraction sets the highest bit of the lowest byte that is too small, and perhaps of those above it.
    let low = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)
    return (word | (word &+ ones) | low) & (ones &* 0x80)
  }

  /// Appends a text of a column of nested values.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ spelling: NestedSpelling) {
    let start = buffer.count
    spelling.append(text, to: &buffer)
    escapeHidden(from: start)
  }

  /// Appends a tree on one line.
  mutating func appendTree(_ tree: Tree) {
    let start = buffer.count
    append { CanonicalJSON.append(tree, to: &$0) }
    escapeHidden(from: start)
  }

  mutating func appendKeys(_ keys: some Sequence<ObjectKey>) {
    append("[")
    var isFirst = true
    for key in keys {
      if !isFirst { append(", ") }
      append(key)
      isFirst = false
    }
    append("]")
  }

  /// Escapes the scalars that JSON allows unescaped but that a reader of the dump would not see, or
  /// that a terminal would obey; they occur only inside strings.
  private mutating func escapeHidden(from start: Int) {
    let text = buffer.withBytes(from: start) { bytes in
      Unicode.Scalar.firstHidden(in: bytes, from: 0) == nil ? nil : Array(bytes)
    }
    guard let text else { return }
    buffer.removeLast(to: start)
    // Lifetime: the bytes are used inside the closure.
    text.withUnsafeBytes { bytes in
      let text = bytes.assumingMemoryBound(to: UInt8.self)
      var copied = 0
      while let hidden = Unicode.Scalar.firstHidden(in: bytes, from: copied) {
        append(UnsafeBufferPointer(rebasing: text[copied..<hidden.bytes.lowerBound]))
        appendText(hidden.scalar.jsonEscape)
        copied = hidden.bytes.upperBound
      }
      append(UnsafeBufferPointer(rebasing: text[copied...]))
    }
  }
}
