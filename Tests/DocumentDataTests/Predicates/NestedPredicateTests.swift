import DocumentData
import Testing

private typealias Journey = PredicateSamples.Journey

@Suite("Predicates inside predicates")
struct NestedPredicateTests {
  private let long = #Predicate<Journey> { $0.days > 3 }
  private let sunny = #Predicate<Journey> { $0.labels.contains("sun") }

  @Test("A captured predicate is evaluated on the input")
  func captured() throws {
    let (long, sunny) = (long, sunny)
    #expect(
      try PredicateSamples.matches(#Predicate { long.evaluate($0) && sunny.evaluate($0) }) == "ÄC")
    #expect(
      try PredicateSamples.matches(#Predicate { !long.evaluate($0) || $0.days == 12 }) == "dE")
    let both = #Predicate<Journey> { long.evaluate($0) && sunny.evaluate($0) }
    #expect(
      try PredicateSamples.matches(#Predicate { both.evaluate($0) && $0.days > 4 }) == "C")
  }

  @Test("A predicate that may be missing gives nil if it is", arguments: [true, false])
  func optional(isThere: Bool) throws {
    let filter = isThere ? long : nil
    #expect(
      try PredicateSamples.matches(#Predicate { filter?.evaluate($0) ?? true })
        == (isThere ? "ÄCE" : "ÄCdE"))
    let forced = #Predicate<Journey> { filter!.evaluate($0) }
    if isThere {
      #expect(try PredicateSamples.matches(forced) == "ÄCE")
    } else {
      #expect(throws: (any Error).self) { try PredicateSamples.matches(forced) }
    }
  }

  @Test("A captured predicate takes values that the outer one computes, any number of them")
  func computedInputs() throws {
    let longer = #Predicate<String, Int> { $0.count > $1 }
    #expect(
      try PredicateSamples.matches(#Predicate { longer.evaluate($0.title, $0.days) }) == "Äd")
    let seen = #Predicate<PredicateSamples.Stop> { $0.isSeen }
    #expect(
      try PredicateSamples.matches(#Predicate { $0.stops.contains { seen.evaluate($0) } }) == "ÄC")
  }

  @Test("An expression is evaluated inside a predicate")
  func expression() throws {
    let unseen = #Expression<[PredicateSamples.Stop], Int> { stops in
      stops.filter { !$0.isSeen }.count
    }
    #expect(try unseen.evaluate([PredicateSamples.Stop("a")]) == 1)
    #expect(try PredicateSamples.matches(#Predicate { unseen.evaluate($0.stops) > 0 }) == "Ä")
    let sum = #Expression<Int, Int, Int> { $0 + $1 }
    #expect(try PredicateSamples.matches(#Predicate { sum.evaluate($0.days, 1) == 5 }) == "Ä")
  }

  @Test("The tree shows what is evaluated, and on what")
  func children() throws {
    let long = long
    let outer = #Predicate<Journey> { long.evaluate($0) }
    let checked = try #require(outer.expression as? any CheckedNode)
    let nested = try #require(checked.body as? any NestedEvaluation)
    #expect(nested.variables == [long.variable.key])
    #expect(type(of: try #require(nested.body)) == type(of: long.expression))
    let input = try #require(nested.inputs.first as? PredicateExpressions.Variable<Journey>)
    #expect(nested.inputs.count == 1)
    #expect(input.key == outer.variable.key)
  }

  @Test("A tree with a captured predicate refuses to be encoded")
  func coding() throws {
    let long = long
    let expression = #Predicate<Journey> { long.evaluate($0) }.expression
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(expression) }
  }
}
