import DocumentFile
import DocumentTables

/// The root elements, and the sections of the flat form around its tables (spec 3.6, 3.11).
struct XMLSchemaSections {
  let schema: TableSchema

  init(_ schema: TableSchema) { self.schema = schema }

  var roots: [XMLSchemaElement] {
    [.element("document", "d:document"), .element("chunk", "d:chunk")]
  }

  var types: [XMLSchemaElement] {
    [document, chunk, tables, table, hierarchy, entities]
      + XMLSchemaVocabulary(FormatRules(schema: schema, encoding: .xml)).types
  }

  private var document: XMLSchemaElement {
    complexType(
      "document",
      [
        XMLSchemaElement(
          "sequence", [:],
          FlatSections.names.map { name in
            var element = XMLSchemaElement.element(name, "d:section.\(name)")
            if let (items, names) = Self.uniqueNames[name] {
              element.children = [
                XMLSchemaElement(
                  "unique", ["name": "\(name)-names"],
                  [
                    XMLSchemaElement("selector", ["xpath": items]),
                    XMLSchemaElement("field", ["xpath": names]),
                  ])
              ]
            }
            return element
          })
      ])
  }

  /// The items of a section that have a unique attribute.
  private static let uniqueNames = [
    "schema": ("d:entity", "@name"), "tables": ("d:table", "@hierarchy"),
  ]

  private var entities: XMLSchemaElement {
    complexType(
      "section.schema",
      [
        XMLSchemaElement(
          "sequence", [:],
          [.element("entity", "d:section.entity", ["minOccurs": "0", "maxOccurs": "unbounded"])])
      ])
  }

  private func complexType(_ name: String, _ content: [XMLSchemaElement]) -> XMLSchemaElement {
    XMLSchemaElement("complexType", ["name": name], content)
  }

  private var tables: XMLSchemaElement {
    let count = String(schema.hierarchies.count)
    return complexType(
      "section.tables",
      [
        XMLSchemaElement(
          "sequence", [:],
          [.element("table", "d:table", ["minOccurs": count, "maxOccurs": count])])
      ])
  }

  private var hierarchyAttributes: [XMLSchemaElement] {
    [
      .attribute("hierarchy", "d:hierarchy", isRequired: true),
      .attribute("escaped-hierarchy", "d:true"),
    ]
  }

  private var hierarchy: XMLSchemaElement {
    .enumeration(
      "hierarchy", schema.hierarchies.map { XMLSchemaElement.spelling(ofName: $0.name) })
  }

  private var table: XMLSchemaElement {
    complexType(
      "table",
      [
        XMLSchemaElement(
          "sequence", [:],
          [.element("record", "d:record", ["minOccurs": "0", "maxOccurs": "unbounded"])])
      ] + hierarchyAttributes)
  }

  private var chunk: XMLSchemaElement {
    let layout = schema.layoutFingerprint().text
    return complexType(
      "chunk",
      [
        XMLSchemaElement(
          "sequence", [:],
          [.element("record", "d:record-in-part", ["maxOccurs": "unbounded"])]),
        .attribute("document", "d:uuid", isRequired: true),
        .attribute("layout", "d:digest", isRequired: true).with("fixed", layout),
      ] + hierarchyAttributes
        + ["start", "bits", "rows"].map { .attribute($0, "d:count", isRequired: true) })
  }
}
