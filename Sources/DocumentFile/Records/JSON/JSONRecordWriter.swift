import DocumentTables
import Markup

/// Writes properties as members of record objects, value by value (spec 5).
///
/// ``RecordWriter`` writes the usual values directly from their columns.
enum JSONRecordWriter {
  static func append(_ value: Value, _ property: PropertyPlan, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: property.jsonOpening)
    switch value {
    case .array:
      guard case .array(let type, _) = property.kind else { break }
      NestedForm.array(type).append(value, to: &bytes)
    case .tree:
      if case .structure(let structure) = property.kind {
        NestedForm.structure(structure).append(value, to: &bytes)
      } else {
        NestedForm.tree.append(value, to: &bytes)
      }
    case .references(let keys): append(keys: keys, to: &bytes)
    default:
      if case .scalar(let type) = property.kind {
        CanonicalJSON.append(value, of: type, to: &bytes)
      } else {
        CanonicalJSON.append(value, of: nil, to: &bytes)
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

  private static func append(keys: [ObjectKey], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, key) in keys.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      IntegerText.append(key, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
