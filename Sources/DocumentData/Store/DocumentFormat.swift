import DocumentFile

/// The file format of a document: a zip of parts or one plain file, in JSON or XML.
///
/// All four formats store the same content.
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

  /// Returns the format that a file name implies; nil for a name that implies none.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".trips") {
      self = .json
    } else if name.hasSuffix(".json") {
      self = .flatJSON
    } else if name.hasSuffix(".xml") {
      self = .flatXML
    } else {
      return nil
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
