import DocumentTables

/// What one chunk holds that can be looked up or is referred to, as its index part says it (spec 3.13).
///
/// It only says into which chunks to look: the records decide.
struct IndexPart: Sendable {
  /// Of which state of which data part it speaks.
  struct Subject: Hashable, Sendable {
    var crc32: UInt32
    var rawSize: Int
    var rows: Int
  }

  /// One set, not decoded yet.
  struct Section: Sendable {
    var kind: UInt8
    var entity: String
    var properties: [String]
    var count: Int
    /// Where its numbers stand in ``bytes``.
    var numbers: Range<Int>
  }

  static let magic = Array("DDINDEX1".utf8)

  let subject: Subject
  let sections: [Section]
  let bytes: [UInt8]

  /// Whether it speaks of this state of a part, and has the sets that a schema asks for.
  func fits(_ subject: Subject, _ plan: IndexPlan) -> Bool {
    self.subject == subject && sections.count == plan.sections.count
      && zip(plan.sections, sections).allSatisfy { $0.hasSameName(as: $1) }
  }

  /// Whether a set holds one of some numbers, which ascend.
  ///
  /// - Throws: `.indexMalformed` where the set is no set, as far as was looked.
  func holds(anyOf wanted: [UInt64], section: Int) throws(DocumentError) -> Bool {
    let section = sections[section]
    // Bound: reading the sections has found their numbers inside. Lifetime: used inside the closure.
    return try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      var numbers = AscendingNumbers.Reader(bytes, section.numbers, count: section.count)
      var next = 0
      while next < wanted.count, let number = try numbers.next() {
        while next < wanted.count, wanted[next] < number { next += 1 }
        if next < wanted.count, wanted[next] == number { return true }
      }
      return false
    }
  }

  /// Reads every set.
  func checkNumbers() throws(DocumentError) {
    // Bound and lifetime as above.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      for section in sections {
        var numbers = AscendingNumbers.Reader(bytes, section.numbers, count: section.count)
        let end: UInt64 =
          section.kind == IndexPlan.Section.Kind.values.rawValue
          ? ComparisonHash.end : UInt64(ObjectKeyRange.end)
        while let number = try numbers.next() {
          guard number < end else {
            throw DocumentError(.indexMalformed, "\(number) is no hash or key")
          }
        }
      }
    }
  }
}
