import DocumentTables
import Markup

/// The edits of a KML file's text: changed, removed and new elements.
struct KMLEditing {
  private let file: FeatureFile
  private let root: XMLElement
  private let spelling: KMLSpelling

  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    guard let root = file.whole.xmlElements.first else { return [] }
    return KMLEditing(file, root).edits(changes)
  }

  private init(_ file: FeatureFile, _ root: XMLElement) {
    self.file = file
    self.root = root
    spelling = KMLSpelling(file.text.bytes, root)
  }

  private func edits(_ changes: FeatureForm.Changes) -> [TextEdit] {
    let text = file.text.bytes
    let made = FeatureEdits(file, changes) { element, old, new, _ in
      KMLElementEdits(element, text, spelling).edits(old, new)
    }
    let copies = changes.copied.flatMap { source, features in
      let copied = CopiedElements(
        from: source, to: file, targetPrefix: spelling.elements.prefix)
      return features.filter { $0.feature.shape != .object }
        .flatMap { $0.xmlElements.prefix(1) }.map { copied.copy($0, as: "Placemark") }
    }
    let placemarks =
      copies + changes.added.filter { $0.shape != .object }.map(spelling.placemark)
    return made.edits + head(made, placemarks)
  }

  // MARK: The document

  /// Returns the edits of the element with the words of the file, and of what is new in it.
  private func head(_ made: FeatureEdits, _ placemarks: [String]) -> [TextEdit] {
    guard made.whole != nil || !made.added.isEmpty || !placemarks.isEmpty else { return [] }
    let lines = placemarks.map { "\n  " + $0 }.joined()
    guard let head = KMLFile.head(of: root) else { return wrapped(made, lines) }
    var children = ElementEditing(
      head, file.text.bytes, spelling.elements, order: KMLSpelling.order)
    if let whole = made.whole { spelling.setWords(file.whole.feature, whole, head, &children) }
    children.addExact(made.added)
    guard !lines.isEmpty else { return children.finished() }
    if let end = file.ends["Placemark"] {
      return children.finished() + [TextEdit(end..<end, lines.utf8)]
    }
    children.add(ElementText(name: "Placemark", text: lines.trimmingWhitespace))
    return children.finished()
  }

  /// Returns the edits that put a placemark, which is alone in its file, into a document.
  private func wrapped(_ made: FeatureEdits, _ lines: String) -> [TextEdit] {
    let prefix = spelling.elements.prefix
    var words = made.whole.map(spelling.words) ?? []
    if !made.added.isEmpty { words.append(spelling.elements.data(made.added)) }
    let head = "<\(prefix)Document>" + words.map { "\n  " + $0.text }.joined()
    let tail = lines + "\n</\(prefix)Document>"
    guard let content = root.content else { return [root.filling(head + tail, file.text.bytes)] }
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
    var children = ElementEditing(element, text, spelling.elements, order: KMLSpelling.order)
    spelling.setWords(old, new, element, &children)
    if old.address != new.address { children.set("address", new.address) }
    if old.telephone != new.telephone { children.set("phoneNumber", new.telephone) }
    // The times and the points of a track are what was recorded.
    if !old.isRecorded {
      setTimes(old, new, &children)
      setPoints(old, new, &children)
    }
    if old.exact != new.exact { children.setExact(new.exact) }
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
}
