/// A growing text whose room is reserved before bytes are written.
///
/// One check covers everything that is written together; an array would check each append.
struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    // Lifetime: freed by `deinit`, or by the `EncodedText` that takes it over.
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Returns the end of the text, with room for `bytes` bytes; ``advance(by:)`` adds written bytes.
  @inline(__always)
  mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < bytes { grow(by: bytes) }
    // Bound: `count + bytes` is at most `capacity`.
    return start + count
  }

  /// Adds bytes that were written at the end to the text.
  @inline(__always)
  mutating func advance(by bytes: Int) { count &+= bytes }

  /// Shortens the text to `count` bytes.
  mutating func removeLast(to count: Int) { self.count = min(count, self.count) }

  mutating func append(_ bytes: [UInt8]) {
    // Lifetime: the buffer is used in the closure.
    bytes.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    // Bound: there is room for all copied bytes.
    room(for: bytes.count).update(from: source, count: bytes.count)
    advance(by: bytes.count)
  }

  @inline(never)
  private mutating func grow(by bytes: Int) {
    let larger = max(capacity * 2, count + bytes)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    // Bound: both have room for `count` bytes. Lifetime: the old address is kept nowhere.
    moved.update(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }

  /// Returns the finished text.
  consuming func finish() -> EncodedText {
    let text = EncodedText(taking: start, count: count)
    discard self
    return text
  }
}

/// A finished, immutable text.
final class EncodedText: @unchecked Sendable {
  // Sendable because nothing writes to it. Lifetime: freed with this object.
  private let start: UnsafeMutablePointer<UInt8>
  let count: Int

  fileprivate init(taking start: UnsafeMutablePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  deinit { start.deallocate() }

  /// Passes some of the bytes to a closure.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    // Bound: the range is one of the text's. Lifetime: this object lives as long as the call.
    return try withExtendedLifetime(self) { () throws(Failure) in
      try body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }
  }
}
