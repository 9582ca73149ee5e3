import DocumentTables
import Markup

/// The edits of a GeoJSON file's text: changed, removed and new features.
///
/// The boxes around what changes (`bbox`) go, because they may be wrong then.
struct GeoJSONEditing {
  private let file: FeatureFile
  private let text: [UInt8]
  /// The texts of a sequence, or the only one.
  private var roots: [Range<Int>] = []

  /// Returns the edits of a file's text.
  static func edits(_ file: FeatureFile, _ changes: FeatureForm.Changes) -> [TextEdit] {
    GeoJSONEditing(file).edits(changes)
  }

  private init(_ file: FeatureFile) {
    self.file = file
    text = file.text.bytes
    text.withUnsafeBufferPointer { bytes in
      guard var json = try? JSONReader(bytes) else { return }
      json.passSeparators()
      while json.peek() != .endOfInput {
        let start = json.offset
        guard (try? json.skimValue()) != nil else { return }
        roots.append(start..<json.offset)
        json.passSeparators()
      }
    }
  }

  private var isSequence: Bool { roots.count > 1 || text.first == 0x1E }

  private func edits(_ changes: FeatureForm.Changes) -> [TextEdit] {
    var edits: [TextEdit] = []
    var removed = Set(changes.removed.flatMap(\.elements).map(\.range))
    var added =
      changes.copied.flatMap { source, features in
        features.map { GeoJSONElementEdits.copy($0, of: source.text.bytes) }
      } + changes.added.map(Self.feature)
    var words: Feature?
    for (stated, feature) in changes.edited {
      switch stated.feature.shape {
      case .file:
        if [feature.name, feature.details] != [stated.feature.name, stated.feature.details] {
          words = feature
        }
        let old = file.own.first { $0.tree[ExactFeature.file] != nil }?.element.range
        let new = feature.exact.map(GeoJSONSpelling.own)
        if let old {
          if let new { edits.append(TextEdit(old, new.utf8)) } else { removed.insert(old) }
        } else if let new {
          added.append(new)
        }
      case .object:
        edits.append(TextEdit(stated.elements[0].range, Self.feature(feature).utf8))
      case .place, .line, .leg:
        edits += GeoJSONElementEdits.edits(stated, feature, text)
      }
    }
    // Each feature of a sequence has a line of its own.
    if isSequence { added = added.map { $0.filter { !$0.isNewline } } }
    if isSequence { return edits + sequence(removed, added) }
    return edits + whole(removed, added, words, isMoved: !edits.isEmpty)
  }

  private static func feature(_ feature: Feature) -> String {
    feature.shape == .object
      ? GeoJSONSpelling.own(feature.exact ?? .null) : GeoJSONSpelling.feature(feature)
  }

  // MARK: Collections

  private func whole(
    _ removed: Set<Range<Int>>, _ added: [String], _ words: Feature?, isMoved: Bool
  ) -> [TextEdit] {
    guard let root = roots.first, let members = JSONParts(text, root) else { return [] }
    guard let features = members.value("features") else {
      return wrapped(root, isRemoved: removed.contains(root), added, words)
    }
    var edits = self.edits(of: features, removed, added)
    var gone: Set<Int> = []
    if isMoved || !edits.isEmpty, let box = members.parts.firstIndex(where: { $0.name == "bbox" }) {
      gone.insert(box)
    }
    var new: [String] = []
    if let words {
      for (meaning, value) in [
        (GeoJSONProperties.Meaning.name, words.name), (.details, words.details),
      ] {
        GeoJSONElementEdits.set(meaning, value, members, text, &edits, &gone, &new)
      }
    }
    // A name in front of the features is seen.
    if !new.isEmpty, let place = members.parts.first(where: { $0.name == "features" })?.range {
      edits.append(
        TextEdit(
          place.lowerBound..<place.lowerBound, new.map { $0 + ", " }.joined().utf8))
    }
    return edits + members.edits(text, removing: gone, adding: [])
  }

  /// Returns the edits of an array of features.
  private func edits(
    of features: Range<Int>, _ removed: Set<Range<Int>>, _ added: [String]
  ) -> [TextEdit] {
    guard let list = JSONParts(text, features) else { return [] }
    let gone = list.parts.indices.filter { removed.contains(list.parts[$0].value) }
    return list.edits(text, removing: Set(gone), adding: added, space: "\n    ")
  }

  /// Returns the edits that put a feature or a geometry, which is alone in its file, into a collection.
  private func wrapped(
    _ root: Range<Int>, isRemoved: Bool, _ added: [String], _ words: Feature?
  ) -> [TextEdit] {
    let members = words.map(GeoJSONSpelling.members) ?? []
    if !isRemoved, added.isEmpty, members.isEmpty { return [] }
    let head =
      "{" + ([#""type": "FeatureCollection""#] + members).joined(separator: ", ")
      + ", \"features\": [\n  "
    let features = added.joined(separator: ",\n  ")
    if isRemoved { return [TextEdit(root, (head + features + "\n]}").utf8)] }
    let tail = (added.isEmpty ? "" : ",\n  ") + features + "\n]}"
    return [
      TextEdit(root.lowerBound..<root.lowerBound, head.utf8),
      TextEdit(root.upperBound..<root.upperBound, tail.utf8),
    ]
  }

  // MARK: Sequences

  private func sequence(_ removed: Set<Range<Int>>, _ added: [String]) -> [TextEdit] {
    var edits: [TextEdit] = []
    for root in roots {
      if removed.contains(root) {
        var (start, end) = (root.lowerBound, root.upperBound)
        while start > 0, text[start - 1] == 0x1E { start -= 1 }
        while end < text.count, text[end] <= 0x20, text[end] != 0x1E { end += 1 }
        edits.append(TextEdit(start..<end, []))
      } else if let features = JSONParts(text, root)?.value("features") {
        edits += self.edits(of: features, removed, [])
      }
    }
    let mark = text.first == 0x1E ? "\u{1E}" : ""
    // A sequence of nothing is no JSON.
    let isEmpty = added.isEmpty && roots.allSatisfy(removed.contains)
    let new = isEmpty ? [#"{"type": "FeatureCollection", "features": []}"#] : added
    let lines = new.map { mark + $0 + "\n" }.joined()
    if !lines.isEmpty {
      let isOpen = text.last.map { $0 != UInt8(ascii: "\n") } ?? false
      edits.append(
        TextEdit(text.count..<text.count, ((isOpen ? "\n" : "") + lines).utf8))
    }
    return edits
  }
}
