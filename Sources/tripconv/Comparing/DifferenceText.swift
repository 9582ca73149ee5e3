import DocumentFile
import DocumentTables
import TripPages

/// The differences between two documents as text for people.
///
///     a.trips → b.trips: 1 object changed, 1 added
///
///     Trip
///     ~ Été à Paris
///         destination  Paris → Lyon
///     + Nach Graz
///         start date   2024-08-01
struct DifferenceText {
  /// The width above which the old and the new value get a line each.
  private static let longestLine = 60

  private let documents: ComparedDocuments
  private let differences: ObjectDifferences
  private let words: DifferenceWords
  private let color: TerminalColor
  private var output = BufferedStandardOutput()

  init(
    _ documents: ComparedDocuments, _ differences: ObjectDifferences, _ color: TerminalColor
  ) {
    self.documents = documents
    self.differences = differences
    self.color = color
    words = DifferenceWords(
      oldReader: differences.oldReader, newReader: differences.newReader)
  }

  /// Prints the differences; nothing if there are none.
  mutating func write() throws(StandardOutputFailure) {
    guard !documents.changes.isEmpty else { return }
    try output.write(color.bold(DocumentError.printable(heading)) + "\n")
    for entity in differences.entities {
      try output.write("\n" + color.bold(DocumentError.printable(entity)) + "\n")
      try differences.forEach(of: entity) { (difference) throws(StandardOutputFailure) in
        try write(difference)
      }
    }
    try writeContentOfOthers()
    try output.flush()
  }

  /// Prints the number of differing objects of each entity.
  mutating func writeSummary() throws(StandardOutputFailure) {
    try output.write(DocumentError.printable(heading) + "\n")
    for entity in differences.entities {
      let counts = differences.counts[entity] ?? .init()
      try output.write(DocumentError.printable("  \(entity): \(Self.words(counts))") + "\n")
    }
    try output.flush()
  }

  private var heading: String {
    let total = differences.total
    let changes = documents.changes
    var parts = [Self.words(total)].filter { !$0.isEmpty }
    for (count, noun) in [
      (changes.extensions.count, "record"), (changes.keptParts.count, "attachment"),
    ] where count > 0 {
      parts.append("\(count) \(noun)\(count == 1 ? "" : "s") of other programs")
    }
    if changes.carried != nil { parts.append("other carried data") }
    let words = parts.isEmpty ? "no differences" : parts.joined(separator: ", ")
    return "\(documents.oldSide.name) → \(documents.newSide.name): \(words)"
  }

  /// Returns counts in words, such as `2 objects changed, 1 added`; empty for none.
  static func words(_ counts: ObjectDifferences.Counts) -> String {
    var isFirst = true
    return [(counts.changed, "changed"), (counts.added, "added"), (counts.removed, "removed")]
      .filter { $0.0 > 0 }
      .map { count, verb in
        defer { isFirst = false }
        return isFirst ? "\(count) object\(count == 1 ? "" : "s") \(verb)" : "\(count) \(verb)"
      }.joined(separator: ", ")
  }

  // MARK: Objects

  /// A property with its values.
  private typealias Fact = (name: String, old: String?, new: String?)

  private mutating func write(_ difference: ObjectDifference) throws(StandardOutputFailure) {
    try output.write(mark(difference.kind, title(difference)) + "\n")
    var facts: [Fact] = []
    if let old = difference.old?.entity.name, let new = difference.new?.entity.name, old != new {
      facts.append(("kind", old, new))
    }
    for property in difference.properties where !isShownAbove(property, of: difference) {
      let values = words.words(
        property, hasOld: difference.old != nil, hasNew: difference.new != nil)
      let name =
        property.name == "$foreign" ? "data of other programs" : ValueWords.label(property.name)
      facts.append((name, values.old, values.new))
    }
    try write(facts)
  }

  private mutating func write(
    _ facts: [Fact]
  ) throws(StandardOutputFailure) {
    let width = facts.map { TerminalWidth.of($0.name) }.max() ?? 0
    for fact in facts {
      let name = DocumentError.printable(fact.name)
      let space = String(repeating: " ", count: max(0, width - TerminalWidth.of(fact.name)) + 2)
      let old = fact.old.map(DocumentError.printable)
      let new = fact.new.map(DocumentError.printable)
      if let old, let new {
        if TerminalWidth.of(old) + TerminalWidth.of(new) > Self.longestLine {
          try output.write("    \(color.faint(name))\n")
          try output.write("      " + color.removed("- " + old) + "\n")
          try output.write("      " + color.added("+ " + new) + "\n")
        } else {
          let values = "\(color.removed(old)) → \(color.added(new))"
          try output.write("    \(color.faint(name))\(space)\(values)\n")
        }
      } else {
        try output.write("    \(color.faint(name))\(space)\(old ?? new ?? "")\n")
      }
    }
  }

  private func mark(_ kind: ObjectDifference.Kind, _ text: String) -> String {
    let text = DocumentError.printable(text)
    return switch kind {
    case .added: color.added("+ " + text)
    case .removed: color.removed("- " + text)
    case .changed: color.changed("~ " + text)
    }
  }

  /// Returns the title of an object, followed by that of its owner.
  private func title(_ difference: ObjectDifference) -> String {
    guard
      let (object, reader) = difference.old.map({ ($0, words.oldReader) })
        ?? difference.new.map({ ($0, words.newReader) })
    else { return "" }
    let title = reader.title(of: object)
    let schema = reader.tables.schema
    for property in object.entity.properties where property.column != nil {
      guard let end = schema.relationshipEnd(named: property.name, of: object.entity.name),
        Self.leadsToOwner(end, schema), let key = reader.keys(of: object, through: end).first
      else { continue }
      return "\(title) (\(DifferenceWords.title(key, end, reader)))"
    }
    return title
  }

  /// Whether an object refers through a relationship to the object with which it is deleted.
  private static func leadsToOwner(_ end: RelationshipEnd, _ schema: TableSchema) -> Bool {
    guard end.storage == .reference, let inverse = end.relationship.inverse else { return false }
    return schema.relationship(named: inverse, of: end.relationship.destination)?.relationship
      .deleteRule == .cascade
  }

  /// Whether a property is the title or the owner of an added or removed object, which the line
  /// above shows.
  private func isShownAbove(
    _ property: ObjectDifference.Property, of difference: ObjectDifference
  ) -> Bool {
    guard difference.kind != .changed else { return false }
    switch property.content {
    case .relationship(let end, _, _):
      return Self.leadsToOwner(end, words.newReader.tables.schema)
    case .attribute(let attribute, let old, let new):
      guard words.newReader.presentations[difference.entity]?.title?.name == attribute.name,
        case .text(let text) = difference.kind == .added ? new : old
      else { return false }
      return !text.isEmpty
    case .foreign: return false
    }
  }

  // MARK: Content of other programs

  /// Returns in what two versions of an attachment differ.
  private static func facts(_ old: KeptPart, _ new: KeptPart) -> [Fact] {
    var facts: [Fact] = []
    if old.bytes != new.bytes {
      let digests = [old, new].map { String(Digest(of: $0.bytes).text.prefix(12)) }
      facts.append(
        (
          "content", "\(old.bytes.count) bytes, SHA-256 \(digests[0])…",
          "\(new.bytes.count) bytes, SHA-256 \(digests[1])…"
        ))
    }
    if old.mediaType != new.mediaType {
      facts.append(("media type", old.mediaType ?? "none", new.mediaType ?? "none"))
    }
    if old.anchor != new.anchor {
      let objects = [old, new].map { $0.anchor.map { "\($0)" } ?? "none" }
      facts.append(("object", objects[0], objects[1]))
    }
    return facts
  }

  private mutating func writeContentOfOthers() throws(StandardOutputFailure) {
    let changes = documents.changes
    guard !changes.extensions.isEmpty || !changes.keptParts.isEmpty || changes.carried != nil else {
      return
    }
    try output.write("\n" + color.bold("Data of other programs and versions") + "\n")
    for change in changes.extensions {
      guard let record = change.new ?? change.old else { continue }
      try output.write(
        mark(ObjectDifference.Kind(change), "\(record.entity) \(record.key)") + "\n")
    }
    for change in changes.keptParts {
      guard let part = change.new ?? change.old else { continue }
      try output.write(
        mark(ObjectDifference.Kind(change), "\(part.name), \(part.bytes.count) bytes") + "\n")
      if let old = change.old, let new = change.new { try write(Self.facts(old, new)) }
    }
    if changes.carried != nil {
      try output.write(
        mark(.changed, "data that an older or newer version could not store") + "\n")
    }
  }
}

extension ObjectDifference.Kind {
  init<Content>(_ change: Change<Content?>) {
    self = change.old == nil ? .added : change.new == nil ? .removed : .changed
  }
}
