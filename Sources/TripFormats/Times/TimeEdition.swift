import DocumentTables

/// A version of the rules by which importers read days, times, zones, statuses and reservations in events.
///
/// The first edition reads records that do not say what the import made (``MadeFields``), guards of exact values, and rows
/// of a table whose columns state no edition. It never changes: what it reads tells the edits of old documents.
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
