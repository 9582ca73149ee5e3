import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// One thing that the older version cannot hold, or does not give back as it was.
  public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing is lost.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A property of an object.
      case value
      /// That an object was of a subclass.
      case entity
      /// A whole object.
      case object
      /// An object that was not there, and comes back with the newer version.
      case added
      /// Data of another program in an object's own record.
      case foreign
      /// That another program's record belonged to an object.
      case `extension`
      /// That another program's part belonged to an object.
      case part

      init(_ kind: LossKind) {
        self =
          switch kind {
          case .value: .value
          case .entity: .entity
          case .object: .object
          case .added: .added
          case .foreign: .foreign
          case .extension: .extension
          case .part: .part
          }
      }
    }

    package let loss: DocumentMigration.Loss

    /// What kind of thing is lost.
    public var kind: Kind { Kind(loss.kind) }
    /// The object's entity in the newer version.
    public var entity: String { loss.entity }
    /// The object's key in its document.
    public var object: Int64 { loss.key }
    /// The property; nil where the loss is not the value of one.
    public var property: String? { loss.property }
    /// The newer version; nil where the schema states none.
    public var fromVersion: Schema.Version? { loss.stage.from.map { Schema.Version($0) } }
    /// The older version.
    public var toVersion: Schema.Version? { loss.stage.to.map { Schema.Version($0) } }
    /// Why, in a word that does not change from version to version, such as `removed-property`.
    public var reason: String { loss.reason.rawValue }
    /// What is lost, as JSON.
    public var value: String {
      String(decoding: CanonicalJSON.bytes(of: loss.value), as: UTF8.self)
    }
    /// Whether it is still in the document and comes back with the newer version.
    public var isRecoverable: Bool { loss.isRecoverable }
    /// One line.
    public var description: String { loss.description }
  }

  /// Any number of losses, each made when it is asked for.
  public struct Losses: Sequence, Sendable, Hashable {
    package let losses: DocumentMigration.Losses

    init(_ losses: DocumentMigration.Losses = DocumentMigration.Losses()) { self.losses = losses }

    /// How many there are.
    public var count: Int { losses.count }
    /// Whether there are none.
    public var isEmpty: Bool { losses.isEmpty }

    /// By stage, then object, then property.
    public func makeIterator() -> AnyIterator<Loss> {
      var iterator = losses.entriesByObject.makeIterator()
      return AnyIterator { iterator.next().map { Loss(loss: $0) } }
    }
  }

  /// One thing that the document has carried since an earlier migration to an older version, and
  /// that could not be put back.
  public struct Unrestored: Sendable, Hashable, CustomStringConvertible {
    /// What it was; nil where the entry could not be read.
    public let loss: Loss?
    /// Why, in a word that does not change from version to version, such as `object-gone`.
    public let reason: String
    /// Why, in words.
    public let explanation: String

    /// One line.
    public var description: String {
      (loss.map { "\($0.entity) \($0.object)" + ($0.property.map { ".\($0)" } ?? "") + ": " } ?? "")
        + explanation
    }
  }

  /// Any number of losses that were not put back, each made when it is asked for.
  public struct UnrestoredLosses: Sequence, Sendable, Hashable {
    private let dropped: [RestorationOutcome.Dropped]
    private let malformed: [String]

    init(_ outcome: RestorationOutcome? = nil) {
      dropped = outcome?.dropped ?? []
      malformed = outcome?.malformed ?? []
    }

    /// How many there are.
    public var count: Int { dropped.reduce(malformed.count) { $0 + $1.losses.count } }
    /// Whether there are none.
    public var isEmpty: Bool { dropped.isEmpty && malformed.isEmpty }

    /// By reason; those that could not be read at all come last.
    public func makeIterator() -> AnyIterator<Unrestored> {
      let read = dropped.lazy.flatMap { dropped in
        Losses(DocumentMigration.Losses(groups: [dropped.losses])).lazy.map {
          Unrestored(
            loss: $0, reason: dropped.reason.rawValue, explanation: dropped.reason.words)
        }
      }
      let reason = LossDropReason.malformed
      let unread = malformed.lazy.map {
        Unrestored(loss: nil, reason: reason.rawValue, explanation: "\(reason.words): \($0)")
      }
      var first = read.makeIterator()
      var second = unread.makeIterator()
      return AnyIterator { first.next() ?? second.next() }
    }
  }
}
