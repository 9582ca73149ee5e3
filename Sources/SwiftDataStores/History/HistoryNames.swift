import DocumentTables
import SQLiteDatabase

/// What the numbers and bits of a store's history stand for.
///
/// Bits are those of an entity's properties, its own and inherited ones, in the order of their names; the first is
/// the highest bit of the first byte. `ZTOMBSTONE0`, 1, … are the attributes that are preserved on deletion, in the
/// order of their names.
struct HistoryNames {
  struct Entity {
    var name: String
    /// The entity at the top of its hierarchy.
    var root: String
  }

  private struct Names {
    var properties: [String] = []
    /// The number of properties before the first one that may have several bits.
    var certain = 0
    var preserved: [ManagedAttribute] = []
  }

  /// Whether the store has the bits of properties.
  let hasProperties: Bool
  /// The columns with preserved values.
  let preservedColumns: [String]
  private let numbered: [Int64: Entity]
  private var names: [String: Names] = [:]

  init(_ model: ManagedModel, _ store: OpenStore, _ changes: SQLiteTable) {
    var numbered: [Int64: Entity] = [:]
    var most = 0
    for entity in model.entities {
      guard let number = store.numbers[entity.name] else { continue }
      numbered[number] = Entity(
        name: entity.name, root: model.lineage(of: entity.name).last?.name ?? entity.name)
      let lineage = model.lineage(of: entity.name)
      let attributes = lineage.flatMap(\.attributes)
      let sorted =
        (attributes.map { ($0.name, !$0.isComposite || $0.rawValue != nil) }
        + lineage.flatMap(\.relationships).map { ($0.name, true) })
        .sorted { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }
      let preserved = attributes.filter(\.isPreservedOnDeletion)
        .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
      most = max(most, preserved.count)
      names[entity.name] = Names(
        properties: sorted.map(\.0), certain: sorted.firstIndex { !$0.1 } ?? sorted.count,
        preserved: preserved)
    }
    self.numbered = numbered
    hasProperties = changes.has("ZCOLUMNS")
    preservedColumns = (0..<most).map { "ZTOMBSTONE\($0)" }.prefix(while: changes.has).map(\.self)
  }

  /// Returns the entity of a number; nil if the model has none.
  func entity(_ number: Int64) -> Entity? { numbered[number] }

  /// Returns the properties of bits, in the order of their UTF-8 bytes; nil if none is set, or one of which the
  /// property is not certain.
  func properties(_ bits: [UInt8], of entity: String) -> [String]? {
    guard let names = names[entity] else { return nil }
    var found: [String] = []
    for (byte, value) in bits.enumerated() where value != 0 {
      for bit in 0..<8 where value & (0x80 >> UInt8(bit)) != 0 {
        let index = byte * 8 + bit
        guard index < names.certain else { return nil }
        found.append(names.properties[index])
      }
    }
    return found.isEmpty ? nil : found.sorted(by: utf8Precedes)
  }

  /// Returns the attributes whose values `preservedColumns` have.
  func preserved(_ entity: String) -> ArraySlice<ManagedAttribute> {
    (names[entity]?.preserved ?? []).prefix(preservedColumns.count)
  }

  /// Returns a preserved value as the history of a document has it; nil if it can have none.
  func tree(
    of stored: SQLiteValue, _ attribute: ManagedAttribute, _ entity: String, _ schema: TableSchema
  ) -> Tree? {
    let own = schema.lineage(of: entity).lazy.compactMap { $0.attribute(named: attribute.name) }
      .first
    guard let own, case .scalar(let scalar) = own.type,
      let value = ValueDecoding.scalar(stored, scalar)
    else { return nil }
    switch value {
    case .text(let text) where text.utf8.count > 65_536: return nil
    case .data(let bytes) where bytes.count > 65_536: return nil
    default: return Tree(value, of: own.type)
    }
  }
}
