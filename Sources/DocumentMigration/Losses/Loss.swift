import DocumentTables

/// The kind of a loss; raw values are the words in carried entries (spec 10.2).
package enum LossKind: String, Hashable, Sendable, CaseIterable {
  /// A property value of an object that the migration up still produces.
  case value
  /// The entity of an object that was of a subentity and comes back as another entity of its
  /// hierarchy.
  case entity
  /// A whole object that does not come back.
  case object
  /// An object that comes back although the original did not have it.
  case added
  /// Data of another program in an object's own record.
  case foreign
  /// An extension record of another program that belonged to the object.
  case `extension`
  /// A part of another program that belonged to the object.
  case part
}

/// One piece of data that migrating down over a stage, and up again, does not restore by itself
/// (spec 10).
package struct Loss: Hashable, Sendable {
  package var stage: LossStage
  package var kind: LossKind
  package var reason: LossReason
  /// The newer schema's hierarchy of the object.
  package var hierarchy: String
  /// The object's entity in the newer schema.
  package var entity: String
  /// The object's entity in the older tables; nil if they do not have the object.
  package var olderEntity: String?
  package var key: ObjectKey
  /// The newer schema's property; only for `value`.
  package var property: String?
  /// The lost data: the value of the property, the object's properties by name, foreign data, the
  /// key of an extension record, or the name of a part; null for `entity` and `added`.
  package var value: Tree
  /// The data that the older tables hold instead, if any.
  ///
  /// The entry is restored only if they still hold the same data.
  package var guardValue: Tree?
  /// Whether the document carries the loss, so that migrating up can restore it.
  package var isRecoverable: Bool
}

extension Loss: CustomStringConvertible {
  /// A readable description in one line.
  package var description: String {
    let place = "\(entity) \(key)" + (property.map { ".\($0)" } ?? "")
    let older = stage.to.map { "version \($0.text)" } ?? "the older version"
    switch kind {
    case .value, .foreign, .extension, .part:
      let text = String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)
      return "\(place): \(subject)\(text): \(reason.words(older))"
    case .entity, .object, .added: return "\(place): \(reason.words(older))"
    }
  }

  private var subject: String {
    switch kind {
    case .foreign: "data of other programs "
    case .extension: "extension record "
    case .part: "part "
    default: ""
    }
  }
}
