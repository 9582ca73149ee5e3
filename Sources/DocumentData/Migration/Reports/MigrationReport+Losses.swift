import DocumentMigration
import DocumentTables

extension MigrationReport {
  /// A value or an object that the older version cannot store or would not restore unchanged.
  public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// The kind of loss.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The value of an object's property.
      case value
      /// The subclass of an object.
      case entity
      /// A whole object.
      case object
      /// An object that an upgrade adds although the original document did not contain it.
      case added
      /// Data of another program in an object's own record.
      case foreign
      /// The owner of another program's record.
      case `extension`
      /// The owner of another program's part.
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

    /// The kind of loss.
    public var kind: Kind { Kind(loss.kind) }
    /// The object's entity in the newer version.
    public var entity: String { loss.entity }
    /// The object's key in its document.
    public var object: Int64 { loss.key }
    /// The property; nil if the loss is not a property's value.
    public var property: String? { loss.property }
    /// The newer version; nil if the schema has none.
    public var fromVersion: Schema.Version? { loss.stage.from.map { Schema.Version($0) } }
    /// The older version.
    public var toVersion: Schema.Version? { loss.stage.to.map { Schema.Version($0) } }
    /// The reason as a stable identifier, such as `removed-property`.
    public var reason: String { loss.reason.rawValue }
    /// The lost data as JSON.
    public var value: String {
      String(decoding: CanonicalJSON.bytes(of: loss.value), as: UTF8.self)
    }
    /// Whether the document carries the data, and a migration to the newer version restores it.
    public var isRecoverable: Bool { loss.isRecoverable }
    /// The loss in one line.
    public var description: String { loss.description }
  }

  /// A lazy sequence of losses.
  public struct Losses: Sequence, Sendable, Hashable {
    package let losses: DocumentMigration.Losses

    init(_ losses: DocumentMigration.Losses = DocumentMigration.Losses()) { self.losses = losses }

    /// The number of losses.
    public var count: Int { losses.count }
    /// Whether there are no losses.
    public var isEmpty: Bool { losses.isEmpty }

    /// Returns the losses by stage, then object, then property.
    public func makeIterator() -> AnyIterator<Loss> {
      var iterator = losses.entriesByObject.makeIterator()
      return AnyIterator { iterator.next().map { Loss(loss: $0) } }
    }
  }

  /// Data that the document has carried since an earlier migration to an older version, and that
  /// could not be restored.
  public struct Unrestored: Sendable, Hashable, CustomStringConvertible {
    /// The carried loss; nil if its entry could not be read.
    public let loss: Loss?
    /// The reason as a stable identifier, such as `object-gone`.
    public let reason: String
    /// The reason in words.
    public let explanation: String

    /// The loss in one line.
    public var description: String {
      (loss.map { "\($0.entity) \($0.object)" + ($0.property.map { ".\($0)" } ?? "") + ": " } ?? "")
        + explanation
    }
  }

  /// A lazy sequence of losses that were not restored.
  public struct UnrestoredLosses: Sequence, Sendable, Hashable {
    private let dropped: [RestorationOutcome.Dropped]
    private let malformed: [String]

    init(_ outcome: RestorationOutcome? = nil) {
      dropped = outcome?.dropped ?? []
      malformed = outcome?.malformed ?? []
    }

    /// The number of losses.
    public var count: Int { dropped.reduce(malformed.count) { $0 + $1.losses.count } }
    /// Whether there are no losses.
    public var isEmpty: Bool { dropped.isEmpty && malformed.isEmpty }

    /// Returns the losses by reason; entries that could not be read come last.
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
