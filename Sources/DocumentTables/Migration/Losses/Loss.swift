/// What kind of thing a loss is; raw values are the words of carried entries (spec 10.2).
package enum LossKind: String, Hashable, Sendable, CaseIterable {
  /// A property of an object that the way up still makes.
  case value
  /// An object was of a subentity and comes back as another entity of its hierarchy.
  case entity
  /// A whole object does not come back.
  case object
  /// An object comes back that was not there.
  case added
  /// Data of another program, in an object's own record.
  case foreign
  /// Another program's extension record was the object's.
  case `extension`
  /// Another program's part was the object's.
  case part
}

/// One thing that the way down over a stage, and up again, does not give back by itself (spec 10).
package struct Loss: Hashable, Sendable {
  package var stage: LossStage
  package var kind: LossKind
  package var reason: LossReason
  /// The newer schema's hierarchy of the object.
  package var hierarchy: String
  /// The object's entity in the newer schema.
  package var entity: String
  /// The object's entity in the older tables; nil where they do not have the object.
  package var olderEntity: String?
  package var key: ObjectKey
  /// The newer schema's property; of `value` only.
  package var property: String?
  /// What is lost: the value of the property, the object's properties by name, foreign data, the
  /// key of an extension record, the name of a part; null for `entity` and `added`.
  package var value: Tree
  /// What the older tables hold instead, if anything: the entry is put back only if that is still
  /// so.
  package var guardValue: Tree?
  /// Whether it travels in the document and comes back on the way up.
  package var isRecoverable: Bool
}

extension Loss: CustomStringConvertible {
  /// One line for people.
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
