extension ScalarType {
  /// Every value of this type is one of the other, exactly.
  func widens(to other: ScalarType) -> Bool {
    if let range = integerRange {
      if let wider = other.integerRange {
        return wider.lowerBound <= range.lowerBound && range.upperBound <= wider.upperBound
      }
      if other == .uint64 { return range.lowerBound >= 0 }
      if other == .double { return range.magnitudeFits(bits: 53) }
      if other == .float { return range.magnitudeFits(bits: 24) }
      return false
    }
    return self == .float && other == .double
  }
}

extension ClosedRange<Int64> {
  fileprivate func magnitudeFits(bits: Int64) -> Bool {
    let limit = Int64(1) << bits
    return lowerBound >= -limit && upperBound <= limit
  }
}
