import DocumentTables

/// An index part: which data parts of a hierarchy hold which values and references (spec 3.13).
///
/// An index only selects the chunks to read; the records decide which rows match.
struct IndexPart: Sendable {
  /// The numbers of one data part in one slot, which are not decoded yet.
  struct Run: Sendable {
    /// The first key of the data part's range.
    var first: ObjectKey
    var slot: Int
    var count: Int
    /// The range of the run in ``IndexPart/bytes``.
    var whole: Range<Int>
    /// The range of the numbers in ``IndexPart/bytes``.
    var numbers: Range<Int>
  }

  struct Section: Sendable {
    var kind: IndexPlan.Section.Kind
    var entity: String
    var properties: [String]
    /// In ascending order of data parts, then slots.
    var runs: [Run]
  }

  static let magic = Array("DDINDEX1".utf8)

  let sections: [Section]
  let bytes: [UInt8]

  /// Reads everything except the numbers.
  ///
  /// - Throws: `.indexMalformed`. The memory allocated is bounded by the size of the bytes.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    var cursor = Cursor(bytes: bytes)
    guard bytes.starts(with: Self.magic) else {
      throw DocumentError(.indexMalformed, place: .offset(0), "it does not begin with DDINDEX1")
    }
    cursor.offset = Self.magic.count
    var sections: [Section] = []
    for _ in 0..<(try cursor.count()) { sections.append(try cursor.section()) }
    guard cursor.offset == bytes.count else {
      throw cursor.malformed("something follows the last section")
    }
    self.sections = sections
    self.bytes = bytes
  }

  /// Returns the bytes of an index part.
  ///
  /// - Parameter runs: Returns the bytes of the runs of a section, and their number.
  static func bytes<Failure: Error>(
    _ plan: IndexPlan, _ runs: (Int) throws(Failure) -> (count: Int, bytes: [UInt8])
  ) throws(Failure) -> [UInt8] {
    var bytes = magic
    AscendingNumbers.append(UInt64(plan.sections.count), to: &bytes)
    for (index, section) in plan.sections.enumerated() {
      let runs = try runs(index)
      bytes.append(section.kind.rawValue)
      append(section.entity, to: &bytes)
      AscendingNumbers.append(UInt64(section.properties.count), to: &bytes)
      for property in section.properties { append(property, to: &bytes) }
      AscendingNumbers.append(UInt64(runs.count), to: &bytes)
      bytes.append(contentsOf: runs.bytes)
    }
    return bytes
  }

  private static func append(_ name: String, to bytes: inout [UInt8]) {
    AscendingNumbers.append(UInt64(name.utf8.count), to: &bytes)
    bytes.append(contentsOf: name.utf8)
  }

  /// Returns whether the part has the sections that a schema requires.
  func fits(_ plan: IndexPlan) -> Bool {
    sections.count == plan.sections.count
      && zip(plan.sections, sections).allSatisfy { $0.hasSameName(as: $1) }
  }

  /// Returns the first keys of the data parts that hold one of some numbers.
  ///
  /// - Parameter wanted: Numbers of one slot in ascending order.
  /// - Throws: `.indexMalformed` if a run that was read is malformed.
  func dataParts(
    holding wanted: [UInt64], section: Int, slot: Int
  ) throws(DocumentError) -> [ObjectKey] {
    var found: [ObjectKey] = []
    for run in sections[section].runs where run.slot == slot {
      if try holds(anyOf: wanted, run) { found.append(run.first) }
    }
    return found
  }

  private func holds(anyOf wanted: [UInt64], _ run: Run) throws(DocumentError) -> Bool {
    // Bound: the range was checked when the run was read. Lifetime: used inside the closure.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      var numbers = AscendingNumbers.Reader(bytes, run.numbers, count: run.count)
      var next = 0
      while next < wanted.count, let number = try numbers.next() {
        while next < wanted.count, wanted[next] < number { next += 1 }
        if next < wanted.count, wanted[next] == number { return true }
      }
      return false
    }
  }

  /// Returns the bytes of a data part's run; empty if there is none.
  func run(of first: ObjectKey, section: Int, slot: Int) -> ArraySlice<UInt8> {
    let runs = sections[section].runs
    var low = 0
    var high = runs.count
    while low < high {
      let middle = low + (high - low) / 2
      if (runs[middle].first, runs[middle].slot) < (first, slot) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < runs.count, runs[low].first == first, runs[low].slot == slot else { return [] }
    return bytes[runs[low].whole]
  }

  /// Reads every run, and throws if one is malformed or has a number of another slot.
  func checkNumbers() throws(DocumentError) {
    // Bound and lifetime: as in `holds(anyOf:_:)`.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      for section in sections {
        for run in section.runs {
          var numbers = AscendingNumbers.Reader(bytes, run.numbers, count: run.count)
          while let number = try numbers.next() {
            guard number < section.kind.end, section.kind.slot(of: number) == run.slot else {
              throw DocumentError(
                .indexMalformed, place: .offset(run.whole.lowerBound),
                "\(number) is no hash or key of slot \(run.slot)")
            }
          }
        }
      }
    }
  }

  /// The reading position; every step is checked against the remaining bytes.
  private struct Cursor {
    let bytes: [UInt8]
    var offset = 0

    func malformed(_ words: String) -> DocumentError {
      DocumentError(.indexMalformed, place: .offset(offset), words)
    }

    /// Reads a count: at most the remaining bytes, because each item takes at least one byte.
    mutating func count() throws(DocumentError) -> Int {
      let number = try number()
      guard number <= UInt64(bytes.count - offset) else {
        throw malformed("\(number) does not fit into the part")
      }
      return Int(number)
    }

    mutating func number() throws(DocumentError) -> UInt64 {
      try AscendingNumbers.read(bytes, &offset, before: bytes.count)
    }

    mutating func take(_ count: Int) throws(DocumentError) -> Range<Int> {
      guard count <= bytes.count - offset else { throw malformed("the part ends too early") }
      defer { offset += count }
      return offset..<offset + count
    }

    mutating func name() throws(DocumentError) -> String {
      let range = try take(try count())
      guard let name = String(validating: bytes[range], as: UTF8.self) else {
        throw malformed("a name is no UTF-8")
      }
      return name
    }

    mutating func section() throws(DocumentError) -> Section {
      let byte = bytes[try take(1).lowerBound]
      guard let kind = IndexPlan.Section.Kind(rawValue: byte) else {
        throw malformed("there are no sections of kind \(byte)")
      }
      let entity = try name()
      var properties: [String] = []
      for _ in 0..<(try count()) { properties.append(try name()) }
      var runs: [Run] = []
      for _ in 0..<(try count()) {
        let run = try run()
        if let last = runs.last, (last.first, last.slot) >= (run.first, run.slot) {
          throw malformed("the runs do not ascend")
        }
        runs.append(run)
      }
      return Section(kind: kind, entity: entity, properties: properties, runs: runs)
    }

    private mutating func run() throws(DocumentError) -> Run {
      let start = offset
      let (first, slot) = (try number(), try number())
      guard first < UInt64(ObjectKeyRange.end), slot < UInt64(IndexRuns.slots) else {
        throw malformed("there is no key \(first) or no slot \(slot)")
      }
      let (count, size) = (try count(), try self.count())
      guard count > 0, count <= size else {
        throw malformed("\(count) numbers do not fit into \(size) bytes")
      }
      let numbers = try take(size)
      return Run(
        first: ObjectKey(first), slot: Int(slot), count: count, whole: start..<offset,
        numbers: numbers)
    }
  }
}
