import DocumentTables

/// The arguments of a `mergeDuplicates` call, found in the schema.
struct MergeRules {
  /// The slot and the column of an attribute.
  typealias Attribute = (slot: Int, column: Int)

  let description: ModelDescription
  let keys: [Attribute]
  /// The attributes whose greatest values decide which object stays.
  let kept: [Attribute]
  /// The attributes that order the objects whose members are joined.
  let order: [Attribute]
  /// The properties that the object that stays receives from others, in the order of slots.
  let properties: [Property]

  /// A to-many whose members are joined, or a to-one or attribute that is filled if it is nil.
  struct Property {
    let slot: Int
    let layout: ModelDescription.Slot
    let isJoined: Bool
  }
}

extension ContextCore {
  func mergeRules(
    of description: ModelDescription, by keys: [NamedProperty],
    keepingGreatest kept: [NamedProperty],
    joining joined: [NamedProperty], inOrderOf order: [NamedProperty],
    filling filled: [NamedProperty]
  ) throws -> MergeRules {
    func ranked(_ property: NamedProperty) throws -> MergeRules.Attribute {
      let attribute = try storedAttribute(property, description)
      let column = schema.hierarchies[description.hierarchy].columns[attribute.column]
      guard MergeRank.ranks(column) else {
        throw unsupported(property, "has values without an order", description)
      }
      return attribute
    }
    func property(_ property: NamedProperty, isToMany: Bool) throws -> Int {
      guard let slot = property.slot,
        description.slots[slot].end.map({ $0.relationship.isToMany == isToMany })
          ?? (!isToMany && description.slots[slot].column != nil)
      else {
        let wanted =
          isToMany ? "is no to-many relationship" : "is no to-one relationship or stored attribute"
        throw unsupported(property, wanted, description)
      }
      return slot
    }
    let joined = Set(try joined.map { try property($0, isToMany: true) })
    let filled = Set(try filled.map { try property($0, isToMany: false) })
    return MergeRules(
      description: description, keys: try keys.map { try storedAttribute($0, description) },
      kept: try kept.map(ranked), order: try order.map(ranked),
      properties: joined.union(filled).sorted().map {
        MergeRules.Property(
          slot: $0, layout: description.slots[$0], isJoined: joined.contains($0))
      })
  }

  private func unsupported(
    _ property: NamedProperty, _ explanation: String, _ description: ModelDescription
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath, "\(property.words) \(explanation)", entity: description.entityName)
  }
}

/// An execution of ``MergeRules`` over objects or over columns.
protocol MergeExecution {
  associatedtype Row

  func key(of row: Row) -> ObjectKey
  func value(of row: Row, _ attribute: MergeRules.Attribute) -> Value
  func set(_ value: Value, of row: Row, _ attribute: MergeRules.Attribute)

  /// Joins the members of rows, in their order, in one row; nil if all are nil.
  ///
  /// - Parameter property: The position of a to-many among the rules' properties.
  func join(_ rows: [Row], _ property: Int, into survivor: Row)

  /// Moves the first reference of some rows to the first of these rows, and removes the others.
  ///
  /// - Parameter property: The position of a to-one among the rules' properties.
  /// - Returns: False if a row refers to several objects.
  func fill(_ property: Int, of candidates: [Row]) -> Bool

  /// Removes a row; what other programs anchored to it now belongs to the survivor.
  func remove(_ row: Row, inFavorOf survivor: Row)
}

extension MergeRules {
  /// Merges a group into its greatest row, and deletes the others.
  ///
  /// - Returns: False if a to-one refers to several objects.
  func merge<Execution: MergeExecution>(
    _ group: [Execution.Row], by execution: Execution
  ) -> Bool {
    let candidates: [Execution.Row] = ascending(group, by: kept, execution).reversed()
    guard let survivor = candidates.first else { return true }
    // Joining precedes filling, which could change the order and the references.
    if properties.contains(where: \.isJoined) {
      let inOrder = ascending(group, by: order, execution)
      for (position, property) in properties.enumerated() where property.isJoined {
        execution.join(inOrder, position, into: survivor)
      }
    }
    for (position, property) in properties.enumerated() where !property.isJoined {
      if let column = property.layout.column, property.layout.end == nil {
        fill((property.slot, column), of: candidates, execution)
      } else {
        guard execution.fill(position, of: candidates) else { return false }
      }
    }
    for row in candidates.dropFirst() { execution.remove(row, inFavorOf: survivor) }
    return true
  }

  /// Sorts rows by attributes; if the values are equal, the later insertion is greater.
  private func ascending<Execution: MergeExecution>(
    _ rows: [Execution.Row], by attributes: [Attribute], _ execution: Execution
  ) -> [Execution.Row] {
    let ranked = rows.map { row in
      (
        row: row, key: execution.key(of: row),
        ranks: attributes.map { MergeRank(execution.value(of: row, $0)) }
      )
    }
    return ranked.sorted { left, right in
      for (rank, other) in zip(left.ranks, right.ranks) where rank != other { return rank < other }
      return left.key < right.key
    }.map(\.row)
  }

  private func fill<Execution: MergeExecution>(
    _ attribute: Attribute, of candidates: [Execution.Row], _ execution: Execution
  ) {
    guard let survivor = candidates.first, execution.value(of: survivor, attribute).isNull else {
      return
    }
    for row in candidates.dropFirst() {
      let value = execution.value(of: row, attribute)
      if !value.isNull { return execution.set(value, of: survivor, attribute) }
    }
  }
}
