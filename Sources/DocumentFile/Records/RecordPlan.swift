import DocumentTables
import Markup

/// Everything that reading and writing the records of one entity needs.
package final class EntityPlan: Sendable {
  package let name: String
  let nameBytes: [UInt8]
  let discriminator: UInt16
  package let isAbstract: Bool
  /// Whether the entity is the root of its hierarchy, which records need not name.
  package let isRoot: Bool
  /// All properties, in the order of the UTF-8 bytes of their names.
  package let properties: [PropertyPlan]
  /// The plans for usual values, in the same order.
  let shapes: [FastPropertyPlan]
  /// The columns without a property of this entity.
  let otherColumns: [Int]
  /// The index of the property that usually comes first.
  let firstProperty: Int
  /// The text `,"$entity":"Name"` that follows the key; empty for the root.
  let jsonEntity: [UInt8]
  /// The same member as a pattern, also for the root.
  let jsonEntityMember: JSONMemberPattern
  /// The text ` entity="Name"` that follows the key; empty for the root.
  let xmlEntity: [UInt8]

  /// The text from the beginning of a JSON record to its key.
  static let jsonOpening = Array(#"{"$id":"#.utf8)
  /// The same text without the brace.
  static let jsonKeyMember = Array(jsonOpening.dropFirst())
  /// The text from the beginning of an XML record to its key.
  static let xmlOpening = Array(#"<d:record id=""#.utf8)

  init(
    _ entity: EntityLayout, isRoot: Bool, columns: [ColumnLayout], _ plans: inout PropertyPlans
  ) {
    self.isRoot = isRoot
    name = entity.name
    nameBytes = Array(entity.name.utf8)
    discriminator = entity.discriminator
    isAbstract = entity.isAbstract
    let layouts = entity.properties.map { $0.column.map { columns[$0] } }
    // Orders are usually absent, so the search starts with the property after them.
    func usual(from index: Int) -> Int {
      layouts[index...].firstIndex { layout in
        guard let layout else { return false }
        if case .relationship(_, .order) = layout.content { return false }
        return true
      } ?? layouts.count
    }
    properties = zip(entity.properties, layouts).map { plans.plan($0, layout: $1) }
    shapes = properties.enumerated().map { index, property in
      FastPropertyPlan(property, successor: usual(from: index + 1))
    }
    firstProperty = usual(from: 0)
    let own = Set(entity.properties.compactMap(\.column))
    otherColumns = columns.indices.filter { !own.contains($0) }
    var json: [UInt8] = []
    JSONText.append(entity.name, to: &json)
    jsonEntity = isRoot ? [] : Array(#","$entity":"#.utf8) + json
    jsonEntityMember = JSONMemberPattern("$entity", opening: json)
    var xml: [UInt8] = []
    if !isRoot { XMLTreeWriter.appendAttribute("entity", entity.name, to: &xml) }
    xmlEntity = xml
  }

  /// Returns the property with a name, compared byte for byte.
  func property(named name: String) -> Int? {
    var low = 0
    var high = properties.count
    while low < high {
      let middle = low + (high - low) / 2
      if utf8Precedes(properties[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    guard low < properties.count, properties[low].name.utf8.elementsEqual(name.utf8) else {
      return nil
    }
    return low
  }
}

/// Everything that reading and writing the records of one hierarchy needs, computed once for all
/// its parts.
package final class RecordPlan: Sendable {
  package let hierarchy: HierarchyLayout
  package let entities: [EntityPlan]
  /// The position of the root, the entity of records that name none.
  let root: Int
  /// The tags for the canonical XML reader, in the same order; may be empty.
  let canonicalXML: [CanonicalXMLEntity]
  /// The plan for runs of plain JSON records.
  let plain: PlainRecordPlan

  /// - Parameter encoding: The encoding of all records; nil if records of both encodings may occur.
  package init(_ hierarchy: HierarchyLayout, encoding: DocumentEncoding? = nil) {
    self.hierarchy = hierarchy
    var plans = PropertyPlans()
    let root = hierarchy.entities.firstIndex { $0.name == hierarchy.name } ?? 0
    self.root = root
    entities = hierarchy.entities.enumerated().map { index, entity in
      EntityPlan(entity, isRoot: index == root, columns: hierarchy.columns, &plans)
    }
    canonicalXML = encoding == .json ? [] : CanonicalXMLEntity.all(of: entities)
    plain = PlainRecordPlan(encoding == .xml ? [] : entities)
  }

  /// Returns the position of an entity, compared byte for byte.
  func entity(named name: String) -> Int? {
    entities.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// The indexes of a record's properties that have been read.
struct PropertySet {
  private var low: UInt64 = 0
  private var high: [UInt64] = []

  @inline(__always)
  mutating func removeAll() {
    low = 0
    if high.isEmpty { return }
    for index in high.indices { high[index] = 0 }
  }

  /// Adds an index; returns false if the set already contains it.
  @inline(__always)
  mutating func insert(_ index: Int) -> Bool {
    let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: index)
    if index >= 64 { return insertHigh(index, bit) }
    if low & bit != 0 { return false }
    low |= bit
    return true
  }

  private mutating func insertHigh(_ index: Int, _ bit: UInt64) -> Bool {
    let word = (index >> 6) - 1
    while high.count <= word { high.append(0) }
    if high[word] & bit != 0 { return false }
    high[word] |= bit
    return true
  }

  func contains(_ index: Int) -> Bool {
    let bit = UInt64(1) << UInt64(index & 63)
    if index < 64 { return low & bit != 0 }
    let word = (index >> 6) - 1
    return word < high.count && high[word] & bit != 0
  }
}
