import DocumentTables

/// The plan of a job, known before the first row is read: memory and number of readings.
///
/// A plan with bounded memory normally holds to the end. The one exception,
/// ``PassOutcome/needsAllRows``, depends on the rows: nothing is written then, and the job starts
/// again with a plan of ``Memory/allRows``.
package struct PassPlan: Hashable, Sendable {
  package enum Memory: Hashable, Sendable {
    /// A few segments at a time, whatever the size of the document.
    case bounded
    /// All rows at the same time.
    case allRows
  }

  package let memory: Memory
  /// The number of readings of all rows: two if the output must stay invisible until every row has
  /// been checked.
  package let readings: Int

  static let load = PassPlan(memory: .allRows, readings: 1)
  static let check = PassPlan(memory: .bounded, readings: 1)
  static let dump = PassPlan(memory: .bounded, readings: 2)

  /// Returns the plan for writing a document.
  ///
  /// - Parameters:
  ///   - schema: The schema of the rows as written.
  ///   - isHidden: Whether the output stays invisible until the end, like a file that replaces
  ///     another.
  static func write(_ schema: TableSchema, isHidden: Bool) -> PassPlan {
    // Whether an empty list is written depends on rows that may come later (spec 5.3).
    let takesOne = isHidden && EmptyListResolver.areKnownInTime(in: schema)
    return PassPlan(memory: .bounded, readings: takesOne ? 1 : 2)
  }
}

/// The outcome of a job with bounded memory.
package enum PassOutcome {
  /// The document was processed.
  ///
  /// - Parameter unkept: The rights and attributes of the old file that the new file could not get.
  case done(unkept: UnkeptRights)
  /// Nothing was written: the migration needs all rows.
  ///
  /// A row has no place in the new schema, or breaks a constraint that is new in it, or the
  /// document carries entries that become rows again. Merging, restoring carried entries and
  /// reporting all errors need all rows.
  case needsAllRows
}
