import DocumentTables
import Markup

/// The part of a property's plan that reading its usual values needs, in plain words, so that
/// nothing is retained.
struct FastPropertyPlan: BitwiseCopyable, Sendable {
  /// How usual values are read; others are read by the property's plan.
  enum Reading: UInt8, BitwiseCopyable {
    case text, bool, double, date, uuid, integer, reference, byPlan
  }

  let member: JSONMemberPattern
  let reading: Reading
  /// The column in the hierarchy; −1 for a derived relationship.
  let column: Int
  /// The index of the property whose key usually follows; any other key may.
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
      case .uint64, .float, .decimal, .url, .data: return .byPlan
      }
    case .array, .tree, .list, .order, .derived: return .byPlan
    }
  }
}
