import DocumentTables

/// What speaks for it that two objects with equal values are one object (spec 13.2).
struct MatchEvidence {
  private let left: Tables
  private let right: Tables
  /// The left keys of right objects.
  private let keys: [ObjectKey: ObjectKey]
  private let columns: [[ComparedColumn]]
  private let uniques: [CheckPlan.Unique]

  init(_ left: Tables, _ right: Tables, _ keys: [ObjectKey: ObjectKey]) {
    self.left = left
    self.right = right
    self.keys = keys
    columns = left.schema.comparedColumns()
    uniques = CheckPlan(left.schema).uniques
  }

  private struct Comparison {
    var hasUniqueValues = false
    var hasEqualAttributes = true
    var hasEqualReferences = true
    /// Whether the objects belong to the same objects.
    var hasEqualOwners = true
    /// The number of attributes of which one object has another value than the default, and of those
    /// that are equal.
    var stated = 0
    var equal = 0
  }

  /// Returns those of the found keys for which something speaks.
  ///
  /// What speaks for an object may depend on the objects that it refers to.
  static func confirmed(
    _ found: [ObjectKey: ObjectKey], beside known: [ObjectKey: ObjectKey], _ left: Tables,
    _ right: Tables, where isConfirmed: (MatchEvidence, _ left: ObjectKey, ObjectKey) -> Bool
  ) -> [ObjectKey: ObjectKey] {
    var found = found
    while !found.isEmpty {
      let evidence = MatchEvidence(left, right, known.merging(found) { $1 })
      let kept = found.filter { isConfirmed(evidence, $0.value, $0.key) }
      if kept.count == found.count { break }
      found = kept
    }
    return found
  }

  /// Returns whether an object has another key than in the base: equal unique values speak for it, or
  /// equal attributes, not only defaults, and equal references; against it speaks that the object
  /// under the key of the base is much the same.
  func isMoved(_ baseKey: ObjectKey, _ key: ObjectKey) -> Bool {
    guard let comparison = compare(baseKey, key) else { return false }
    let isSame =
      comparison.hasUniqueValues
      || comparison.hasEqualAttributes && comparison.hasEqualReferences && comparison.equal > 0
    return isSame && !isAlike(baseKey, baseKey)
  }

  /// Returns whether objects that both sides added are the same: objects of the same owner, of which
  /// more than defaults are stated, or which refer to the same objects.
  func isLikely(_ leftKey: ObjectKey, _ rightKey: ObjectKey) -> Bool {
    guard let comparison = compare(leftKey, rightKey) else { return false }
    return comparison.hasUniqueValues
      || comparison.hasEqualOwners && (comparison.hasEqualReferences || comparison.stated > 0)
  }

  /// Returns whether more than half of the attributes that are not at their defaults are equal.
  func isAlike(_ leftKey: ObjectKey, _ rightKey: ObjectKey) -> Bool {
    guard let comparison = compare(leftKey, rightKey) else { return false }
    return 2 * comparison.equal > comparison.stated
  }

  private func compare(_ leftKey: ObjectKey, _ rightKey: ObjectKey) -> Comparison? {
    guard let place = left.find(leftKey),
      let one = left.row(leftKey, hierarchy: place.hierarchy, columns),
      let other = right.row(rightKey, hierarchy: place.hierarchy, columns)
    else { return nil }
    var result = Comparison()
    let isSameEntity = one.discriminator == other.discriminator
    var values = other.values
    for column in columns[place.hierarchy] where column.end?.storage == .reference {
      // A reference to an object that is not matched equals none.
      if case .reference(let target) = values[column.index] {
        values[column.index] = .reference(keys[target] ?? 0)
      }
    }
    for column in columns[place.hierarchy]
    where isSameEntity && column.owners[Int(one.discriminator)] && !column.isOrder {
      let value = one.values[column.index]
      if column.end == nil {
        let isEqual = value == values[column.index]
        if !isEqual { result.hasEqualAttributes = false }
        if !isEqual || !value.isNull && value != column.initialValue { result.stated += 1 }
        if isEqual, !value.isNull, value != column.initialValue { result.equal += 1 }
      } else if column.end?.storage == .reference {
        guard value != values[column.index] else { continue }
        result.hasEqualReferences = false
        if column.leadsToOwner { result.hasEqualOwners = false }
      }
    }
    result.hasUniqueValues = uniques.contains { unique in
      guard unique.hierarchy == place.hierarchy, unique.concerned[Int(one.discriminator)],
        unique.concerned[Int(other.discriminator)],
        let key = ComparisonKey.list(unique.columns.map { one.values[$0] })
      else { return false }
      return key == ComparisonKey.list(unique.columns.map { values[$0] })
    }
    return isSameEntity || result.hasUniqueValues ? result : nil
  }
}
