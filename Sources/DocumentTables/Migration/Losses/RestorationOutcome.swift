/// Why a carried entry was not put back; raw values are the words of reports.
package enum LossDropReason: String, Hashable, Sendable, CaseIterable {
  case objectGone = "object-gone"
  /// Another object has the key now.
  case keyTaken = "key-taken"
  case valueChanged = "value-changed"
  /// The property belongs to a subentity that was not put back.
  case entityChanged = "entity-changed"
  case uniqueTaken = "unique-taken"
  case referenceGone = "reference-gone"
  /// It would break another rule of the schema: a count, a required value, a one-to-one.
  case notAllowed = "not-allowed"
  /// An object that the original did not have is in use now.
  case inUse = "in-use"
  /// The caller asked for a migration that puts nothing back.
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

/// What became of the carried entries of a stage on the way up.
package struct RestorationOutcome: Sendable {
  package struct Dropped: Hashable, Sendable {
    package var reason: LossDropReason
    package var losses: LossGroup
  }

  package var tables: Tables
  package var restored = Losses()
  /// By reason, in the order of the groups.
  package var dropped: [Dropped] = []
  /// What ``restored`` deleted or replaced.
  package var overwritten = OverwrittenData()
  /// What is wrong with carried trees of the stage that could not be read at all.
  package var malformed: [String] = []

  package init(tables: Tables) { self.tables = tables }

  package var droppedCount: Int { dropped.reduce(0) { $0 + $1.losses.count } + malformed.count }
}
