import DocumentFile
import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// A value or an object that a stage changed, lost, restored, overwrote or did not restore; the
  /// list that contains the entry says which.
  public struct Entry: Sendable, CustomStringConvertible {
    /// The subjects of entries.
    public enum Kind: Sendable {
      /// The value of a property.
      case value
      /// The subclass of an object.
      case entity
      /// A whole object.
      case object
      /// An object that a closure added, or that an upgrade adds although the original document did
      /// not contain it.
      case newObject
      /// Data of another program: in an object's own record, or a record or a part that belongs to
      /// the object.
      case foreignData
      /// Data that the document carries and that cannot be read.
      case unreadable
    }

    enum Source: Sendable {
      /// What a closure did to one object, or to one property of it.
      case change(ObjectChange)
      case loss(Loss)
      case restored(Loss)
      case overwritten(OverwrittenData.Group, Int)
      case notRestored(Loss, LossDropReason)
      case unreadable(String)
      case foreignData(ForeignData)
    }

    let source: Source

    private var loss: Loss? {
      switch source {
      case .loss(let loss), .restored(let loss), .notRestored(let loss, _): loss
      case .change, .overwritten, .unreadable, .foreignData: nil
      }
    }

    /// What the entry is about.
    public var kind: Kind {
      switch source {
      case .change(let change):
        switch change.kind {
        case .added: .newObject
        case .changed: .value
        case .removed: .object
        }
      case .loss(let loss), .restored(let loss), .notRestored(let loss, _):
        switch loss.kind {
        case .value: .value
        case .entity: .entity
        case .object: .object
        case .added: .newObject
        case .foreign, .extension, .part: .foreignData
        }
      case .overwritten(let group, _):
        switch group.kind {
        case .deleted: .object
        case .replaced: .value
        case .foreign: .foreignData
        }
      case .unreadable: .unreadable
      case .foreignData: .foreignData
      }
    }

    /// The object's entity, that of the newer version for a loss; nil for an unreadable entry.
    public var entity: String? {
      switch source {
      case .change(let change): change.entity
      case .overwritten(let group, _): group.entity
      case .foreignData(let data): data.entity
      case .loss, .restored, .notRestored, .unreadable: loss?.entity
      }
    }

    /// The object's key in its document; nil for an unreadable entry.
    public var object: Int64? {
      switch source {
      case .change(let change): change.object
      case .overwritten(let group, let index): group.keys[index]
      case .foreignData(let data): data.object
      case .loss, .restored, .notRestored, .unreadable: loss?.key
      }
    }

    /// The property of a value; nil for other kinds of entries.
    public var property: String? {
      switch source {
      case .change(let change): change.kind == .changed ? change.properties.first?.name : nil
      case .overwritten(let group, _): group.property
      case .foreignData, .unreadable: nil
      case .loss, .restored, .notRestored: loss?.property
      }
    }

    /// The data as JSON: a value before the change, or an object's properties by name; nil for a
    /// new object, a subclass and an unreadable entry.
    ///
    /// Of another program's part and separate record, the name and not the content.
    public var value: String? {
      switch source {
      case .change(let change):
        switch change.kind {
        case .added: nil
        case .changed: change.properties.first.map { Self.json($0.old) }
        case .removed: Self.json(change.removedValues)
        }
      case .loss, .restored, .notRestored, .unreadable:
        loss.flatMap { $0.kind == .entity || $0.kind == .added ? nil : Self.json($0.value) }
      case .overwritten(let group, let index): Self.json(group.before[index])
      case .foreignData(let data): data.value
      }
    }

    /// The value after the change as JSON; nil if the entry is no change of a value.
    public var newValue: String? {
      switch source {
      case .change(let change):
        change.properties.first.flatMap { $0.new.map { Self.json($0) } }
      case .overwritten(let group, let index):
        group.kind == .deleted ? nil : Self.json(group.after[index])
      case .loss, .restored, .notRestored, .unreadable, .foreignData: nil
      }
    }

    /// The reason for a loss as a stable identifier, such as `removed-property`, or for not
    /// restoring it, such as `object-gone`; nil in other lists.
    public var reason: String? {
      switch source {
      case .loss(let loss), .restored(let loss): loss.reason.rawValue
      case .notRestored(_, let reason): reason.rawValue
      case .unreadable: LossDropReason.malformed.rawValue
      case .change, .overwritten, .foreignData: nil
      }
    }

    /// Whether the document carries the lost data, and a migration to the newer version restores it.
    public var isRecoverable: Bool {
      if case .loss(let loss) = source { loss.isRecoverable } else { false }
    }

    /// The entry in one line, such as `Trip 8.name “Nile” → “Niger”`.
    ///
    /// Characters that are invisible or control a terminal are escaped.
    public var description: String { DocumentError.printable(words) }

    private var words: String {
      switch source {
      case .change(let change): change.words
      case .loss(let loss): loss.description
      case .restored(let loss): loss.restoredWords
      case .overwritten(let group, let index): group.words(index)
      case .notRestored(let loss, let reason):
        "\(loss.entity) \(loss.key)" + (loss.property.map { ".\($0)" } ?? "") + ": \(reason.words)"
      case .unreadable(let problem): "\(LossDropReason.malformed.words): \(problem)"
      case .foreignData(let data): data.words
      }
    }

    private static func json(_ tree: Tree) -> String {
      String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self)
    }

    /// The entry in JSON reports.
    package var tree: Tree {
      switch source {
      case .change(let change): .text(change.words)
      case .loss(let loss), .restored(let loss): loss.report
      case .overwritten(let group, let index): group.tree(index)
      case .notRestored(let loss, let reason): Self.tree(reason, reason.words, loss.report)
      case .unreadable: Self.tree(.malformed, words, .null)
      case .foreignData(let data): data.tree
      }
    }

    private static func tree(_ reason: LossDropReason, _ words: String, _ loss: Tree) -> Tree {
      .members(["explanation": .text(words), "loss": loss, "reason": .text(reason.rawValue)])
    }
  }

  /// A lazy sequence of entries, which creates each when it is reached.
  public struct Entries: Sequence, Sendable, CustomStringConvertible {
    /// Entries with the same origin, stored without creating them.
    enum Part: Sendable {
      case changes(ChangeDescription)
      case losses(Losses)
      case restored(Losses)
      case overwritten(OverwrittenData.Group)
      case notRestored(RestorationOutcome.Dropped)
      case unreadable([String])
      case foreignData([ForeignData])

      var count: Int {
        switch self {
        case .changes(let changes): changes.valueCount
        case .losses(let losses), .restored(let losses): losses.count
        case .overwritten(let group): group.keys.count
        case .notRestored(let dropped): dropped.losses.count
        case .unreadable(let problems): problems.count
        case .foreignData(let data): data.count
        }
      }

      /// The entries, created on demand.
      var entries: AnySequence<Entry> {
        switch self {
        case .changes(let changes):
          AnySequence(
            changes.objectChanges.lazy.flatMap(\.byProperty).map { Entry(source: .change($0)) })
        case .losses(let losses):
          AnySequence(losses.entriesByObject.lazy.map { Entry(source: .loss($0)) })
        case .restored(let losses):
          AnySequence(losses.entriesByObject.lazy.map { Entry(source: .restored($0)) })
        case .overwritten(let group):
          AnySequence(
            group.keys.indices.lazy.map { Entry(source: .overwritten(group, $0)) })
        case .notRestored(let dropped):
          AnySequence(
            Losses(groups: [dropped.losses]).entriesByObject.lazy
              .map { Entry(source: .notRestored($0, dropped.reason)) })
        case .unreadable(let problems):
          AnySequence(problems.lazy.map { Entry(source: .unreadable($0)) })
        case .foreignData(let data):
          AnySequence(data.lazy.map { Entry(source: .foreignData($0)) })
        }
      }
    }

    let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts.filter { $0.count > 0 } }

    /// The number of entries, without creating them.
    public var count: Int { parts.reduce(0) { $0 + $1.count } }
    /// Whether there are no entries.
    public var isEmpty: Bool { parts.isEmpty }

    /// Returns the entries by stage, then object or reason, then property.
    public func makeIterator() -> AnyIterator<Entry> {
      AnyIterator(parts.lazy.flatMap(\.entries).makeIterator())
    }

    /// One line for each entry.
    public var description: String { map(\.description).joined(separator: "\n") }
  }
}

extension Loss {
  /// The text of a restored loss: without the reason.
  fileprivate var restoredWords: String {
    let place = "\(entity) \(key)"
    return switch kind {
    case .value: "\(place).\(property ?? "") \(MigrationStep.text(value))"
    case .entity: "\(place) is of this entity again"
    case .object: "\(place) is there again"
    case .added: "\(place) is taken away again"
    case .foreign, .extension, .part: "data of other programs that belongs to \(place)"
    }
  }
}
