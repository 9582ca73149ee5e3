import DocumentTables
import Markup

/// The written form of a property's values and the layout of its column.
package enum PropertyKind: Hashable, Sendable {
  case scalar(ScalarType)
  case array(ScalarType, nullableElements: Bool)
  /// A dictionary or a `Codable` value.
  case tree
  case structure(TableStructure)
  case reference
  case list
  case order
  /// Stored only at the other end; not allowed in a record.
  case derived
}

/// The value of a property that a record omits.
package enum Absence: Sendable {
  case null
  case value(Value)
  case refused
}

/// Everything that reading and writing the values of one property needs, computed once for the
/// declaring entity and its subentities.
package final class PropertyPlan: Sendable {
  package let name: String
  /// The column in the hierarchy; −1 for a derived relationship.
  let column: Int
  package let kind: PropertyKind
  package let isNullable: Bool
  package let absence: Absence
  /// Whether all values are stored in parts of their own, whatever their size; only texts and data
  /// can be.
  let isExternal: Bool
  /// The range of an integer type with at most 63 value bits.
  let range: ClosedRange<Int64>
  package let cases: [Value]?
  /// The cases of a text as bytes, which values are compared with before a string is created.
  let textCases: [[UInt8]]?
  /// The texts of a member's cases in a record in JSON; nil if every value is allowed.
  let caseTexts: [[UInt8]]?
  /// The plans of a structure's members; empty for every other kind.
  package let members: [PropertyPlan]

  /// The text `,"name":`.
  let jsonOpening: [UInt8]
  /// `<name` or `<d:field name="…"`, without the end of the tag.
  let xmlOpening: [UInt8]
  /// The text `</name>`.
  let xmlClosing: [UInt8]
  /// Whether the property has an element of its own, and not a field element with a name attribute.
  package let isXMLName: Bool

  /// - Parameter members: The plans of the members, if the property is of a structure.
  init(
    named name: String, column: Int?, layout: ColumnLayout?, members: [PropertyPlan] = []
  ) {
    self.name = name
    self.column = column ?? -1
    self.members = members
    isNullable = layout?.isNullable ?? true
    kind = Self.kind(of: layout)
    absence = Self.absence(of: layout, kind: kind)
    isExternal = layout?.attribute?.isExternal ?? false
    cases = layout?.attribute?.cases
    if case .scalar(let type) = kind, type.storage == .text, let cases {
      textCases = cases.compactMap { value in
        if case .text(let text) = value { Array(text.utf8) } else { nil }
      }
    } else {
      textCases = nil
    }
    caseTexts = column == nil ? layout?.attribute?.caseTexts : nil
    if case .scalar(let type) = kind, let range = type.integerRange {
      self.range = range
    } else {
      range = Int64.min...Int64.max
    }
    var opening = [UInt8(ascii: ",")]
    JSONText.append(name, to: &opening)
    opening.append(UInt8(ascii: ":"))
    jsonOpening = opening
    let tag = RecordTag(property: name)
    isXMLName = tag.isElementName
    xmlOpening = tag.opening
    xmlClosing = tag.closing
  }

  package var canBeExternal: Bool { kind == .scalar(.text) || kind == .scalar(.data) }

  /// Fills the column of a record that omits this property; returns false if the property is
  /// required.
  func appendAbsent(to builder: SegmentBuilder) -> Bool {
    guard column >= 0 else { return true }
    switch absence {
    case .null: builder.columns[column].appendNull()
    case .value(let value): builder.columns[column].append(value)
    case .refused: return false
    }
    return true
  }

  private static func kind(of layout: ColumnLayout?) -> PropertyKind {
    switch layout?.content {
    case nil: .derived
    case .attribute(let attribute):
      switch attribute.type {
      case .scalar(let type): .scalar(type)
      case .array(let type, let nullable): .array(type, nullableElements: nullable)
      case .dictionary, .tree: .tree
      case .structure(let structure): .structure(structure)
      }
    case .relationship(_, .reference): .reference
    case .relationship(_, .list): .list
    case .relationship(_, .order): .order
    case .relationship(_, .derived): .derived
    }
  }

  private static func absence(of layout: ColumnLayout?, kind: PropertyKind) -> Absence {
    if kind == .order || kind == .derived { return .null }
    if case .value(let value)? = layout?.attribute?.defaultValue {
      return value.isNull ? .null : .value(value)
    }
    return layout?.isNullable == true ? .null : .refused
  }
}

/// The plans of a hierarchy's properties; entities share the plans of inherited ones.
struct PropertyPlans {
  private var byColumn: [Int: PropertyPlan] = [:]
  /// The plans of derived relationships, which differ only in their names.
  private var derived: [String: PropertyPlan] = [:]

  mutating func plan(_ property: PropertyLayout, layout: ColumnLayout?) -> PropertyPlan {
    if let column = property.column {
      if let known = byColumn[column] { return known }
      let plan = PropertyPlan(
        named: property.name, column: column, layout: layout, members: members(of: layout))
      byColumn[column] = plan
      return plan
    }
    if let known = derived[property.name] { return known }
    let plan = PropertyPlan(named: property.name, column: nil, layout: layout)
    derived[property.name] = plan
    return plan
  }

  private func members(of layout: ColumnLayout?) -> [PropertyPlan] {
    guard case .structure(let structure)? = layout?.attribute?.type else { return [] }
    return structure.derived {
      structure.memberLayouts.map { PropertyPlan(named: $0.name, column: nil, layout: $0) }
    }
  }
}

/// The part of a property's plan that is needed to read usual values.
///
/// The plan is bitwise copyable, so that reading retains no object.
struct FastPropertyPlan: BitwiseCopyable, Sendable {
  /// How usual values are read; others are read by the property's plan.
  enum Reading: UInt8, BitwiseCopyable {
    case text, bool, double, date, uuid, integer, reference, byPlan
  }

  let member: JSONMemberPattern
  let reading: Reading
  /// The column in the hierarchy; −1 for a derived relationship.
  let column: Int
  /// The index of the property that usually follows; any other property may follow.
  let successor: Int
  /// The range of an integer.
  let lowest: Int64
  let highest: Int64

  init(_ plan: PropertyPlan, successor: Int) {
    member = JSONMemberPattern(plan.name)
    reading = Self.reading(of: plan)
    column = plan.column
    self.successor = successor
    lowest = plan.range.lowerBound
    highest = plan.range.upperBound
  }

  private static func reading(of plan: PropertyPlan) -> Reading {
    if plan.cases != nil || plan.isExternal { return .byPlan }
    switch plan.kind {
    case .reference: return .reference
    case .scalar(let type):
      switch type {
      case .text: return .text
      case .bool: return .bool
      case .double: return .double
      case .date: return .date
      case .uuid: return .uuid
      case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: return .integer
      default: return .byPlan
      }
    case .array, .tree, .structure, .list, .order, .derived: return .byPlan
    }
  }
}

extension TableStructure {
  /// Returns the value with these members, with absent ones as an absent attribute is read (spec 5.2).
  func recordValue(of values: [Value?]) throws -> Value {
    do throws(ValueProblem) {
      return .tree(try value(of: values))
    } catch {
      if case .missingMember(let name) = error {
        throw RecordProblem(.missingProperty, "its \(name.quotedIfBlank) is missing")
      }
      throw RecordProblem(.valueType)
    }
  }
}
