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

  @Test("The nodes can be written down and read back")
  func coding() throws {
    typealias Node = PredicateExpressions.LocalizedStandardContains<
      PredicateExpressions.Value<String>, PredicateExpressions.Value<String>
    >
    let node = PredicateExpressions.build_localizedStandardContains(
      PredicateExpressions.Value("Ab"), PredicateExpressions.Value("b"))
    let copy = try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node))
    #expect(copy.root.value == "Ab")
    #expect(copy.other.value == "b")
  }
}
