import DocumentData

/// Models with numbers at the limits of their types.
enum Meters {
  @Model class Meter {
    var name: String
    var number: Int
    var perhaps: Int?
    var unsigned: UInt
    var small: Int8
    var reading: Double
    var numbers: [Int]
    var cost: Decimal

    init(
      _ name: String, number: Int = 0, perhaps: Int? = nil, unsigned: UInt = 0, small: Int8 = 0,
      reading: Double = 0, numbers: [Int] = [], cost: Decimal = 1
    ) {
      self.name = name
      self.number = number
      self.perhaps = perhaps
      self.unsigned = unsigned
      self.small = small
      self.reading = reading
      self.numbers = numbers
      self.cost = cost
    }

    // The same values, which no column answers.
    var ownNumber: Int { number }
    var ownPerhaps: Int? { perhaps }
    var ownNumbers: [Int] { numbers }
  }

  /// One object for each number that is a limit of something.
  static var limits: [Meter] {
    [
      Meter(
        "zero", unsigned: .min, small: .min, reading: .nan, cost: .leastNonzeroMagnitude),
      Meter(
        "one", number: 1, perhaps: 1, unsigned: 1, small: 1, reading: 1, numbers: [7]),
      Meter(
        "minus", number: -1, perhaps: -1, unsigned: 2, small: -1, reading: -1, numbers: [0, 7]),
      Meter(
        "five", number: 5, perhaps: 5, unsigned: 5, small: 5, reading: 5, numbers: [1, 2, 7]),
      Meter(
        "most", number: .max, perhaps: .max, unsigned: .max, small: .max, reading: .infinity,
        numbers: [.max]),
      Meter(
        "least", number: .min, perhaps: .min, unsigned: 6, small: 2, reading: -.infinity,
        numbers: [.min, 2]),
    ]
  }

  static func context(_ meters: [Meter]) throws -> ModelContext {
    let context = ModelContext(try makeContainer([Meter.self]))
    for meter in meters { context.insert(meter) }
    return context
  }
}

/// A condition as a value, which becomes a predicate and has an answer of its own.
indirect enum MeterCondition {
  case less(MeterNumber, MeterNumber)
  case equal(MeterNumber, MeterNumber)
  case within(MeterNumber, MeterNumber, MeterNumber)
  case not(MeterCondition)
  case and(MeterCondition, MeterCondition)
  case or(MeterCondition, MeterCondition)
  case choice(MeterCondition, MeterCondition, MeterCondition)
  /// Whether some quotient of a number and an element is above another number.
  case some(Int, above: Int)
  case every(Int, above: Int)
}

/// A number as a value, with the operations that may have none.
indirect enum MeterNumber {
  enum Operation: CaseIterable { case add, subtract, multiply, divide, remainder }

  case number
  case forced
  case constant(Int)
  case operation(Operation, MeterNumber, MeterNumber)
  case negative(MeterNumber)
  case coalesced(MeterNumber)
  case element(MeterNumber)
  case count(MeterNumber, MeterNumber)
}

// MARK: The answer

extension MeterNumber {
  /// The number of an object; nil if there is none.
  func value(_ meter: Meters.Meter) -> Int? {
    switch self {
    case .number: return meter.number
    case .forced: return meter.perhaps
    case .constant(let number): return number
    case .operation(let operation, let left, let right):
      guard let left = left.value(meter), let right = right.value(meter) else { return nil }
      let (result, overflow) =
        switch operation {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        case .divide: left.dividedReportingOverflow(by: right)
        case .remainder: left.remainderReportingOverflow(dividingBy: right)
        }
      return overflow ? nil : result
    case .negative(let number):
      return number.value(meter).flatMap { $0 == .min ? nil : -$0 }
    case .coalesced(let other): return meter.perhaps ?? other.value(meter)
    case .element(let index):
      guard let index = index.value(meter), meter.numbers.indices.contains(index) else {
        return nil
      }
      return meter.numbers[index]
    case .count(let lower, let upper):
      guard let lower = lower.value(meter), let upper = upper.value(meter), lower <= upper
      else { return nil }
      let (count, overflow) = upper.subtractingReportingOverflow(lower)
      return overflow ? nil : count
    }
  }
}

extension MeterCondition {
  /// Whether the condition is true of an object; nil if it has no value.
  func value(_ meter: Meters.Meter) -> Bool? {
    switch self {
    case .less(let left, let right):
      guard let left = left.value(meter), let right = right.value(meter) else { return nil }
      return left < right
    case .equal(let left, let right):
      guard let left = left.value(meter), let right = right.value(meter) else { return nil }
      return left == right
    case .within(let number, let lower, let upper):
      guard let number = number.value(meter), let lower = lower.value(meter),
        let upper = upper.value(meter), lower <= upper
      else { return nil }
      return (lower...upper).contains(number)
    case .not(let condition): return condition.value(meter).map { !$0 }
    case .and(let left, let right): return Self.all([left.value(meter), right.value(meter)])
    case .or(let left, let right):
      return Self.all([left.value(meter), right.value(meter)].map { $0.map { !$0 } }).map { !$0 }
    case .choice(let test, let first, let second):
      return test.value(meter).flatMap { $0 ? first.value(meter) : second.value(meter) }
    case .some(let number, let limit):
      return Self.all(Self.quotients(number, limit, meter).map { $0.map { !$0 } }).map { !$0 }
    case .every(let number, let limit): return Self.all(Self.quotients(number, limit, meter))
    }
  }

  private static func all(_ values: [Bool?]) -> Bool? {
    values.contains(false) ? false : values.contains(nil) ? nil : true
  }

  private static func quotients(_ number: Int, _ limit: Int, _ meter: Meters.Meter) -> [Bool?] {
    meter.numbers.map { element in
      let (quotient, overflow) = number.dividedReportingOverflow(by: element)
      return overflow ? nil : quotient > limit
    }
  }
}

// MARK: The predicate

/// Builds the nodes of a predicate that no macro has seen.
struct MeterPredicate {
  typealias Number = any StandardPredicateExpression<Int>
  typealias Condition = any StandardPredicateExpression<Bool>

  /// Whether columns have the values, or only objects.
  var readsColumns: Bool

  func predicate(_ condition: MeterCondition) -> Predicate<Meters.Meter> {
    Predicate { variable in checkedNode(condition, variable) }
  }

  private func checkedNode(
    _ condition: MeterCondition, _ variable: PredicateExpressions.Variable<Meters.Meter>
  ) -> Condition {
    func checked(_ body: some StandardPredicateExpression<Bool>) -> Condition {
      PredicateExpressions.build_checked(body)
    }
    return checked(conditionNode(condition, variable))
  }

  private func numberNode(
    _ number: MeterNumber, _ variable: PredicateExpressions.Variable<Meters.Meter>
  ) -> Number {
    let perhaps = PredicateExpressions.build_Property(
      root: variable, keyPath: readsColumns ? \.perhaps : \.ownPerhaps)
    let numbers = PredicateExpressions.build_Property(
      root: variable, keyPath: readsColumns ? \.numbers : \.ownNumbers)
    func negative<E: StandardPredicateExpression<Int>>(_ value: E) -> Number {
      PredicateExpressions.build_UnaryMinus(value)
    }
    func coalesced<E: StandardPredicateExpression<Int>>(_ other: E) -> Number {
      PredicateExpressions.build_NilCoalesce(lhs: perhaps, rhs: other)
    }
    func element<E: StandardPredicateExpression<Int>>(_ index: E) -> Number {
      PredicateExpressions.CollectionIndexSubscript(wrapped: numbers, index: index)
    }
    func count<L: StandardPredicateExpression<Int>, U: StandardPredicateExpression<Int>>(
      _ lower: L, _ upper: U
    ) -> Number {
      PredicateExpressions.build_Property(
        root: PredicateExpressions.build_Range(lower: lower, upper: upper), keyPath: \.count)
    }
    func operation<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(
      _ operation: MeterNumber.Operation, _ left: L, _ right: R
    ) -> Number {
      switch operation {
      case .add: PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .add)
      case .subtract: PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .subtract)
      case .multiply: PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .multiply)
      case .divide: PredicateExpressions.IntDivision(lhs: left, rhs: right)
      case .remainder: PredicateExpressions.build_Remainder(lhs: left, rhs: right)
      }
    }
    switch number {
    case .number:
      return PredicateExpressions.build_Property(
        root: variable, keyPath: readsColumns ? \.number : \.ownNumber)
    case .forced: return PredicateExpressions.build_ForcedUnwrap(perhaps)
    case .constant(let number): return PredicateExpressions.Value(number)
    case .operation(let kind, let left, let right):
      return operation(kind, numberNode(left, variable), numberNode(right, variable))
    case .negative(let value): return negative(numberNode(value, variable))
    case .coalesced(let other): return coalesced(numberNode(other, variable))
    case .element(let index): return element(numberNode(index, variable))
    case .count(let lower, let upper):
      return count(numberNode(lower, variable), numberNode(upper, variable))
    }
  }

  private func conditionNode(
    _ condition: MeterCondition, _ variable: PredicateExpressions.Variable<Meters.Meter>
  ) -> Condition {
    let numbers = PredicateExpressions.build_Property(
      root: variable, keyPath: readsColumns ? \.numbers : \.ownNumbers)
    func less<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(
      _ left: L, _ right: R
    ) -> Condition { PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThan) }
    func equal<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(
      _ left: L, _ right: R
    ) -> Condition { PredicateExpressions.build_Equal(lhs: left, rhs: right) }
    func within<
      N: StandardPredicateExpression<Int>, L: StandardPredicateExpression<Int>,
      U: StandardPredicateExpression<Int>
    >(_ number: N, _ lower: L, _ upper: U) -> Condition {
      PredicateExpressions.RangeExpressionContains(
        range: PredicateExpressions.build_ClosedRange(lower: lower, upper: upper), element: number)
    }
    func not<C: StandardPredicateExpression<Bool>>(_ condition: C) -> Condition {
      PredicateExpressions.build_Negation(condition)
    }
    func and<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ left: L, _ right: R
    ) -> Condition { PredicateExpressions.build_Conjunction(lhs: left, rhs: right) }
    func or<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
      _ left: L, _ right: R
    ) -> Condition { PredicateExpressions.build_Disjunction(lhs: left, rhs: right) }
    func choice<
      C: StandardPredicateExpression<Bool>, L: StandardPredicateExpression<Bool>,
      R: StandardPredicateExpression<Bool>
    >(_ test: C, _ left: L, _ right: R) -> Condition {
      PredicateExpressions.build_Conditional(test, left, right)
    }
    func above(
      _ number: Int, _ limit: Int, _ element: PredicateExpressions.Variable<Int>
    ) -> some StandardPredicateExpression<Bool> {
      PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.IntDivision(
          lhs: PredicateExpressions.Value(number), rhs: element),
        rhs: PredicateExpressions.Value(limit), op: .greaterThan)
    }
    switch condition {
    case .less(let left, let right):
      return less(numberNode(left, variable), numberNode(right, variable))
    case .equal(let left, let right):
      return equal(numberNode(left, variable), numberNode(right, variable))
    case .within(let number, let lower, let upper):
      return within(
        numberNode(number, variable), numberNode(lower, variable), numberNode(upper, variable))
    case .not(let condition): return not(conditionNode(condition, variable))
    case .and(let left, let right):
      return and(conditionNode(left, variable), conditionNode(right, variable))
    case .or(let left, let right):
      return or(conditionNode(left, variable), conditionNode(right, variable))
    case .choice(let test, let first, let second):
      return choice(
        conditionNode(test, variable), conditionNode(first, variable),
        conditionNode(second, variable))
    case .some(let number, let limit):
      return PredicateExpressions.build_contains(numbers, where: { above(number, limit, $0) })
    case .every(let number, let limit):
      return PredicateExpressions.build_allSatisfy(numbers, { above(number, limit, $0) })
    }
  }
}

// MARK: Random conditions

extension OutingGenerator {
  private static let extremes = [Int.min, Int.min + 1, -7, -1, 0, 1, 2, 7, Int.max - 1, Int.max]

  mutating func extreme() -> Int { pick(Self.extremes) ?? 0 }

  mutating func meter(_ name: String) -> Meters.Meter {
    Meters.Meter(
      name, number: extreme(), perhaps: roll(3) == 0 ? nil : extreme(),
      numbers: (0..<roll(4)).map { _ in extreme() })
  }

  mutating func meterNumber(depth: Int) -> MeterNumber {
    switch roll(depth > 0 ? 9 : 3) {
    case 0: .number
    case 1: .forced
    case 2: .constant(extreme())
    case 3: .negative(meterNumber(depth: depth - 1))
    case 4: .coalesced(meterNumber(depth: depth - 1))
    case 5: .element(meterNumber(depth: depth - 1))
    case 6: .count(meterNumber(depth: depth - 1), meterNumber(depth: depth - 1))
    default:
      .operation(
        pick(MeterNumber.Operation.allCases) ?? .add, meterNumber(depth: depth - 1),
        meterNumber(depth: depth - 1))
    }
  }

  mutating func meterCondition(depth: Int) -> MeterCondition {
    switch roll(depth > 0 ? 9 : 5) {
    case 0: .less(meterNumber(depth: 2), meterNumber(depth: 1))
    case 1: .equal(meterNumber(depth: 2), meterNumber(depth: 1))
    case 2: .within(meterNumber(depth: 1), meterNumber(depth: 1), meterNumber(depth: 1))
    case 3: .some(extreme(), above: extreme())
    case 4: .every(extreme(), above: extreme())
    case 5: .not(meterCondition(depth: depth - 1))
    case 6: .and(meterCondition(depth: depth - 1), meterCondition(depth: depth - 1))
    case 7: .or(meterCondition(depth: depth - 1), meterCondition(depth: depth - 1))
    default:
      .choice(
        meterCondition(depth: depth - 1), meterCondition(depth: depth - 1),
        meterCondition(depth: depth - 1))
    }
  }
}
