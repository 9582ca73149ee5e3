import DocumentFile

/// The format's own objects in JSON: header, entities of the schema section, and trailer.
struct JSONSchemaVocabulary {
  let rules: FormatRules

  // Recursion is bounded by the depth of the vocabulary.
  func object(_ vocabulary: XMLVocabulary, _ path: String) -> ReadableJSON {
    let members = rules.members(vocabulary, path)
    let object = JSONSchema.exactly(
      members.map { ($0.name, value($0.spelling, $0.path)) },
      optional: Set(members.filter { !rules.isRequired($0.path) }.map(\.name)))
    let alternatives = FormatRules.alternatives(path)
    if alternatives.isEmpty { return object }
    return object.adding("oneOf", .array(alternatives.map { ["required": .texts([$0])] }))
  }

  private func value(_ spelling: XMLVocabulary.Spelling, _ path: String) -> ReadableJSON {
    let tree = JSONSchema.reference("tree")
    switch spelling {
    case .text, .content, .integer: return scalar(path)
    case .bool: return ["type": "boolean"]
    case .names: return Self.list(of: scalar(path))
    case .nameLists:
      return Self.list(of: Self.list(of: scalar(path)).adding("minItems", .number(1)))
    case .object(let vocabulary): return object(vocabulary, path)
    case .objects(_, let vocabulary): return Self.list(of: object(vocabulary, path))
    case .value, .tree, .onlyTree: return tree
    case .values, .trees: return Self.list(of: tree)
    // Only the manifest has counts, which the exports do not describe.
    case .counts: return false
    }
  }

  private func scalar(_ path: String) -> ReadableJSON {
    switch rules.rule(path) {
    case .any: ["type": "string"]
    case .text(let pattern), .word(let pattern): JSONSchema.pattern(pattern)
    case .oneOf(let texts): ["enum": .texts(texts)]
    case .type(let name): JSONSchema.reference(name)
    case .absent: false
    }
  }

  private static func list(of item: ReadableJSON) -> ReadableJSON {
    ["type": "array", "items": item]
  }
}
