import DocumentTables

/// The keys of a hierarchy's rows and their entities, in ascending order: at least three bytes per
/// run of consecutive keys, spilled to disk when they become many.
struct KeyIntervals {
  /// A run of consecutive keys of objects of one entity.
  struct Run {
    var first: ObjectKey
    /// The key behind the last one.
    var end: ObjectKey
    var discriminator: UInt16
  }

  private static let pieceBytes = 64 << 10

  private let spill: SpillFile
  private var extents: [SpillFile.Extent] = []
  private var bytes: [UInt8] = []
  /// The last run, which may still grow.
  private var open: Run?
  /// The end of the last encoded run.
  private var written: ObjectKey = 0
  /// The number of rows of each entity, by discriminator.
  private(set) var rowCounts: [Int]

  init(_ spill: SpillFile, entities: Int) {
    self.spill = spill
    rowCounts = [Int](repeating: 0, count: entities)
  }

  var rowCount: Int { rowCounts.reduce(0, +) }

  /// Adds the next rows, whose keys must be above the previous ones.
  mutating func append(_ segment: Segment) throws(DocumentError) {
    if case .consecutive(let first, let count) = segment.keys,
      case .constant(let discriminator) = segment.entities
    {
      guard count > 0 else { return }
      return try append(
        Run(first: first, end: first + ObjectKey(count), discriminator: discriminator))
    }
    for row in 0..<segment.count {
      let key = segment.keys[row]
      try append(Run(first: key, end: key + 1, discriminator: segment.entities[row]))
    }
  }

  private mutating func append(_ run: Run) throws(DocumentError) {
    // Keys descend only in a document with misordered parts, which is reported elsewhere.
    guard run.first >= open?.end ?? written else { return }
    rowCounts[Int(run.discriminator)] += Int(run.end - run.first)
    if let last = open, last.end == run.first, last.discriminator == run.discriminator {
      open = Run(first: last.first, end: run.end, discriminator: run.discriminator)
      return
    }
    try close()
    open = run
  }

  private mutating func close() throws(DocumentError) {
    guard let run = open else { return }
    append(UInt64(run.first - written))
    append(UInt64(run.end - run.first))
    append(UInt64(run.discriminator))
    written = run.end
    open = nil
    if bytes.count >= Self.pieceBytes {
      extents.append(try spill.append(bytes))
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func finish() throws(DocumentError) { try close() }

  func cursor() throws(DocumentError) -> KeyCursor {
    try KeyCursor(spill: spill, extents: extents, last: bytes)
  }
}

/// A cursor that reads the keys of a hierarchy once, in ascending order.
struct KeyCursor {
  private let spill: SpillFile
  private var extents: ArraySlice<SpillFile.Extent>
  private var last: [UInt8]?
  private var bytes: [UInt8] = []
  private var position = 0
  private var end: ObjectKey = 0
  /// The next run, or the rest of it; nil behind the last run.
  private(set) var run: KeyIntervals.Run?

  init(spill: SpillFile, extents: [SpillFile.Extent], last: [UInt8]) throws(DocumentError) {
    self.spill = spill
    self.extents = extents[...]
    self.last = last
    try advance()
  }

  mutating func advance() throws(DocumentError) {
    while position >= bytes.count {
      if let extent = extents.popFirst() {
        bytes = try spill.bytes(of: extent)
      } else if let last {
        bytes = last
        self.last = nil
      } else {
        run = nil
        return
      }
      position = 0
    }
    let first = end + ObjectKey(number())
    end = first + ObjectKey(number())
    run = KeyIntervals.Run(first: first, end: end, discriminator: UInt16(number()))
  }

  /// Skips keys below a key.
  mutating func skip(to key: ObjectKey) throws(DocumentError) {
    while let next = run, next.end <= key { try advance() }
    if let next = run, next.first < key { run?.first = key }
  }

  /// Returns the entity of the object with a key; nil if there is no such object.
  ///
  /// Keys must be requested in ascending order.
  mutating func discriminator(of key: ObjectKey) throws(DocumentError) -> UInt16? {
    while let next = run, next.end <= key { try advance() }
    guard let run, run.first <= key else { return nil }
    return run.discriminator
  }

  /// Reads a number that ``KeyIntervals`` wrote.
  private mutating func number() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    // Bound: pieces contain whole numbers, and the last byte of each has a clear high bit.
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }
}
