import DocumentTables

/// The runs of the data parts that have been written, until the index parts follow.
///
/// With a ``SpillFile``, the bytes wait in the file.
struct WaitingIndexes {
  private enum Waiting {
    case inMemory(IndexRuns)
    /// The end of each run within the bytes, behind a zero.
    case spilled(SpillFile.Extent, ends: [Int])
  }

  /// An index part: all slots of a hierarchy, or one.
  struct Part: Hashable {
    var hierarchy: Int
    var slots: Range<Int>
    var name: String
  }

  private let plans: [IndexPlan]
  private let spill: SpillFile?
  private let largestUndivided: Int
  /// By hierarchy, in the order of the data parts.
  private var waiting: [[Waiting]]
  private var rows: [Int]

  /// - Parameter largestUndivided: The number of objects below which a hierarchy has a single part.
  init(_ plans: [IndexPlan], _ spill: SpillFile?, largestUndivided: Int) {
    self.plans = plans
    self.spill = spill
    self.largestUndivided = largestUndivided
    waiting = plans.map { _ in [] }
    rows = plans.map { _ in 0 }
  }

  mutating func add(
    _ runs: IndexRuns, rows count: Int, hierarchy: Int
  ) throws(DocumentError) {
    rows[hierarchy] += count
    guard let spill else {
      waiting[hierarchy].append(.inMemory(runs))
      return
    }
    var ends = [0]
    for run in runs.bytes { ends.append(ends[ends.count - 1] + run.count) }
    waiting[hierarchy].append(.spilled(try spill.append(Array(runs.bytes.joined())), ends: ends))
  }

  /// The index parts in the order of entries.
  var parts: [Part] {
    indexed.flatMap { hierarchy in
      rows[hierarchy] < largestUndivided
        ? [Self.whole(plans[hierarchy], hierarchy)] : Self.divided(plans[hierarchy], hierarchy)
    }
  }

  /// All index parts that a document may have, for which there are data parts.
  var possibleParts: [Part] {
    indexed.flatMap { hierarchy in
      [Self.whole(plans[hierarchy], hierarchy)] + Self.divided(plans[hierarchy], hierarchy)
    }
  }

  /// The hierarchies with data parts and sections.
  private var indexed: [Int] {
    plans.indices.filter { !waiting[$0].isEmpty && !plans[$0].sections.isEmpty }
  }

  private static func whole(_ plan: IndexPlan, _ hierarchy: Int) -> Part {
    Part(
      hierarchy: hierarchy, slots: 0..<IndexRuns.slots,
      name: PartName.index(hierarchy: plan.hierarchy))
  }

  private static func divided(_ plan: IndexPlan, _ hierarchy: Int) -> [Part] {
    (0..<IndexRuns.slots).map {
      Part(
        hierarchy: hierarchy, slots: $0..<$0 + 1,
        name: PartName.index(hierarchy: plan.hierarchy, slot: $0))
    }
  }

  /// Returns the raw bytes of an index part.
  func bytes(of part: Part) throws(DocumentError) -> [UInt8] {
    try IndexPart.bytes(plans[part.hierarchy]) { (section) throws(DocumentError) in
      var count = 0
      var bytes: [UInt8] = []
      let first = section * IndexRuns.slots + part.slots.lowerBound
      for waiting in waiting[part.hierarchy] {
        switch waiting {
        case .inMemory(let runs):
          for run in runs.bytes[first..<first + part.slots.count] where !run.isEmpty {
            count += 1
            bytes.append(contentsOf: run)
          }
        case .spilled(let extent, let ends):
          let own = ends[first...first + part.slots.count]
          let size = own[own.endIndex - 1] - own[first]
          guard size > 0 else { continue }
          count += zip(own, own.dropFirst()).count { $0 < $1 }
          bytes +=
            try spill?.bytes(
              of: SpillFile.Extent(offset: extent.offset + own[first], count: size)) ?? []
        }
      }
      return (count, bytes)
    }
  }
}
