import DocumentTables

/// The values of one attribute that its type has decoded, so that equal ones are decoded once.
///
/// Words of enumerations, time zones and places repeat from object to object, and decoding one costs
/// far more than finding it here. Only so many are kept that the table stays in the processor's caches.
struct AcceptedValues {
  private static let mostBytes = 1 << 18
  private static let longestText = 1 << 10

  /// The places in ``bytes`` of the texts with a hash; a later text with the same hash is not kept.
  private var texts: [Int: Text] = [:]
  private var bytes: [UInt8] = []
  private var others: [Value: Bool] = [:]

  private struct Text {
    let place: Range<Int>
    let hasUnknownCase: Bool
  }

  /// Checks the value of a row, unless an equal one was accepted before.
  ///
  /// - Returns: Whether it has an unknown case of an enumeration.
  mutating func check(
    _ column: Column, at row: Int, by coding: any AnyAttributeCoding
  ) throws(AttributeProblem) -> Bool {
    switch column {
    case .text(let heap) where !heap.nulls[row]: return try check(column, heap, at: row, by: coding)
    case .nested(let nested) where !nested.texts.nulls[row]:
      return try check(column, nested.texts, at: row, by: coding)
    default:
      let value = column.value(at: row)
      if let known = others[value] { return known }
      let hasUnknownCase = try Self.check(value, coding)
      if others.count < Self.mostBytes / 64 { others[value] = hasUnknownCase }
      return hasUnknownCase
    }
  }

  private mutating func check(
    _ column: Column, _ heap: HeapColumn, at row: Int, by coding: any AnyAttributeCoding
  ) throws(AttributeProblem) -> Bool {
    let range = heap.range(of: row)
    guard range.count <= Self.longestText else {
      return try Self.check(column.value(at: row), coding)
    }
    // Bound: rows end within the heap. Lifetime: the bytes are used inside the closure.
    let (hash, known) = heap.bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[range])
      var hasher = Hasher()
      hasher.combine(bytes: text)
      let hash = hasher.finalize()
      let found = texts[hash].flatMap { bytes[$0.place].elementsEqual(text) ? $0 : nil }
      return (hash, found)
    }
    if let known { return known.hasUnknownCase }
    let hasUnknownCase = try Self.check(column.value(at: row), coding)
    guard texts[hash] == nil, bytes.count + range.count <= Self.mostBytes else {
      return hasUnknownCase
    }
    texts[hash] = Text(
      place: bytes.count..<bytes.count + range.count, hasUnknownCase: hasUnknownCase)
    bytes += heap.bytes[range]
    return hasUnknownCase
  }
  private static func check(
    _ value: Value, _ coding: any AnyAttributeCoding
  ) throws(AttributeProblem) -> Bool {
    try coding.check(value)
    return coding.hasUnknownCase(value)
  }
}
