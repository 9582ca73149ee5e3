import DocumentTables

/// A list of objects that both sides of a merge may have changed (spec 13.4).
///
/// Members are added and removed one by one, as where a carried list is restored: their list counts
/// as what is there, ours as what is restored over the base (``mergedList``).
struct ListCombination {
  private let base: [ObjectKey]
  private let ours: [ObjectKey]
  private let theirs: [ObjectKey]
  /// The members that both sides have.
  private let common: Set<ObjectKey>

  init(base: [ObjectKey], ours: [ObjectKey], theirs: [ObjectKey]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    common = Set(ours).intersection(theirs)
  }

  /// Whether both sides put the members into different orders.
  var isConflict: Bool {
    let ourOrder = ours.filter(common.contains)
    let theirOrder = theirs.filter(common.contains)
    if ourOrder == theirOrder { return false }
    let old = base.filter(common.contains)
    let known = Set(old)
    if known.isEmpty { return true }
    let (ourOld, theirOld) = (ourOrder.filter(known.contains), theirOrder.filter(known.contains))
    return ourOld != old && theirOld != old && ourOld != theirOld
  }

  /// Returns the combined list.
  ///
  /// - Parameter winner: The side whose order counts if both changed it; nil for that of the base.
  func combined(winner: MergeSide?) -> [ObjectKey] {
    if ours == base || ours == theirs { return theirs }
    if theirs == base { return ours }
    guard isConflict else {
      return mergedList(carried: ours, guardList: base, present: theirs)
    }
    let known = Set(base)
    let order =
      switch winner {
      case .ours: ours
      case .theirs: theirs
      case nil: base + ours.filter { !known.contains($0) }
      }
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
