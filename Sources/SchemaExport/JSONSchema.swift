import DocumentFile
import DocumentTables

/// The JSON Schema (2020-12) of a schema's documents in JSON: the flat form, and the data parts of
/// the document form (spec 6.10).
struct JSONSchema {
  let schema: TableSchema

  init(_ schema: TableSchema) { self.schema = schema }

  var bytes: [UInt8] {
    let records = JSONSchemaRecords(schema)
    let definitions =
      [("document", document(records)), ("chunk", chunk(records))] + records.definitions
      + JSONSchemaTrees.definitions + JSONSchemaValues.definitions
    let version = schema.version.map { " " + $0.text } ?? ""
    return ReadableJSON.members([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .text("\(schema.name)\(version)")),
      (
        "$comment",
        .text(
          "layout \(schema.layoutFingerprint().text), model \(schema.modelFingerprint().text)")
      ),
      ("type", "object"),
      ("if", ["required": ["$chunk"]]),
      ("then", Self.reference("chunk")),
      ("else", Self.reference("document")),
      ("$defs", .members(definitions)),
    ]).bytes
  }

  /// The flat form (spec 3.11).
  private func document(_ records: JSONSchemaRecords) -> ReadableJSON {
    let rules = FormatRules(schema: schema, encoding: .json)
    let vocabulary = JSONSchemaVocabulary(rules: rules)
    return Self.exactly([
      ("header", vocabulary.object(.header, "header")),
      ("schema", ["type": "array", "items": vocabulary.object(.entity, "entity")]),
      (
        "tables",
        Self.exactly(
          schema.hierarchies.map { hierarchy in
            (
              hierarchy.name,
              ["type": "array", "items": records.record(of: hierarchy.name, isInPart: false)]
            )
          })
      ),
      ("trailer", vocabulary.object(.trailer, "trailer")),
    ])
  }

  /// A data part (spec 3.6).
  private func chunk(_ records: JSONSchemaRecords) -> ReadableJSON {
    func count(_ minimum: Int64, _ maximum: Int64) -> ReadableJSON {
      ["type": "integer", "minimum": .number(minimum), "maximum": .number(maximum)]
    }
    let opening = Self.exactly([
      ("document", Self.reference("uuid")),
      ("layout", ["const": .text(schema.layoutFingerprint().text)]),
      ("hierarchy", ["enum": .texts(schema.hierarchies.map(\.name))]),
      ("start", count(0, ObjectKeyRange.end)), ("bits", count(0, 53)),
      ("rows", count(1, ObjectKeyRange.end)),
    ])
    let cases = schema.hierarchies.map { hierarchy in
      Self.condition(
        Self.having("$chunk", Self.having("hierarchy", ["const": .text(hierarchy.name)])),
        ["properties": ["records": ["items": records.record(of: hierarchy.name, isInPart: true)]]])
    }
    return Self.exactly([
      ("$chunk", opening), ("records", ["type": "array", "minItems": 1]),
    ]).adding("allOf", .array(cases))
  }
}

extension JSONSchema {
  static func reference(_ definition: String) -> ReadableJSON {
    ["$ref": .text("#/$defs/" + definition)]
  }

  static func pattern(_ expression: String) -> ReadableJSON {
    ["type": "string", "pattern": .text("^(\(expression))$")]
  }

  /// Returns the schema of an object with a required member.
  static func having(_ name: String, _ schema: ReadableJSON) -> ReadableJSON {
    [
      "required": .texts([name]), "properties": .members([(name, schema)]),
    ]
  }

  static func condition(_ condition: ReadableJSON, _ then: ReadableJSON) -> ReadableJSON {
    ["if": condition, "then": then]
  }

  /// Returns the schema of an object with these members and no others.
  ///
  /// - Parameter patterns: Members whose names match a regular expression.
  static func exactly(
    _ members: [(String, ReadableJSON)], patterns: [(String, ReadableJSON)] = [],
    alsoRequired: [String] = [], optional: Set<String> = []
  ) -> ReadableJSON {
    let required = members.map(\.0).filter { !optional.contains($0) }
    return .members(
      [("type", "object"), ("properties", .members(members))]
        + (patterns.isEmpty ? [] : [("patternProperties", .members(patterns))])
        + [("required", .texts(required + alsoRequired)), ("additionalProperties", false)])
  }
}
