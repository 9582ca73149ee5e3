// The protocol documents the members that conformances implement.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentTables

extension CalendarDay: _PersistentValue {
  public static var _$blank: CalendarDay { CalendarDay(nearest: 0) }

  public static var _$attributeType: _AttributeType { .scalar(.day) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.integer(number)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .integer(let number) = attribute.value else { return nil }
    self.init(number: number)
  }
}

extension ClockTime: _PersistentValue {
  public static var _$blank: ClockTime { blank }

  public static var _$attributeType: _AttributeType { .scalar(.clockTime) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(description)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value else { return nil }
    self.init(text)
  }
}

extension ZonedTime: _PersistentValue {
  public static var _$blank: ZonedTime { blank }

  public static var _$attributeType: _AttributeType { .scalar(.zonedTime) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(description)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value else { return nil }
    self.init(text)
  }
}
