import DocumentTables

/// The runs of one data part in the index parts of its hierarchy (spec 3.13).
///
/// A run has the numbers of one section and one slot. Its bytes do not depend on other data parts,
/// so a save copies them if the data part is unchanged.
struct IndexRuns: Sendable {
  /// A range of rows of a segment.
  typealias Slice = (segment: Segment, rows: Range<Int>)

  /// The number of slots: the index parts of a large hierarchy.
  static let slots = 16

  /// The bytes of the runs, section by section, slot by slot; empty where there are no numbers.
  let bytes: [ArraySlice<UInt8>]

  init(bytes: [ArraySlice<UInt8>]) { self.bytes = bytes }

  /// Creates the runs of a data part with these rows.
  init(_ plan: IndexPlan, of range: KeyRange, _ slices: [Slice]) {
    var occurring = OccurringNumbers(slices)
    self.init(plan.sections.flatMap { occurring.numbers($0) }, of: range)
  }

  /// Creates the runs of ascending numbers, slot by slot.
  init(_ numbers: [[UInt64]], of range: KeyRange) {
    var written: [UInt8] = []
    let ends = numbers.enumerated().map { position, numbers in
      Self.append(numbers, of: range, slot: position % Self.slots, to: &written)
      return written.count
    }
    bytes = zip([0] + ends, ends).map { written[$0..<$1] }
  }

  /// Appends a run with ascending numbers, if there are any.
  private static func append(
    _ numbers: [UInt64], of range: KeyRange, slot: Int, to bytes: inout [UInt8]
  ) {
    if numbers.isEmpty { return }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(3 * numbers.count)
    AscendingNumbers.append(numbers, to: &encoded)
    for number in [UInt64(range.start), UInt64(slot), UInt64(numbers.count), UInt64(encoded.count)]
    {
      AscendingNumbers.append(number, to: &bytes)
    }
    bytes.append(contentsOf: encoded)
  }
}
