import DocumentTables

/// A stored value in a total order, so that a merge keeps the same object every time.
///
/// Nil comes first, then NaN, then every other value; −0 equals 0.
enum MergeRank: Comparable {
  case none
  case notANumber
  case number(Double)
  case integer(Int64)
  case unsigned(UInt64)
  case text(String)

  init(_ value: Value) {
    switch value {
    case .double(let number), .date(let number): self = number.isNaN ? .notANumber : .number(number)
    case .bool(let isTrue): self = .integer(isTrue ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .unsigned(let number): self = .unsigned(number)
    case .text(let text): self = .text(CanonicalOrder.ordered(text))
    default: self = .none
    }
  }

  /// Whether values of an attribute have an order.
  static func ranks(_ column: ColumnLayout) -> Bool {
    switch column.storage {
    case .bool, .integer, .unsigned, .double: column.attribute != nil
    case .text: column.attribute?.type == .scalar(.text)
    default: false
    }
  }
}
