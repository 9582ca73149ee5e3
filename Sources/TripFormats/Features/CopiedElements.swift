import DocumentTables
import Markup

/// Copies elements of one file to another one, with the declarations of namespaces that they need there.
struct CopiedElements {
  private let text: [UInt8]
  private let prefix: String
  /// Whether elements lose their prefix, because those of the target have no namespace.
  private var isUnprefixed = false
  /// The name of the declaration of the format in the source.
  private var format = "xmlns"
  /// The declarations of the source that the target does not have, with their quotes.
  private var declared: [(name: String, quoted: String)] = []

  init(from source: FeatureFile, to target: FeatureFile, targetPrefix: String) {
    text = source.text.bytes
    guard let root = source.whole.xmlElements.first, let targetRoot = target.whole.xmlElements.first
    else {
      prefix = ""
      return
    }
    let sourcePrefix = XMLSpelling.prefix(of: XMLSpelling.name(ofTag: text[root.startTag]))
    prefix = sourcePrefix
    func value(_ attribute: TagText.Attribute) -> Substring {
      attribute.quoted.dropFirst().dropLast()
    }
    let there = Dictionary(
      TagText(Array(target.text.bytes[targetRoot.startTag])).attributes
        .map { ($0.name, value($0)) }
    ) { first, _ in first }
    // The elements become those of the target, also of another version.
    if !sourcePrefix.isEmpty { format = "xmlns:" + sourcePrefix.dropLast() }
    if sourcePrefix != targetPrefix, targetRoot.name.namespace.isEmpty, !sourcePrefix.isEmpty {
      isUnprefixed = true
    } else if sourcePrefix != targetPrefix {
      declared.append((format, "\"\(targetRoot.name.namespace)\""))
    }
    for attribute in TagText(Array(text[root.startTag])).attributes
    where attribute.name.begins(with: "xmlns") && attribute.name != format
      && there[attribute.name] != value(attribute)
    {
      declared.append((attribute.name, attribute.quoted))
    }
  }

  /// Returns an element of the source under a name of the format, with the declarations that it uses.
  func copy(_ element: XMLElement, as name: String) -> String {
    let full = prefix + name
    let tag = Array(text[element.startTag])
    let rest = tag.dropFirst().drop { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    var copy = "<\(full)" + String(decoding: rest, as: UTF8.self)
    copy.removeLast(element.content == nil ? 2 : 1)
    let own = Set(TagText(tag).attributes.map(\.name))
    let bytes = text[element.range]
    for (name, quoted) in declared where !own.contains(name) {
      let used = name.dropFirst("xmlns:".utf8.count) + ":"
      if name == format || bytes.firstRange(of: Array(used.utf8)) != nil {
        copy += " \(name)=\(quoted)"
      }
    }
    guard let content = element.content else { return unprefixed(copy + "/>") }
    return unprefixed(
      copy + ">" + String(decoding: text[content], as: UTF8.self) + "</\(full)>")
  }

  private func unprefixed(_ element: String) -> String {
    guard isUnprefixed else { return element }
    return element.parts(dividedBy: "<" + prefix, omittingEmpty: false).joined(separator: "<")
      .parts(dividedBy: "</" + prefix, omittingEmpty: false).joined(separator: "</")
  }
}
