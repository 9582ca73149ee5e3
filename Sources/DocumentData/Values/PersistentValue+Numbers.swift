// The protocol documents the members that conformances implement.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentTables

extension _PersistentValue where Self: FixedWidthInteger {
  public static var _$blank: Self { 0 }

  public var _$attributeValue: _AttributeValue {
    if Self.isSigned || Self.bitWidth < 64 {
      _AttributeValue(.integer(Int64(truncatingIfNeeded: self)))
    } else {
      _AttributeValue(.unsigned(UInt64(truncatingIfNeeded: self)))
    }
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    switch attribute.value {
    case .integer(let number): self.init(exactly: number)
    case .unsigned(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension Int: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.int64) }
}

extension Int8: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.int8) }
}

extension Int16: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.int16) }
}

extension Int32: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.int32) }
}

extension Int64: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.int64) }
}

extension UInt: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uint64) }
}

extension UInt8: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uint8) }
}

extension UInt16: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uint16) }
}

extension UInt32: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uint32) }
}

extension UInt64: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uint64) }
}

extension Bool: _PersistentValue {
  public static var _$blank: Bool { false }

  public static var _$attributeType: _AttributeType { .scalar(.bool) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.bool(self)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .bool(let value) = attribute.value else { return nil }
    self = value
  }
}

extension Double: _PersistentValue {
  public static var _$blank: Double { 0 }

  public static var _$attributeType: _AttributeType { .scalar(.double) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.double(self)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .double(let value) = attribute.value else { return nil }
    self = value
  }
}

extension Float: _PersistentValue {
  public static var _$blank: Float { 0 }

  public static var _$attributeType: _AttributeType { .scalar(.float) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.double(Double(self))) }

  /// Fails for a number that is not exactly a `Float`.
  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .double(let value) = attribute.value else { return nil }
    let narrow = Float(value)
    guard value.isNaN || Double(narrow) == value else { return nil }
    self = narrow
  }
}
