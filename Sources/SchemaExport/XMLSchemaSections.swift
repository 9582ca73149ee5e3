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
    [document, chunk, tables, table, hierarchy]
      + section(
        "format", 4...4,
        [
          ("text", "format-text", ["encoding", "type", "version"]),
          ("integer", "container", ["tables"]),
        ])
      + [
        .simpleType(
          "format-text", base: "xs:string",
          ["xml", ScalarPattern.mediaType, ScalarPattern.formatVersion]
            .map(XMLSchemaScalars.pattern)),
        .enumeration("container", base: "d:integer", [String(MediaTypeEntry.currentMajor)]),
      ]
      + section(
        "header", 4...6,
        [
          ("text", "uuid", ["document"]), ("object", "fingerprints", ["fingerprints", "history"]),
          ("integer", "next-key", ["nextKey"]), ("array", nil, ["requires", "requiresToWrite"]),
        ])
      // XML Schema tells elements by their names alone, so both objects of the header have one type.
      + section(
        "fingerprints", 1...4,
        [
          ("text", "fingerprint", ["keeps", "layout", "model"]),
          ("integer", "integer", ["bytes", "days", "transactions"]),
        ])
      + [
        .enumeration(
          "fingerprint",
          [schema.layoutFingerprint().text, schema.modelFingerprint().text]
            + HistoryPolicy.Detail.allCases.map(\.rawValue))
      ]
      + section(
        "schema", 3...3,
        [("array", nil, ["entities"])]
          + (schema.version == nil
            ? [("null", nil, ["version"]), ("text", "title", ["name"])]
            : [("text", "title", ["name", "version"])]))
      + [
        .enumeration(
          "title",
          [XMLSchemaElement.spelling(ofName: schema.name)]
            + (schema.version.map { [$0.text] } ?? []))
      ]
      + section(
        "trailer", 3...4, [("array", nil, ["attachments", "carried", "extension", "history"])])
  }

  private var document: XMLSchemaElement {
    func section(_ name: String, unique selector: String, by field: String) -> XMLSchemaElement {
      var element = XMLSchemaElement.element(name, "d:section.\(name)")
      element.children = [
        XMLSchemaElement(
          "unique", ["name": "\(name)-names"],
          [
            XMLSchemaElement("selector", ["xpath": selector]),
            XMLSchemaElement("field", ["xpath": field]),
          ])
      ]
      return element
    }
    return complexType(
      "document",
      [
        XMLSchemaElement(
          "sequence", [:],
          FlatSections.names.map { name in
            name == "tables"
              ? section(name, unique: "d:table", by: "@hierarchy")
              : section(name, unique: "*", by: "@name")
          })
      ])
  }

  /// Returns the types of a section that contains its members directly, in any order.
  ///
  /// Each member has the given type, or that of a typed tree, and one of the given names.
  private func section(
    _ name: String, _ count: ClosedRange<Int>,
    _ members: [(element: String, type: String?, names: [String])]
  ) -> [XMLSchemaElement] {
    let choice = XMLSchemaElement(
      "choice", ["minOccurs": "\(count.lowerBound)", "maxOccurs": "\(count.upperBound)"],
      members.map { .element($0.element, "d:\(name).\($0.element)") })
    let isOutermost = FlatSections.names.contains(name)
    let types = members.map { member in
      memberType(
        "\(name).\(member.element)", member.element, member.type,
        named: "names.\(name).\(member.element)")
    }
    let names = members.map { member in
      XMLSchemaElement.enumeration("names.\(name).\(member.element)", member.names)
    }
    return [complexType(isOutermost ? "section.\(name)" : "tree.\(name)", [choice])] + types + names
  }

  private func memberType(
    _ name: String, _ element: String, _ type: String?, named names: String
  ) -> XMLSchemaElement {
    let named = XMLSchemaElement.attribute("name", "d:\(names)", isRequired: true)
    switch (element, type) {
    case ("text", let type?):
      return .simpleContent(
        name, base: "d:\(type)", [named, .attribute("escaped", "d:true")])
    case (_, let type?) where element != "object":
      return .simpleContent(name, base: "d:\(type)", [named])
    default:
      return complexType(
        name,
        [
          XMLSchemaElement(
            "complexContent", [:],
            [
              XMLSchemaElement(
                "extension", ["base": type.map { "d:tree.\($0)" } ?? "d:tree.\(element)"], [named])
            ])
        ])
    }
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
      .attribute("escaped-name", "d:true"),
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
