/// A growing text whose room is reserved before bytes are written.
///
/// One check covers everything that is written together; an array would check each append.
@usableFromInline
package struct TextBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline package var count = 0

  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    // Lifetime: freed by `deinit`, or by the `EncodedText` that takes it over.
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Returns the end of the text, with room for `bytes` bytes; ``advance(by:)`` adds written bytes.
  @inlinable @inline(__always)
  package mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < bytes { grow(by: bytes) }
    // Bound: `count + bytes` is at most `capacity`.
    return start + count
  }

  /// Adds bytes that were written at the end to the text.
  @inlinable @inline(__always)
  package mutating func advance(by bytes: Int) { count &+= bytes }

  /// Shortens the text to `count` bytes.
  package mutating func removeLast(to count: Int) { self.count = min(count, self.count) }

  package mutating func append(_ bytes: [UInt8]) {
    // Lifetime: the buffer is used in the closure.
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    // Bound: there is room for all copied bytes.
    room(for: bytes.count).update(from: source, count: bytes.count)
    advance(by: bytes.count)
  }

  @inlinable
  mutating func append(_ byte: UInt8) {
    // Bound: there is room for the byte.
    room(for: 1).pointee = byte
    advance(by: 1)
  }

  /// Appends an ASCII word.
  @inlinable
  mutating func append(_ word: StaticString) {
    // Bound: the word's own bytes, which live as long as the program.
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  @usableFromInline @inline(never)
  mutating func grow(by bytes: Int) {
    let larger = max(capacity * 2, count + bytes)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    // Bound: both have room for `count` bytes. Lifetime: the old address is kept nowhere.
    moved.update(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }

  /// Passes the bytes from an offset on to a closure.
  func withBytes<Result>(
    from offset: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let offset = min(offset, count)
    // Bound: the offset is within the text. Lifetime: the bytes are used inside the closure.
    return body(UnsafeRawBufferPointer(start: start + offset, count: count - offset))
  }

  /// A copy of the bytes.
  var bytes: [UInt8] { withBytes(from: 0) { Array($0) } }

  /// Returns the finished text.
  package consuming func finish() -> EncodedText {
    let text = EncodedText(taking: start, count: count)
    discard self
    return text
  }
}

/// A finished, immutable text.
package final class EncodedText: @unchecked Sendable {
  // Sendable because nothing writes to it. Lifetime: freed with this object.
  private let start: UnsafeMutablePointer<UInt8>
  package let count: Int

  fileprivate init(taking start: UnsafeMutablePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  deinit { start.deallocate() }

  /// Passes some of the bytes to a closure.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    // Bound: the range is one of the text's. Lifetime: this object lives as long as the call.
    return try withExtendedLifetime(self) { () throws(Failure) in
      try body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }
  }
}
