import DocumentTables
import Foundation

typealias ScalarValue = Hashable & _PersistentValue

extension ScalarType {
  /// The Swift type of the values; the widest of several.
  var valueType: any ScalarValue.Type {
    switch self {
    case .bool: Bool.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt.self
    case .float: Float.self
    case .double: Double.self
    case .decimal: Decimal.self
    case .text: String.self
    case .date: Date.self
    case .day: CalendarDay.self
    case .clockTime: ClockTime.self
    case .zonedTime: ZonedTime.self
    case .uuid: UUID.self
    case .url: URL.self
    case .data: Data.self
    }
  }

  /// Whether tables compare the values as Swift does; URLs have no order in Swift.
  private var isComparedDirectly: Bool { self != .url }

  /// The Swift types whose values tables compare as Swift does.
  static let directlyCompared = Set(
    allCases.filter(\.isComparedDirectly).map { ObjectIdentifier($0.valueType) }
      + [ObjectIdentifier(Int64.self), ObjectIdentifier(UInt64.self)])
}

/// The values that a typed tree stores as leaves, regardless of their own coding.
enum TreeLeaf {
  private static let types = Dictionary(
    uniqueKeysWithValues: ScalarType.marked.map { (ObjectIdentifier($0.valueType), $0) })

  static func isLeaf(_ type: Any.Type) -> Bool { types[ObjectIdentifier(type)] != nil }

  /// Returns nil if the value is not of such a type, or has no text form.
  static func tree(of value: Any) -> Tree? {
    guard let scalar = types[ObjectIdentifier(type(of: value))],
      let stored = (value as? any _PersistentValue)?._$attributeValue.value
    else { return nil }
    if case .text(let text) = stored, (try? scalar.spelling(of: text)) != text { return nil }
    return Tree(stored, of: .scalar(scalar))
  }

  /// Returns the value of a leaf; nil if the tree is no leaf of the type, or of one that it widens.
  static func value<Content>(of tree: Tree, as type: Content.Type) -> Content? {
    guard let scalar = types[ObjectIdentifier(type)],
      let stored = Value(tree.widened(to: .scalar(scalar)), of: .scalar(scalar))
    else { return nil }
    return scalar.valueType.init(_$attributeValue: _AttributeValue(stored)) as? Content
  }
}
