import DocumentTables

/// The keys of a hierarchy's rows and their entities, ascending: two or three bytes for each stretch
/// of consecutive keys, put aside where they become many.
struct KeyIntervals {
  /// Consecutive keys of objects of one entity.
  struct Run {
    var first: ObjectKey
    /// Behind the last one.
    var end: ObjectKey
    var discriminator: UInt16
  }

  private static let pieceBytes = 64 << 10

  private let spill: SpillFile
  private var extents: [SpillFile.Extent] = []
  private var bytes: [UInt8] = []
  /// The run that may still grow.
  private var open: Run?
  /// The end of the run written last.
  private var written: ObjectKey = 0
  /// Of each entity, by discriminator.
  private(set) var rowCounts: [Int]

  init(_ spill: SpillFile, entities: Int) {
    self.spill = spill
    rowCounts = [Int](repeating: 0, count: entities)
  }

  var rowCount: Int { rowCounts.reduce(0, +) }

  /// Takes the next rows, whose keys are above those before them.
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
    // Of a document whose parts are in disorder, which is reported elsewhere.
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

/// Reads the keys of a hierarchy once, ascending.
struct KeyCursor {
  private let spill: SpillFile
  private var extents: ArraySlice<SpillFile.Extent>
  private var last: [UInt8]?
  private var bytes: [UInt8] = []
  private var position = 0
  private var end: ObjectKey = 0
  /// The run that comes next, or what is left of it; nil behind the last.
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

  /// Leaves out keys below one.
  mutating func skip(to key: ObjectKey) throws(DocumentError) {
    while let next = run, next.end <= key { try advance() }
    if let next = run, next.first < key { run?.first = key }
  }

  /// The entity of the object of a key, which is not below any asked for before; nil where there is
  /// no such object.
  mutating func discriminator(of key: ObjectKey) throws(DocumentError) -> UInt16? {
    while let next = run, next.end <= key { try advance() }
    guard let run, run.first <= key else { return nil }
    return run.discriminator
  }

  /// Reads what ``KeyIntervals`` wrote.
  private mutating func number() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    // Bound: pieces hold whole numbers, the last byte of each without the high bit.
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
