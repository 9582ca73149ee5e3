import DocumentData
import Testing

private struct Place: Equatable {
  var name: String
  var nick: String?
}

@Suite("Comparators of texts, for values of any type")
struct TextComparatorTests {
  private static let titles = ["Trip 10", "trip 2", "Älps", "Zoo", "alps", "Trip 9", "B"]
  private static let standard = ["alps", "Älps", "B", "trip 2", "Trip 9", "Trip 10", "Zoo"]
  private static let alphabet = ["alps", "Älps", "B", "Trip 10", "trip 2", "Trip 9", "Zoo"]
  private static let lexical = ["B", "Trip 10", "Trip 9", "Zoo", "alps", "trip 2", "Älps"]
  private let places = titles.map { Place(name: $0) }

  @Test("texts themselves")
  func texts() {
    #expect(Self.titles.sorted(using: .localizedStandard) == Self.standard)
    #expect(Self.titles.sorted(using: .localized) == Self.alphabet)
    #expect(
      Self.titles.sorted(using: String.StandardComparator.localizedStandard) == Self.standard)
    #expect(Self.titles.sorted(using: String.StandardComparator.localized) == Self.alphabet)
    #expect(Self.titles.sorted(using: String.StandardComparator.lexical) == Self.lexical)
    #expect(Self.titles.sorted(using: String.Comparator.localizedStandard) == Self.standard)
    #expect(Self.titles.sorted(using: String.Comparator.localized) == Self.alphabet)
  }

  @Test("key path comparators")
  func keyPaths() {
    func names(_ comparator: KeyPathComparator<Place>) -> [String] {
      places.sorted(using: comparator).map(\.name)
    }
    #expect(names(KeyPathComparator(\.name, comparator: .localizedStandard)) == Self.standard)
    #expect(names(KeyPathComparator(\.name, comparator: .localized)) == Self.alphabet)
    #expect(
      names(KeyPathComparator(\.name, comparator: .localizedStandard, order: .reverse))
        == Self.standard.reversed())
    #expect(
      names(KeyPathComparator(\.name, comparator: String.StandardComparator.lexical))
        == Self.lexical)
    #expect(names(KeyPathComparator(\.name)) == Self.lexical)
    let nicks = [Place(name: "1", nick: "10"), Place(name: "2"), Place(name: "3", nick: "9")]
    let sorted = nicks.sorted(using: [
      KeyPathComparator(\.nick, comparator: .localizedStandard), KeyPathComparator(\.name),
    ])
    #expect(sorted.map(\.name) == ["2", "3", "1"])
  }

  @Test("sort descriptors")
  func descriptors() {
    func names(_ descriptor: SortDescriptor<Place>) -> [String] {
      places.sorted(using: descriptor).map(\.name)
    }
    #expect(names(SortDescriptor(\.name, comparator: .localizedStandard)) == Self.standard)
    #expect(names(SortDescriptor(\.name, comparator: .localized)) == Self.alphabet)
    #expect(names(SortDescriptor(\.name, comparator: .lexical)) == Self.lexical)
    #expect(
      names(SortDescriptor(\.name, comparator: String.StandardComparator.localizedStandard))
        == Self.standard)
    #expect(
      names(SortDescriptor(\.name, comparator: String.StandardComparator.lexical)) == Self.lexical)
    #expect(
      names(SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse))
        == Self.standard.reversed())
    #expect(names(SortDescriptor(\.name)) == Self.lexical)
    let nicks = [Place(name: "1", nick: "10"), Place(name: "2"), Place(name: "3", nick: "9")]
    let byNick = nicks.sorted(using: [
      SortDescriptor(\.nick, comparator: .localizedStandard), SortDescriptor(\.name),
    ])
    #expect(byNick.map(\.name) == ["2", "3", "1"])
    #expect(
      SortDescriptor(\Place.name, comparator: .localized)
        == SortDescriptor(\Place.name, comparator: .localized))
    #expect(
      SortDescriptor(\Place.name, comparator: .localized)
        != SortDescriptor(\Place.name, comparator: .localizedStandard))
  }
}
