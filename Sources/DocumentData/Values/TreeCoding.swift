import DocumentTables
import Foundation

// The leaves, keys and depth limit that `TreeEncoder` and `TreeDecoder` share.

/// The values that a typed tree stores as leaves, regardless of their own coding.
enum TreeLeaf {
  static func tree(of value: Any) -> Tree? {
    switch value {
    case let date as Date: .date(date.timeIntervalSinceReferenceDate)
    case let day as CalendarDay: .day(day.number)
    case let time as ZonedTime: .zonedTime(time.description)
    case let uuid as UUID: .uuid(UUIDText.number(of: uuid))
    case let data as Data: .data([UInt8](data))
    case let decimal as Decimal: .decimal(DecimalText.text(decimal))
    case let url as URL: (try? URLText.text(url)).map { .url($0) }
    default: nil
    }
  }

  static func isLeaf(_ type: Any.Type) -> Bool {
    type == Date.self || type == UUID.self || type == Data.self || type == Decimal.self
      || type == URL.self || type == CalendarDay.self || type == ZonedTime.self
  }

  /// Returns nil if the tree is not such a leaf.
  static func value(of tree: Tree) -> Any? {
    switch tree {
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .day(let days): CalendarDay(number: days)
    case .zonedTime(let text): ZonedTime(text)
    case .uuid(let number): UUIDText.uuid(of: number)
    case .data(let bytes): Data(bytes)
    case .decimal(let text): try? DecimalText.parse(text)
    case .url(let text): try? URLText.parse(text)
    default: nil
    }
  }
}

/// A key that no type declares: a position in a list, the part of an object that its superclass
/// encodes, or the step to a value that is the whole form of another.
struct TreeCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  static let superclass = TreeCodingKey(stringValue: "super")
}

/// The greatest depth of a value that can be stored: coding recurses for each level of a value.
let deepestTreeCoding = 64
