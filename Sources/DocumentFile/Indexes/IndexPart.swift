import DocumentTables

/// The index part of one chunk: the numbers of its values and references (spec 3.13).
///
/// An index only selects the chunks to read; the records decide which rows match.
struct IndexPart: Sendable {
  /// The data part, and its state, that an index describes.
  struct Subject: Hashable, Sendable {
    var crc32: UInt32
    var rawSize: Int
    var rows: Int
  }

  /// A set that is not decoded yet.
  struct Section: Sendable {
    var kind: UInt8
    var entity: String
    var properties: [String]
    var count: Int
    /// The range of the numbers in ``bytes``.
    var numbers: Range<Int>
  }

  static let magic = Array("DDINDEX1".utf8)

  let subject: Subject
  let sections: [Section]
  let bytes: [UInt8]

  /// Returns whether the index describes this state of a part and has the sets that a schema
  /// requires.
  func fits(_ subject: Subject, _ plan: IndexPlan) -> Bool {
    self.subject == subject && sections.count == plan.sections.count
      && zip(plan.sections, sections).allSatisfy { $0.hasSameName(as: $1) }
  }

  /// Returns whether a set contains one of some numbers, which must ascend.
  ///
  /// - Throws: `.indexMalformed` if the part of the set that was read is malformed.
  func holds(anyOf wanted: [UInt64], section: Int) throws(DocumentError) -> Bool {
    let section = sections[section]
    // Bound: the range was checked when the sections were read. Lifetime: used inside the closure.
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

  /// Reads every set, and throws if one is malformed or a number is no hash or key.
  func checkNumbers() throws(DocumentError) {
    // Bound and lifetime: as in `holds(anyOf:section:)`.
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
