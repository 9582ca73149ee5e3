/// Text that is being made: bytes that grow at their end, and whose room is asked for before they are
/// written.
///
/// What an array checks at each append is here checked once for everything that is written together.
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

  /// The end of the text, where so many bytes may be written before ``advance(by:)``.
  @inline(__always)
  mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < bytes { grow(by: bytes) }
    // Bound: `count` is at most `capacity`, and `bytes` less.
    return start + count
  }

  /// Makes bytes that were written at the end a part of the text.
  @inline(__always)
  mutating func advance(by bytes: Int) { count &+= bytes }

  /// Takes the newest bytes away.
  mutating func removeLast(to count: Int) { self.count = min(count, self.count) }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      // Bound: room for as many bytes as are copied. Lifetime: the buffer is used in the closure.
      room(for: bytes.count).update(from: source, count: bytes.count)
      advance(by: bytes.count)
    }
  }

  @inline(never)
  private mutating func grow(by bytes: Int) {
    let larger = max(capacity * 2, count + bytes)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    // Bound: both have room for `count` bytes. Lifetime: nobody keeps the old address.
    moved.update(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }

  /// Ends the text.
  consuming func finish() -> EncodedText {
    let text = EncodedText(taking: start, count: count)
    discard self
    return text
  }
}

/// Text that is made and does not change any more.
final class EncodedText: @unchecked Sendable {
  // Why it may be sent: nobody writes to it any more. Lifetime: freed with this object.
  private let start: UnsafeMutablePointer<UInt8>
  let count: Int

  fileprivate init(taking start: UnsafeMutablePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  deinit { start.deallocate() }

  /// Lends some of the bytes.
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
