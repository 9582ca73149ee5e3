import DocumentTables

/// The members of records that say how an earlier version of this library read a file.
///
/// They matter as long as a record does not say what the import made (``MadeFields``). So an import that has nothing else
/// to write does not write them.
enum RecordMarks {
  private static let names: Set = [FloatingZone.member]

  /// Whether two records say the same, but for the marks.
  static func areEqual(_ left: ExtensionRecord?, _ right: ExtensionRecord) -> Bool {
    guard let left, left.entity == right.entity, left.key == right.key, left.anchor == right.anchor
    else { return false }
    return unmarked(left.value) == unmarked(right.value)
  }

  private static func unmarked(_ value: Tree) -> Tree {
    guard case .object(let members) = value else { return value }
    return .object(members.filter { !names.contains($0.name) })
  }
}
