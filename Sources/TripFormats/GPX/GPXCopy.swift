import DocumentTables
import Markup

/// Copies elements of one GPX file to another, with the namespaces that are declared there.
struct GPXCopy {
  private let text: [UInt8]
  private let groups: [FeatureFile.Group]
  private let prefix: String
  /// The name of the declaration of GPX in the source.
  private let gpx: String
  /// The declarations of the source that the target does not have, with their quotes.
  private var declared: [(name: String, quoted: String)] = []

  init(_ source: FeatureFile, to target: FeatureFile, _ spelling: GPXSpelling) {
    text = source.text.bytes
    groups = source.groups
    guard let root = source.whole.elements.first, let targetRoot = target.whole.elements.first
    else {
      (prefix, gpx) = ("", "xmlns")
      return
    }
    prefix = GPXSpelling(text, root).prefix
    func value(_ attribute: GPXTag.Attribute) -> Substring {
      attribute.quoted.dropFirst().dropLast()
    }
    let there = Dictionary(
      GPXTag(Array(target.text.bytes[targetRoot.startTag])).attributes.map { ($0.name, value($0)) }
    ) { first, _ in first }
    // The elements become those of the target, also of another version.
    gpx = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix.dropLast()
    if prefix != spelling.prefix {
      declared.append((gpx, "\"\(targetRoot.name.namespace)\""))
    }
    for attribute in GPXTag(Array(text[root.startTag])).attributes
    where attribute.name.begins(with: "xmlns") && attribute.name != gpx
      && there[attribute.name] != value(attribute)
    {
      declared.append((attribute.name, attribute.quoted))
    }
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
        return isWanted ? copy(element, as: name) : nil
      }
    }
    if name == "rte" {
      elements += whole.map { copy($0.element, as: name) }
    }
    return elements
  }

  private func copy(_ element: XMLElement, as name: String) -> String {
    let full = prefix + name
    let tag = Array(text[element.startTag])
    let rest = tag.dropFirst().drop { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    var copy = "<\(full)" + String(decoding: rest, as: UTF8.self)
    copy.removeLast(element.content == nil ? 2 : 1)
    let own = Set(GPXTag(tag).attributes.map(\.name))
    let bytes = text[element.range]
    for (name, quoted) in declared where !own.contains(name) {
      // Of many declarations, only those that the element uses go with it.
      let used = name.dropFirst("xmlns:".utf8.count) + ":"
      if name == gpx || bytes.firstRange(of: Array(used.utf8)) != nil {
        copy += " \(name)=\(quoted)"
      }
    }
    guard let content = element.content else { return copy + "/>" }
    return copy + ">" + String(decoding: text[content], as: UTF8.self) + "</\(full)>"
  }
}
