import DocumentData
import Testing

@Suite("Localised text in predicates")
struct LocalizedTextTests {
  @Test(
    "Searching disregards case, accents and forms of letters",
    arguments: [
      ("Äpfel", "apf", true), ("Straße", "STRASSE", true), ("CAFÉ", "cafe", true),
      ("cafe\u{301}", "É", true), ("Trip 10", "trip 1", true), ("Trip", "trips", false),
      ("Trip", "", false), ("", "", false), ("naïve", "NAIVE", true), ("a🇩🇪b", "🇩🇪", true),
    ])
  func contains(text: String, searched: String, found: Bool) throws {
    let predicate = #Predicate<String> { $0.localizedStandardContains(searched) }
    #expect(try predicate.evaluate(text) == found)
    #expect(text.localizedStandardContains(searched) == found)
    let reversed = #Predicate<String> { text.localizedStandardContains($0) }
    #expect(try reversed.evaluate(searched) == found)
  }

  @Test(
    "Comparing follows the locale's order of letters",
    arguments: [
      ("a", "B", ComparisonResult.orderedAscending), ("é", "f", .orderedAscending),
      ("Z", "ä", .orderedDescending), ("x", "x", .orderedSame), ("a", "A", .orderedAscending),
    ])
  func compares(left: String, right: String, order: ComparisonResult) throws {
    let predicate = #Predicate<String> { $0.localizedCompare(right) == order }
    #expect(try predicate.evaluate(left))
  }

  @Test("Comparing without case disregards only case")
  func comparesCaseInsensitively() throws {
    let predicate = #Predicate<String> { $0.caseInsensitiveCompare("ÉTÉ") == .orderedSame }
    #expect(try predicate.evaluate("été"))
    #expect(try !predicate.evaluate("ete"))
  }

  @Test("The nodes have Foundation's names, for predicates that are built by hand")
  func builtByHand() throws {
    let predicate = Predicate<String> { text in
      PredicateExpressions.StringLocalizedStandardContains(
        root: PredicateExpressions.build_Arg(text), other: PredicateExpressions.build_Arg("ETE"))
    }
    #expect(try predicate.evaluate("un été"))
    #expect(try !predicate.evaluate("un an"))
    let equal = Predicate<String> { text in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.StringCaseInsensitiveCompare(
          root: PredicateExpressions.build_Arg(text), other: PredicateExpressions.build_Arg("ÉTÉ")),
        rhs: PredicateExpressions.build_Arg(ComparisonResult.orderedSame))
    }
    #expect(try equal.evaluate("été"))
    let before = Predicate<String> { text in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.StringLocalizedCompare(
          root: PredicateExpressions.build_Arg(text), other: PredicateExpressions.build_Arg("b")),
        rhs: PredicateExpressions.build_Arg(ComparisonResult.orderedAscending))
    }
    #expect(try before.evaluate("a"))
  }

  @Test("The nodes can be written down and read back")
  func coding() throws {
    typealias Node = PredicateExpressions.StringLocalizedStandardContains<
      PredicateExpressions.Value<String>, PredicateExpressions.Value<String>
    >
    let node = PredicateExpressions.build_localizedStandardContains(
      PredicateExpressions.Value("Ab"), PredicateExpressions.Value("b"))
    let copy = try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node))
    #expect(copy.root.value == "Ab")
    #expect(copy.other.value == "b")
  }
}
