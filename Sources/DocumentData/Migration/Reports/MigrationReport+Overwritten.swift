import DocumentFile
import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// Data that the older version shows and that restored losses deleted or replaced.
  public struct Overwritten: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// An object was deleted.
      case deleted
      /// The value of a property was replaced.
      case replaced
      /// Data of other programs in an object's own record was replaced or removed.
      case foreign

      fileprivate init(_ kind: DocumentMigration.OverwrittenData.Group.Kind) {
        self =
          switch kind {
          case .deleted: .deleted
          case .replaced: .replaced
          case .foreign: .foreign
          }
      }
    }

    /// The kind of change.
    public let kind: Kind
    /// The object's entity.
    public let entity: String
    /// The object's key in its document.
    public let object: Int64
    /// The property whose value was replaced; nil for other kinds of changes.
    public let property: String?
    private let title: String?
    private let oldTree: Tree
    private let newTree: Tree

    fileprivate init(_ group: DocumentMigration.OverwrittenData.Group, _ index: Int) {
      kind = Kind(group.kind)
      entity = group.entity
      object = group.keys[index]
      property = group.property
      title = group.title
      oldTree = group.before[index]
      newTree = group.after[index]
    }

    /// The value that the older version shows, as JSON; for a deleted object, its properties.
    public var oldValue: String {
      String(decoding: CanonicalJSON.bytes(of: oldTree), as: UTF8.self)
    }
    /// The value that replaced the old one, as JSON; `null` for a deleted object.
    public var newValue: String {
      String(decoding: CanonicalJSON.bytes(of: newTree), as: UTF8.self)
    }

    /// The change in one line: `Trip 8 “Nile” deleted`, or `Trip 8.name “Nile” → “Niger”`.
    ///
    /// Long values are shortened, and invisible characters are escaped.
    public var description: String {
      let words =
        switch kind {
        case .deleted:
          "\(entity) \(object)"
            + (title.flatMap { oldTree[$0] }.map { " " + Self.words($0) } ?? "") + " deleted"
        case .replaced:
          "\(entity) \(object).\(property ?? "") \(Self.words(oldTree)) → \(Self.words(newTree))"
        case .foreign:
          "\(entity) \(object), data of other programs: \(Self.words(oldTree)) → "
            + Self.words(newTree)
        }
      return DocumentError.printable(words)
    }

    private static let longestValue = 60

    private static func words(_ tree: Tree) -> String {
      let text: String
      if case .text(let own) = tree { text = "“\(own)”" } else { text = MigrationStep.text(tree) }
      let scalars = text.unicodeScalars
      guard scalars.count > longestValue else { return text }
      return String(String.UnicodeScalarView(scalars.prefix(longestValue))) + "…"
    }

    /// The change as an object of the JSON report.
    package var tree: Tree {
      .members([
        "after": newTree, "before": oldTree, "entity": .text(entity), "key": .integer(object),
        "kind": .text(kind.rawValue), "property": property.map { .text($0) } ?? .null,
      ])
    }
  }

  /// A lazy sequence of the changes that restored losses made to data of the older version.
  public struct OverwrittenData: Sequence, Sendable, Hashable {
    private let data: DocumentMigration.OverwrittenData

    init(_ outcome: RestorationOutcome? = nil) {
      data = outcome?.overwritten ?? DocumentMigration.OverwrittenData()
    }

    /// The number of changes.
    public var count: Int { data.count }
    /// Whether there are no changes.
    public var isEmpty: Bool { data.groups.isEmpty }

    /// The number of changes of each kind, such as `1 Trip deleted, 2 Trip.name replaced`; empty if
    /// there are none.
    public var summary: String {
      let counts = data.groups.map { group in
        let what =
          switch group.kind {
          case .deleted: "\(group.entity) deleted"
          case .replaced: "\(group.entity).\(group.property ?? "") replaced"
          case .foreign: "data of other programs in \(group.entity) replaced"
          }
        return "\(group.keys.count) \(what)"
      }
      return DocumentError.printable(counts.joined(separator: ", "))
    }

    /// Returns the changes by hierarchy: deleted objects, then properties, then data of other
    /// programs.
    public func makeIterator() -> AnyIterator<Overwritten> {
      var iterator = data.groups.lazy.flatMap { group in
        group.keys.indices.lazy.map { Overwritten(group, $0) }
      }.makeIterator()
      return AnyIterator { iterator.next() }
    }
  }

  /// The number of objects and values of the older version that all stages deleted or replaced.
  public var overwrittenCount: Int { stages.reduce(0) { $0 + $1.overwritten.count } }
}
