import DocumentTables
import Markup

/// The tags of one property, as patterns for comparison with a text.
struct CanonicalXMLProperty: BitwiseCopyable, Sendable {
  /// The beginning `<name` of the start tag, without its end, so that marks can follow.
  let opening: CanonicalXMLPattern
  /// The end tag.
  let closing: CanonicalXMLPattern
  /// The end tag and the opening of the property that usually follows, or the end of the record.
  let closingAndNext: CanonicalXMLPattern
  /// The index of the property that usually follows; the number of properties if none does.
  let successor: Int
  /// The mark of null, and the opening of the property that usually follows; never there if null is not
  /// allowed.
  let nullAndNext: CanonicalXMLPattern
  let reading: Reading
  /// The column in the hierarchy; −1 for a derived relationship.
  let column: Int
  /// The range of an integer.
  let lowest: Int64
  let highest: Int64

  enum Reading: BitwiseCopyable, Sendable {
    case usual(FastPropertyPlan.Reading)
    /// A scalar that is never in a part of its own.
    case scalar(ScalarType)
    case tree
    case array(ScalarType, nullable: Bool)
    case structure
    case list
    /// The property's plan is needed.
    case byPlan

    init(_ plan: PropertyPlan, _ shape: FastPropertyPlan) {
      if shape.reading != .byPlan {
        self = .usual(shape.reading)
        return
      }
      switch plan.kind {
      case _ where plan.cases != nil || plan.canBeExternal: self = .byPlan
      case .scalar(let type): self = .scalar(type)
      case .tree: self = .tree
      case .array(let type, let nullable): self = .array(type, nullable: nullable)
      case .list, .order: self = .list
      case .structure: self = .structure
      case .reference, .derived: self = .byPlan
      }
    }
  }

  init(_ plan: PropertyPlan, _ shape: FastPropertyPlan, next: [UInt8]) {
    opening = CanonicalXMLPattern(plan.xmlOpening)
    closing = CanonicalXMLPattern(plan.xmlClosing)
    closingAndNext = CanonicalXMLPattern(plan.xmlClosing + next)
    let mark = plan.isXMLName ? " d:nil=\"true\"/>" : " nil=\"true\"/>"
    nullAndNext =
      plan.isNullable && plan.kind != .order
      ? CanonicalXMLPattern(Array(mark.utf8) + next) : .never
    successor = shape.successor
    reading = Reading(plan, shape)
    column = plan.column
    lowest = shape.lowest
    highest = shape.highest
  }
}

/// The tags of the records of one entity, as patterns for comparison with a text.
final class CanonicalXMLEntity: Sendable {
  /// The end of the start tag, from behind the key on.
  let tagEnd: [UInt8]
  /// The same, and the opening of the property that usually comes first.
  let start: CanonicalXMLPattern
  let properties: [CanonicalXMLProperty]

  /// The line feed before a record, and `<d:record id="`.
  static let openingBytes = RecordBlock.separator(.xml) + EntityPlan.xmlOpening
  static let opening = CanonicalXMLPattern(openingBytes)
  static let end = Array("</d:record>".utf8)

  init(_ entity: EntityPlan) {
    let plans = entity.properties
    func opening(of index: Int) -> [UInt8] {
      index < plans.count ? plans[index].xmlOpening : Self.end
    }
    tagEnd = Array("\"".utf8) + entity.xmlEntity + Array(">".utf8)
    start = CanonicalXMLPattern(tagEnd + opening(of: entity.firstProperty))
    properties = zip(plans, entity.shapes).map { plan, shape in
      CanonicalXMLProperty(plan, shape, next: opening(of: shape.successor))
    }
  }

  /// Returns the tags of all entities of a hierarchy.
  ///
  /// Returns no tags if a name may exceed libxml2's limit of 50,000 bytes, or if all names together
  /// may exceed its limit of ten million.
  static func all(of entities: [EntityPlan]) -> [CanonicalXMLEntity] {
    let sizes = entities.flatMap { [$0.xmlEntity.count] + $0.properties.map(\.xmlOpening.count) }
    guard sizes.allSatisfy({ $0 < 40_000 }), sizes.reduce(0, +) < 1 << 20 else { return [] }
    return entities.map { CanonicalXMLEntity($0) }
  }
}
