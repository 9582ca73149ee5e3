/// How a record spells the trees, arrays or structures of a property in JSON (spec 5.2).
///
/// Columns keep this text: it takes less memory than the values that it spells, equal values have
/// equal texts, and records in JSON are read and written by copying it.
package enum NestedForm: Hashable, Sendable {
  /// A typed tree, whose leaves state their types by marks.
  case tree
  /// An array of scalars of one type, which the schema states.
  case array(ScalarType)
  /// A structure, whose members' types the schema states.
  case structure(TableStructure)
}

extension NestedForm {
  /// Appends the canonical text of a value.
  package func append(_ value: Value, to bytes: inout [UInt8]) {
    switch (self, value) {
    case (.tree, .tree(let tree)): CanonicalJSON.append(tree, .marked, to: &bytes)
    case (.array(let type), .array(let items)):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        CanonicalJSON.append(item, of: type, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case (.structure(let structure), .tree(let tree)): structure.append(tree, to: &bytes)
    default: TextForm.append("null", to: &bytes)
    }
  }

  /// Returns the value that a canonical text spells.
  package func value(of text: UnsafeBufferPointer<UInt8>) -> Value {
    var reader = CanonicalJSONReader(text)
    return switch self {
    case .tree: .tree(reader.readTree())
    case .array(let type): .array(reader.readItems(of: type))
    case .structure(let structure): .tree(reader.readStructure(structure))
    }
  }
}

extension CanonicalJSON {
  /// Appends a scalar as records have it: in its type's text, which the schema tells from others.
  package static func append(_ scalar: Value, of type: ScalarType?, to bytes: inout [UInt8]) {
    switch scalar {
    case .null, .array, .tree, .references: TextForm.append("null", to: &bytes)
    case .bool(let value): BoolText.append(value, to: &bytes)
    case .integer(let days) where type == .day:
      quoting(&bytes) { DayText.append(days, to: &$0) }
    case .integer(let value), .reference(let value): append(integer: value, to: &bytes)
    case .unsigned(let value): append(integer: value, to: &bytes)
    case .double(let value) where type == .date, .date(let value):
      quoting(&bytes) { DateText.append(value, to: &$0) }
    case .double(let value): append(double: value, isFloat: type == .float, to: &bytes)
    case .text(let value): appendString(value, to: &bytes)
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
}
