import DocumentTables

/// The changes of one group of a transaction, or of several on balance, which concern objects of one
/// entity.
final class RecordedChanges: Sendable {
  let group: History.Transaction.Group
  /// The number of each change's transaction; a single one if it is the same.
  private let transactions: [Int64]
  /// The class of the objects; nil if the program has none.
  let description: ModelDescription?
  private let names: RecordedNames
  /// The number of the first change in the transaction.
  private let first: Int64
  /// The recorded names of properties, by the names that the class has for them.
  private let recorded: [String: String]

  /// - Parameter isListed: False if the entity is gone, even if another one has its name now.
  init(
    _ group: History.Transaction.Group, of transactions: [Int64], first: Int64,
    _ names: RecordedNames, isListed: Bool = true
  ) {
    self.group = group
    self.transactions = transactions
    self.first = first
    self.names = names
    description = isListed ? names.description(of: group.entity) : nil
    var recorded: [String: String] = [:]
    for name in group.properties + group.old.keys {
      if let own = names.property(name, of: group.entity) { recorded[own] = name }
    }
    self.recorded = recorded
  }

  /// The number of a change in its transaction.
  func number(_ row: Int) -> Int64 { first + Int64(row) }

  /// The number of the transaction of a change.
  func transaction(_ row: Int) -> Int64 {
    (transactions.indices.contains(row) ? transactions[row] : transactions.last) ?? 0
  }

  func object(_ key: ObjectKey) -> PersistentIdentifier {
    PersistentIdentifier(
      entityName: description?.entityName ?? group.entity,
      storeIdentifier: names.storeIdentifier, key: key)
  }

  /// Returns the changes as those of a class.
  func changes<Model: PersistentModel>(of type: Model.Type) -> [HistoryChange] {
    let keys = group.keys.keys.enumerated()
    switch group.kind {
    case .insert:
      return keys.map { .insert(DefaultHistoryInsert<Model>(self, row: $0.offset, $0.element)) }
    case .update:
      return keys.map { .update(DefaultHistoryUpdate<Model>(self, row: $0.offset, $0.element)) }
    case .delete:
      return keys.map { .delete(DefaultHistoryDelete<Model>(self, row: $0.offset, $0.element)) }
    }
  }

  /// The changes if the program has no class for the objects.
  var unlistedChanges: [DefaultHistoryTransaction.UnlistedChange] {
    group.keys.keys.map { .init(kind: .init(group.kind), identifier: object($0)) }
  }

  /// Returns the changed properties that the class has, in the order of the class.
  func attributes<Model: PersistentModel>(
    of type: Model.Type
  ) -> [any PartialKeyPath<Model> & Sendable] {
    let changed = Set(group.properties)
    return ModelMetadata.of(type).properties.compactMap { property in
      guard let name = recorded[property.name], changed.contains(name) else { return nil }
      return MarkerCast.sendable(property.keypath, of: type)
    }
  }

  // MARK: Values

  /// Returns the value of an attribute as its getter returns it; nil if it is not kept, and if it
  /// is not of the attribute's present type.
  func content(
    of property: Schema.PropertyMetadata, in values: [String: [Tree]], _ row: Int
  ) -> Any? {
    guard case .attribute(let coding) = property.kind,
      let tree = tree(of: property, in: values, row)
    else { return nil }
    let type = coding.attributeType
    // The type may have become wider since.
    let present = tree.widened(to: type.type)
    guard let value = tree.isNull && type.isNullable ? .null : Value(present, of: type.type) else {
      return nil
    }
    return try? coding.decodeAny(value)
  }

  /// Returns the objects of a relationship; nil if they are not kept.
  func identifiers(
    of property: Schema.PropertyMetadata, in values: [String: [Tree]], _ row: Int
  ) -> [PersistentIdentifier]? {
    guard let entity = description?.entityName,
      let destination = names.destination(of: property.name, entity),
      let tree = tree(of: property, in: values, row)
    else { return nil }
    let keys = tree.integerValue.map { [$0] } ?? tree.arrayValue?.compactMap(\.integerValue) ?? []
    return keys.map { names.identifier(of: $0, destination) }
  }

  /// Returns the value of a deleted object's property; nil if it was nil or is not kept.
  func tombstoneValue(of property: Schema.PropertyMetadata, _ row: Int) -> (any Sendable)? {
    switch property.kind {
    case .attribute:
      guard tree(of: property, in: group.old, row)?.isNull == false else { return nil }
      return content(of: property, in: group.old, row).flatMap(Self.unwrapped)
    case .toOne: return identifiers(of: property, in: group.old, row)?.first
    case .toMany: return identifiers(of: property, in: group.old, row)
    case .unsupported: return nil
    }
  }

  /// Returns the value in an optional; nil for nil.
  private static func unwrapped(_ content: Any) -> (any Sendable)? {
    if let optional = content as? any OptionalType {
      return optional.wrappedAny.flatMap(MarkerCast.sendable)
    }
    return MarkerCast.sendable(content)
  }

  private func tree(
    of property: Schema.PropertyMetadata, in values: [String: [Tree]], _ row: Int
  ) -> Tree? {
    guard let name = recorded[property.name], let trees = values[name], trees.indices.contains(row)
    else { return nil }
    return trees[row]
  }
}
