import DocumentFile
import DocumentTables

/// A search for objects by their titles.
struct ObjectSearch {
  typealias Found = (title: String, subset: TablesSubset)

  /// The maximum number of titles in a message.
  private static let mostTitles = 10
  /// The maximum number of titles among which the closest is searched.
  private static let mostCompared = 5000

  private let document: PartialDocumentReader
  private let entities: [String]
  private let input: InputArgument

  init(_ document: PartialDocumentReader, entities: [String], of input: InputArgument) {
    self.document = document
    self.entities = entities
    self.input = input
  }

  /// Returns the objects with a title, or the only object whose title contains the name; without a
  /// name, the only object.
  ///
  /// - Throws: ``CommandFailure`` if there is no object, or several have different titles.
  func objects(named name: String?) throws -> [Found] {
    do {
      if let name {
        let exact = try subsets(titled: name)
        if !exact.isEmpty { return exact }
      }
      let candidates = try candidates()
      let matches = candidates.filter { candidate in
        name.map { ObjectFilter.contains(candidate.title, $0) } ?? true
      }
      guard let first = matches.first else { throw missing(name ?? "", candidates.map(\.title)) }
      guard matches.count == 1 else { throw ambiguous(matches.map(\.title)) }
      return [(first.title, try document.subset(ofKey: first.key, entity: first.entity))]
    } catch let error as DocumentError {
      throw CommandFailure(error, file: input.name)
    }
  }

  /// Returns the failure for a name that several objects have.
  func ambiguous(_ titles: [String]) -> CommandFailure {
    CommandFailure(
      .badData, "\(titles.count) objects match; name one of them:", at: input.name,
      details: titles.prefix(Self.mostTitles).map(\.quoted)
        + (titles.count > Self.mostTitles ? ["and \(titles.count - Self.mostTitles) more"] : []))
  }

  private func missing(_ name: String, _ titles: [String]) -> CommandFailure {
    if titles.isEmpty {
      return CommandFailure(
        .notFound, "it contains no \(entities.joined(separator: " and no "))", at: input.name)
    }
    let advice =
      nearest(name, titles).map { "closest: \($0.quoted)" }
      ?? "for all names run tripconv list \(input.name)"
    return CommandFailure(.notFound, "no \(noun) \(name.quoted); \(advice)", at: input.name)
  }

  /// Returns the title that differs least, or one with a word that differs least.
  private func nearest(_ name: String, _ titles: [String]) -> String? {
    // More would take seconds.
    guard titles.count <= Self.mostCompared else { return nil }
    let titles = titles.filter { $0.utf8.count <= NearestName.longestName }
    if let title = NearestName.of(name, in: titles) { return title }
    let words = titles.flatMap { $0.split(separator: " ").map(String.init) }
    return NearestName.of(name, in: words).flatMap { word in titles.first { $0.contains(word) } }
  }

  private var noun: String {
    entities.count == 1 ? ValueWords.label(entities[0]) : "object"
  }

  private func subsets(titled name: String) throws(DocumentError) -> [Found] {
    var found: [Found] = []
    for entity in entities {
      guard let title = EntityPresentation(entity, in: document.schema)?.title else { continue }
      let subset = try document.subset(of: entity, where: [(title.name, .text(name))])
      if !subset.objects.isEmpty { found.append((name, subset)) }
    }
    return found
  }

  private struct Candidate {
    let title: String
    let entity: String
    let key: ObjectKey
  }

  private func candidates() throws(DocumentError) -> [Candidate] {
    var candidates: [Candidate] = []
    for entity in entities {
      let subset = try document.subset(ofAll: entity)
      let reader = ObjectReader(subset.tables)
      guard let hierarchy = subset.tables.schema.hierarchyIndex(of: entity) else { continue }
      for object in subset.objects {
        guard let found = reader.object(object.key, hierarchy: hierarchy) else { continue }
        candidates.append(
          Candidate(title: reader.title(of: found), entity: object.entity, key: object.key))
      }
    }
    return candidates
  }
}

extension String {
  /// The text in quotation marks.
  fileprivate var quoted: String { "\"\(self)\"" }
}
