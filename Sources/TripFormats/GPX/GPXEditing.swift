import DocumentTables
import Markup

/// The edits of a GPX file's text: changed, removed and new elements.
struct GPXEditing {
  private let file: FeatureFile
  private let root: XMLElement
  private let spelling: GPXSpelling

  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    guard let root = file.whole.xmlElements.first else { return [] }
    return GPXEditing(file, root).edits(changes)
  }

  private init(_ file: FeatureFile, _ root: XMLElement) {
    self.file = file
    self.root = root
    spelling = GPXSpelling(file.text.bytes, root)
  }

  private func edits(_ changes: FeatureForm.Changes) -> [TextEdit] {
    let text = file.text.bytes
    let made = FeatureEdits(file, changes) { element, old, new, isFirst in
      GPXElementEdits(element, text, spelling).edits(old, new, isFirst: isFirst)
    }
    var edits = made.edits
    var heads: [String] = []
    if let whole = made.whole {
      if let head = GPXFile.head(of: root) {
        edits += GPXElementEdits(head, text, spelling).words(file.whole.feature, whole)
      } else {
        let words = spelling.children(of: whole).map { "\n    " + $0.text }.joined()
        if !words.isEmpty {
          heads.append(spelling.elements.element("metadata", words + "\n  ").text)
        }
      }
    }
    return edits + additions(heads, changes, made.added)
  }

  // MARK: Additions

  /// Returns the insertions of new elements: each follows the last element of its kind.
  private func additions(
    _ heads: [String], _ changes: FeatureForm.Changes, _ exact: [Tree]
  ) -> [TextEdit] {
    func lines(_ elements: [String]) -> String { elements.map { "\n  " + $0 }.joined() }
    let start = root.content?.lowerBound ?? root.range.upperBound
    var insertions: [(place: Int, text: String)] = [(start, lines(heads))]
    for name in ["wpt", "rte", "trk"] {
      let copied = changes.copied.flatMap { copies($0.features, of: $0.file, as: name) }
      let added = changes.added.filter { Self.element(of: $0) == name }.map(spelling.element)
      insertions.append((end(of: name), lines(copied + added)))
    }
    let place = file.text.bytes[..<(root.content?.upperBound ?? root.range.upperBound)]
      .lastIndex { $0 > 0x20 }.map { $0 + 1 }
    let trees = exact.map { "\n    " + XMLSpelling.exact($0) }.joined()
    if let extensions = root.child(GPXSpelling.data), let content = extensions.content {
      insertions.append((content.upperBound, trees.isEmpty ? "" : trees + "\n  "))
    } else if !trees.isEmpty {
      insertions.append(
        (
          place ?? start,
          spelling.isVersion1_0
            ? trees : lines([spelling.elements.element(GPXSpelling.data, trees + "\n  ").text])
        ))
    }
    insertions.removeAll(where: \.text.isEmpty)
    if root.content == nil, !insertions.isEmpty {
      return [root.filling(insertions.map(\.text).joined() + "\n", file.text.bytes)]
    }
    return insertions.map { TextEdit($0.place..<$0.place, $0.text.utf8) }
  }

  /// Returns the elements of features of another file that are of a name here.
  ///
  /// A route goes with its stops if all are copied. Else a stop is a waypoint here, unless it only repeats one.
  private func copies(
    _ features: [FeatureFile.Stated], of source: FeatureFile, as name: String
  ) -> [String] {
    let copied = CopiedElements(from: source, to: file, targetPrefix: spelling.elements.prefix)
    let ranges = Set(features.flatMap(\.elements).map(\.range))
    let whole = source.groups.filter { $0.parts.allSatisfy(ranges.contains) }
    let inWhole = Set(whole.flatMap(\.parts))
    var elements = features.flatMap { stated in
      stated.xmlElements.enumerated().filter { index, element in
        element.name.local == "rtept"
          ? index == 0 && name == "wpt" && !inWhole.contains(element.range)
          : element.name.local == name
      }.map(\.element)
    }
    if name == "rte" { elements += whole.map(\.element) }
    return elements.map { copied.copy($0, as: name) }
  }

  private static func element(of feature: Feature) -> String? {
    switch feature.shape {
    case .place: "wpt"
    case .leg: "rte"
    case .line: "trk"
    case .file, .object: nil
    }
  }

  /// Returns the place behind the last element of a name, or of those that come before it.
  private func end(of name: String) -> Int {
    let names = ["wpt", "rte", "trk"]
    let earlier = names.prefix((names.firstIndex(of: name) ?? 0) + 1)
    let heads = root.children.filter { $0.name.local != GPXSpelling.data && !$0.isExact }
    return (earlier.compactMap { file.ends[$0] } + heads.map(\.range.upperBound)).max()
      ?? root.content?.lowerBound ?? root.range.upperBound
  }
}
