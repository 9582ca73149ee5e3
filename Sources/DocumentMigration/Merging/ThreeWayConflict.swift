import DocumentTables

/// One of the two versions that a merge combines.
package enum MergeSide: String, Hashable, Sendable, CaseIterable {
  case ours, theirs

  package var other: MergeSide { self == .ours ? .theirs : .ours }
}

/// Two changes that cannot both be in the result of a merge, and the side that was taken.
package struct ThreeWayConflict: Hashable, Sendable {
  /// What the sides disagree about; raw values are the words in reports (spec 13.5).
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Both sides set a property to different values.
    case value
    /// Both sides gave a list different orders.
    case order
    /// Both sides made the object one of different entities.
    case entity
    /// One side deleted an object that the other changed.
    case deletion
    /// One side deleted an object that the other began to refer to.
    case reference
    /// Both changes together break a rule of the schema.
    case rule
    /// A change depends on another one that was not taken.
    case dependent
    /// Both sides changed data of another program in an object's record.
    case foreign
    /// Both sides changed an extension record.
    case `extension`
    /// Both sides changed a kept part.
    case part
    /// Both sides changed a carried loss, or the losses of one cannot be given other keys.
    case carried
  }

  package var kind: Kind
  /// The entity of the object or extension record; nil for parts and carried losses.
  package var entity: String?
  /// The object's key in the result, or in the version that has it.
  package var key: ObjectKey?
  /// The object's key in their document, if it has another one there.
  package var theirKey: ObjectKey?
  /// The property, the name of a part, or the name of another program's data.
  package var property: String?
  /// What the base and both sides have: a value, or the changed properties of an object by name;
  /// nil if they do not have the object, the record or the part.
  package var base: Tree?
  package var ours: Tree?
  package var theirs: Tree?
  /// The violated rule, and why the changes cannot be combined, for people.
  package var rule: String?
  package var detail: String?
  /// The side whose change is in the result; nil if neither is, but what the base has.
  package var settled: MergeSide?

  package init(
    _ kind: Kind, entity: String? = nil, key: ObjectKey? = nil, theirKey: ObjectKey? = nil,
    property: String? = nil, base: Tree? = nil, ours: Tree? = nil, theirs: Tree? = nil,
    rule: String? = nil, detail: String? = nil, settled: MergeSide? = .ours
  ) {
    self.kind = kind
    self.entity = entity
    self.key = key
    self.theirKey = theirKey
    self.property = property
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.rule = rule
    self.detail = detail
    self.settled = settled
  }

  /// The version whose value is in the result, in words.
  package var winner: String { settled?.rawValue ?? "base" }

  /// States what the base and both sides have.
  mutating func state(_ trees: ThreeVersions<Tree?>) {
    (base, ours, theirs) = (trees.base, trees.ours, trees.theirs)
  }

  /// What a side has; see ``ours``.
  package subscript(side: MergeSide) -> Tree? {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

/// The result of a merge.
package struct MergeOutcome: Sendable {
  /// Valid tables, under the id of our document and with its keys.
  package var tables: Tables
  package var conflicts: [ThreeWayConflict]
  /// The number of objects and properties that each side changed.
  package var changes: [MergeSide: Int]
  /// The objects of the base that the tables do not have, in the order of hierarchies and keys.
  package var deletions: [MergeDeletion]

  package init(
    tables: Tables, conflicts: [ThreeWayConflict], changes: [MergeSide: Int],
    deletions: [MergeDeletion]
  ) {
    self.tables = tables
    self.conflicts = conflicts
    self.changes = changes
    self.deletions = deletions
  }
}
