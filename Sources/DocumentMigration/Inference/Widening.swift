import DocumentTables

extension AttributeType {
  /// Returns whether a change to `other` is a widening, which keeps every value exactly.
  package func widens(to other: AttributeType) -> Bool {
    switch (self, other) {
    case (.scalar(let from), .scalar(let to)): from.widens(to: to)
    case (.array(let from, let wasNullable), .array(let to, let isNullable)):
      (from == to || from.widens(to: to)) && (isNullable || !wasNullable)
        && (from != to || wasNullable != isNullable)
    case (.dictionary(let key, let from, false), .dictionary(let otherKey, let to, true)):
      key == otherKey && from == to
    default: false
    }
  }

  /// Returns whether a stage that converts dates turns values of this type into values of another:
  /// dates into days, or days into dates.
  package func isConverted(to other: AttributeType) -> Bool {
    switch (self, other) {
    case (.scalar(.date), .scalar(.day)), (.scalar(.day), .scalar(.date)): true
    default: false
    }
  }
}

extension AttributeType {
  /// Returns whether values of this type become values of another member by member: those of an older version of
  /// a structure, and trees that become structures or were.
  func isContinued(by other: AttributeType) -> Bool {
    switch (self, other) {
    case (.structure(let from), .structure(let to)):
      StructureMatching(from: from, to: to, .forward).map { $0.changedType == nil } ?? false
    case (.tree, .structure), (.structure, .tree): true
    default: false
    }
  }
}

extension ScalarType {
  /// Returns whether a change to `other` is a widening, which keeps every value exactly.
  func widens(to other: ScalarType) -> Bool {
    if let range = integerRange {
      if let wider = other.integerRange {
        return wider.lowerBound <= range.lowerBound && range.upperBound <= wider.upperBound
          && wider != range
      }
      if other == .uint64 { return range.lowerBound >= 0 }
      if other == .double { return range.magnitudeFits(bits: 53) }
      if other == .float { return range.magnitudeFits(bits: 24) }
      return false
    }
    return self == .float && other == .double || self == .zonedTime && other == .clockTime
  }
}

extension ClosedRange<Int64> {
  fileprivate func magnitudeFits(bits: Int64) -> Bool {
    let limit = Int64(1) << bits
    return lowerBound >= -limit && upperBound <= limit
  }
}
