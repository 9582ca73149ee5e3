import DocumentTables

/// The reason why a carried entry was not restored; raw values are the words in reports.
package enum LossDropReason: String, Hashable, Sendable, CaseIterable {
  case objectGone = "object-gone"
  /// Another object uses the key.
  case keyTaken = "key-taken"
  case valueChanged = "value-changed"
  /// The property belongs to a subentity that was not restored.
  case entityChanged = "entity-changed"
  case uniqueTaken = "unique-taken"
  case referenceGone = "reference-gone"
  /// The entry would violate another rule of the schema: a count, a required value, a one-to-one
  /// relationship.
  case notAllowed = "not-allowed"
  /// The object, which the original did not have, is in use.
  case inUse = "in-use"
  /// The caller requested a migration that restores nothing.
  case declined
  case malformed = "malformed"

  package var words: String {
    switch self {
    case .objectGone: "the object has been deleted since"
    case .keyTaken: "another object has its key now"
    case .valueChanged: "the value has been changed since"
    case .entityChanged: "the object is no longer of the entity that has the property"
    case .uniqueTaken: "another object has the value now, which must be unique"
    case .referenceGone: "the object that it refers to has been deleted since"
    case .notAllowed: "it would break a rule of the schema"
    case .inUse: "the object is in use now"
    case .declined: "the migration was told not to put it back"
    case .malformed: "the entry is malformed"
    }
  }
}

/// The result of restoring the carried entries of a stage when migrating up.
package struct RestorationOutcome: Sendable {
  package struct Dropped: Hashable, Sendable {
    package var reason: LossDropReason
    package var losses: LossGroup
  }

  package var tables: Tables
  package var restored = Losses()
  /// The dropped entries, one element for each group and reason, in the order of the groups.
  package var dropped: [Dropped] = []
  /// The data that restoring ``restored`` deleted or replaced.
  package var overwritten = OverwrittenData()
  /// The problems of carried trees of the stage that could not be read.
  package var malformed: [String] = []

  package init(tables: Tables) { self.tables = tables }

  package var droppedCount: Int { dropped.reduce(0) { $0 + $1.losses.count } + malformed.count }
}
