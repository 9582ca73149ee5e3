/// Writes JSON without white space and puts the commas; balance and order are the caller's.
package struct JSONWriter {
  /// What has been written; values may also be appended here between `beginValue` and `endValue`.
  package var bytes: [UInt8]
  @usableFromInline var needsComma = false

  @inlinable package init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Prepares for a value that is appended to `bytes` directly.
  @inlinable package mutating func beginValue() {
    if needsComma { bytes.append(0x2C) }
  }

  /// Ends a value that was appended to `bytes` directly.
  @inlinable package mutating func endValue() {
    needsComma = true
  }

  @inlinable package mutating func beginObject() { open(0x7B) }
  @inlinable package mutating func endObject() { close(0x7D) }
  @inlinable package mutating func beginArray() { open(0x5B) }
  @inlinable package mutating func endArray() { close(0x5D) }

  @inlinable mutating func open(_ byte: UInt8) {
    beginValue()
    bytes.append(byte)
    needsComma = false
  }

  @inlinable mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  /// Writes a key; its value must follow.
  @inlinable package mutating func key(_ name: String) {
    beginValue()
    JSONText.append(name, to: &bytes)
    bytes.append(0x3A)
    needsComma = false
  }

  /// Writes a prepared key; its value must follow.
  @inlinable package mutating func key(_ pattern: borrowing JSONKeyPattern) {
    beginValue()
    bytes.append(contentsOf: pattern.bytes)
    bytes.append(0x3A)
    needsComma = false
  }

  @inlinable package mutating func string(_ value: String) {
    beginValue()
    JSONText.append(value, to: &bytes)
    endValue()
  }

  @inlinable package mutating func integer(_ value: some FixedWidthInteger) {
    beginValue()
    JSONText.append(value, to: &bytes)
    endValue()
  }

  @inlinable package mutating func bool(_ value: Bool) {
    beginValue()
    JSONText.append(value, to: &bytes)
    endValue()
  }

  @inlinable package mutating func null() {
    beginValue()
    JSONText.appendNull(to: &bytes)
    endValue()
  }
}
