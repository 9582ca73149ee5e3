import DocumentTables

/// A collector that puts losses into their groups as they are found.
struct LossCollector {
  private var groups: [LossGroup] = []
  private var indexes: [LossGroup.Header: Int] = [:]

  /// Returns the index of the group with a header; callers keep the index for later rows.
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

  /// Returns the groups in their order, each sorted by key.
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
