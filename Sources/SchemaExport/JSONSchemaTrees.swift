import DocumentFile
import DocumentTables

/// The definitions of typed trees (spec 3.1).
///
/// In JSON Schema 1 and 1.0 are the same number, so it cannot distinguish integers from doubles.
enum JSONSchemaTrees {
  static let definitions: [(String, ReadableJSON)] = [
    (
      "tree",
      [
        "anyOf": [
          ["type": ["null", "boolean", "number", "string"]],
          ["type": "array", "items": JSONSchema.reference("tree")],
          JSONSchema.reference("tree-object"), JSONSchema.reference("tree-mark"),
        ]
      ]
    ),
    ("tree-object", .members([("type", "object")] + names)),
    (
      "tree-mark",
      .members([
        ("type", "object"), ("minProperties", 1), ("maxProperties", 1),
        ("properties", .members(TreeMark.all.map { ($0.key, pattern(of: $0)) })),
        ("additionalProperties", false),
      ])
    ),
    (
      "foreign",
      .members(
        [
          ("type", "object"), ("minProperties", 1),
          ("propertyNames", ["pattern": .text("^" + FormatPattern.reverseDNSName + "$")]),
        ] + names)
    ),
  ]

  /// The rule for names: a name does not begin with `$`, or begins with two.
  private static let names: [(String, ReadableJSON)] = [
    (
      "patternProperties",
      .members([("^([^$]|\\$\\$|$)", JSONSchema.reference("tree"))])
    ),
    ("additionalProperties", false),
  ]

  private static func pattern(of mark: TreeMark) -> ReadableJSON {
    switch mark {
    // Other integers are numbers.
    case .integer: JSONSchema.pattern("-?[1-9][0-9]{15,19}")
    // Other doubles are numbers.
    case .double:
      JSONSchema.pattern(
        "-?INF|NaN|-?(0|[1-9][0-9]{0,20}|[1-9](\\.[0-9]*[1-9])?e\\+[1-9][0-9]*)")
    case .scalar(let type): JSONSchema.reference(type.rawValue)
    }
  }
}
