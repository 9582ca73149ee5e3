/// The results of a fetch in sections; the objects of a section have the same title.
///
/// Sections are in the order in which their titles first occur in the results.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection
{
  /// The titles of the sections, in order.
  public let sectionTitles: [SectionTitle]
  private let results: FetchResultsCollection<Element>
  private let positions: [[Int]]
  private let indexes: [SectionTitle: Int]

  init(_ results: FetchResultsCollection<Element>, by title: (Element) -> SectionTitle) {
    var titles: [SectionTitle] = []
    var positions: [[Int]] = []
    var indexes: [SectionTitle: Int] = [:]
    for position in results.indices {
      let title = title(results[position])
      if let index = indexes[title] {
        positions[index].append(position)
      } else {
        indexes[title] = titles.count
        titles.append(title)
        positions.append([position])
      }
    }
    sectionTitles = titles
    self.results = results
    self.positions = positions
    self.indexes = indexes
  }

  /// The position of the first section.
  public var startIndex: Int { 0 }
  /// The position after the last section.
  public var endIndex: Int { sectionTitles.count }

  /// The section at a position, which must be valid.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
    ResultsSection(
      title: sectionTitles[position], results: results, positions: positions[position])
  }

  /// The section with a title, found in constant time; nil if there is none.
  public subscript(
    sectionTitle title: SectionTitle
  ) -> ResultsSection<Element, SectionTitle>? {
    indexes[title].map { self[$0] }
  }

  /// Returns the position of the section with a title; nil if there is none.
  public func index(ofSectionTitled title: SectionTitle) -> Int? { indexes[title] }
}

/// The objects of a fetch that share a title.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Identifiable
{
  /// The title that the objects share.
  public let title: SectionTitle
  fileprivate let results: FetchResultsCollection<Element>
  fileprivate let positions: [Int]

  /// The same as ``title``.
  public var id: SectionTitle { title }
  /// The position of the first object.
  public var startIndex: Int { 0 }
  /// The position after the last object.
  public var endIndex: Int { positions.count }

  /// The object at a position, which must be valid.
  public subscript(position: Int) -> Element { results[positions[position]] }
}
