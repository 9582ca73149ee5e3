import DocumentTables
import Markup

/// The edits of a GPX file's text: changed, removed and new elements.
struct GPXEditing {
  private let file: FeatureFile
  private let root: XMLElement
  private let spelling: GPXSpelling

  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    guard let root = file.whole.elements.first else { return [] }
    return GPXEditing(file, root).edits(changes)
  }

  private init(_ file: FeatureFile, _ root: XMLElement) {
    self.file = file
    self.root = root
    spelling = GPXSpelling(file.text.bytes, root)
  }

  private func edits(_ changes: FeatureForm.Changes) -> [TextEdit] {
    var edits: [TextEdit] = []
    var heads: [String] = []
    var exact: [Tree] = []
    for change in changes.edited {
      switch change.stated.feature.shape {
      case .file: edits += whole(change.feature, &heads, &exact)
      case .object:
        edits.append(
          TextEdit(
            change.stated.elements[0].range,
            XMLSpelling.exact(change.feature.exact ?? .null).utf8))
      case .place, .line, .leg:
        for (index, element) in change.stated.elements.enumerated() {
          edits += GPXElementEdits(element, file.text.bytes, spelling).edits(
            change.stated.feature, change.feature, isFirst: index == 0)
        }
      }
    }
    edits += removals(changes.removed)
    exact += changes.added.filter { $0.shape == .object }.compactMap(\.exact)
    exact += changes.copied.flatMap(\.features).filter { $0.feature.shape == .object }
      .compactMap(\.feature.exact)
    return edits + additions(heads, changes, exact)
  }

  private func removals(_ removed: [FeatureFile.Stated]) -> [TextEdit] {
    let ranges = Set(removed.flatMap(\.elements).map(\.range))
    // A route without its stops means something else.
    let groups = file.groups.filter { $0.parts.allSatisfy(ranges.contains) }
    return (Array(ranges) + groups.map(\.element.range)).map {
      ElementEditing.removal(of: $0, in: file.text.bytes)
    }
  }

  // MARK: The file

  /// Returns the edits of what the file says of all features.
  ///
  /// - Parameters:
  ///   - heads: Gets the elements that come first in the file.
  ///   - exact: Gets what this library adds to the file.
  private func whole(
    _ new: Feature, _ heads: inout [String], _ exact: inout [Tree]
  ) -> [TextEdit] {
    var edits: [TextEdit] = []
    let old = GPXFile.exactElements(root).first { $0.tree[ExactFeature.file] != nil }?.element
    if let old {
      edits.append(
        new.exact.map { TextEdit(old.range, XMLSpelling.exact($0).utf8) }
          ?? ElementEditing.removal(of: old.range, in: file.text.bytes))
    } else if let tree = new.exact {
      exact.append(tree)
    }
    guard let head = GPXFile.head(of: root) else {
      let words = spelling.children(of: new).map { "\n    " + $0.text }.joined()
      if !words.isEmpty { heads.append(spelling.element("metadata", words + "\n  ")) }
      return edits
    }
    return edits
      + GPXElementEdits(head, file.text.bytes, spelling).words(file.whole.feature, new)
  }

  // MARK: Additions

  /// Returns the insertions of new elements: each follows the last element of its kind.
  private func additions(
    _ heads: [String], _ changes: FeatureForm.Changes, _ exact: [Tree]
  ) -> [TextEdit] {
    func lines(_ elements: [String]) -> String { elements.map { "\n  " + $0 }.joined() }
    let start = root.content?.lowerBound ?? root.range.upperBound
    var insertions: [(place: Int, text: String)] = [(start, lines(heads))]
    let copies = changes.copied.map { (GPXCopy($0.file, to: file, spelling), $0.features) }
    for name in ["wpt", "rte", "trk"] {
      let copied = copies.flatMap { copy, features in
        copy.elements(of: features, name)
      }
      let added = changes.added.filter { Self.element(of: $0) == name }.map(spelling.element)
      insertions.append((end(of: name), lines(copied + added)))
    }
    let place = file.text.bytes[..<(root.content?.upperBound ?? root.range.upperBound)]
      .lastIndex { $0 > 0x20 }.map { $0 + 1 }
    let trees = exact.map { "\n    " + XMLSpelling.exact($0) }.joined()
    if let extensions = root.child("extensions"), let content = extensions.content {
      insertions.append((content.upperBound, trees.isEmpty ? "" : trees + "\n  "))
    } else if !trees.isEmpty {
      insertions.append(
        (
          place ?? start,
          spelling.isVersion1_0 ? trees : lines([spelling.element("extensions", trees + "\n  ")])
        ))
    }
    insertions.removeAll(where: \.text.isEmpty)
    if root.content == nil, !insertions.isEmpty {
      // One tag becomes two.
      let all = insertions.map(\.text).joined()
      return [
        TextEdit(
          root.range.upperBound - 2..<root.range.upperBound,
          (">" + all + "\n</\(spelling.rootName)>").utf8)
      ]
    }
    return insertions.map { TextEdit($0.place..<$0.place, $0.text.utf8) }
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
    let heads = root.children.filter { $0.name.local != "extensions" && !$0.isExact }
    return (earlier.compactMap { file.ends[$0] } + heads.map(\.range.upperBound)).max()
      ?? root.content?.lowerBound ?? root.range.upperBound
  }
}
