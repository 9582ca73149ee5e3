/// A value as unique keys, indexes and groups compare it: texts by canonical equivalence, numbers
/// by value (0 equals −0, NaN equals NaN) (spec 4.11).
package enum ComparisonKey: Hashable, Sendable {
  /// A text, in which no long run of marks is out of order.
  case text(String)
  case number(Double)
  case exact(Value)

  /// Creates the key of a value; nil for a null value, which never equals another.
  package init?(_ value: Value) {
    switch value {
    case .null: return nil
    case .text(let text): self = .text(CanonicalOrder.ordered(text))
    case .double(let number), .date(let number):
      self = number.isNaN ? .exact(.text("NaN")) : .number(number)
    default: self = .exact(value)
    }
  }
}

extension ComparisonKey {
  /// Returns the keys of several values; nil if one of the values is null.
  package static func list(_ values: some Collection<Value>) -> [ComparisonKey]? {
    var keys: [ComparisonKey] = []
    keys.reserveCapacity(values.count)
    for value in values {
      guard let key = ComparisonKey(value) else { return nil }
      keys.append(key)
    }
    return keys
  }
}
