import ArgumentParser
import SchemaExport

/// The languages of ``SchemaLanguage`` as they are named on the command line.
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
