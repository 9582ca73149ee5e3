import DocumentData
import Testing

private typealias Journey = PredicateSamples.Journey

@Suite("Key paths in predicates")
struct KeyPathSubscriptTests {
  private func context() throws -> ModelContext {
    let context = ModelContext(try makeContainer([Journey.self]))
    for (title, motto) in [("a", "long"), ("b", nil), ("c", "x")] as [(String, String?)] {
      context.insert(Journey(title, motto: motto))
    }
    try context.save()
    return context
  }

  private func titles(_ predicate: Predicate<Journey>, isTranslated: Bool = true) throws -> String {
    let context = try context()
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])
    #expect(try context.explain(descriptor).isTranslated == isTranslated)
    return try context.fetch(descriptor).map(\.title).joined()
  }

  @Test("A literal key path means the property that it names")
  func literals() throws {
    #expect(try titles(#Predicate { $0[keyPath: \.title] == "a" }) == "a")
    #expect(try titles(#Predicate { $0[keyPath: \Journey.title] != "a" }) == "bc")
    #expect(try titles(#Predicate { journey in journey[keyPath: \.motto] == nil }) == "b")
    let several = #Predicate<Journey> { journey in
      journey.title == "a" || journey[keyPath: \Journey.motto] == "x"
    }
    #expect(try titles(several) == "ac")
  }

  @Test("A captured key path means the property that it leads to", arguments: ["a", "x"])
  func captured(_ text: String) throws {
    func matching<Value: Equatable & Codable & Sendable>(
      _ path: any KeyPath<Journey, Value> & Sendable, _ value: Value
    ) -> Predicate<Journey> {
      #Predicate { $0[keyPath: path] == value }
    }
    #expect(try titles(matching(\.title, text)) == (text == "a" ? "a" : ""))
    #expect(try titles(matching(\.motto, text)) == (text == "x" ? "c" : ""))
  }

  @Test("Key paths go on through properties, and have nested ones")
  func chains() throws {
    #expect(try titles(#Predicate { $0[keyPath: \.title].count == 1 }).count == 3)
    #expect(try titles(#Predicate { $0[keyPath: \.title][keyPath: \.isEmpty] }) == "")
    let predicate = #Predicate<String> { $0[keyPath: \.count] == 3 }
    #expect(try predicate.evaluate("abc"))
  }
}
