import DocumentTables

/// The values of one attribute that its type has decoded, so that equal ones are decoded once.
///
/// Words of enumerations, time zones and places repeat from object to object, and decoding one costs
/// far more than finding it here. Only so many are kept that the table stays in the processor's caches.
struct AcceptedValues {
  private static let mostBytes = 1 << 18
  private static let longestText = 1 << 10

  /// The places in ``bytes`` of the texts with a hash; a later text with the same hash is not kept.
  private var texts: [Int: Range<Int>] = [:]
  private var bytes: [UInt8] = []
  private var others: Set<Value> = []

  /// Checks the value of a row, unless an equal one was accepted before.
  mutating func check(
    _ column: Column, at row: Int, by coding: any AnyAttributeCoding
  ) throws(AttributeProblem) {
    switch column {
    case .text(let heap) where !heap.nulls[row]: try check(column, heap, at: row, by: coding)
    case .nested(let nested) where !nested.texts.nulls[row]:
      try check(column, nested.texts, at: row, by: coding)
    default:
      let value = column.value(at: row)
      if others.contains(value) { return }
      try coding.check(value)
      if others.count < Self.mostBytes / 64 { others.insert(value) }
    }
  }

  private mutating func check(
    _ column: Column, _ heap: HeapColumn, at row: Int, by coding: any AnyAttributeCoding
  ) throws(AttributeProblem) {
    let range = heap.range(of: row)
    guard range.count <= Self.longestText else { return try coding.check(column.value(at: row)) }
    // Bound: rows end within the heap. Lifetime: the bytes are used inside the closure.
    let (hash, isKnown) = heap.bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[range])
      var hasher = Hasher()
      hasher.combine(bytes: text)
      let hash = hasher.finalize()
      return (hash, texts[hash].map { bytes[$0].elementsEqual(text) } == true)
    }
    if isKnown { return }
    try coding.check(column.value(at: row))
    guard texts[hash] == nil, bytes.count + range.count <= Self.mostBytes else { return }
    texts[hash] = bytes.count..<bytes.count + range.count
    bytes += heap.bytes[range]
  }
}
