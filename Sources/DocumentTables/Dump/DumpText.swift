/// A buffer for the text of a dump.
struct DumpText {
  /// The number of bytes to buffer before passing them to the sink.
  static let pieceBytes = 64 << 10

  private var bytes: [UInt8] = []
  private var hasBlocks = false

  /// Passes the buffered text to `sink` and clears the buffer if it has more than `limit` bytes.
  mutating func flush<Failure: Error>(
    ifAbove limit: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard bytes.count > limit else { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ text: StaticString) {
    // Bound: the text's own bytes, which live as long as the program.
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends what a formatter appends.
  mutating func append(_ format: (inout [UInt8]) -> Void) { format(&bytes) }

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

  /// Begins the block of an object; `entity` is a name in the spelling of ``name(_:)``.
  mutating func beginRecord(_ entity: [UInt8], _ key: ObjectKey) {
    append("\n")
    bytes.append(contentsOf: entity)
    append(" ")
    IntegerText.append(key, to: &bytes)
    append("\n")
  }

  mutating func appendLine(_ label: StaticString, _ value: (inout DumpText) -> Void) {
    append("  ")
    append(label)
    append(" = ")
    value(&self)
    append("\n")
  }

  /// Begins the line of a property; `label` is the text of ``label(_:)``.
  mutating func beginLine(_ label: [UInt8]) { bytes.append(contentsOf: label) }

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
    if isPlain, !name.isEmpty { return Array(name.utf8) }
    var text = DumpText()
    text.appendString(name)
    return text.bytes
  }

  mutating func appendString(_ text: String) {
    let start = bytes.count
    CanonicalJSON.appendString(text, to: &bytes)
    escapeHidden(from: start)
  }

  mutating func appendString(_ text: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    CanonicalJSON.appendString(text, to: &bytes)
    escapeHidden(from: start)
  }

  /// Appends a canonical JSON text.
  mutating func appendCanonical(_ text: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    escapeHidden(from: start)
  }

  /// Appends a tree on one line.
  mutating func appendTree(_ tree: Tree) {
    let start = bytes.count
    CanonicalJSON.append(tree, to: &bytes)
    escapeHidden(from: start)
  }

  mutating func appendKeys(_ keys: some Sequence<ObjectKey>) {
    append("[")
    var isFirst = true
    for key in keys {
      if !isFirst { append(", ") }
      IntegerText.append(key, to: &bytes)
      isFirst = false
    }
    append("]")
  }

  /// Escapes the scalars that JSON allows unescaped but that a reader of the dump would not see, or
  /// that a terminal would obey; they occur only inside strings.
  private mutating func escapeHidden(from start: Int) {
    // Bound: the bytes after the start. Lifetime: they are used inside the closure.
    let isPlain = bytes.withUnsafeBufferPointer { $0[start...].allSatisfy { $0 < 0x7F } }
    if isPlain { return }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    guard text.unicodeScalars.contains(where: \.isHidden) else { return }
    bytes.removeSubrange(start...)
    for scalar in text.unicodeScalars {
      if scalar.isHidden {
        append(scalar.jsonEscape)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
