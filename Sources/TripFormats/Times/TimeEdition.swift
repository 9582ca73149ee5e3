import DocumentTables

/// A version of the rules by which days, times and zones, and what a status says, are read, in what a document keeps of
/// a file.
///
/// What is stored is read again to tell which values have been edited since. Later rules would read values that an
/// earlier version left out, and an export would take these for deleted.
enum TimeEdition: Int64, Hashable, Sendable {
  /// Exact forms, English words, and zones whose names have a slash; a confirmed item is reserved.
  case first = 1
  case second = 2

  static let current = second

  /// The member that states the edition.
  static let member = "times"

  /// Returns the edition of a record.
  init(in record: Tree) {
    self = record[Self.member]?.integerValue.flatMap(Self.init(rawValue:)) ?? .first
  }

  /// Adds what ``init(in:)`` reads.
  func state(in members: inout [String: Tree]) {
    if self != .first { members[Self.member] = .integer(rawValue) }
  }
}
