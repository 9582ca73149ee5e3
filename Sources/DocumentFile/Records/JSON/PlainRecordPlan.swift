import DocumentTables
import Markup

/// The plan for reading plain records.
///
/// A plain record has a writer's format: no white space inside, all properties in their order, and
/// values in their usual spelling.
/// The plan consists of flat arrays of bitwise copyable values, so that reading retains no object.
struct PlainRecordPlan: Sendable {
  enum Reading: UInt8, BitwiseCopyable {
    case text, `case`, spelled, data, bool, float, double, date, day, uuid, integer, unsigned
    case reference, list, tree, array, structure
    /// No plain record contains such a property.
    case never
  }

  /// One property that a record of the entity may contain.
  struct Step: BitwiseCopyable, Sendable {
    /// The name, the colon, and what all values but null begin with.
    let member: JSONMemberPattern
    /// The whole property if its value is null.
    let null: JSONMemberPattern
    let canBeNull: Bool
    /// Whether null begins like every other value, with nothing.
    let isNullLikeValues: Bool
    let reading: Reading
    /// Whether an omitted property is null; if not, a record that omits it is not plain.
    let isNullWhereAbsent: Bool
    let column: Int
    /// The type of a scalar, or of the items of an array.
    let type: ScalarType
    /// Whether an item of an array may be null.
    let hasNullableItems: Bool
    /// The range of an integer.
    let lowest: Int64
    let highest: Int64
    /// The position of its first case in ``PlainRecordPlan/cases``, if it has cases.
    let firstCase: Int
    let endCase: Int
    /// The position of a structure's first member in ``PlainRecordPlan/structures``.
    let firstMember: Int
    let endMember: Int
  }

  struct Entity: BitwiseCopyable, Sendable {
    let discriminator: UInt16
    /// The words of `,"$entity":"Name"` in ``PlainRecordPlan/names``.
    let firstWord: Int
    /// The length of that text; 0 for the root, which records do not name.
    let nameLength: Int
    let firstStep: Int
    let endStep: Int
    let firstNull: Int
    let endNull: Int
  }

  /// A short text, as its bytes in memory.
  struct Case: BitwiseCopyable, Sendable {
    static let longest = 16

    let low: UInt64
    let high: UInt64
    let length: Int

    init?(_ text: [UInt8]) {
      guard text.count <= Self.longest else { return nil }
      let words = PlainRecordPlan.words(of: text)
      low = words.first ?? 0
      high = words.dropFirst().first ?? 0
      length = text.count
    }
  }

  private(set) var steps: [Step] = []
  private(set) var entities: [Entity] = []
  /// The position of the root; nil if it has no plain records.
  private(set) var root: Int?
  /// The texts that name entities, as little-endian words, padded with zeros.
  private(set) var names: [UInt64] = []
  /// The columns without a property of the entity.
  private(set) var nullColumns: [Int] = []
  private(set) var cases: [Case] = []
  /// The position of a column's cases, which entities share for inherited properties.
  private var casesByColumn: [Int: Range<Int>] = [:]
  private(set) var structures = StructureTexts()
  /// The positions of a structure's members, which attributes share.
  private var membersByStructure: [String: Range<Int>] = [:]

  init(_ plans: [EntityPlan]) {
    for plan in plans where !plan.isAbstract { append(plan) }
  }

  /// Adds an entity, unless it has a property that no plain record contains.
  private mutating func append(_ plan: EntityPlan) {
    let steps = plan.properties.filter { $0.column >= 0 }.map { step(of: $0) }
    let isReadable = steps.allSatisfy {
      $0.reading != .never && $0.member.length <= JSONMemberPattern.longest
    }
    if !isReadable { return }
    if plan.isRoot { root = entities.count }
    entities.append(
      Entity(
        discriminator: plan.discriminator, firstWord: names.count,
        nameLength: plan.jsonEntity.count, firstStep: self.steps.count,
        endStep: self.steps.count + steps.count, firstNull: nullColumns.count,
        endNull: nullColumns.count + plan.otherColumns.count))
    self.steps += steps
    nullColumns += plan.otherColumns
    names += Self.words(of: plan.jsonEntity)
  }

  private mutating func step(of property: PropertyPlan) -> Step {
    let reading = Self.reading(of: property)
    let cases = reading == .case ? places(ofCasesOf: property) : 0..<0
    let members = members(of: property)
    var isNullWhereAbsent = false
    if case .null = property.absence { isNullWhereAbsent = true }
    let opening = Self.opening(of: reading)
    let null = JSONMemberPattern(property.name, opening: Array("null".utf8))
    // A to-many relationship without an order omits it.
    let canBeNull =
      property.isNullable && property.kind != .order && null.length <= JSONMemberPattern.longest
    let (type, hasNullableItems) = Self.type(of: property)
    return Step(
      member: JSONMemberPattern(property.name, opening: opening), null: null, canBeNull: canBeNull,
      isNullLikeValues: opening.isEmpty, reading: reading,
      isNullWhereAbsent: isNullWhereAbsent, column: property.column, type: type,
      hasNullableItems: hasNullableItems,
      lowest: property.range.lowerBound, highest: property.range.upperBound,
      firstCase: cases.lowerBound, endCase: cases.upperBound,
      firstMember: members.lowerBound, endMember: members.upperBound)
  }

  private mutating func places(ofCasesOf property: PropertyPlan) -> Range<Int> {
    if let known = casesByColumn[property.column] { return known }
    let first = cases.count
    cases += (property.textCases ?? []).compactMap { Case($0) }
    casesByColumn[property.column] = first..<cases.count
    return first..<cases.count
  }

  private mutating func members(of property: PropertyPlan) -> Range<Int> {
    guard case .structure(let structure) = property.kind,
      Self.reading(of: property) == .structure
    else { return 0..<0 }
    if let known = membersByStructure[structure.name] { return known }
    let members = structures.append(structure)
    membersByStructure[structure.name] = members
    return members
  }

  /// Returns the bytes that every value begins with.
  private static func opening(of reading: Reading) -> [UInt8] {
    switch reading {
    case .text, .case, .spelled, .data, .date, .day, .uuid: [UInt8(ascii: "\"")]
    case .list: [UInt8(ascii: "[")]
    case .bool, .float, .double, .integer, .unsigned, .reference, .tree, .array, .structure, .never:
      []
    }
  }

  private static func type(of property: PropertyPlan) -> (ScalarType, hasNullableItems: Bool) {
    switch property.kind {
    case .scalar(let type): (type, false)
    case .array(let type, let hasNullableItems): (type, hasNullableItems)
    case .tree, .structure, .reference, .list, .order, .derived: (.text, false)
    }
  }

  private static func reading(of property: PropertyPlan) -> Reading {
    if property.isExternal { return .never }
    if property.cases != nil {
      let isShort = property.textCases?.allSatisfy { $0.count <= Case.longest } ?? false
      return property.kind == .scalar(.text) && isShort ? .case : .never
    }
    return switch property.kind {
    case .reference: .reference
    case .scalar(.text): .text
    case .scalar(.bool): .bool
    case .scalar(.float): .float
    case .scalar(.double): .double
    case .scalar(.date): .date
    case .scalar(.day): .day
    case .scalar(.uuid): .uuid
    case .scalar(.data): .data
    case .scalar(.uint64): .unsigned
    case .scalar(let type): type.isSpelled ? .spelled : .integer
    case .list, .order: .list
    case .tree: .tree
    case .array: .array
    // Each hierarchy has the texts of its own.
    case .structure(let structure):
      StructureTexts.size(of: structure) <= StructureTexts.largestSize ? .structure : .never
    case .derived: .never
    }
  }

  private static func words(of bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
