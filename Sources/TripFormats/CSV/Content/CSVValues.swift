import DocumentFile
import DocumentTables

/// The one text of each value in files of our own, both ways.
///
/// Scalars have the text form of the format (spec 4), arrays and trees are JSON.
enum CSVValues {
  /// Appends the text of a value; nothing if it is null.
  static func append(_ value: Value, _ type: AttributeType?, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number) where type == .scalar(.day): DayText.append(number, to: &bytes)
    case .integer(let number), .reference(let number):
      bytes.append(contentsOf: String(number).utf8)
    case .unsigned(let number): bytes.append(contentsOf: String(number).utf8)
    case .double(let number) where type == .scalar(.float):
      bytes.append(contentsOf: FloatingPointText.text(Float(number)).utf8)
    case .double(let number): bytes.append(contentsOf: FloatingPointText.text(number).utf8)
    case .date(let seconds): DateText.append(seconds, to: &bytes)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .uuid(let number): bytes.append(contentsOf: UUIDText.text(number).utf8)
    case .data(let data): bytes.append(contentsOf: DataText.text(data).utf8)
    case .references(let keys):
      CanonicalJSON.append(.array(keys.map { .integer($0) }), to: &bytes)
    case .tree(let tree):
      if case .structure(let structure) = type {
        NestedForm.structure(structure).append(value, to: &bytes)
      } else {
        CanonicalJSON.append(tree, .marked, to: &bytes)
      }
    case .array(let values):
      guard case .array(let element, _) = type else { break }
      CanonicalJSON.append(
        .array(values.map { Self.element($0, element) }), .marked, to: &bytes)
    }
  }

  /// Whether the text of every value of a type is its canonical text in a column (``NestedForm``).
  static func isWrittenAsNested(_ type: AttributeType) -> Bool {
    switch type {
    case .scalar: false
    case .dictionary, .tree, .structure: true
    case .array(let element, _):
      switch element.storage {
      case .bool, .text, .data, .uuid: true
      case .double: element == .date
      // Numbers beyond 2^53 have another text in a list.
      case .integer: element == .day
      default: false
      }
    }
  }

  /// URLs, days and times are plain strings in lists, because the column says what they are.
  private static func element(_ value: Value, _ type: ScalarType) -> Tree {
    if value.isNull { return .null }
    switch type {
    case .text, .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      return Tree(value, of: .scalar(type))
    default:
      var bytes: [UInt8] = []
      append(value, .scalar(type), to: &bytes)
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Reads a text that ``append(_:_:to:)`` has written; nil for any other text.
  static func value(of text: String, _ type: AttributeType) -> Value? {
    switch type {
    case .scalar(let scalar): return self.value(of: text, scalar)
    case .array(let element, let isNullable):
      guard case .array(let items)? = tree(text) else { return nil }
      var values: [Value] = []
      values.reserveCapacity(items.count)
      for item in items {
        if item.isNull, isNullable {
          values.append(.null)
        } else if case .text(let text) = item, element != .text,
          let value = value(of: text, element)
        {
          values.append(value)
        } else if let value = Value(item, of: .scalar(element)), element != .url {
          values.append(value)
        } else {
          return nil
        }
      }
      return .array(values)
    case .dictionary, .tree: return tree(text).map { .tree($0) }
    case .structure: return tree(text).flatMap { Value(stated: $0, of: type) }
    }
  }

  private static func value(of text: String, _ type: ScalarType) -> Value? {
    if type == .text { return .text(text) }
    var text = text
    return text.withUTF8 { try? Value(text: $0, of: type) }
  }

  /// Reads JSON; nil for any other text.
  static func tree(_ text: String) -> Tree? {
    guard let first = text.utf8.first, "[{\"tfn-0123456789".utf8.contains(first),
      let tree = try? JSONTreeReader.tree(of: Array(text.utf8)), !tree.isDeeper(than: 60)
    else { return nil }
    return tree
  }
}
