import DocumentTables
import Markup

/// The edits of one element, whose other bytes stay.
struct GPXElementEdits {
  private let element: XMLElement
  private let text: [UInt8]
  private let spelling: GPXSpelling

  init(_ element: XMLElement, _ text: [UInt8], _ spelling: GPXSpelling) {
    self.element = element
    self.text = text
    self.spelling = spelling
  }

  /// Returns the edits that make an element say another feature.
  ///
  /// - Parameter isFirst: Whether it is the element of the feature, and none that says the same.
  func edits(_ old: Feature, _ new: Feature, isFirst: Bool) -> [TextEdit] {
    let local = element.name.local
    var children = Children()
    setWords(old, new, &children)
    if isFirst, old.exact != new.exact { setExact(new.exact, &children) }
    // The points of a track are what was recorded.
    guard local != "trk", new.shape != .line, old.points.count == new.points.count else {
      return edits(children)
    }
    if local == "rte" {
      var edits = edits(children)
      for (index, point) in [element.routePoints.first, element.routePoints.last].enumerated() {
        guard let point, old.points.indices.contains(index) else { continue }
        edits += GPXElementEdits(point, text, spelling)
          .pointEdits(old.points[index], new.points[index])
      }
      return edits
    }
    guard let before = old.points.first, let after = new.points.first else {
      return edits(children)
    }
    if before.time != after.time { set("time", after.time, &children) }
    return edits(children) + coordinates(before, after)
  }

  /// Returns the edits of what a file says of all its features.
  func words(_ old: Feature, _ new: Feature) -> [TextEdit] {
    var children = Children()
    setWords(old, new, &children)
    return edits(children)
  }

  private func pointEdits(_ old: Feature.Point, _ new: Feature.Point) -> [TextEdit] {
    var children = Children()
    if old.time != new.time { set("time", new.time, &children) }
    if old.name != new.name { set("name", new.name, &children) }
    return edits(children) + coordinates(old, new)
  }

  private func coordinates(_ old: Feature.Point, _ new: Feature.Point) -> [TextEdit] {
    var edits: [TextEdit] = []
    if old.latitude != new.latitude, let latitude = new.latitude {
      edits.append(attribute("lat", GPXSpelling.number(latitude)))
    }
    if old.longitude != new.longitude, let longitude = new.longitude {
      edits.append(attribute("lon", GPXSpelling.number(longitude)))
    }
    return edits
  }

  // MARK: Children

  /// The edits of an element's children, and new ones.
  private struct Children {
    var edits: [TextEdit] = []
    var added: [GPXSpelling.Child] = []
  }

  private func setWords(_ old: Feature, _ new: Feature, _ children: inout Children) {
    if old.name != new.name { set("name", new.name, &children) }
    if old.details != new.details {
      set("desc", new.details, &children)
      // Devices repeat the words there.
      if element.child("cmt") != nil { set("cmt", nil, &children) }
    }
    if old.links != new.links {
      for child in element.children where ["link", "url", "urlname"].contains(child.name.local) {
        children.edits.append(Self.removal(of: child.range, in: text))
      }
      children.added += spelling.links(new.links)
    }
    if old.kind != new.kind { set(element.kindElement, new.kind, &children) }
  }

  private func setExact(_ exact: Tree?, _ children: inout Children) {
    if let old = element.exactElement {
      children.edits.append(
        exact.map { TextEdit(old.range, GPXSpelling.exact($0).utf8) }
          ?? Self.removal(of: old.range, in: text))
      return
    }
    guard let exact else { return }
    if let extensions = element.child("extensions") {
      if let content = extensions.content {
        children.edits.append(
          TextEdit(content.upperBound..<content.upperBound, GPXSpelling.exact(exact).utf8))
      } else {
        children.edits.append(
          TextEdit(extensions.range, spelling.exactChild(exact).text.utf8))
      }
    } else {
      children.added.append(spelling.exactChild(exact))
    }
  }

  /// Gives the element a child with a text; nil or an empty text for none.
  private func set(_ name: String, _ value: String?, _ children: inout Children) {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    guard let old = element.child(name) else {
      if let value { children.added.append(spelling.child(name, value)) }
      return
    }
    guard let value else {
      children.edits.append(Self.removal(of: old.range, in: text))
      return
    }
    children.edits.append(
      old.content.map { TextEdit($0, GPXSpelling.escaped(value).utf8) }
        ?? TextEdit(old.range, spelling.child(name, value).text.utf8))
  }

  /// Returns the edits of the children; new ones come in the places that the schema gives them, indented as the first one.
  private func edits(_ children: Children) -> [TextEdit] {
    guard !children.added.isEmpty else { return children.edits }
    let order = GPXSpelling.order(of: element.name.local)
    func place(_ name: String) -> Int { order[name] ?? .max }
    let added = children.added.enumerated().sorted {
      (place($0.element.name), $0.offset) < (place($1.element.name), $1.offset)
    }.map(\.element)
    guard let content = element.content else {
      // One tag becomes two.
      let end = element.range.upperBound
      let name = spelling.name(ofTag: element.startTag)
      return children.edits + [
        TextEdit(end - 2..<end, (">" + added.map(\.text).joined() + "</\(name)>").utf8)
      ]
    }
    let space = String(decoding: text[content].prefix { $0 <= 0x20 }, as: UTF8.self)
    return children.edits
      + added.map { child in
        let before = element.children.last {
          $0.name.namespace == element.name.namespace
            && order[$0.name.local].map { $0 <= place(child.name) } ?? false
        }
        let start = before?.range.upperBound ?? content.lowerBound
        return TextEdit(start..<start, (space + child.text).utf8)
      }
  }

  private func attribute(_ name: String, _ value: String) -> TextEdit {
    let start = element.startTag.lowerBound
    let tag = GPXTag(Array(text[element.startTag]))
    if let old = tag.attributes.first(where: { $0.name == name }) {
      return TextEdit(start + old.value.lowerBound..<start + old.value.upperBound, value.utf8)
    }
    let end = start + 1 + spelling.name(ofTag: element.startTag).utf8.count
    return TextEdit(end..<end, " \(name)=\"\(value)\"".utf8)
  }

  /// Returns the removal of an element with the white space in front of it.
  static func removal(of range: Range<Int>, in text: [UInt8]) -> TextEdit {
    var start = range.lowerBound
    while start > 0, text[start - 1] <= 0x20 { start -= 1 }
    return TextEdit(start..<range.upperBound, [])
  }
}
