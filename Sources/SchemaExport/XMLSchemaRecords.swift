import DocumentFile
import DocumentTables

/// The types of records (spec 5): one for the flat form, and one for data parts, whose values may
/// be external.
struct XMLSchemaRecords {
  let types: [XMLSchemaElement]

  init(_ schema: TableSchema) {
    let entities = schema.hierarchies.flatMap { RecordPlan($0).entities }
      .filter { !$0.isAbstract }
    var values = XMLSchemaValues()
    let records = [false, true].map { Self.record(entities, isInPart: $0, &values) }
    let names = XMLSchemaElement.enumeration(
      "entity", entities.map { XMLSchemaElement.spelling(ofName: $0.name) })
    let foreign = XMLSchemaElement(
      "complexType", ["name": "foreign"],
      [XMLSchemaElement("group", ["ref": "d:members", "maxOccurs": "unbounded"])])
    types = records + [names, foreign] + values.types
  }

  private static func record(
    _ entities: [EntityPlan], isInPart: Bool, _ values: inout XMLSchemaValues
  ) -> XMLSchemaElement {
    let content = values.content(
      of: properties(of: entities), owners: entities.count, isInPart: isInPart,
      last: .element("foreign", "d:foreign", ["minOccurs": "0"]))
    return XMLSchemaElement(
      "complexType", ["name": isInPart ? "record-in-part" : "record"],
      [
        content, .attribute("id", "d:key", isRequired: true), .attribute("entity", "d:entity"),
        .attribute("escaped-entity", "d:true"),
      ])
  }

  /// Returns the properties that records contain, by name.
  private static func properties(
    of entities: [EntityPlan]
  ) -> [(name: String, plans: [PropertyPlan])] {
    var byName: [String: [PropertyPlan]] = [:]
    for entity in entities {
      for property in entity.properties where property.kind != .derived {
        byName[property.name, default: []].append(property)
      }
    }
    return byName.sorted { utf8Precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }
}
