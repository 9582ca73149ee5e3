import DocumentFile
import DocumentTables

/// A language in which a schema can be written (spec 6.10).
package enum SchemaLanguage: String, CaseIterable, Sendable {
  /// The tree that documents embed, with its fingerprints, without loss.
  case schema
  /// XML Schema 1.0 of documents in XML.
  case xmlSchema = "xsd"
  /// JSON Schema 2020-12 of documents in JSON.
  case jsonSchema = "json-schema"

  /// The suffix of files in this language.
  package var fileExtension: String {
    switch self {
    case .schema: "schema.json"
    case .xmlSchema: "xsd"
    case .jsonSchema: "json-schema.json"
    }
  }

  /// Returns the only text of a schema in this language, which changes only with the schema and the
  /// format.
  package func text(of schema: TableSchema) -> [UInt8] {
    switch self {
    case .schema: SchemaFile(schema).bytes
    case .xmlSchema: XMLSchema(schema).bytes
    case .jsonSchema: JSONSchema(schema).bytes
    }
  }
}
