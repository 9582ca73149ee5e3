/// Hashes of rows by the values of some columns, equal where the values are equal as keys
/// (``ComparisonKey``), seeded anew in each process: no document can make them collide on purpose.
enum RowHash {
  /// The hash of values, one for each column; nil if one is nil.
  static func hash(_ values: [Value]) -> UInt64? {
    var hasher = Hasher()
    for value in values {
      guard combine(value, into: &hasher) else { return nil }
    }
    return finish(hasher)
  }

  /// The same of one value.
  static func hash(of value: Value) -> UInt64? {
    var hasher = Hasher()
    return combine(value, into: &hasher) ? finish(hasher) : nil
  }

  /// The same of a text in UTF-8.
  static func hash(ofText bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    combine(text: bytes, into: &hasher)
    return finish(hasher)
  }

  /// Calls a function with the hash of each row that holds no nil in these columns, ascending.
  @inline(__always)
  static func forEach(
    in segment: Segment, columns: [Int], from beginning: Hasher = Hasher(),
    where isConcerned: (Int) -> Bool, _ body: (UInt64, Int) -> Void
  ) {
    if columns.count == 1, case .text(let texts) = segment.columns[columns[0]] {
      for row in 0..<segment.count where !texts.nulls[row] && isConcerned(row) {
        var hasher = beginning
        combine(texts, row, into: &hasher)
        body(finish(hasher), row)
      }
      return
    }
    rows: for row in 0..<segment.count where isConcerned(row) {
      var hasher = beginning
      for column in columns {
        guard combine(segment.columns[column], row, into: &hasher) else { continue rows }
      }
      body(finish(hasher), row)
    }
  }

  private static func finish(_ hasher: Hasher) -> UInt64 {
    UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// False where the value is nil.
  private static func combine(_ column: Column, _ row: Int, into hasher: inout Hasher) -> Bool {
    switch column {
    case .text(let texts):
      guard !texts.nulls[row] else { return false }
      combine(texts, row, into: &hasher)
      return true
    default: return combine(column.value(at: row), into: &hasher)
    }
  }

  private static func combine(_ value: Value, into hasher: inout Hasher) -> Bool {
    guard let key = ComparisonKey(value) else { return false }
    if case .text(var text) = key {
      // Lifetime: the bytes are used inside the closure.
      text.withUTF8 { combine(text: UnsafeRawBufferPointer($0), into: &hasher) }
    } else {
      hasher.combine(key)
    }
    return true
  }

  @inline(__always)
  private static func combine(_ texts: HeapColumn, _ row: Int, into hasher: inout Hasher) {
    let range = texts.range(of: row)
    // Bound: a row's range lies inside its heap. Lifetime: the buffer is used inside the closure.
    texts.bytes.withUnsafeBytes { heap in
      let bytes = UnsafeRawBufferPointer(rebasing: heap[range])
      if texts.isASCII, hashesBytes {
        combine(normalized: bytes, into: &hasher)
      } else {
        combine(text: bytes, into: &hasher)
      }
    }
  }

  /// Texts that are canonically equivalent have one hash, that of `String`: a hash of the bytes that
  /// they have in NFC, most of which are their own.
  private static func combine(text bytes: UnsafeRawBufferPointer, into hasher: inout Hasher) {
    if hashesBytes, ByteSearch.isASCII(bytes) || ScalarClass.least(in: bytes) != .unknown {
      combine(normalized: bytes, into: &hasher)
    } else {
      hasher.combine(CanonicalOrder.ordered(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @inline(__always)
  private static func combine(
    normalized bytes: UnsafeRawBufferPointer, into hasher: inout Hasher
  ) {
    hasher.combine(bytes: bytes)
    hasher.combine(0xFF as UInt8)
  }

  /// Whether the standard library hashes a text as ``combine(normalized:into:)`` does.
  ///
  /// It is found out, since nothing promises it; where it is not so, texts are hashed as strings.
  private static let hashesBytes = ["", "a", "Lisboa to Osaka", "é", "日本語 ό 👩‍👩‍👧 and more text"]
    .allSatisfy { sample in
      var text = sample
      var own = Hasher()
      text.withUTF8 { combine(normalized: UnsafeRawBufferPointer($0), into: &own) }
      var other = Hasher()
      other.combine(sample)
      return own.finalize() == other.finalize()
    }
}
