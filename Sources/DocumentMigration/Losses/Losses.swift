import DocumentTables

/// All losses of a migration down over one or several stages.
package struct Losses: Hashable, Sendable {
  package private(set) var groups: [LossGroup]

  package init(groups: [LossGroup] = []) {
    self.groups = groups.filter { $0.count > 0 }
  }

  package var count: Int { groups.reduce(0) { $0 + $1.count } }
  package var isEmpty: Bool { groups.isEmpty }

  /// The losses, created on demand: by group, then by key.
  package var entries: some Sequence<Loss> {
    groups.lazy.flatMap { group in (0..<group.count).lazy.map { group.loss(at: $0) } }
  }

  package mutating func append(_ losses: Losses) { groups.append(contentsOf: losses.groups) }

  /// Returns the same losses as permanent: the document does not carry them, so they cannot be
  /// recovered.
  package func dropped() -> Losses {
    Losses(
      groups: groups.map {
        var group = $0
        group.header.isRecoverable = false
        return group
      })
  }
}

extension Losses {
  /// The position of a loss among the groups.
  private struct Place {
    /// The rank of the loss's stage and hierarchy.
    let rank: Int32
    let group: Int32
    let key: ObjectKey
    let index: Int
  }

  /// The losses, created on demand: by stage in order of appearance, then hierarchy, key, kind and
  /// property.
  package var entriesByObject: some Sequence<Loss> {
    var stages: [LossStage: Int] = [:]
    for group in groups where stages[group.header.stage] == nil {
      stages[group.header.stage] = stages.count
    }
    let sorted = groups.sorted { left, right in
      let ranks = (stages[left.header.stage] ?? 0, stages[right.header.stage] ?? 0)
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      return LossGroup.Header.precedes(left.header, right.header)
    }
    var places: [Place] = []
    places.reserveCapacity(count)
    var rank: Int32 = 0
    for (number, group) in sorted.enumerated() {
      if number > 0 {
        let last = sorted[number - 1].header
        let isSame =
          last.stage == group.header.stage && last.hierarchy == group.header.hierarchy
        if !isSame { rank += 1 }
      }
      for index in group.keys.indices {
        places.append(
          Place(
            rank: rank, group: Int32(truncatingIfNeeded: number), key: group.keys[index],
            index: index))
      }
    }
    places.sort { ($0.rank, $0.key, $0.group) < ($1.rank, $1.key, $1.group) }
    return places.lazy.map { sorted[Int($0.group)].loss(at: $0.index) }
  }
}
