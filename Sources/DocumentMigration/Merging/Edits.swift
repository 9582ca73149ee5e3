import DocumentTables

// What counts as an edit of an object, which contradicts that the other side deletes it (spec 13.3-1).
extension ComparedColumn {
  /// Returns whether a side has edited a property.
  ///
  /// An order is no edit, and neither is a reference that is gone because the side deleted its object.
  ///
  /// - Parameter deleted: The objects that the side deleted.
  package func isEdited(_ new: Value, since old: Value, deleted: Set<ObjectKey>) -> Bool {
    !isOrder && !areWrittenAlike(withoutForcedChange(new, since: old, deleted: deleted), old)
  }

  /// Returns a side's value of a property, with the references that the side removed only because it
  /// deleted the objects.
  func withoutForcedChange(_ new: Value, since old: Value, deleted: Set<ObjectKey>) -> Value {
    guard let end, !isOrder, !deleted.isEmpty else { return new }
    let known = targets(of: old)
    guard known.contains(where: deleted.contains) else { return new }
    if end.storage == .reference { return new.isNull ? old : new }
    let list = targets(of: new)
    let present = Set(list)
    let removed = Set(known.filter { deleted.contains($0) && !present.contains($0) })
    guard !removed.isEmpty else { return new }
    return .references(
      mergedList(carried: known, guardList: known.filter { !removed.contains($0) }, present: list))
  }
}
