import DocumentFile
import DocumentMigration
import DocumentTables

extension OverwrittenData.Group {
  private static let longestValue = 60

  /// A change in one line: `Trip 8 “Nile” deleted`, or `Trip 8.name “Nile” → “Niger”`.
  ///
  /// Long values are shortened.
  func words(_ index: Int) -> String {
    let (key, old, new) = (keys[index], before[index], after[index])
    return switch kind {
    case .deleted:
      "\(entity) \(key)" + (title.flatMap { old[$0] }.map { " " + Self.words($0) } ?? "")
        + " deleted"
    case .replaced: "\(entity) \(key).\(property ?? "") \(Self.words(old)) → \(Self.words(new))"
    case .foreign:
      "\(entity) \(key), data of other programs: \(Self.words(old)) → \(Self.words(new))"
    }
  }

  private static func words(_ tree: Tree) -> String {
    let text: String
    if case .text(let own) = tree { text = "“\(own)”" } else { text = MigrationStep.text(tree) }
    let scalars = text.unicodeScalars
    guard scalars.count > longestValue else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longestValue))) + "…"
  }

  /// A change as an object of the JSON report.
  func tree(_ index: Int) -> Tree {
    .members([
      "after": after[index], "before": before[index], "entity": .text(entity),
      "key": .integer(keys[index]), "kind": .text(kind.rawValue),
      "property": property.map { .text($0) } ?? .null,
    ])
  }

  /// The number of the changes in words, such as `2 Trip.name replaced`.
  fileprivate var summary: String {
    let what =
      switch kind {
      case .deleted: "\(entity) deleted"
      case .replaced: "\(entity).\(property ?? "") replaced"
      case .foreign: "data of other programs in \(entity) replaced"
      }
    return "\(keys.count) \(what)"
  }
}

extension MigrationReport {
  /// The numbers of the overwritten objects and values by kind, such as
  /// `1 Trip deleted, 2 Trip.name replaced`.
  package var overwrittenSummary: String {
    let counts = overwritten.parts.map { part in
      if case .overwritten(let group) = part { group.summary } else { "" }
    }
    return DocumentError.printable(counts.joined(separator: ", "))
  }
}
