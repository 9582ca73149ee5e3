import DocumentTables
import Markup

/// Writes record objects from the columns of a segment (spec 5).
enum JSONRecordWriter {
  static func append(
    _ source: RecordSource, _ segment: Segment, row: Int, to bytes: inout [UInt8]
  ) {
    let entity = source.plan.entities[Int(segment.entities[row])]
    bytes.append(contentsOf: entity.jsonOpening)
    IntegerText.append(segment.keys[row], to: &bytes)
    for property in entity.properties where property.column >= 0 {
      if property.kind == .order {
        guard let keys = source.order(property, segment, row: row) else { continue }
        bytes.append(contentsOf: property.jsonOpening)
        append(keys: keys, to: &bytes)
      } else {
        bytes.append(contentsOf: property.jsonOpening)
        appendValue(source, property, segment.columns[property.column], row, to: &bytes)
      }
    }
    if let foreign = segment.foreign[row] {
      TextForm.append(",\"$foreign\":", to: &bytes)
      CanonicalJSON.append(foreign, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func appendValue(
    _ source: RecordSource, _ property: PropertyPlan, _ column: Column, _ row: Int,
    to bytes: inout [UInt8]
  ) {
    if column.isNull(at: row) { return TextForm.append("null", to: &bytes) }
    switch column {
    case .constant(let value, _): append(value, source, property, to: &bytes)
    case .boxed(let column): append(column.values[row], source, property, to: &bytes)
    case .bool(let column): BoolText.append(column.values[row], to: &bytes)
    case .integer(let column): append(integer: column.values[row], to: &bytes)
    case .unsigned(let column): append(integer: column.values[row], to: &bytes)
    case .double(let column):
      append(double: column.values[row], isFloat: property.kind == .scalar(.float), to: &bytes)
    case .date(let column): append(date: column.values[row], to: &bytes)
    case .uuid(let column): append(uuid: column.values[row], to: &bytes)
    case .text(let column):
      append(text: column.bytes[column.range(of: row)], source, property, to: &bytes)
    case .data(let column):
      append(data: column.bytes[column.range(of: row)], source, property, to: &bytes)
    case .reference(let column): IntegerText.append(column.values[row], to: &bytes)
    case .references(let column): append(keys: column.list(at: row), to: &bytes)
    }
  }

  /// A value outside of a column: constants, and what is boxed.
  private static func append(
    _ value: Value, _ source: RecordSource, _ property: PropertyPlan, to bytes: inout [UInt8]
  ) {
    switch value {
    case .text(let text): append(text: Array(text.utf8)[...], source, property, to: &bytes)
    case .data(let data): append(data: data[...], source, property, to: &bytes)
    case .double(let value) where property.kind == .scalar(.float):
      append(double: value, isFloat: true, to: &bytes)
    case .array(let items):
      guard case .array(let type, _) = property.kind else { break }
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(item: item, isFloat: type == .float, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .tree(let tree): CanonicalJSON.append(tree, to: &bytes)
    case .references(let keys): append(keys: keys, to: &bytes)
    default: append(item: value, isFloat: false, to: &bytes)
    }
  }

  private static func append(item: Value, isFloat: Bool, to bytes: inout [UInt8]) {
    switch item {
    case .null, .array, .tree, .references: TextForm.append("null", to: &bytes)
    case .bool(let value): BoolText.append(value, to: &bytes)
    case .integer(let value), .reference(let value): append(integer: value, to: &bytes)
    case .unsigned(let value): append(integer: value, to: &bytes)
    case .double(let value): append(double: value, isFloat: isFloat, to: &bytes)
    case .date(let value): append(date: value, to: &bytes)
    case .text(let value): JSONText.append(value, to: &bytes)
    case .uuid(let value): append(uuid: value, to: &bytes)
    case .data(let value): quoting(&bytes) { DataText.append(value, to: &$0) }
    }
  }

  // MARK: - Scalars

  @inline(__always)
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
    if !value.isFinite {
      quoting(&bytes) { FloatingPointText.append(value, to: &$0) }
    } else if isFloat {
      FloatingPointText.append(Float(value), to: &bytes)
    } else {
      FloatingPointText.append(value, to: &bytes)
    }
  }

  private static func append(date value: Double, to bytes: inout [UInt8]) {
    quoting(&bytes) { DateText.append(value, to: &$0) }
  }

  private static func append(uuid value: UInt128, to bytes: inout [UInt8]) {
    quoting(&bytes) { UUIDText.append(value, to: &$0) }
  }

  private static func append(keys: some Sequence<ObjectKey>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for key in keys {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      IntegerText.append(key, to: &bytes)
      isFirst = false
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(
    text: ArraySlice<UInt8>, _ source: RecordSource, _ property: PropertyPlan,
    to bytes: inout [UInt8]
  ) {
    if property.kind == .scalar(.text), let digest = source.externalDigest(property, text) {
      return append(external: digest, size: text.count, to: &bytes)
    }
    // Lifetime: the buffer is only used during the call.
    text.withUnsafeBufferPointer { JSONText.append(utf8: $0, to: &bytes) }
  }

  private static func append(
    data: ArraySlice<UInt8>, _ source: RecordSource, _ property: PropertyPlan,
    to bytes: inout [UInt8]
  ) {
    if let digest = source.externalDigest(property, data) {
      return append(external: digest, size: data.count, to: &bytes)
    }
    quoting(&bytes) { bytes in
      // Lifetime: the buffer is only used during the call.
      data.withUnsafeBufferPointer { DataText.append($0, to: &bytes) }
    }
  }

  private static func append(external digest: Digest, size: Int, to bytes: inout [UInt8]) {
    TextForm.append("{\"$external\":\"", to: &bytes)
    bytes.append(contentsOf: digest.text.utf8)
    TextForm.append("\",\"$size\":", to: &bytes)
    IntegerText.append(size, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
