import DocumentTables

/// The source of a new column's values.
struct ColumnSource: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    /// Every row has the value ``ColumnSource/absent``.
    case absent
    /// The values of an old column.
    case column(Int)
    /// The values of one old column per old entity; nil for an entity without such a property.
    case byEntity([Int?])
    /// The objects of the old relationship of each old entity, recomputed for the end that stores
    /// them in the new schema.
    case related([RelatedSource?])
  }

  var origin: Origin
  var conversion: ValueConversion
  /// The value of rows that have no old value.
  var absent: Value
}

/// How the objects of an old relationship become the objects of a new one.
struct RelatedSource: Hashable, Sendable {
  var end: RelationshipEnd
  /// The other end in the old schema.
  var inverseEnd: RelationshipEnd?
  /// Whether this end changes from to-many to to-one, so that only the first of its objects is
  /// kept.
  var keepsFirstHere = false
  /// Whether the other end becomes to-one, so that a target keeps only the first object that leads
  /// to it.
  var keepsFirstThere = false
  /// Whether dropping an object is an error.
  var refusesToDrop: Bool
}

/// The contribution of one old table to a new one.
struct TablePart: Sendable {
  /// The hierarchy of the old table.
  var hierarchy: Int
  /// The new discriminator for each old one; nil if those rows do not belong in the new table.
  var discriminators: [UInt16?]
  var columns: [ColumnSource]
}

/// The sources of a new table's rows; none for a new hierarchy.
struct HierarchySource: Sendable {
  var parts: [TablePart]
}
