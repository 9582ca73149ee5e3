import DocumentFile
import DocumentTables

/// The definitions of records (spec 5): for each entity one for the flat form, and one for data
/// parts, whose values may be external.
struct JSONSchemaRecords {
  let definitions: [(String, ReadableJSON)]

  init(_ schema: TableSchema) {
    var definitions: [(String, ReadableJSON)] = []
    var structures: [String: ReadableJSON] = [:]
    for hierarchy in schema.hierarchies {
      let entities = RecordPlan(hierarchy).entities.filter { !$0.isAbstract }
      for plan in entities.flatMap(\.properties) {
        guard case .structure(let structure) = plan.kind else { continue }
        structures[structure.name] = Self.structure(plan)
      }
      for isInPart in [false, true] {
        definitions.append(
          (
            Self.name("records", hierarchy.name, isInPart: isInPart),
            Self.anyRecord(of: entities, isInPart: isInPart)
          ))
        for entity in entities {
          definitions.append(
            (
              Self.name("record", entity.name, isInPart: isInPart),
              Self.record(of: entity, isInPart: isInPart)
            ))
        }
      }
    }
    self.definitions =
      definitions
      + structures.sorted { utf8Precedes($0.key, $1.key) }.map { name, definition in
        (Self.name("structure", name, isInPart: false), definition)
      }
  }

  /// Returns the schema of an item in a hierarchy's list of records.
  func record(of hierarchy: String, isInPart: Bool) -> ReadableJSON {
    JSONSchema.reference(Self.name("records", hierarchy, isInPart: isInPart))
  }

  /// Returns a reference to the schema of a structure's values (spec 6.11).
  static func reference(to structure: TableStructure) -> ReadableJSON {
    JSONSchema.reference(name("structure", structure.name, isInPart: false))
  }

  private static func structure(_ plan: PropertyPlan) -> ReadableJSON {
    JSONSchema.exactly(
      plan.members.map { ($0.name, JSONSchemaValues.schema(of: $0, isInPart: false)) },
      optional: Set(plan.members.filter(\.mayBeAbsent).map(\.name)))
  }

  /// Returns a name that needs no escaping in a URI fragment or a JSON pointer.
  ///
  /// Bytes other than letters, digits, `_` and `-` become `.` and two hexadecimal digits.
  private static func name(_ kind: String, _ name: String, isInPart: Bool) -> String {
    let escaped = PartName.escaped(name).replacing("%", with: ".")
    return "\(kind)\(isInPart ? "-in-part" : "").\(escaped)"
  }

  private static func anyRecord(of entities: [EntityPlan], isInPart: Bool) -> ReadableJSON {
    let cases = entities.map { entity in
      JSONSchema.condition(
        naming(["const": .text(entity.name)], isRequired: !entity.isRoot),
        JSONSchema.reference(name("record", entity.name, isInPart: isInPart)))
    }
    let names = ReadableJSON.texts(entities.map(\.name))
    return naming(["enum": names], isRequired: !entities.contains { $0.isRoot })
      .adding("type", "object").adding("allOf", .array(cases))
  }

  /// Returns the schema of records whose entity has this name.
  ///
  /// - Parameter isRequired: False for the root, which records need not name.
  private static func naming(_ entity: ReadableJSON, isRequired: Bool) -> ReadableJSON {
    isRequired
      ? JSONSchema.having("$entity", entity)
      : ["properties": .members([("$entity", entity)])]
  }

  private static func record(of entity: EntityPlan, isInPart: Bool) -> ReadableJSON {
    let properties = entity.properties.filter { $0.kind != .derived }
    let members =
      [
        ("$entity", ["const": .text(entity.name)]),
        ("$foreign", JSONSchema.reference("foreign")),
      ]
      + properties.map { ($0.name, JSONSchemaValues.schema(of: $0, isInPart: isInPart)) }
    let optional = properties.filter(\.mayBeAbsent)
    // `$id` is matched by a pattern, because some programs mistake a property of this name for the
    // keyword `$id`.
    return JSONSchema.exactly(
      members, patterns: [("^\\$id$", JSONSchema.reference("key"))], alsoRequired: ["$id"],
      optional: Set(optional.map(\.name) + ["$foreign"] + (entity.isRoot ? ["$entity"] : [])))
  }
}

extension PropertyPlan {
  /// Whether a record may omit the property.
  var mayBeAbsent: Bool { if case .refused = absence { false } else { true } }
}
