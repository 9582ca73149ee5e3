import ArgumentParser
import DocumentTables
import SchemaExport

/// The command-line names of the languages in which a schema can be written: the cases of
/// ``SchemaLanguage``, and Swift.
enum SchemaLanguageName: String, CaseIterable, ExpressibleByArgument {
  case schema
  case xsd
  case jsonSchema = "json-schema"
  case swift

  func text(of schema: TableSchema) -> [UInt8] {
    switch self {
    case .schema: SchemaLanguage.schema.text(of: schema)
    case .xsd: SchemaLanguage.xmlSchema.text(of: schema)
    case .jsonSchema: SchemaLanguage.jsonSchema.text(of: schema)
    case .swift: SwiftVersion(schema).bytes
    }
  }
}
