import DocumentFile
import DocumentTables

/// The types of typed trees (spec 3.1): `tree.…` for items, `member.…` for members of objects.
enum XMLSchemaTrees {
  /// Elements with the names of the simple types of their texts.
  private static let scalars = ["bool"] + TreeMark.all.map(\.name)
  private static let others = ["text", "array", "object"]

  static let types: [XMLSchemaElement] =
    [
      group("values", prefix: "tree", scalars + others),
      XMLSchemaElement(
        "group", ["name": "items"],
        [
          XMLSchemaElement(
            "choice", [:],
            [.element("null", "d:tree.null"), XMLSchemaElement("group", ["ref": "d:values"])])
        ]),
      group("members", prefix: "member", ["null"] + scalars + others),
      XMLSchemaElement(
        "attributeGroup", ["name": "member"],
        [.attribute("name", "xs:string", isRequired: true), .attribute("escaped-name", "d:true")]),
      XMLSchemaElement("complexType", ["name": "tree.null"]),
      .simpleContent("tree.text", base: "d:text", [.attribute("escaped", "d:true")]),
      list("tree.array", group: "d:items"), list("tree.object", group: "d:members"),
      XMLSchemaElement("complexType", ["name": "tree.only"], [items]),
      // A value of a scalar type is a text, any other a tree.
      XMLSchemaElement(
        "complexType", ["name": "tree.value", "mixed": "true"],
        [
          XMLSchemaElement("sequence", [:], [items.with("minOccurs", "0")]),
          .attribute("escaped", "d:true"),
        ]),
    ]
    + scalars.map { .simpleContent("member.\($0)", base: "d:\($0)", [member]) }
    + [.simpleContent("member.text", base: "d:tree.text", [member])]
    + ["null", "array", "object"].map { name in
      XMLSchemaElement(
        "complexType", ["name": "member.\(name)"],
        [
          XMLSchemaElement(
            "complexContent", [:],
            [XMLSchemaElement("extension", ["base": "d:tree.\(name)"], [member])])
        ])
    }

  private static let items = XMLSchemaElement("group", ["ref": "d:items"])
  private static let member = XMLSchemaElement("attributeGroup", ["ref": "d:member"])

  private static func group(
    _ name: String, prefix: String, _ elements: [String]
  ) -> XMLSchemaElement {
    XMLSchemaElement(
      "group", ["name": name],
      [
        XMLSchemaElement(
          "choice", [:],
          elements.map { element in
            let isSimple = prefix == "tree" && scalars.contains(element)
            return .element(element, isSimple ? "d:\(element)" : "d:\(prefix).\(element)")
          })
      ])
  }

  private static func list(_ name: String, group: String) -> XMLSchemaElement {
    XMLSchemaElement(
      "complexType", ["name": name],
      [
        XMLSchemaElement("group", ["ref": group, "minOccurs": "0", "maxOccurs": "unbounded"])
      ])
  }
}
