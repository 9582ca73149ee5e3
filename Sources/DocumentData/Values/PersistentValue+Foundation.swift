// The protocol documents the members that conformances implement.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentTables
import Foundation

extension String: _PersistentValue {
  public static var _$blank: String { "" }

  public static var _$attributeType: _AttributeType { .scalar(.text) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(self)) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let value) = attribute.value else { return nil }
    self = value
  }
}

extension Date: _PersistentValue {
  public static var _$blank: Date { Date(timeIntervalSinceReferenceDate: 0) }

  public static var _$attributeType: _AttributeType { .scalar(.date) }

  public var _$attributeValue: _AttributeValue {
    _AttributeValue(.date(timeIntervalSinceReferenceDate))
  }

  /// Reads dates and numbers, because a list of dates contains plain numbers.
  public init?(_$attributeValue attribute: _AttributeValue) {
    switch attribute.value {
    case .date(let seconds), .double(let seconds):
      self.init(timeIntervalSinceReferenceDate: seconds)
    default: return nil
    }
  }
}

extension UUID: _PersistentValue {
  public static var _$blank: UUID { UUIDText.uuid(of: 0) }

  public static var _$attributeType: _AttributeType { .scalar(.uuid) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.uuid(UUIDText.number(of: self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .uuid(let number) = attribute.value else { return nil }
    self = UUIDText.uuid(of: number)
  }
}

extension Data: _PersistentValue {
  public static var _$blank: Data { Data() }

  public static var _$attributeType: _AttributeType { .scalar(.data) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.data([UInt8](self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .data(let bytes) = attribute.value else { return nil }
    self.init(bytes)
  }
}

extension Decimal: _PersistentValue {
  public static var _$blank: Decimal { 0 }

  public static var _$attributeType: _AttributeType { .scalar(.decimal) }

  public var _$attributeValue: _AttributeValue { _AttributeValue(.text(DecimalText.text(self))) }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value, let value = try? DecimalText.parse(text)
    else { return nil }
    self = value
  }
}

extension URL: _PersistentValue {
  public static var _$blank: URL { URL(string: "about:blank") ?? URL(filePath: "/") }

  public static var _$attributeType: _AttributeType { .scalar(.url) }

  /// The relative form and the base; the absolute URL if these would not be read back unchanged.
  ///
  /// No URL is known for which both forms fail. Such a URL would keep its text, so that the object
  /// at least has the given value.
  public var _$attributeValue: _AttributeValue {
    let text = (try? URLText.text(self)) ?? (try? URLText.text(absoluteURL)) ?? absoluteString
    return _AttributeValue(.text(text))
  }

  public init?(_$attributeValue attribute: _AttributeValue) {
    guard case .text(let text) = attribute.value,
      let value = (try? URLText.parse(text)) ?? URL(string: text)
    else { return nil }
    self = value
  }
}
