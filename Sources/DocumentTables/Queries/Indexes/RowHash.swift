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

  /// Calls a function with the hash of each row that holds no nil in these columns, ascending.
  @inline(__always)
  static func forEach(
    in segment: Segment, columns: [Int], where isConcerned: (Int) -> Bool,
    _ body: (UInt64, Int) -> Void
  ) {
    if columns.count == 1, case .text(let texts) = segment.columns[columns[0]] {
      for row in 0..<segment.count where !texts.nulls[row] && isConcerned(row) {
        var hasher = Hasher()
        combine(texts, row, into: &hasher)
        body(finish(hasher), row)
      }
      return
    }
    rows: for row in 0..<segment.count where isConcerned(row) {
      var hasher = Hasher()
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
    if case .text(let text) = key {
      combine(text, into: &hasher)
    } else {
      hasher.combine(key)
    }
    return true
  }

  private static func combine(_ texts: HeapColumn, _ row: Int, into hasher: inout Hasher) {
    let range = texts.range(of: row)
    // Bound: a row's range lies inside its heap. Lifetime: the buffer is used inside the closure.
    texts.bytes.withUnsafeBytes { heap in
      let bytes = UnsafeRawBufferPointer(rebasing: heap[range])
      if texts.isASCII {
        hasher.combine(bytes: bytes)
        hasher.combine(bytes.count)
      } else if !combine(ascii: bytes, into: &hasher) {
        combine(String(decoding: bytes, as: UTF8.self), into: &hasher)
      }
    }
  }

  /// Texts that are canonically equivalent have one hash; that of an ASCII text is of its bytes.
  private static func combine(_ text: String, into hasher: inout Hasher) {
    var plain = text
    if plain.withUTF8({ combine(ascii: UnsafeRawBufferPointer($0), into: &hasher) }) { return }
    if text.unicodeScalars.contains(where: { plainScalar($0) != $0 }) {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars { scalars.append(plainScalar(scalar)) }
      plain = String(scalars)
    }
    if !plain.withUTF8({ combine(ascii: UnsafeRawBufferPointer($0), into: &hasher) }) {
      hasher.combine(plain)
    }
  }

  /// False where not all of the bytes are ASCII.
  private static func combine(
    ascii bytes: UnsafeRawBufferPointer, into hasher: inout Hasher
  ) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
    hasher.combine(bytes: bytes)
    hasher.combine(bytes.count)
    return true
  }

  /// Puts ASCII in the place of the only scalars whose canonical decomposition is one of ASCII.
  private static func plainScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{212A}": "K"
    case "\u{037E}": ";"
    case "\u{1FEF}": "`"
    default: scalar
    }
  }
}
