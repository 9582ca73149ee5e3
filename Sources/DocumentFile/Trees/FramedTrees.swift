import DocumentTables

/// The typed trees inside objects of the format, each of which has a depth and a size of its own
/// (spec 3.1, 3.12).
extension XMLContent {
  /// The most arrays and objects of the format around a typed tree.
  var deepestFrame: Int {
    switch self {
    case .object(let vocabulary): 1 + vocabulary.deepestFrame
    case .objects(_, let vocabulary): 2 + vocabulary.deepestFrame
    case .items: 1
    case .members: 0
    }
  }

  /// Returns whether a condition holds for one of the typed trees in an object or array of the
  /// format.
  func hasTree(in tree: Tree, where isFound: (Tree) -> Bool) -> Bool {
    switch self {
    case .object(let vocabulary): vocabulary.hasTree(in: tree, where: isFound)
    case .objects(_, let vocabulary):
      tree.arrayValue?.contains { vocabulary.hasTree(in: $0, where: isFound) } ?? false
    case .items: tree.arrayValue?.contains(where: isFound) ?? false
    case .members: isFound(tree)
    }
  }
}

extension XMLVocabulary {
  // Recursion is bounded by the depth of the vocabulary, here and below.
  fileprivate var deepestFrame: Int {
    members.map { member in
      switch member.spelling {
      case .object(let vocabulary): 1 + vocabulary.deepestFrame
      case .objects(_, let vocabulary): 2 + vocabulary.deepestFrame
      case .names, .nameLists, .counts, .values, .trees: 1
      case .text, .integer, .bool, .value, .tree, .content, .onlyTree: 0
      }
    }.max() ?? 0
  }

  fileprivate func hasTree(in tree: Tree, where isFound: (Tree) -> Bool) -> Bool {
    guard case .object(let present) = tree else { return false }
    return present.contains { member in
      guard let spelling = members.first(where: { $0.name == member.name })?.spelling else {
        // Where a member without a place may be, it is a typed tree.
        return isFound(member.value)
      }
      switch spelling {
      case .object(let vocabulary): return vocabulary.hasTree(in: member.value, where: isFound)
      case .objects(_, let vocabulary):
        return member.value.arrayValue?.contains {
          vocabulary.hasTree(in: $0, where: isFound)
        } ?? false
      case .values, .trees: return member.value.arrayValue?.contains(where: isFound) ?? false
      case .value, .tree, .onlyTree: return isFound(member.value)
      case .text, .integer, .bool, .names, .nameLists, .counts, .content: return false
      }
    }
  }
}
