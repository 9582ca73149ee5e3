import DocumentData
import Testing

private typealias Journey = PredicateSamples.Journey
private typealias Escape = PredicateSamples.Escape
private typealias Mood = PredicateSamples.Mood

@Suite("The macro that makes predicates")
struct PredicateMacroTests {
  private func expect(
    _ predicate: Predicate<Journey>, _ titles: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try PredicateSamples.matches(predicate) == titles, sourceLocation: location)
  }

  @Test("Comparisons, arithmetic and conditions mean what they mean in Swift")
  func operators() throws {
    try expect(#Predicate { $0.days > 3 && $0.days < 10 }, "ÄC")
    try expect(#Predicate { $0.days >= 8 || $0.days <= 3 }, "CdE")
    try expect(#Predicate { !($0.days == 4) && $0.days != 3 }, "CE")
    try expect(#Predicate { $0.days % 2 == 0 && $0.days / 4 * 2 - 1 + 0 == 1 }, "Ä")
    try expect(#Predicate { -$0.days < -10 || $0.price / 2 == 1 }, "E")
    try expect(#Predicate { $0.days > 3 ? $0.mood == .calm : true }, "ÄCdE")
    try expect(#Predicate { (4...8).contains($0.days) }, "ÄC")
    try expect(#Predicate { (0..<$0.days).contains(10) }, "E")
  }

  @Test("A predicate of many conditions compiles and holds")
  func manyConditions() throws {
    try expect(
      #Predicate { (trip: Journey) in
        trip.title.contains("x") || trip.labels.contains("snow") || trip.labels.isEmpty
          || trip.stops.filter(\.isSeen).count > 2 || trip.inn?.stars == 3 || trip.days > 10
          || trip.days < 1 || trip.mood == .wild || trip.price > 100 || trip.motto == "Down"
      }, "ÄdE")
  }

  @Test("Optional chains, unwrapping and nil")
  func optionals() throws {
    try expect(#Predicate { $0.motto == nil }, "C")
    try expect(#Predicate { $0.motto?.isEmpty == true }, "d")
    try expect(#Predicate { $0.inn?.stars ?? 0 > 3 }, "Ä")
    try expect(#Predicate { $0.inn?.name.count == 4 }, "d")
    try expect(#Predicate { $0.inn != nil && $0.inn!.name.contains("weiß") }, "Ä")
    try expect(#Predicate { $0.motto.flatMap { $0.count > 2 } == true }, "E")
    try expect(#Predicate { $0.counts["boats"] == 2 }, "C")
    try expect(#Predicate { $0.counts["cars", default: 7] == 7 && $0.days > 10 }, "E")
    #expect(throws: (any Error).self) {
      try PredicateSamples.matches(#Predicate { $0.inn!.name == "x" })
    }
  }

  @Test("'if' chooses between expressions and binds optionals")
  func branches() throws {
    try expect(#Predicate { if let motto = $0.motto { motto.isEmpty } else { true } }, "Cd")
    try expect(
      #Predicate { journey in
        if let inn = journey.inn, let stars = inn.stars {
          return stars > journey.days - 1
        } else if journey.days > 10 {
          return true
        } else {
          return false
        }
      }, "ÄE")
    try expect(
      #Predicate { journey in
        if journey.days > 3, let motto = journey.motto, motto != "Up" { true } else { false }
      }, "E")
  }

  @Test("Collections are asked with closures, key paths and positions")
  func collections() throws {
    let wanted = ["Coast", "desert"]
    try expect(#Predicate { wanted.contains($0.title) }, "Cd")
    try expect(#Predicate { $0.labels.contains { $0.starts(with: "s") } }, "ÄC")
    try expect(#Predicate { journey in journey.stops.contains { $0.text == journey.title } }, "C")
    try expect(#Predicate { !$0.stops.isEmpty && $0.stops.allSatisfy(\.isSeen) }, "C")
    try expect(#Predicate { $0.stops.filter { !$0.isSeen }.count == 1 }, "Ä")
    try expect(#Predicate { $0.labels.count > 0 && $0.labels[0] == wanted[0] }, "")
    try expect(#Predicate { $0.labels.max() == "sun" && $0.labels.min() != "sun" }, "Ä")
    #expect(throws: (any Error).self) {
      try PredicateSamples.matches(#Predicate { $0.labels[5] == "x" })
    }
  }

  @Test("Cases of enumerations are written as in other code")
  func enumerationCases() throws {
    try expect(#Predicate { $0.mood == .wild }, "d")
    try expect(#Predicate { $0.mood != Mood.wild }, "ÄCE")
    try expect(#Predicate { $0.mood == PredicateSamples.Mood.usual }, "ÄCE")
    try expect(#Predicate { $0.whim == .wild || $0.whim == Mood.calm }, "C")
    try expect(#Predicate { [.wild].contains($0.mood) }, "d")
    try expect(#Predicate { $0.mood.rawValue == "wild" }, "d")
  }

  @Test("Classes are tested and cast")
  func classes() throws {
    try expect(#Predicate { $0 is Escape }, "E")
    try expect(#Predicate { !($0 is Escape) }, "ÄCd")
    try expect(#Predicate { ($0 as? Escape)?.reason == .wild }, "E")
    try expect(
      #Predicate { if let escape = $0 as? Escape { escape.days > 12 } else { $0.days > 7 } }, "C")
  }

  @Test("What does not depend on the input is a value, whatever computes it")
  func values() throws {
    struct State {
      var text = "Coast"
      var limit: Int? = 8
      var names = ["a"]
    }
    let state = State()
    let now = Date(timeIntervalSinceReferenceDate: 50)
    try expect(#Predicate { $0.title == state.text }, "C")
    try expect(#Predicate { $0.title.caseInsensitiveCompare("DESERT") == .orderedSame }, "d")
    try expect(#Predicate { $0.title == state.text.lowercased().capitalized }, "C")
    try expect(#Predicate { $0.days == state.limit! }, "C")
    try expect(#Predicate { $0.start > now.addingTimeInterval(60 / 2) }, "E")
    try expect(#Predicate { $0.start > Date(timeIntervalSinceReferenceDate: 10) }, "E")
    try expect(#Predicate { Swift.max(1, 2) == 2 && $0.days < Int.max / 2 }, "ÄCdE")
    try expect(#Predicate { state.names.map { $0 + "!" }.count == $0.days - 2 }, "d")
    try expect(#Predicate { [count = state.names.count + 2] in $0.days == count }, "d")
    try expect(#Predicate { _ in state.names.isEmpty }, "")
    try expect(#Predicate { $0.title.contains(/^[a-z]+$/) }, "d")
  }

  @Test("A value that is missing when it is needed is an error, not the end of the program")
  func missingValues() throws {
    let names: [String] = []
    let name: String? = nil
    let divisor = 0
    try expect(#Predicate { !names.isEmpty && names[0] == $0.title }, "")
    try expect(#Predicate { divisor != 0 && $0.days == 3 / divisor }, "")
    for predicate: Predicate<Journey> in [
      #Predicate { names[0] == $0.title }, #Predicate { $0.title == name! },
    ] {
      #expect(throws: (any Error).self) { try PredicateSamples.matches(predicate) }
    }
  }

  @Test("Any number and kind of inputs, in every spelling of the closure")
  func inputs() throws {
    #expect(try #Predicate<String> { $0.isEmpty }.evaluate(""))
    #expect(try #Predicate<String, Int> { $0.count == $1 }.evaluate("abc", 3))
    #expect(try #Predicate { (a: Int, b: Int, c: Int) -> Bool in a + b == c }.evaluate(1, 2, 3))
    let five = #Predicate<Int, Int, Int, Int, Int> { $0 + $3 == $4 }
    #expect(try five.evaluate(1, 2, 3, 4, 5))
    #expect(try #Predicate<Int>({ number in return number == 1 }).evaluate(1))
    let inferred: Predicate<Journey>? = {
      return #Predicate { $0 is Escape }
    }()
    try expect(try #require(inferred), "E")
  }

  @Test("The tree is that of Foundation's own macro where both have one")
  func trees() {
    let ours = #Predicate<String> { $0.count > 3 && $0.starts(with: "x") }
    let theirs = Predicate<String> { text in
      PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Comparison(
          lhs: PredicateExpressions.build_KeyPath(root: text, keyPath: \.count),
          rhs: PredicateExpressions.Value(3), op: .greaterThan),
        rhs: PredicateExpressions.build_starts(text, with: PredicateExpressions.Value("x")))
    }
    #expect(type(of: ours.expression) == type(of: theirs.expression))
  }

  @Test("Generic code over models with a protocol's properties makes predicates")
  func genericCode() throws {
    func titled<Model: PersistentModel & Headed>(_ title: String, _: Model.Type) -> Predicate<Model>
    {
      #Predicate { $0.title == title }
    }
    try expect(titled("Coast", Journey.self), "C")
  }
}

private protocol Headed { var title: String { get } }
extension PredicateSamples.Journey: Headed {}
