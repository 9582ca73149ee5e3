import DocumentFile
import DocumentTables

/// The definitions of property values (spec 5.2, 5.3).
enum JSONSchemaValues {
  static let definitions: [(String, ReadableJSON)] =
    [
      (
        "count",
        [
          "anyOf": [
            ["type": "integer", "minimum": 0],
            JSONSchema.exactly([("$integer", JSONSchema.pattern("[1-9][0-9]{15,18}"))]),
          ]
        ]
      ),
      (
        "next-key",
        ["type": "integer", "minimum": 1, "maximum": .number(ObjectKeyRange.end)]
      ),
      (
        "key",
        ["type": "integer", "minimum": 1, "maximum": .number(ObjectKeyRange.last)]
      ),
      (
        "keys",
        ["type": "array", "items": JSONSchema.reference("key"), "uniqueItems": true]
      ),
      (
        "external",
        JSONSchema.exactly([
          ("$external", JSONSchema.pattern(FormatPattern.digest)),
          ("$size", ["type": "integer", "minimum": 1]),
        ])
      ),
      ("int64", integer(lowest: -largestNumber, strings: "-?[1-9][0-9]{15,18}")),
      ("uint64", integer(lowest: 0, strings: "[1-9][0-9]{15,19}")),
      // Larger numbers would round to infinity.
      ("double", floatingPoint("1.7976931348623157e308")),
      ("float", floatingPoint("3.4028235677973362e38")),
    ]
    + ScalarType.marked.filter { $0 != .data }.map { scalar in
      (scalar.rawValue, JSONSchema.pattern(scalar.pattern ?? ""))
    }
    + [
      (
        "data",
        [
          "type": "string", "contentEncoding": "base64",
          "pattern": .text("^(\(ScalarPattern.data))$"),
        ]
      )
    ]

  private static let largestNumber = Int64(IntegerText.largestJSONNumber)

  private static func integer(lowest: Int64, strings: String) -> ReadableJSON {
    [
      "anyOf": [
        ["type": "integer", "minimum": .number(lowest), "maximum": .number(largestNumber)],
        JSONSchema.pattern(strings),
      ]
    ]
  }

  private static func floatingPoint(_ largest: String) -> ReadableJSON {
    [
      "anyOf": [
        ["type": "number", "minimum": .literal("-" + largest), "maximum": .literal(largest)],
        ["enum": ["INF", "-INF", "NaN", "-0"]],
      ]
    ]
  }

  /// Returns the schema of a property's value.
  static func schema(of plan: PropertyPlan, isInPart: Bool) -> ReadableJSON {
    let value = value(of: plan)
    guard isInPart, plan.canBeExternal else { return value }
    return ["anyOf": [value, JSONSchema.reference("external")]]
  }

  private static func value(of plan: PropertyPlan) -> ReadableJSON {
    switch plan.kind {
    case .scalar(let scalar):
      guard let cases = plan.cases else { return schema(of: scalar, isNullable: plan.isNullable) }
      let values = cases.map { value(of: $0, scalar) }
      return ["enum": .array(values + (plan.isNullable ? [.literal("null")] : []))]
    case .array(let element, let nullableElements):
      return [
        "type": plan.isNullable ? ["array", "null"] : "array",
        "items": schema(of: element, isNullable: nullableElements),
      ]
    case .tree:
      let tree = JSONSchema.reference("tree")
      return plan.isNullable ? tree : ["allOf": [tree, ["not": ["type": "null"]]]]
    case .structure(let structure):
      return orNull(JSONSchemaRecords.reference(to: structure), if: plan.isNullable)
    case .reference: return orNull(JSONSchema.reference("key"), if: plan.isNullable)
    case .list: return orNull(JSONSchema.reference("keys"), if: plan.isNullable)
    case .order: return JSONSchema.reference("keys")
    // Derived properties are never written.
    case .derived: return false
    }
  }

  private static func orNull(_ schema: ReadableJSON, if isNullable: Bool) -> ReadableJSON {
    isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema
  }

  private static func schema(of scalar: ScalarType, isNullable: Bool) -> ReadableJSON {
    func plain(_ type: String) -> ReadableJSON {
      isNullable ? .texts([type, "null"]) : .text(type)
    }
    switch scalar {
    case .bool: return ["type": plain("boolean")]
    case .text: return ["type": plain("string")]
    case .int8, .int16, .int32, .uint8, .uint16, .uint32:
      let range = scalar.integerRange ?? 0...0
      return [
        "type": plain("integer"), "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    default: return orNull(JSONSchema.reference(scalar.rawValue), if: isNullable)
    }
  }

  /// Returns a case in the spelling of records.
  private static func value(of value: Value, _ scalar: ScalarType) -> ReadableJSON {
    let text = scalar.text(of: value) ?? ""
    switch value {
    case .bool: return .literal(text)
    case .integer(let number) where scalar != .day:
      return IntegerText.isJSONNumber(number) ? .literal(text) : .text(text)
    case .unsigned(let number):
      return IntegerText.isJSONNumber(number) ? .literal(text) : .text(text)
    case .double(let number) where scalar != .date:
      return FloatingPointText.isJSONNumber(number) ? .literal(text) : .text(text)
    default: return .text(text)
    }
  }
}
