import DocumentFile
import DocumentTables

/// The simple types: one for each scalar of the format (spec 4), with its name, and those of frames
/// and marks.
enum XMLSchemaScalars {
  static let types: [XMLSchemaElement] =
    ScalarType.allCases.map(type) + [
      .simpleType(
        "integer", base: "xs:integer",
        [
          pattern(ScalarPattern.integer),
          XMLSchemaElement("minInclusive", ["value": "-9223372036854775808"]),
          XMLSchemaElement("maxInclusive", ["value": "18446744073709551615"]),
        ]),
      .simpleType("key", base: "xs:long", keyFacets(largest: ObjectKeyRange.last)),
      .simpleType("next-key", base: "xs:long", keyFacets(largest: ObjectKeyRange.end)),
      .simpleType("count", base: "xs:unsignedLong", [pattern(ScalarPattern.integer)]),
      .simpleType("digest", base: "xs:string", [pattern(FormatPattern.digest)]),
      .simpleType("empty", base: "xs:string", [XMLSchemaElement("length", ["value": "0"])]),
      .enumeration("true", ["true"]),
      // The marks on elements outside the format's namespace.
      .attribute("nil", "d:true"), .attribute("escaped", "d:true"),
      .attribute("external", "d:digest"), .attribute("size", "d:count"),
    ]

  private static func type(_ scalar: ScalarType) -> XMLSchemaElement {
    switch scalar {
    case .bool: .enumeration(scalar.rawValue, ["false", "true"])
    // A pattern would need memory for each of many million digits.
    case .data: .simpleType(scalar.rawValue, base: "xs:base64Binary", [])
    default:
      .simpleType(
        scalar.rawValue, base: base(of: scalar), scalar.pattern.map { [pattern($0)] } ?? [])
    }
  }

  private static func base(of scalar: ScalarType) -> String {
    switch scalar {
    case .int8: "xs:byte"
    case .int16: "xs:short"
    case .int32: "xs:int"
    case .int64: "xs:long"
    case .uint8: "xs:unsignedByte"
    case .uint16: "xs:unsignedShort"
    case .uint32: "xs:unsignedInt"
    case .uint64: "xs:unsignedLong"
    default: "xs:string"
    }
  }

  static func pattern(_ expression: String) -> XMLSchemaElement {
    XMLSchemaElement("pattern", ["value": expression])
  }

  private static func keyFacets(largest: ObjectKey) -> [XMLSchemaElement] {
    [
      pattern(ScalarPattern.integer), XMLSchemaElement("minInclusive", ["value": "1"]),
      XMLSchemaElement("maxInclusive", ["value": String(largest)]),
    ]
  }
}
