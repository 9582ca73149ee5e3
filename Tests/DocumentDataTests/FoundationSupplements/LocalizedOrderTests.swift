import DocumentData
import Testing

private typealias Journey = PredicateSamples.Journey

@Suite("The order of texts")
struct LocalizedOrderTests {
  private static let titles = ["Trip 10", "trip 2", "Älps", "Zoo", "alps", "Trip 9", "B"]

  private func sorted(_ descriptor: SortDescriptor<Journey>) -> [String] {
    Self.titles.map { Journey($0) }.sorted(using: descriptor).map(\.title)
  }

  @Test("Texts of models are in the locale's order, numbers in them by value")
  func defaultOrder() {
    let order = ["alps", "Älps", "B", "trip 2", "Trip 9", "Trip 10", "Zoo"]
    #expect(sorted(SortDescriptor(\.title)) == order)
    #expect(sorted(SortDescriptor(\Journey.title, order: .forward)) == order)
    #expect(sorted(SortDescriptor(\.title, order: .reverse)) == order.reversed())
    #expect(sorted(SortDescriptor(\.title, comparator: .localizedStandard)) == order)
  }

  @Test("Other comparisons are there on request")
  func otherComparisons() {
    #expect(
      sorted(SortDescriptor(\.title, comparator: .localized))
        == ["alps", "Älps", "B", "Trip 10", "trip 2", "Trip 9", "Zoo"])
    #expect(
      sorted(SortDescriptor(\.title, comparator: .localized, order: .reverse))
        == ["Zoo", "Trip 9", "trip 2", "Trip 10", "B", "Älps", "alps"])
    #expect(
      sorted(SortDescriptor(\.title, comparator: .lexical))
        == ["B", "Trip 10", "Trip 9", "Zoo", "alps", "trip 2", "Älps"])
  }

  @Test("Missing texts come first, and last in reverse")
  func missing() {
    let journeys = [Journey("a", motto: "10"), Journey("b"), Journey("c", motto: "9")]
    func titles(_ descriptor: SortDescriptor<Journey>) -> String {
      journeys.sorted(using: descriptor).map(\.title).joined()
    }
    #expect(titles(SortDescriptor(\.motto)) == "bca")
    #expect(titles(SortDescriptor(\.motto, order: .reverse)) == "acb")
    #expect(titles(SortDescriptor(\.motto, comparator: .lexical)) == "bac")
  }

  @Test("Lists of descriptors are written without naming their type")
  func literals() {
    let descriptor = FetchDescriptor<Journey>(
      sortBy: [.init(\.mood.rawValue), .init(\.title, order: .reverse), .init(\.labels.count)])
    #expect(descriptor.sortBy.map(\.order) == [.forward, .reverse, .forward])
  }

  @Test("A descriptor shows by which property and comparison it sorts")
  func reading() {
    let titles: [(SortDescriptor<Journey>, TextComparison)] = [
      (SortDescriptor(\.title), .localizedStandard),
      (SortDescriptor(\.title, comparator: .localized), .localized),
      (SortDescriptor(\.title, comparator: .lexical), .lexical),
    ]
    for (descriptor, comparison) in titles {
      #expect(descriptor.comparison(ofPropertyAt: \Journey.title) == comparison)
      #expect(descriptor.comparison(ofPropertyAt: \Journey.motto) == nil)
      #expect(descriptor.comparison(ofPropertyAt: \Journey.days) == nil)
    }
    let motto = SortDescriptor(\Journey.motto, order: .reverse)
    #expect(motto.comparison(ofPropertyAt: \Journey.motto) == .localizedStandard)
    #expect(motto.order == .reverse)
    #expect(SortDescriptor(\Journey.days).comparison(ofPropertyAt: \Journey.days) == .natural)
    #expect(SortDescriptor(\Journey.labels.count).comparison(ofPropertyAt: \Journey.days) == nil)
  }

  @Test("Descriptors with the same property, comparison and order are equal")
  func equality() {
    #expect(SortDescriptor(\Journey.title) == SortDescriptor(\Journey.title))
    #expect(
      SortDescriptor(\Journey.title) != SortDescriptor(\Journey.title, comparator: .localized))
    #expect(SortDescriptor(\Journey.title) != SortDescriptor(\Journey.title, order: .reverse))
  }

  @Test("What is no model keeps Foundation's order")
  func otherTypes() {
    struct Place { var name: String }
    let names = ["b", "C", "a"].map { Place(name: $0) }.sorted(using: SortDescriptor(\.name))
    #expect(names.map(\.name) == ["C", "a", "b"])
  }

  @Test("Generic code sorts by a text that a protocol promises")
  func genericCode() {
    func byTitle<Model: PersistentModel & TitledInOrder>(
      _: Model.Type
    ) -> SortDescriptor<Model> { SortDescriptor(\.title) }
    #expect(sorted(byTitle(Journey.self)).prefix(3) == ["alps", "Älps", "B"])
  }
}

private protocol TitledInOrder { var title: String { get } }
extension PredicateSamples.Journey: TitledInOrder {}
