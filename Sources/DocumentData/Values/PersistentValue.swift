import DocumentTables

/// A value as the tables hold it; what it is inside concerns the package alone.
public struct _AttributeValue: Sendable {
  package var value: Value

  package init(_ value: Value) { self.value = value }

  @usableFromInline static var null: _AttributeValue { _AttributeValue(.null) }

  @usableFromInline var isNull: Bool { value.isNull }
}

/// The type of an attribute as the tables hold it; what it is inside concerns the package alone.
public struct _AttributeType: Sendable {
  package var type: AttributeType
  package var isNullable: Bool

  package init(_ type: AttributeType, isNullable: Bool = false) {
    self.type = type
    self.isNullable = isNullable
  }

  package static func scalar(_ type: ScalarType) -> _AttributeType { .init(.scalar(type)) }
}

/// A type whose values the tables hold directly.
///
/// These are scalars, and optionals, arrays and dictionaries of them. They are known at compile
/// time, so accessors need no look-up. Nobody names this protocol in model code.
public protocol _PersistentValue: Codable {
  /// How the tables hold the type.
  static var _$attributeType: _AttributeType { get }
  /// The value that the tables hold for this one.
  var _$attributeValue: _AttributeValue { get }
  /// Zero, false, nil, an empty text or list: what a property reads as that has no value.
  static var _$blank: Self { get }
  /// Nil if the value is not one of this type.
  init?(_$attributeValue attribute: _AttributeValue)
}

extension _PersistentValue {
  /// The value that the tables hold for this one.
  package var tableValue: Value { _$attributeValue.value }

  package init?(tableValue: Value) { self.init(_$attributeValue: _AttributeValue(tableValue)) }
}
