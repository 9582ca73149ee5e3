import DocumentTables
import Markup

/// Copies elements of one GPX file to another, with the namespaces that are declared there.
struct GPXCopy {
  private let text: [UInt8]
  private let groups: [FeatureFile.Group]
  private let namespaces: CopiedNamespaces

  init(_ source: FeatureFile, to target: FeatureFile, _ spelling: GPXSpelling) {
    text = source.text.bytes
    groups = source.groups
    namespaces = CopiedNamespaces(from: source, to: target, targetPrefix: spelling.prefix)
  }

  /// Returns the elements of features that are of a name in the target.
  ///
  /// A route goes with its stops if all are copied. Else a stop is a waypoint there, unless it only repeats one.
  func elements(of features: [FeatureFile.Stated], _ name: String) -> [String] {
    let copied = Set(features.flatMap(\.elements).map(\.range))
    let whole = groups.filter { $0.parts.allSatisfy(copied.contains) }
    let inWhole = Set(whole.flatMap(\.parts))
    var elements = features.flatMap { stated in
      stated.elements.enumerated().compactMap { index, element -> String? in
        let local = element.name.local
        let isWanted =
          local == "rtept"
          ? index == 0 && name == "wpt" && !inWhole.contains(element.range) : local == name
        return isWanted ? namespaces.copy(element, as: name, of: text) : nil
      }
    }
    if name == "rte" {
      elements += whole.map { namespaces.copy($0.element, as: name, of: text) }
    }
    return elements
  }
}
