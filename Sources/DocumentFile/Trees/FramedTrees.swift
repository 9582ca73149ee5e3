import DocumentTables

/// The typed trees inside objects of the format, each of which has a depth of its own (spec 3.1).
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

  /// Returns whether one of the trees in an object or array of the format is too deep.
  func hasTooDeepTree(_ tree: Tree) -> Bool {
    switch self {
    case .object(let vocabulary): vocabulary.hasTooDeepTree(tree)
    case .objects(_, let vocabulary):
      tree.arrayValue?.contains(where: vocabulary.hasTooDeepTree) ?? false
    case .items: tree.arrayValue?.contains(where: \.isTooDeep) ?? false
    case .members: tree.isTooDeep
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

  fileprivate func hasTooDeepTree(_ tree: Tree) -> Bool {
    members.contains { member in
      guard let value = tree[member.name] else { return false }
      switch member.spelling {
      case .object(let vocabulary): return vocabulary.hasTooDeepTree(value)
      case .objects(_, let vocabulary):
        return value.arrayValue?.contains(where: vocabulary.hasTooDeepTree) ?? false
      case .values, .trees: return value.arrayValue?.contains(where: \.isTooDeep) ?? false
      case .value, .tree, .onlyTree: return value.isTooDeep
      case .text, .integer, .bool, .names, .nameLists, .counts, .content: return false
      }
    }
  }
}

extension Tree {
  fileprivate var isTooDeep: Bool { isDeeper(than: OpenTree.largestDepth) }
}
