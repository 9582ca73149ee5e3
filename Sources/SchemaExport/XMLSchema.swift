import DocumentFile
import DocumentTables
import Markup

/// The XML Schema 1.0 of a schema's documents in XML: the flat form, and the data parts of the
/// document form (spec 6.10).
///
/// In XML Schema 1.0 an element's name determines its type. So `d:record` has the properties of all
/// entities, and a property name has one type.
struct XMLSchema {
  let schema: TableSchema

  init(_ schema: TableSchema) { self.schema = schema }

  var bytes: [UInt8] {
    let records = XMLSchemaRecords(schema)
    let sections = XMLSchemaSections(schema)
    var root = XMLSchemaElement(
      "schema",
      [
        "xmlns:xs": "http://www.w3.org/2001/XMLSchema", "xmlns:d": XMLTreeWriter.namespace,
        "targetNamespace": XMLTreeWriter.namespace, "elementFormDefault": "qualified",
      ])
    root.children = [annotation] + sections.roots
    root.children += sections.types
    root.children += records.types
    root.children += XMLSchemaTrees.types
    root.children += XMLSchemaScalars.types
    var xml = XMLWriter()
    xml.declaration()
    if xml.bytes.last != 0x0A { xml.bytes.append(0x0A) }
    root.append(to: &xml.bytes)
    return xml.bytes
  }

  private var annotation: XMLSchemaElement {
    let version = schema.version.map { " " + $0.text } ?? ""
    return XMLSchemaElement(
      "annotation", [:],
      [
        XMLSchemaElement(
          "documentation",
          text: DocumentError.printable(
            "Documents of the schema \(schema.name)\(version) in XML; layout "
              + "\(schema.layoutFingerprint().text), model \(schema.modelFingerprint().text)."))
      ])
  }
}
