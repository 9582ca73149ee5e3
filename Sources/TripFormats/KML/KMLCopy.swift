import DocumentTables
import Markup

/// Copies placemarks of one KML file to another, with the namespaces that are declared there.
struct KMLCopy {
  private let text: [UInt8]
  private let namespaces: CopiedNamespaces

  init(_ source: FeatureFile, to target: FeatureFile, _ spelling: KMLSpelling) {
    text = source.text.bytes
    namespaces = CopiedNamespaces(from: source, to: target, targetPrefix: spelling.prefix)
  }

  func elements(of features: [FeatureFile.Stated]) -> [String] {
    features.filter { $0.feature.shape != .object }.map { stated in
      namespaces.copy(stated.elements[0], as: "Placemark", of: text)
    }
  }
}
