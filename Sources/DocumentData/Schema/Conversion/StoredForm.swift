import DocumentTables

/// The form in which tables store an attribute, in the terms of the format.
package struct StoredForm: Hashable, Sendable {
  package var type: AttributeType
  package var isNullable: Bool
  package var defaultValue: AttributeDefault = .none
  package var cases: [Value]?

  /// The default as a value of ``valueType``; nil without a default, and for values of unknown
  /// types.
  var defaultContent: Any? {
    guard case .value(let value) = defaultValue, !value.isNull,
      let coding = AttributeCodingFactory.coding(ofAny: valueType)
    else { return nil }
    return try? coding.decodeAny(value)
  }

  /// The Swift type of stored values; `any Codable` for values of a model's own type.
  var valueType: any Any.Type {
    func optional<Content>(_ type: Content.Type) -> any Any.Type { Content?.self }
    let type = requiredType
    return isNullable ? optional(type) : type
  }

  private var requiredType: any Any.Type {
    func list<Element>(_ type: Element.Type, _ isNullable: Bool) -> any Any.Type {
      isNullable ? [Element?].self : [Element].self
    }
    func map<Key: Hashable>(
      _ key: Key.Type, _ value: any ScalarValue.Type, _ isNullable: Bool
    ) -> any Any.Type {
      func open<Content: ScalarValue>(_ value: Content.Type) -> any Any.Type {
        isNullable ? [Key: Content?].self : [Key: Content].self
      }
      return open(value)
    }
    switch type {
    case .scalar(let scalar): return scalar.valueType
    case .array(let element, let isNullable): return list(element.valueType, isNullable)
    case .dictionary(let key, let value, let isNullable):
      return map(key.valueType, value.valueType, isNullable)
    case .tree, .structure: return (any Codable).self
    }
  }
}
