import ArgumentParser
import SchemaExport

/// The command-line names of the cases of ``SchemaLanguage``.
enum SchemaLanguageName: String, CaseIterable, ExpressibleByArgument {
  case schema
  case xsd
  case jsonSchema = "json-schema"

  var language: SchemaLanguage {
    switch self {
    case .schema: .schema
    case .xsd: .xmlSchema
    case .jsonSchema: .jsonSchema
    }
  }
}
