import DocumentTables

/// A value as tables store it; its content is internal to the package.
public struct _AttributeValue: Sendable {
  package var value: Value

  package init(_ value: Value) { self.value = value }

  @usableFromInline static var null: _AttributeValue { _AttributeValue(.null) }

  @usableFromInline var isNull: Bool { value.isNull }
}

/// The type of an attribute as tables store it; its content is internal to the package.
public struct _AttributeType: Sendable {
  package var type: AttributeType
  package var isNullable: Bool

  package init(_ type: AttributeType, isNullable: Bool = false) {
    self.type = type
    self.isNullable = isNullable
  }

  package static func scalar(_ type: ScalarType) -> _AttributeType { .init(.scalar(type)) }
}

/// A type whose values tables store directly.
///
/// These are scalars, and optionals, arrays, sets and dictionaries of them. They are known at
/// compile time, so accessors need no look-up. Model code does not use this protocol.
public protocol _PersistentValue: Codable {
  /// The type in which tables store values of this type.
  static var _$attributeType: _AttributeType { get }
  /// The value as tables store it.
  var _$attributeValue: _AttributeValue { get }
  /// Zero, false, nil, an empty text or list: the value of a property for which none is stored.
  static var _$blank: Self { get }
  /// Creates a value from its stored form; nil if the form is not one of this type.
  init?(_$attributeValue attribute: _AttributeValue)
  /// Reads a property from the row of an object without observers; nil if the value has to be
  /// read in the general way.
  static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Self?
}

extension _PersistentValue {
  /// The value as tables store it.
  package var tableValue: Value { _$attributeValue.value }

  package init?(tableValue: Value) { self.init(_$attributeValue: _AttributeValue(tableValue)) }
}
