extension PredicateExpressions.SequenceContains: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (sequence, element) }
  func result(_ left: LHS.Output, _ right: RHS.Output) -> Bool { left.contains(right) }
}

extension PredicateExpressions.SequenceContainsWhere: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool {
    let (elements, condition) = (sequence.evaluation(), test.evaluation())
    return { values in
      var values = values
      return try ThreeValuedLogic.contains(elements(values)) {
        values[variable] = $0
        return try condition(values)
      }
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool {
    let (elements, condition) = (sequence.evaluation(), test.evaluation())
    return { values in
      var values = values
      return try ThreeValuedLogic.allSatisfy(elements(values)) {
        values[variable] = $0
        return try condition(values)
      }
    }
  }
}

// The elements for which the condition is true, as a predicate selects objects.
extension PredicateExpressions.Filter: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> [LHS.Output.Element] {
    let (elements, condition) = (sequence.evaluation(), filter.evaluation())
    return { values in
      var values = values
      return try elements(values).filter {
        values[variable] = $0
        return try ThreeValuedLogic.isTrue { try condition(values) }
      }
    }
  }
}

extension PredicateExpressions.SequenceMinimum: UnaryOperation {
  var operand: Elements { elements }
  func result(_ value: Elements.Output) -> Elements.Output.Element? { value.min() }
}

extension PredicateExpressions.SequenceMaximum: UnaryOperation {
  var operand: Elements { elements }
  func result(_ value: Elements.Output) -> Elements.Output.Element? { value.max() }
}

extension PredicateExpressions.CollectionIndexSubscript: BinaryOperation {
  var operands: (left: Wrapped, right: Index) { (wrapped, index) }

  func result(_ left: Wrapped.Output, _ right: Index.Output) throws -> Wrapped.Output.Element {
    guard right >= left.startIndex, right < left.endIndex else {
      throw PredicateError.invalidInput
    }
    return left[right]
  }
}

extension PredicateExpressions.CollectionRangeSubscript: BinaryOperation {
  var operands: (left: Wrapped, right: Range) { (wrapped, range) }

  func result(_ left: Wrapped.Output, _ right: Range.Output) throws -> Wrapped.Output.SubSequence {
    guard right.lowerBound >= left.startIndex, right.upperBound <= left.endIndex else {
      throw PredicateError.invalidInput
    }
    return left[right]
  }
}

extension PredicateExpressions.DictionaryKeySubscript: BinaryOperation {
  var operands: (left: Wrapped, right: Key) { (wrapped, key) }
  func result(_ left: Wrapped.Output, _ right: Key.Output) -> Value? { left[right] }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Default.Output {
    let (dictionary, key) = (wrapped.evaluation(), key.evaluation())
    let other = self.default.evaluation()
    return { try dictionary($0)[key($0)] ?? other($0) }
  }
}

extension PredicateExpressions.KeyPath: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Output {
    let (root, read) = (root.evaluation(), reader())
    return { try read(root($0)) }
  }

  /// Returns a function that reads the property of a value.
  func reader() -> (Root.Output) throws -> Output {
    let keyPath = keyPath as Swift.KeyPath<Root.Output, Output>
    guard let type = Root.Output.self as? any NumberRange.Type, type.isCount(keyPath) else {
      return { $0[keyPath: keyPath] }
    }
    return { range in
      guard let count = (range as? any NumberRange)?.exactCount as? Output else {
        throw PredicateError.invalidInput
      }
      return count
    }
  }
}

/// A range of integers, whose `count` overflows if the range is large.
private protocol NumberRange {
  static func isCount(_ keyPath: AnyKeyPath) -> Bool

  /// The number of integers in the range; nil if it is greater than the greatest `Int`.
  var exactCount: Int? { get }
}

extension Range: NumberRange where Bound: FixedWidthInteger {
  fileprivate static func isCount(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Self.count }
  fileprivate var exactCount: Int? { Bound.distance(from: lowerBound, to: upperBound) }
}

extension ClosedRange: NumberRange where Bound: FixedWidthInteger {
  fileprivate static func isCount(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Self.count }

  fileprivate var exactCount: Int? {
    guard let distance = Bound.distance(from: lowerBound, to: upperBound), distance < Int.max else {
      return nil
    }
    return distance + 1
  }
}

extension FixedWidthInteger {
  /// Returns the distance from a number to a greater one; nil if `Int` cannot represent it.
  fileprivate static func distance(from lower: Self, to upper: Self) -> Int? {
    guard let first = Int(exactly: lower), let last = Int(exactly: upper) else {
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      return overflow ? nil : Int(exactly: distance)
    }
    let (distance, overflow) = last.subtractingReportingOverflow(first)
    return overflow ? nil : distance
  }
}
