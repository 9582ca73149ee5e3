import DocumentTables
import Foundation

/// Scalars as people write them in arguments.
package enum ScalarWords {
  /// Returns the value of a text; nil if it is none of the type.
  package static func value(_ text: String, _ type: ScalarType) -> Value? {
    switch type {
    case .bool:
      return ["yes": true, "true": true, "no": false, "false": false][text].map { .bool($0) }
    case .date: return (try? DateText.parse(text)).map { .date($0) }
    case .day: return (try? DayText.parse(text)).map { .integer($0) }
    case .uuid: return (try? UUIDText.parse(text.uppercased())).map { .uuid($0) }
    case .uint64: return (try? IntegerText.parse(text)).map { .unsigned($0) }
    case .float, .double: return Double(text).map { .double($0) }
    case .decimal: return Decimal(string: text).map { .text(DecimalText.text($0)) }
    case .url: return .text(text)
    case .data: return (try? DataText.parse(text)).map { .data($0) }
    default:
      if type.storage == .text { return (try? type.spelling(of: text)).map { .text($0) } }
      return (try? IntegerText.parse(text)).map { .integer($0) }
    }
  }

  /// What a text of a type is expected to be.
  package static func expectation(_ type: ScalarType) -> String {
    switch type {
    case .bool: "yes or no"
    case .clockTime, .zonedTime: type.expectation
    default: "of type \(type.rawValue)"
    }
  }
}
