import DocumentTables

/// The member of records that says how an earlier version of this library read times without a zone.
///
/// It matters as long as a record does not say what the import made (``MadeFields``). So an import that has nothing else
/// to write does not write it.
enum RecordMarks {
  /// Whether two records say the same, but for the mark.
  static func areEqual(_ left: ExtensionRecord?, _ right: ExtensionRecord) -> Bool {
    guard let left, left.entity == right.entity, left.key == right.key, left.anchor == right.anchor
    else { return false }
    return unmarked(left.value) == unmarked(right.value)
  }

  private static func unmarked(_ value: Tree) -> Tree {
    guard case .object(let members) = value else { return value }
    return .object(members.filter { $0.name != FloatingZone.member })
  }
}
