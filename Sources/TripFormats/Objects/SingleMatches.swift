/// Pairs of two lists, of which each has one element only with a key.
///
/// Two elements with one key would leave open which of them is meant.
enum SingleMatches {
  static func pairs<Left, Right, Key: Hashable>(
    _ left: some Sequence<Left>, _ right: some Sequence<Right>, _ leftKey: (Left) -> Key?,
    _ rightKey: (Right) -> Key?
  ) -> [(left: Left, right: Right)] {
    let wanted = groups(left, leftKey)
    if wanted.isEmpty { return [] }
    let known = groups(right, rightKey)
    return wanted.compactMap { key, own in
      guard own.count == 1, let others = known[key], others.count == 1 else { return nil }
      return (own[0], others[0])
    }
  }

  private static func groups<Element, Key: Hashable>(
    _ elements: some Sequence<Element>, _ key: (Element) -> Key?
  ) -> [Key: [Element]] {
    var groups: [Key: [Element]] = [:]
    for element in elements {
      if let key = key(element) { groups[key, default: []].append(element) }
    }
    return groups
  }
}
