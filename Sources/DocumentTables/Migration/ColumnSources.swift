/// Where a column of a new table takes its values.
struct ColumnSource: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    /// Every row holds what rows hold that were never asked.
    case absent
    /// The rows of an old column.
    case column(Int)
    /// The rows of an old column for each old entity; nil where it had no such property.
    case byEntity([Int?])
    /// What the old relationship of each old entity leads to, where this end states it anew.
    case related([RelatedSource?])
  }

  var origin: Origin
  var conversion: ValueConversion
  /// What rows hold that were never asked.
  var absent: Value
}

/// How the objects of an old relationship become those of a new one.
struct RelatedSource: Hashable, Sendable {
  var end: RelationshipEnd
  /// The other end in the old schema.
  var inverseEnd: RelationshipEnd?
  /// To-many becomes to-one: only the first of its objects stays.
  var keepsFirstHere = false
  /// The other end becomes to-one: only the first object that leads there stays.
  var keepsFirstThere = false
  /// Whether it is an error that one does not stay.
  var refusesToDrop: Bool
}

/// What one old table gives to a new one.
struct TablePart: Sendable {
  /// The old table.
  var hierarchy: Int
  /// The new discriminator of each old one; nil where its rows are not for this table.
  var discriminators: [UInt16?]
  var columns: [ColumnSource]
}

/// Where the rows of a new table come from; none for a hierarchy that is new.
struct HierarchySource: Sendable {
  var parts: [TablePart]
}
