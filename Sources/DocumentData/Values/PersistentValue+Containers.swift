// The protocol documents the members that conformances implement.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentTables

/// Nested optionals are one optional in tables, as in `Codable`.
extension Optional: _PersistentValue where Wrapped: _PersistentValue {
  public static var _$blank: Wrapped? { nil }

  public static var _$attributeType: _AttributeType {
    _AttributeType(Wrapped._$attributeType.type, isNullable: true)
  }

  @inlinable
  public var _$attributeValue: _AttributeValue { self?._$attributeValue ?? .null }

  @inlinable
  public init?(_$attributeValue attribute: _AttributeValue) {
    if attribute.isNull {
      self = .none
    } else if let value = Wrapped(_$attributeValue: attribute) {
      self = .some(value)
    } else {
      return nil
    }
  }
}

extension Array: _PersistentValue where Element: _PersistentValue {
  public static var _$blank: [Element] { [] }

  private static var form: ListForm { ListForm(Element._$attributeType) }

  public static var _$attributeType: _AttributeType { _AttributeType(form.type) }

  public var _$attributeValue: _AttributeValue {
    _AttributeValue(Self.form.value(of: map(\.tableValue)))
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard let values = Self.form.elements(of: attribute.value) else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(tableValue: value) else { return nil }
      append(element)
    }
  }
}

extension Set: _PersistentValue where Element: _PersistentValue {
  public static var _$blank: Set<Element> { [] }

  private static var form: SetForm { SetForm(Element._$attributeType) }

  public static var _$attributeType: _AttributeType { _AttributeType(form.type) }

  public var _$attributeValue: _AttributeValue {
    _AttributeValue(Self.form.value(of: map(\.tableValue)))
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard let values = Self.form.elements(of: attribute.value) else { return nil }
    self.init(minimumCapacity: values.count)
    for value in values {
      guard let element = Element(tableValue: value), insert(element).inserted else { return nil }
    }
  }
}

extension Dictionary: _PersistentValue where Key: _PersistentValue, Value: _PersistentValue {
  public static var _$blank: [Key: Value] { [:] }

  private static var form: MapForm { MapForm(Key._$attributeType, Value._$attributeType) }

  public static var _$attributeType: _AttributeType { _AttributeType(form.type) }

  public var _$attributeValue: _AttributeValue {
    _AttributeValue(Self.form.value(of: map { ($0.key.tableValue, $0.value.tableValue) }))
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard let entries = Self.form.entries(of: attribute.value) else { return nil }
    self.init(minimumCapacity: entries.count)
    for (key, value) in entries {
      guard let key = Key(tableValue: key), let value = Value(tableValue: value),
        updateValue(value, forKey: key) == nil
      else { return nil }
    }
  }
}
