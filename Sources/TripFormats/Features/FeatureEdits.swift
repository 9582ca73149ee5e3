import DocumentTables
import Markup

/// The edits of a file's text that are those of any format: of elements that state features, and of what this library added.
struct FeatureEdits {
  private(set) var edits: [TextEdit] = []
  /// What the file says of all its features; nil if that stays.
  private(set) var whole: Feature?
  /// What this library adds for the file: objects that have no place on a map, and what it says of the trip of all features.
  private(set) var added: [Tree] = []

  /// - Parameter element: Returns the edits of an element of a feature, of which the first one says what the others repeat.
  init(
    _ file: FeatureFile, _ changes: FeatureForm.Changes,
    _ element: (XMLElement, _ old: Feature, _ new: Feature, _ isFirst: Bool) -> [TextEdit]
  ) {
    let text = file.text.bytes
    for (stated, feature) in changes.edited {
      switch stated.feature.shape {
      case .file:
        whole = feature
        let old = file.own.first { $0.tree[ExactFeature.file] != nil }?.element
        switch (old, feature.exact) {
        case (let old?, let tree?): edits.append(TextEdit(old.range, XMLSpelling.exact(tree).utf8))
        case (let old?, nil): edits.append(ElementEditing.removal(of: old.range, in: text))
        case (nil, let tree?): added.append(tree)
        case (nil, nil): break
        }
      case .object:
        edits.append(
          TextEdit(
            stated.elements[0].range, XMLSpelling.exact(feature.exact ?? .null).utf8))
      case .place, .line, .leg:
        for (index, part) in stated.xmlElements.enumerated() {
          edits += element(part, stated.feature, feature, index == 0)
        }
      }
    }
    let removed = Set(changes.removed.flatMap(\.elements).map(\.range))
    // A route without its stops means something else.
    let groups = file.groups.filter { $0.parts.allSatisfy(removed.contains) }
    edits += (Array(removed) + groups.map(\.element.range)).map {
      ElementEditing.removal(of: $0, in: text)
    }
    let new = changes.added + changes.copied.flatMap(\.features).map(\.feature)
    added += new.filter { $0.shape == .object }.compactMap(\.exact)
  }
}
