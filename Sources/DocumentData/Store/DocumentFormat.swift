import DocumentFile

/// How a document is written: as a zip of parts or as one plain file, in JSON or in XML.
///
/// All four hold the same content.
public enum DocumentFormat: Hashable, Sendable, CaseIterable {
  /// A zip of JSON parts, for everyday use.
  case json
  /// A zip of XML parts.
  case xml
  /// One plain JSON file, for version control and pipes.
  case flatJSON
  /// One plain XML file.
  case flatXML

  package init(_ form: DocumentForm, _ encoding: DocumentEncoding) {
    switch (form, encoding) {
    case (.document, .json): self = .json
    case (.document, .xml): self = .xml
    case (.flat, .json): self = .flatJSON
    case (.flat, .xml): self = .flatXML
    }
  }

  package var form: DocumentForm {
    switch self {
    case .json, .xml: .document
    case .flatJSON, .flatXML: .flat
    }
  }

  package var encoding: DocumentEncoding {
    switch self {
    case .json, .flatJSON: .json
    case .xml, .flatXML: .xml
    }
  }
}
