import DocumentTables
import Markup

/// The edits of a KML file's text: changed, removed and new elements.
struct KMLEditing {
  private let file: FeatureFile
  private let root: XMLElement
  private let spelling: KMLSpelling

  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    guard let root = file.whole.elements.first else { return [] }
    return KMLEditing(file, root).edits(changes)
  }

  private init(_ file: FeatureFile, _ root: XMLElement) {
    self.file = file
    self.root = root
    spelling = KMLSpelling(file.text.bytes, root)
  }

  private func edits(_ changes: FeatureForm.Changes) -> [TextEdit] {
    let text = file.text.bytes
    var edits: [TextEdit] = []
    var exact: [Tree] = []
    var whole: Feature?
    for change in changes.edited {
      let element = change.stated.elements[0]
      switch change.stated.feature.shape {
      case .file: whole = change.feature
      case .object:
        edits.append(
          TextEdit(element.range, XMLSpelling.exact(change.feature.exact ?? .null).utf8))
      case .place, .line, .leg:
        edits += KMLElementEdits(element, text, spelling)
          .edits(change.stated.feature, change.feature)
      }
    }
    edits += changes.removed.map { ElementEditing.removal(of: $0.elements[0].range, in: text) }
    exact += changes.added.filter { $0.shape == .object }.compactMap(\.exact)
    exact += changes.copied.flatMap(\.features).filter { $0.feature.shape == .object }
      .compactMap(\.feature.exact)
    let placemarks =
      changes.copied.flatMap { other, features in
        KMLCopy(other, to: file, spelling).elements(of: features)
      } + changes.added.filter { $0.shape != .object }.map(spelling.placemark)
    return edits + head(whole, exact, placemarks)
  }

  // MARK: The document

  /// Returns the edits of the element with the words of the file, and of what is new in it.
  private func head(_ whole: Feature?, _ exact: [Tree], _ placemarks: [String]) -> [TextEdit] {
    guard whole != nil || !exact.isEmpty || !placemarks.isEmpty else { return [] }
    let text = file.text.bytes
    let lines = placemarks.map { "\n  " + $0 }.joined()
    guard let head = KMLFile.head(of: root) else { return wrapped(whole, exact, lines) }
    var children = ElementEditing(
      head, text, prefix: spelling.prefix, order: KMLSpelling.order)
    let own = KMLFile.exactElements(head: head)
    var added = exact
    if let whole {
      spelling.setWords(file.whole.feature, whole, head, &children)
      if let old = own.first(where: { $0.tree[ExactFeature.file] != nil })?.element {
        if let tree = whole.exact {
          children.add(TextEdit(old.range, XMLSpelling.exact(tree).utf8))
        } else {
          children.remove(old)
        }
      } else if let tree = whole.exact {
        added.insert(tree, at: 0)
      }
    }
    spelling.addExact(added, to: head, &children)
    guard !lines.isEmpty else { return children.finished() }
    if let end = file.ends["Placemark"] {
      return children.finished() + [TextEdit(end..<end, lines.utf8)]
    }
    children.add(ElementText(name: "Placemark", text: lines.trimmingWhitespace))
    return children.finished()
  }

  /// Returns the edits that put a placemark, which is alone in its file, into a document.
  private func wrapped(_ whole: Feature?, _ exact: [Tree], _ lines: String) -> [TextEdit] {
    let prefix = spelling.prefix
    var words = whole.map(spelling.words) ?? []
    let trees = (whole?.exact).map { [$0] + exact } ?? exact
    if !trees.isEmpty { words.append(spelling.exactChild(trees)) }
    let head = "<\(prefix)Document>" + words.map { "\n  " + $0.text }.joined()
    let tail = lines + "\n</\(prefix)Document>"
    guard let content = root.content else {
      let end = root.range.upperBound
      return [TextEdit(end - 2..<end, (">" + head + tail + "</\(spelling.rootName)>").utf8)]
    }
    return [
      TextEdit(content.lowerBound..<content.lowerBound, head.utf8),
      TextEdit(content.upperBound..<content.upperBound, tail.utf8),
    ]
  }
}

/// The edits of one placemark, whose other bytes stay.
struct KMLElementEdits {
  private let element: XMLElement
  private let text: [UInt8]
  private let spelling: KMLSpelling

  init(_ element: XMLElement, _ text: [UInt8], _ spelling: KMLSpelling) {
    self.element = element
    self.text = text
    self.spelling = spelling
  }

  /// Returns the edits that make a placemark say another feature.
  func edits(_ old: Feature, _ new: Feature) -> [TextEdit] {
    var children = ElementEditing(
      element, text, prefix: spelling.prefix, order: KMLSpelling.order)
    spelling.setWords(old, new, element, &children)
    if old.address != new.address { children.set("address", new.address) }
    if old.telephone != new.telephone { children.set("phoneNumber", new.telephone) }
    // The times and the points of a track are what was recorded.
    if !old.isRecorded {
      setTimes(old, new, &children)
      setPoints(old, new, &children)
    }
    if old.exact != new.exact { setExact(new.exact, &children) }
    return children.finished()
  }

  private func setTimes(_ old: Feature, _ new: Feature, _ children: inout ElementEditing) {
    func times(_ feature: Feature) -> [String?] {
      let last = feature.points.count > 1 ? feature.points.last : nil
      return [feature.points.first?.time, last?.time]
    }
    guard times(old) != times(new) else { return }
    for name in ["TimeStamp", "TimeSpan"] {
      if let child = element.child(name) { children.remove(child) }
    }
    if let time = spelling.time(new) { children.add(time) }
  }

  private func setPoints(_ old: Feature, _ new: Feature, _ children: inout ElementEditing) {
    func place(_ point: Feature.Point?) -> [Double?] { [point?.latitude, point?.longitude] }
    if let point = element.pointElement {
      guard place(old.points.first) != place(new.points.first),
        let coordinates = point.child("coordinates")?.content, let new = new.points.first
      else { return }
      let rest = point.string("coordinates").split(
        separator: ",", omittingEmptySubsequences: false
      ).dropFirst(2)
      let height = rest.first.map { "," + String($0).trimmingWhitespace } ?? ""
      children.add(TextEdit(coordinates, (KMLSpelling.tuple(new) + height).utf8))
    } else if old.shape == .place, let point = new.points.first, point.isKnown,
      !(old.points.first?.isKnown ?? false)
    {
      children.add(spelling.point(point))
    }
  }

  private func setExact(_ exact: Tree?, _ children: inout ElementEditing) {
    if let old = element.exactDatum {
      if let exact {
        children.add(TextEdit(old.range, XMLSpelling.exact(exact).utf8))
      } else {
        children.remove(old)
      }
    } else if let exact {
      spelling.addExact([exact], to: element, &children)
    }
  }
}
