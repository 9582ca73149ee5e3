import DocumentTables
import Foundation

extension String: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.text) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(self)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let value) = attribute.value else { return nil }
    self = value
  }
}

extension Date: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.date) }

  public var _$attributeValue: _AttributeValue {
    _AttributeValue(.date(timeIntervalSinceReferenceDate))
  }

  /// A list of dates holds plain numbers, so both are taken.
  public init?(_$attributeValue attribute: _AttributeValue) {
    switch attribute.value {
    case .date(let seconds), .double(let seconds):
      self.init(timeIntervalSinceReferenceDate: seconds)
    default: return nil
    }
  }
}

extension UUID: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.uuid) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.uuid(UUIDText.number(of: self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .uuid(let number) = attribute.value else { return nil }
    self = UUIDText.uuid(of: number)
  }
}

extension Data: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.data) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.data([UInt8](self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .data(let bytes) = attribute.value else { return nil }
    self.init(bytes)
  }
}

extension Decimal: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.decimal) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(DecimalText.text(self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value, let value = try? DecimalText.parse(text)
    else { return nil }
    self = value
  }
}

extension URL: _PersistentValue {
  public static var _$attributeType: _AttributeType { .scalar(.url) }

  /// A URL that would not be read back as it is, is kept as the absolute URL that it stands for. One
  /// for which that holds as well becomes nil, which saving reports where nil is not allowed.
  public var _$attributeValue: _AttributeValue {
    if let text = try? URLText.text(self) { return _AttributeValue(.text(text)) }
    return _AttributeValue((try? URLText.text(absoluteURL)).map { .text($0) } ?? .null)
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value, let value = try? URLText.parse(text)
    else { return nil }
    self = value
  }
}
