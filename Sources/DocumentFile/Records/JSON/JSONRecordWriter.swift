import DocumentTables
import Markup

/// Writes properties as members of record objects, value by value (spec 5).
///
/// ``RecordWriter`` writes the usual values directly from their columns.
enum JSONRecordWriter {
  static func append(_ value: Value, _ property: PropertyPlan, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: property.jsonOpening)
    switch value {
    case .array(let items):
      guard case .array(let type, _) = property.kind else { break }
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(item: item, type, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .tree(let tree): CanonicalJSON.append(tree, .marked, to: &bytes)
    case .references(let keys): append(keys: keys, to: &bytes)
    default:
      if case .scalar(let type) = property.kind {
        append(item: value, type, to: &bytes)
      } else {
        append(item: value, nil, to: &bytes)
      }
    }
  }

  static func append(
    external digest: Digest, size: Int, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: property.jsonOpening)
    TextForm.append("{\"$external\":\"", to: &bytes)
    bytes.append(contentsOf: digest.text.utf8)
    TextForm.append("\",\"$size\":", to: &bytes)
    IntegerText.append(size, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  static func append(foreign: Tree, to bytes: inout [UInt8]) {
    TextForm.append(",\"$foreign\":", to: &bytes)
    CanonicalJSON.append(foreign, .marked, to: &bytes)
  }

  private static func append(item: Value, _ type: ScalarType?, to bytes: inout [UInt8]) {
    switch item {
    case .null, .array, .tree, .references: TextForm.append("null", to: &bytes)
    case .bool(let value): BoolText.append(value, to: &bytes)
    case .integer(let days) where type == .day:
      quoting(&bytes) { DayText.append(days, to: &$0) }
    case .integer(let value), .reference(let value): append(integer: value, to: &bytes)
    case .unsigned(let value): append(integer: value, to: &bytes)
    case .double(let value): append(double: value, isFloat: type == .float, to: &bytes)
    case .date(let value): quoting(&bytes) { DateText.append(value, to: &$0) }
    case .text(let value): JSONText.append(value, to: &bytes)
    case .uuid(let value): quoting(&bytes) { UUIDText.append(value, to: &$0) }
    case .data(let value): quoting(&bytes) { DataText.append(value, to: &$0) }
    }
  }

  private static func quoting(_ bytes: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    append(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(integer value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    if IntegerText.isJSONNumber(value) {
      IntegerText.append(value, to: &bytes)
    } else {
      quoting(&bytes) { IntegerText.append(value, to: &$0) }
    }
  }

  private static func append(double value: Double, isFloat: Bool, to bytes: inout [UInt8]) {
    if !FloatingPointText.isJSONNumber(value) {
      quoting(&bytes) { FloatingPointText.append(value, to: &$0) }
    } else if isFloat {
      FloatingPointText.append(Float(value), to: &bytes)
    } else {
      FloatingPointText.append(value, to: &bytes)
    }
  }

  private static func append(keys: [ObjectKey], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, key) in keys.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      IntegerText.append(key, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
