import DocumentFile
import DocumentTables
import TripPages

/// A search for objects by their titles or numbers.
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

  /// Returns the number of an object in words such as `#45`; nil for a title.
  static func number(_ words: String) -> ObjectKey? {
    words.hasPrefix("#") ? ObjectKey(words.dropFirst()) : nil
  }

  /// Returns the objects with a title, the object with a number, or the only object whose title contains the name;
  /// without a name, the only object.
  ///
  /// - Throws: ``CommandFailure`` if there is no object, or several have different titles.
  func objects(named name: String?) throws -> [Found] {
    do {
      if let name {
        let exact = try subsets(titled: name)
        if !exact.isEmpty { return exact }
        if let number = Self.number(name), let found = try object(number) { return [found] }
      }
      let candidates = try candidates()
      // The title of a leg is no property.
      let exact = candidates.filter { $0.title == name }
      if !exact.isEmpty { return try exact.map(found) }
      let matches = candidates.filter { candidate in
        name.map { ObjectFilter.contains(candidate.title, $0) } ?? true
      }
      guard let first = matches.first else { throw missing(name ?? "", candidates.map(\.title)) }
      guard matches.count == 1 else {
        throw ambiguous(matches.map { (title: $0.title, key: $0.key) })
      }
      return [try found(first)]
    } catch let error as DocumentError {
      throw CommandFailure(error, file: input.name)
    }
  }

  /// Returns the only object that a name means, as ``objects(named:)`` finds it.
  ///
  /// - Throws: ``CommandFailure`` if there is no object, or several.
  func object(named name: String?) throws -> (title: String, object: TablesSubset.Object) {
    let all = try objects(named: name).flatMap { title, subset in
      subset.objects.map { (title: title, object: $0) }
    }
    guard all.count == 1, let only = all.first else {
      throw ambiguous(all.map { (title: $0.title, key: $0.object.key) })
    }
    return only
  }

  /// Returns the failure for a name that several objects have.
  func ambiguous(_ objects: [(title: String, key: ObjectKey)]) -> CommandFailure {
    CommandFailure(
      .notFound, "\(objects.count) objects match; name one of them, or its number:", at: input.name,
      details: objects.prefix(Self.mostTitles).map { "#\($0.key)  \($0.title.quoted)" }
        + (objects.count > Self.mostTitles
          ? ["and \(objects.count - Self.mostTitles) more"] : []))
  }

  private func object(_ number: ObjectKey) throws(DocumentError) -> Found? {
    let subset = try document.subset(ofKey: number)
    guard let object = subset.objects.first,
      entities.contains(where: { document.schema.isEntity(object.entity, kindOf: $0) }),
      let hierarchy = document.schema.hierarchyIndex(of: object.entity)
    else { return nil }
    let reader = ObjectReader(subset.tables)
    return reader.object(number, hierarchy: hierarchy).map { (reader.title(of: $0), subset) }
  }

  private func found(_ candidate: Candidate) throws(DocumentError) -> Found {
    (candidate.title, try document.subset(ofKey: candidate.key, entity: candidate.entity))
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
