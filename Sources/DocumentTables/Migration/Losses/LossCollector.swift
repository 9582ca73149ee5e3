/// Puts losses into their groups as they are found.
struct LossCollector {
  private var groups: [LossGroup] = []
  private var indexes: [LossGroup.Header: Int] = [:]

  /// The number of the group of a header; callers keep it for the rows that follow.
  mutating func index(of header: LossGroup.Header) -> Int {
    if let index = indexes[header] { return index }
    indexes[header] = groups.count
    groups.append(LossGroup(header))
    return groups.count - 1
  }

  mutating func append(_ key: ObjectKey, value: Tree?, guard guardValue: Tree?, to group: Int) {
    groups[group].keys.append(key)
    if let value { groups[group].values.append(value) }
    if let guardValue { groups[group].guards.append(guardValue) }
  }

  /// The groups in their order, each in the order of its keys.
  consuming func finish() -> Losses {
    var groups = groups
    indexes = [:]
    for index in groups.indices { groups[index].sortByKey() }
    groups.sort { LossGroup.Header.precedes($0.header, $1.header) }
    return Losses(groups: groups)
  }
}

extension LossGroup {
  fileprivate mutating func sortByKey() {
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return }
    self = subset(keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) })
  }
}
