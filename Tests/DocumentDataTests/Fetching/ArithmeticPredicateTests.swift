import DocumentData
import Testing

/// A predicate over the objects of ``Meters/limits``, and the names of those that it selects.
struct MeterSelection: CustomStringConvertible, Sendable {
  var description: String
  var names: Set<String>
  var predicate: Predicate<Meters.Meter>

  init(_ description: String, _ names: Set<String>, _ predicate: Predicate<Meters.Meter>) {
    self.description = description
    self.names = names
    self.predicate = predicate
  }
}

@Suite("Operations without a value in predicates")
struct ArithmeticPredicateTests {
  typealias Meter = Meters.Meter

  private static let all: Set = ["zero", "one", "minus", "five", "most", "least"]

  // Predicates are asked what they select where a forced unwrap has no value.
  // swift-format-ignore: NeverForceUnwrap
  static var integers: [MeterSelection] {
    let divisor = 0
    return [
      MeterSelection("a division by zero", ["one", "five"], #Predicate { 100 / $0.number > 5 }),
      MeterSelection(
        "the negation of a division by zero", ["minus", "most", "least"],
        #Predicate { !(100 / $0.number > 5) }),
      MeterSelection("a remainder", ["one", "minus", "five"], #Predicate { 100 % $0.number == 0 }),
      MeterSelection(
        "an overflow of +", all.subtracting(["most"]), #Predicate { $0.number + 1 > $0.number }),
      MeterSelection("an overflow of -", ["zero", "minus"], #Predicate { $0.number - 1 < 0 }),
      MeterSelection("an overflow of *", ["one", "five"], #Predicate { $0.number * 2 > 0 }),
      MeterSelection(
        "a quotient that overflows", ["one", "five", "most"], #Predicate { $0.number / -1 < 0 }),
      MeterSelection("an overflow of unary minus", ["minus"], #Predicate { -$0.number > 0 }),
      MeterSelection(
        "an unsigned number below zero", ["five", "most", "least"],
        #Predicate { $0.unsigned - 1 > 1 }),
      MeterSelection(
        "a decimal that underflows", all.subtracting(["zero"]),
        #Predicate { $0.cost * $0.cost == 1 }),
      MeterSelection("its negation", [], #Predicate { !($0.cost * $0.cost == 1) }),
      MeterSelection("a small number", ["one", "five", "least"], #Predicate { $0.small + 1 > 1 }),
      MeterSelection("a constant division by zero", [], #Predicate { $0.number == 3 / divisor }),
      MeterSelection(
        "a constant division by zero beside a condition", ["one"],
        #Predicate { 3 / divisor == $0.number || $0.number == 1 }),
      MeterSelection(
        "two columns", ["one", "minus"],
        #Predicate { !($0.number + $0.perhaps! > 2) }),
    ]
  }

  static var logic: [MeterSelection] {
    let inner = #Predicate<Meter> { 100 / $0.number > 5 }
    return [
      MeterSelection(
        "or a true condition after it", ["zero", "one", "five"],
        #Predicate { 100 / $0.number > 5 || $0.number == 0 }),
      MeterSelection(
        "or a true condition before it", ["zero", "one", "five"],
        #Predicate { $0.number == 0 || 100 / $0.number > 5 }),
      MeterSelection(
        "not both", ["zero", "minus", "five", "most", "least"],
        #Predicate { !(100 / $0.number > 5 && $0.number == 1) }),
      MeterSelection(
        "not both, exchanged", ["zero", "minus", "five", "most", "least"],
        #Predicate { !($0.number == 1 && 100 / $0.number > 5) }),
      MeterSelection(
        "not either", ["minus", "most", "least"],
        #Predicate { !(100 / $0.number > 5 || $0.number == 1) }),
      MeterSelection(
        "a choice", ["one", "five", "minus"],
        #Predicate { $0.number < 0 ? $0.number - 1 < 0 : 100 / $0.number > 5 }),
      MeterSelection("a test without value", [], #Predicate { 1 / ($0.number - $0.number) > 1 }),
      MeterSelection(
        "a choice by a test without value", ["minus", "most", "least"],
        #Predicate { 100 / $0.number > 5 ? false : true }),
      MeterSelection("a nested predicate", ["one", "five"], #Predicate { inner.evaluate($0) }),
      MeterSelection(
        "a negated nested predicate", ["minus", "most", "least"],
        #Predicate { !inner.evaluate($0) }),
      MeterSelection(
        "a nested predicate or another condition", ["zero", "one", "five"],
        #Predicate { inner.evaluate($0) || $0.number == 0 }),
      MeterSelection(
        "a comparison of two conditions", ["minus", "most", "least"],
        #Predicate { (100 / $0.number > 5) == false }),
    ]
  }

  static var ranges: [MeterSelection] {
    [
      MeterSelection(
        "a range upwards", ["zero", "one", "minus", "least"],
        #Predicate { ($0.number...5).contains(3) }),
      MeterSelection("its negation", ["five"], #Predicate { !($0.number...5).contains(3) }),
      MeterSelection(
        "a half-open range", ["five", "most"], #Predicate { (0..<$0.number).contains(1) }),
      MeterSelection(
        "a range of NaN", ["one", "five", "most"],
        #Predicate { (0.0...$0.reading).contains(1) }),
      MeterSelection(
        "the count of a range", ["zero", "one", "five"],
        #Predicate { ($0.number..<Int.max).count > 3 }),
      MeterSelection(
        "the count of a closed range", ["one", "five"],
        #Predicate { ($0.number...Int.max).count > 3 }),
    ]
  }

  static var elements: [MeterSelection] {
    [
      MeterSelection("an index out of range", ["one"], #Predicate { $0.numbers[0] == 7 }),
      MeterSelection(
        "a computed index", ["one", "minus"],
        #Predicate { $0.numbers[$0.numbers.count - 1] == 7 && $0.numbers.count < 3 }),
      MeterSelection(
        "a part out of range", ["minus", "five", "least"],
        #Predicate { $0.numbers[1..<2].contains(2) || $0.numbers[1..<2].contains(7) }),
      MeterSelection(
        "some element", ["one", "minus", "five", "least"],
        #Predicate { $0.numbers.contains { 10 / $0 > 0 || $0 == Int.min } }),
      MeterSelection(
        "no element", ["zero", "most"], #Predicate { !$0.numbers.contains { 10 / $0 > 0 } }),
      MeterSelection(
        "every element", ["zero", "one", "five"],
        #Predicate { $0.numbers.allSatisfy { 10 / $0 > 0 } }),
      MeterSelection(
        "a number of elements", ["one", "minus", "least"],
        #Predicate { $0.numbers.filter { 10 / $0 > 0 }.count == 1 }),
      MeterSelection(
        "an element and the object", ["minus", "one", "five"],
        #Predicate { meter in meter.numbers.contains { $0 == 7 && meter.number < 9 } }),
    ]
  }

  // As above.
  // swift-format-ignore: NeverForceUnwrap
  static var forced: [MeterSelection] {
    let limit: Int? = nil
    return [
      MeterSelection("nil forced", ["five", "most"], #Predicate { $0.perhaps! > 3 }),
      MeterSelection(
        "not nil forced", ["one", "minus", "least"], #Predicate { !($0.perhaps! > 3) }),
      MeterSelection(
        "nil forced or a condition", ["zero", "five", "most"],
        #Predicate { $0.perhaps! > 3 || $0.number == 0 }),
      MeterSelection("a captured nil", [], #Predicate { $0.number == limit! }),
      MeterSelection(
        "the least element", ["minus", "least"], #Predicate { $0.numbers.min()! < 1 }),
    ]
  }

  /// The names of the objects that a predicate selects, by everything that evaluates predicates.
  private func ways(_ predicate: Predicate<Meter>) throws -> [String: Set<String>] {
    let context = try Meters.context(Meters.limits)
    let descriptor = FetchDescriptor(predicate: predicate)
    var ways: [String: Set<String>] = [:]
    ways["pending"] = Set(try context.fetch(descriptor).map(\.name))
    try context.save()
    ways["saved"] = Set(try context.fetch(descriptor).map(\.name))
    let ids = Set(try context.fetchIdentifiers(descriptor))
    let all = try context.fetch(FetchDescriptor<Meter>())
    ways["identifiers"] = Set(all.filter { ids.contains($0.persistentModelID) }.map(\.name))
    ways["evaluated"] = Set(all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.name))
    #expect(try context.fetchCount(descriptor) == ids.count)
    for meter in all { meter.name += "" }
    ways["changed"] = Set(try context.fetch(descriptor).map(\.name))
    var stored = descriptor
    stored.includePendingChanges = false
    ways["stored"] = Set(try context.fetch(stored).map(\.name))
    context.rollback()
    try context.delete(model: Meter.self, where: predicate)
    let left = try context.fetch(FetchDescriptor<Meter>()).map(\.name)
    ways["deleted"] = Set(all.map(\.name)).subtracting(left)
    return ways
  }

  @Test(
    "select nothing, whatever evaluates the predicate",
    arguments: integers + logic + ranges + elements + forced)
  func selections(_ selection: MeterSelection) throws {
    for (way, names) in try ways(selection.predicate) {
      #expect(names == selection.names, "\(selection): \(way)")
    }
  }

  @Test("are errors where a program evaluates the predicate itself")
  func evaluation() throws {
    let predicate = #Predicate<Meter> { 100 / $0.number > 5 }
    #expect(try predicate.evaluate(Meter("one", number: 1)))
    #expect(throws: PredicateError.invalidInput) { try predicate.evaluate(Meter("zero")) }
    let sum = #Expression<Int, Int> { $0 + 1 }
    #expect(throws: PredicateError.invalidInput) { try sum.evaluate(Int.max) }
    let half = #Expression<Double, Double> { 1 / $0 }
    #expect(try half.evaluate(0) == .infinity)
  }

  @Test(
    "agree with three-valued logic over columns and objects", arguments: 0..<12 as Range<UInt64>)
  func randomConditions(seed: UInt64) throws {
    var generator = OutingGenerator(seed: seed)
    let context = try Meters.context((0..<40).map { generator.meter("\($0)") })
    let pending = try Meters.context((0..<40).map { generator.meter("\($0)") })
    try context.save()
    let saved = try context.fetch(FetchDescriptor<Meter>(sortBy: [SortDescriptor(\.name)]))
    let unsaved = try pending.fetch(FetchDescriptor<Meter>(sortBy: [SortDescriptor(\.name)]))
    for number in 0..<25 {
      let condition = generator.meterCondition(depth: 3)
      let words = "\(seed), \(number): \(condition)"
      for readsColumns in [true, false] {
        let predicate = MeterPredicate(readsColumns: readsColumns).predicate(condition)
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
        for (context, meters) in [(context, saved), (pending, unsaved)] {
          let expected = meters.filter { condition.value($0) ?? false }.map(\.name)
          #expect(try context.fetch(descriptor).map(\.name) == expected, "\(words)")
          let evaluated = meters.filter { (try? predicate.evaluate($0)) ?? false }
          #expect(evaluated.map(\.name) == expected, "\(words)")
        }
      }
    }
  }
}
