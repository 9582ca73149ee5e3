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
    var children = editing
    setWords(old, new, &children)
    if isFirst, old.exact != new.exact { children.setExact(new.exact) }
    // The points of a track are what was recorded.
    guard local != "trk", new.shape != .line, old.points.count == new.points.count else {
      return children.finished()
    }
    if local == "rte" {
      var edits = children.finished()
      for (index, point) in [element.routePoints.first, element.routePoints.last].enumerated() {
        guard let point, old.points.indices.contains(index) else { continue }
        edits += GPXElementEdits(point, text, spelling)
          .pointEdits(old.points[index], new.points[index])
      }
      return edits
    }
    guard let before = old.points.first, let after = new.points.first else {
      return children.finished()
    }
    if before.time != after.time { children.set("time", after.time) }
    return children.finished() + coordinates(before, after)
  }

  /// Returns the edits of what a file says of all its features.
  func words(_ old: Feature, _ new: Feature) -> [TextEdit] {
    var children = editing
    setWords(old, new, &children)
    return children.finished()
  }

  private func pointEdits(_ old: Feature.Point, _ new: Feature.Point) -> [TextEdit] {
    var children = editing
    if old.time != new.time { children.set("time", new.time) }
    if old.name != new.name { children.set("name", new.name) }
    return children.finished() + coordinates(old, new)
  }

  private func coordinates(_ old: Feature.Point, _ new: Feature.Point) -> [TextEdit] {
    var edits: [TextEdit] = []
    if old.latitude != new.latitude, let latitude = new.latitude {
      edits.append(attribute("lat", XMLSpelling.number(latitude)))
    }
    if old.longitude != new.longitude, let longitude = new.longitude {
      edits.append(attribute("lon", XMLSpelling.number(longitude)))
    }
    return edits
  }

  // MARK: Children

  private var editing: ElementEditing {
    ElementEditing(
      element, text, spelling.elements, order: GPXSpelling.order(of: element.name.local))
  }

  private func setWords(_ old: Feature, _ new: Feature, _ children: inout ElementEditing) {
    if old.name != new.name { children.set("name", new.name) }
    if old.details != new.details {
      children.set("desc", new.details)
      // Devices repeat the words there.
      if element.child("cmt") != nil { children.set("cmt", nil) }
    }
    if old.links != new.links {
      for child in element.children where ["link", "url", "urlname"].contains(child.name.local) {
        children.remove(child)
      }
      for link in spelling.links(new.links) { children.add(link) }
    }
    if old.kind != new.kind { children.set(element.kindElement, new.kind) }
  }

  private func attribute(_ name: String, _ value: String) -> TextEdit {
    let start = element.startTag.lowerBound
    let tag = TagText(Array(text[element.startTag]))
    if let old = tag.attributes.first(where: { $0.name == name }) {
      return TextEdit(start + old.value.lowerBound..<start + old.value.upperBound, value.utf8)
    }
    let end = start + 1 + XMLSpelling.name(ofTag: text[element.startTag]).utf8.count
    return TextEdit(end..<end, " \(name)=\"\(value)\"".utf8)
  }
}
