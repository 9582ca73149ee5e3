import DocumentTables

/// How a document goes through a job: known before its first row.
///
/// A plan with bounded memory holds to the end, with one exception that only the rows show:
/// ``PassOutcome/needsAllRows``. Then nothing was written, and the job begins anew with a plan of
/// ``Memory/allRows``.
package struct PassPlan: Hashable, Sendable {
  package enum Memory: Hashable, Sendable {
    /// A few segments at a time, however large the document is.
    case bounded
    /// All rows at once.
    case allRows
  }

  package let memory: Memory
  /// How often the rows are read: twice if nothing may be seen before all of them have been checked.
  package let readings: Int

  static let load = PassPlan(memory: .allRows, readings: 1)
  static let check = PassPlan(memory: .bounded, readings: 1)
  static let dump = PassPlan(memory: .bounded, readings: 2)

  /// - Parameters:
  ///   - schema: That of the rows as they are written.
  ///   - isHidden: Whether the output becomes visible at its end only, like a file that is put in place.
  static func write(_ schema: TableSchema, isHidden: Bool) -> PassPlan {
    // An empty list is written or left out depending on rows that may come later (spec 5.3).
    let takesOne = isHidden && EmptyListResolver.areKnownInTime(in: schema)
    return PassPlan(memory: .bounded, readings: takesOne ? 1 : 2)
  }
}

/// What became of a document that passed through a job with bounded memory.
package enum PassOutcome {
  /// - Parameter unkept: Which rights and attributes of the old file the new one could not get.
  case done(unkept: UnkeptRights)
  /// Nothing was written: a migration by segments is not enough.
  ///
  /// A row has no place in the new schema or breaks a constraint that is new in it, or the document
  /// carries entries that go back to rows. To merge, to put back or to say in full what is wrong takes
  /// all rows.
  case needsAllRows
}
