import ArgumentParser
import DocumentData
import DocumentFile

/// The command-line name of a form and an encoding.
enum FormatName: String, CaseIterable, ExpressibleByArgument {
  case tripsJSON = "trips-json"
  case tripsXML = "trips-xml"
  case flatJSON = "flat-json"
  case flatXML = "flat-xml"

  var form: DocumentForm {
    switch self {
    case .tripsJSON, .tripsXML: .document
    case .flatJSON, .flatXML: .flat
    }
  }

  var encoding: DocumentEncoding {
    switch self {
    case .tripsJSON, .flatJSON: .json
    case .tripsXML, .flatXML: .xml
    }
  }

  init(_ form: DocumentForm, _ encoding: DocumentEncoding) {
    switch (form, encoding) {
    case (.document, .json): self = .tripsJSON
    case (.document, .xml): self = .tripsXML
    case (.flat, .json): self = .flatJSON
    case (.flat, .xml): self = .flatXML
    }
  }

  /// Derives the format from the suffix of a file name; nil if the suffix is unknown.
  init?(fileName: String) {
    guard let format = DocumentFormat(fileName: fileName) else { return nil }
    self.init(format.form, format.encoding)
  }
}
