import DocumentTables

/// A list of objects that both sides of a merge may have changed (spec 13.4).
///
/// Members are added and removed one by one, as where a carried list is restored: their list counts
/// as what is there, ours as what is restored over the base (``mergedList``).
package struct ListCombination {
  private let versions: ThreeVersions<[ObjectKey]>
  /// The members that both sides have.
  private let common: Set<ObjectKey>

  package init(_ versions: ThreeVersions<[ObjectKey]>) {
    self.versions = versions
    common = Set(versions.ours).intersection(versions.theirs)
  }

  /// Whether both sides put the members into different orders.
  package var isConflict: Bool {
    let orders = versions.map { $0.filter(common.contains) }
    if orders.ours == orders.theirs { return false }
    let known = Set(orders.base)
    if known.isEmpty { return true }
    return orders.map { $0.filter(known.contains) }.undisputed == nil
  }

  /// Returns the combined list.
  ///
  /// - Parameter winner: The side whose order counts if both changed it; nil for that of the base.
  package func combined(winner: MergeSide?) -> [ObjectKey] {
    if let side = versions.undisputed { return versions[side] }
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    guard isConflict else {
      return mergedList(carried: ours, guardList: base, present: theirs)
    }
    let known = Set(base)
    let order = winner.map { versions[$0] } ?? base + ours.filter { !known.contains($0) }
    return mergedList(
      carried: Self.ordered(ours, as: order, common), guardList: base,
      present: Self.ordered(theirs, as: order, common))
  }

  /// Returns a list whose shared members take their places in the order of another list.
  private static func ordered(
    _ list: [ObjectKey], as other: [ObjectKey], _ shared: Set<ObjectKey>
  ) -> [ObjectKey] {
    var order = other.filter(shared.contains)[...]
    return list.map { shared.contains($0) ? order.popFirst() ?? $0 : $0 }
  }
}
