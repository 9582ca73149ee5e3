import DocumentTables
import Foundation
import Markup

/// Spells features as elements of GPX, in the places that its schema gives them.
enum GPXEditing {
  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    guard let root = file.whole.elements.first else { return [] }
    let editing = GPXElementEditing(file.text.bytes, root)
    var edits: [TextEdit] = []
    // What this library adds to the file itself.
    var own: [Tree] = []
    for change in changes.edited {
      switch change.stated.feature.shape {
      case .file: edits += editing.whole(root, change.feature, &own)
      case .object: edits.append(editing.own(change.stated.elements[0], change.feature))
      case .place, .line, .leg:
        for (index, element) in change.stated.elements.enumerated() {
          edits += editing.edits(
            of: element, change.stated.feature, change.feature, isFirst: index == 0)
        }
      }
    }
    for stated in changes.removed {
      edits += stated.elements.map { editing.removal(of: $0.range) }
    }
    edits += editing.additions(changes, file)
    own += changes.added.filter { $0.shape == .object }.compactMap(\.exact)
    own += changes.copied.filter { $0.stated.feature.shape == .object }
      .compactMap(\.stated.feature.exact)
    return edits + [editing.addition(ofOwn: own)].compactMap { $0 }
  }
}

/// The edits of the elements of one text.
struct GPXElementEditing {
  private let text: [UInt8]
  private let root: XMLElement
  private let isOldest: Bool
  private let prefix: String

  init(_ text: [UInt8], _ root: XMLElement) {
    self.text = text
    self.root = root
    isOldest = root.attribute("version") == "1.0" || root.name.namespace.hasSuffix("/1/0")
    // The elements have the prefix of the root, as a rule none.
    let name = text[root.startTag].dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    prefix =
      name.firstIndex(of: UInt8(ascii: ":")).map { String(decoding: name[...$0], as: UTF8.self) }
      ?? ""
  }

  /// The children of features, in the order of the schema; others are behind their neighbours in front.
  private static let order: [String: Int] = Dictionary(
    uniqueKeysWithValues: [
      "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "url",
      "urlname", "number", "sym",
      "type", "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
      "rtept", "trkseg",
    ].enumerated().map { ($1, $0) })

  // MARK: Features

  func edits(
    of element: XMLElement, _ old: Feature, _ new: Feature, isFirst: Bool
  ) -> [TextEdit] {
    var edits = words(of: element, old, new)
    if isFirst, old.exact != new.exact { edits += exact(new.exact, in: element) }
    let points: [XMLElement?] =
      element.name.local == "rte" ? [element.points.first, element.points.last] : [element]
    // The points of a track are what was recorded.
    guard element.name.local != "trk", new.shape != .line else { return edits }
    for (index, point) in points.enumerated() {
      guard let point, old.points.indices.contains(index), new.points.indices.contains(index) else {
        continue
      }
      let (before, after) = (old.points[index], new.points[index])
      for (name, own, other) in [
        ("lat", before.latitude, after.latitude), ("lon", before.longitude, after.longitude),
      ] where own != other {
        if let other { edits += attribute(name, Self.number(other), of: point) }
      }
      if before.time != after.time { edits += set("time", after.time, in: point) }
      if element.name.local == "rte", before.name != after.name {
        edits += set("name", after.name, in: point)
      }
    }
    return edits
  }

  private func words(of element: XMLElement, _ old: Feature, _ new: Feature) -> [TextEdit] {
    var edits: [TextEdit] = []
    if old.name != new.name { edits += set("name", new.name, in: element) }
    if old.details != new.details {
      edits += set("desc", new.details, in: element)
      // Devices repeat the words there.
      if !element.string("cmt").isEmpty { edits += set("cmt", nil, in: element) }
    }
    if old.kind != new.kind { edits += set("type", new.kind, in: element) }
    if old.links != new.links { edits += links(new.links, in: element) }
    return edits
  }

  /// Returns the edits of what the file says of all features.
  ///
  /// - Parameter own: Gets what this library adds to the file.
  func whole(_ root: XMLElement, _ new: Feature, _ own: inout [Tree]) -> [TextEdit] {
    var edits: [TextEdit] = []
    let old = GPXFile.ownElements(root).first { $0.tree[Exact.file] != nil }
    if let old {
      edits.append(
        new.exact.map { TextEdit(old.element.range, Array(Self.own($0).utf8)) }
          ?? removal(of: old.element.range))
    } else if let exact = new.exact {
      own.append(exact)
    }
    let head = isOldest ? root : root.child("metadata")
    guard let head else {
      let words = Self.elements(new, isOldest: false, prefix: prefix).map { "\n    " + $0 }.joined()
      guard !words.isEmpty else { return edits }
      return edits + [
        insertion(
          at: root.content?.lowerBound ?? root.range.upperBound,
          "\n  <\(prefix)metadata>" + words + "\n  </\(prefix)metadata>")
      ]
    }
    var stated = Feature(.file)
    stated.name = head.string("name")
    stated.details = GPXFile.details(of: head, name: stated.name)
    stated.links = GPXFile.links(of: head)
    return edits + words(of: head, stated, new)
  }

  func own(_ element: XMLElement, _ new: Feature) -> TextEdit {
    TextEdit(element.range, Array(Self.own(new.exact ?? .null).utf8))
  }

  // MARK: New features

  func additions(_ changes: FeatureForm.Changes, _ file: FeatureFile) -> [TextEdit] {
    var edits: [TextEdit] = []
    for name in ["wpt", "rte", "trk"] {
      let copied = changes.copied.filter { Self.element(ofCopied: $0.stated) == name }
        .map { copy($0.stated.elements[0], of: $0.file) }
      let added = changes.added.filter { Self.element(of: $0) == name }.map(element)
      let lines = (copied + added).map { "\n  " + $0 }.joined()
      if !lines.isEmpty { edits.append(insertion(at: end(of: name, file), lines)) }
    }
    return edits
  }

  private static func element(of feature: Feature) -> String? {
    switch feature.shape {
    case .place: "wpt"
    case .leg: "rte"
    case .line: "trk"
    case .file, .object: nil
    }
  }

  /// A stop is a waypoint in another file, which has not its route.
  private static func element(ofCopied stated: FeatureFile.Stated) -> String {
    let name = stated.elements[0].name.local
    return name == "rtept" ? "wpt" : name
  }

  /// Returns the place behind the last element of a name, or of those that come before it.
  private func end(of name: String, _ file: FeatureFile) -> Int {
    let names = ["wpt", "rte", "trk"]
    let earlier = names.prefix((names.firstIndex(of: name) ?? 0) + 1)
    let ends = earlier.compactMap { file.ends[$0] }
    let head = root.children.filter { $0.name.local != "extensions" && !$0.isOwn }
      .map(\.range.upperBound)
    return (ends + head).max() ?? root.content?.lowerBound ?? root.range.upperBound
  }

  /// Returns the insertion of elements of this library at the end of the file.
  func addition(ofOwn trees: [Tree]) -> TextEdit? {
    guard !trees.isEmpty else { return nil }
    let lines = trees.map { "\n    " + Self.own($0) }.joined()
    if !isOldest, let extensions = root.child("extensions"), let content = extensions.content {
      return insertion(at: content.upperBound, lines + "\n  ")
    }
    let end = root.content?.upperBound ?? root.range.upperBound
    let close = text[..<end].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? end
    return insertion(
      at: close,
      isOldest ? lines : "\n  <\(prefix)extensions>" + lines + "\n  </\(prefix)extensions>")
  }

  private func element(_ feature: Feature) -> String {
    let words = Self.elements(feature, isOldest: isOldest, prefix: prefix)
    let indent = { (lines: [String]) in lines.map { "\n    " + $0 }.joined() }
    guard feature.shape == .leg else {
      return Self.point(
        "\(prefix)wpt", feature.points.first, named: false, prefix: prefix, indent(words), "\n  ")
    }
    let points = feature.points.map {
      Self.point("\(prefix)rtept", $0, named: true, prefix: prefix, "", "")
    }
    return "<\(prefix)rte>" + indent(words + points) + "\n  </\(prefix)rte>"
  }

  /// - Parameter named: Whether the point states its name and its time here.
  private static func point(
    _ name: String, _ point: Feature.Point?, named: Bool, prefix: String, _ content: String,
    _ end: String
  ) -> String {
    var tag = "<" + name
    if let latitude = point?.latitude { tag += " lat=\"\(number(latitude))\"" }
    if let longitude = point?.longitude { tag += " lon=\"\(number(longitude))\"" }
    tag += ">"
    let space = content.isEmpty ? "" : "\n    "
    if let time = point?.time { tag += space + "<\(prefix)time>\(escaped(time))</\(prefix)time>" }
    if named, let point, !point.name.isEmpty {
      tag += "<\(prefix)name>\(escaped(point.name))</\(prefix)name>"
    }
    return tag + content + end + "</\(name)>"
  }

  /// Returns the children of a feature, in their order.
  private static func elements(_ feature: Feature, isOldest: Bool, prefix: String) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ text: String) {
      if !text.isEmpty { lines.append("<\(prefix)\(name)>\(escaped(text))</\(prefix)\(name)>") }
    }
    add("name", feature.name)
    add("desc", feature.details)
    lines += feature.links.prefix(isOldest ? 1 : .max).map { linkElement($0, isOldest, prefix) }
    if feature.shape == .place, !feature.kind.isEmpty { add("sym", feature.kind) }
    if feature.shape != .file { add("type", feature.kind) }
    if feature.shape != .file, let exact = feature.exact {
      lines.append(
        isOldest ? own(exact) : "<\(prefix)extensions>\(own(exact))</\(prefix)extensions>")
    }
    return lines
  }

  private static func linkElement(_ link: String, _ isOldest: Bool, _ prefix: String) -> String {
    isOldest
      ? "<\(prefix)url>\(escaped(link))</\(prefix)url>"
      : "<\(prefix)link href=\"\(quoted(link))\"/>"
  }

  private static func own(_ tree: Tree) -> String {
    "<trips:object xmlns:trips=\"\(GPXFile.namespace)\">\(escaped(tree.exactText))</trips:object>"
  }

  /// Returns an element of another file, with the namespaces that are declared there.
  private func copy(_ element: XMLElement, of file: FeatureFile) -> String {
    let tag = Array(file.text.bytes[element.startTag])
    let own = String(decoding: tag, as: UTF8.self)
    var declared = ""
    for (name, value) in file.whole.elements.first.map({
      Self.declarations(file.text.bytes[$0.startTag])
    }) ?? []
    where !own.contains(name + "=") && (name != "xmlns" || isOther(file)) {
      declared += " \(name)=\(value)"
    }
    var copy = String(decoding: tag, as: UTF8.self)
    let isEmpty = element.content == nil
    copy.removeLast(isEmpty ? 2 : 1)
    copy += declared + (isEmpty ? "/>" : ">")
    let text = file.text.bytes
    var end = ""
    if let content = element.content {
      copy += String(decoding: text[content], as: UTF8.self)
      end = String(decoding: text[content.upperBound..<element.range.upperBound], as: UTF8.self)
    }
    guard element.name.local == "rtept", let name = copy.range(of: "rtept") else {
      return copy + end
    }
    return copy.replacingCharacters(in: name, with: "wpt")
      + end.replacingOccurrences(of: "rtept", with: "wpt")
  }

  /// Whether elements without a prefix are of another kind in a file: programs read those of this one.
  private func isOther(_ file: FeatureFile) -> Bool {
    file.whole.elements.first?.name.local != "gpx"
  }

  /// Returns the declarations of namespaces in a tag, with their quotes.
  private static func declarations(_ tag: ArraySlice<UInt8>) -> [(name: String, value: String)] {
    GPXTag(Array(tag)).attributes.filter { $0.name.hasPrefix("xmlns") }
      .map { ($0.name, $0.quoted) }
  }

  // MARK: Children

  /// Returns the edits that give an element a child with a text; nil or an empty text for none.
  private func set(_ name: String, _ value: String?, in element: XMLElement) -> [TextEdit] {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    let old = element.child(name)
    guard let value else { return old.map { [removal(of: $0.range)] } ?? [] }
    if let old {
      guard let content = old.content else {
        return [
          TextEdit(
            old.range, Array("<\(prefix)\(name)>\(Self.escaped(value))</\(prefix)\(name)>".utf8))
        ]
      }
      return [TextEdit(content, Array(Self.escaped(value).utf8))]
    }
    return insert("<\(prefix)\(name)>\(Self.escaped(value))</\(prefix)\(name)>", name, in: element)
  }

  private func links(_ links: [String], in element: XMLElement) -> [TextEdit] {
    let old = element.children.filter { ["link", "url", "urlname"].contains($0.name.local) }
    let lines = links.prefix(isOldest ? 1 : .max).map { Self.linkElement($0, isOldest, prefix) }
    return old.map { removal(of: $0.range) }
      + lines.flatMap { insert($0, isOldest ? "url" : "link", in: element) }
  }

  private func exact(_ exact: Tree?, in element: XMLElement) -> [TextEdit] {
    let extensions = element.child("extensions")
    let old = (element.children + (extensions?.children ?? [])).first(where: \.isOwn)
    if let old {
      return [
        exact.map { TextEdit(old.range, Array(Self.own($0).utf8)) } ?? removal(of: old.range)
      ]
    }
    guard let exact else { return [] }
    if isOldest { return insert(Self.own(exact), "extensions", in: element) }
    if let content = extensions?.content {
      return [insertion(at: content.upperBound, Self.own(exact))]
    }
    let wrapped = "<\(prefix)extensions>\(Self.own(exact))</\(prefix)extensions>"
    if let extensions { return [TextEdit(extensions.range, Array(wrapped.utf8))] }
    return insert(wrapped, "extensions", in: element)
  }

  /// Returns the insertion of a child in its place, indented as the first one.
  private func insert(_ child: String, _ name: String, in element: XMLElement) -> [TextEdit] {
    guard let content = element.content else {
      // One tag becomes two.
      let tag = text[element.startTag].dropLast(2)
      let full = String(
        decoding: text[element.startTag].dropFirst().prefix { $0 > 0x20 && $0 != 0x2F },
        as: UTF8.self)
      return [
        TextEdit(
          element.range, Array(tag) + Array(">".utf8) + Array(child.utf8) + Array("</\(full)>".utf8)
        )
      ]
    }
    let place = Self.order[name] ?? .max
    let before = element.children.last {
      (Self.order[$0.name.local] ?? -1) <= place && $0.name.namespace == element.name.namespace
    }
    let start = before?.range.upperBound ?? content.lowerBound
    let space = text[content].prefix { $0 <= 0x20 }
    return [insertion(at: start, String(decoding: space, as: UTF8.self) + child)]
  }

  private func attribute(_ name: String, _ value: String, of element: XMLElement) -> [TextEdit] {
    let tag = GPXTag(Array(text[element.startTag]))
    let start = element.startTag.lowerBound
    if let old = tag.attributes.first(where: { $0.name == name }) {
      return [
        TextEdit(start + old.value.lowerBound..<start + old.value.upperBound, Array(value.utf8))
      ]
    }
    let end = element.startTag.upperBound - (element.content == nil ? 2 : 1)
    return [insertion(at: end, " \(name)=\"\(value)\"")]
  }

  /// Returns the removal of an element with the white space in front of it.
  func removal(of range: Range<Int>) -> TextEdit {
    var start = range.lowerBound
    while start > 0, text[start - 1] <= 0x20 { start -= 1 }
    return TextEdit(start..<range.upperBound, [])
  }

  private func insertion(at offset: Int, _ text: String) -> TextEdit {
    TextEdit(offset..<offset, Array(text.utf8))
  }

  // MARK: Spelling

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(text: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(attribute: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a number without an exponent, which the type of coordinates does not have.
  private static func number(_ number: Double) -> String {
    let text = String(number)
    let parts = text.parts(dividedBy: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else { return text }
    let digits = parts[0].filter(\.isNumber)
    return (number < 0 ? "-" : "") + "0." + String(repeating: "0", count: -exponent - 1) + digits
  }
}
