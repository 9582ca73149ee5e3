import DocumentTables

extension Tables {
  /// Returns the carried entries that belong to the objects of a part of these tables.
  ///
  /// An entry of an object that the older version cannot store names the objects it refers to as numbers, as it names
  /// other numbers. It belongs to the part if it refers to an object there and to none of the others, so an entry that is
  /// in doubt is left out.
  ///
  /// - Parameter part: Some objects of these tables.
  /// - Returns: The entries, and the number of those that no stage of this library wrote.
  package func carriedEntries(of part: Tables) -> (entries: [Tree], unread: Int) {
    var groups: [LossGroup?] = []
    var unread = 0
    for tree in carried {
      guard let stage = tree["stage"].flatMap({ LossStage(tree: $0) }),
        case .group(let group) = Losses.read(tree, of: stage)
      else {
        unread += 1
        groups.append(nil)
        continue
      }
      groups.append(group)
    }
    let selection = LossSelection(groups.compactMap { $0 }, whole: self, part: part)
    let entries = groups.compactMap { $0.map(selection.selected) }.filter { $0.count > 0 }
    return (entries.map(\.tree), unread)
  }
}

/// Tells which losses belong to the objects of a part of a document.
package struct LossSelection: Sendable {
  private let whole: Tables
  private let part: Tables
  /// The lost objects that belong to the part.
  private let owned: Set<ObjectKey>

  /// - Parameters:
  ///   - groups: All losses, among them those of whole objects.
  ///   - whole: The tables of the document.
  ///   - part: Some objects of these tables.
  package init(_ groups: [LossGroup], whole: Tables, part: Tables) {
    self.whole = whole
    self.part = part
    let objects = groups.filter { $0.header.kind == .object }
    owned = CarriedObjectSearch(objects, whole: whole, part: part).owned()
  }

  /// Whether what was lost of an object belongs to the part.
  package func concerns(_ key: ObjectKey) -> Bool {
    part.find(key) != nil || owned.contains(key)
  }

  /// Whether an object is in the document and not in the part.
  package func excludes(_ key: ObjectKey) -> Bool { whole.find(key) != nil && !concerns(key) }

  package func selected(_ group: LossGroup) -> LossGroup {
    group.subset(where: concerns)
  }

  package func selected(_ losses: Losses) -> Losses {
    Losses(groups: losses.groups.map(selected))
  }
}

/// Finds the carried objects that belong to a part of a document.
private struct CarriedObjectSearch {
  private let whole: Tables
  private let part: Tables
  /// The keys to which each carried object refers.
  private var targets: [ObjectKey: Set<ObjectKey>] = [:]

  init(_ groups: [LossGroup], whole: Tables, part: Tables) {
    self.whole = whole
    self.part = part
    let carried = Set(groups.flatMap(\.keys))
    for group in groups {
      for index in group.header.properties.indices {
        let column = group.values.map { Self.keys(in: $0.arrayValue, at: index) }
        // A property refers to objects if each of its values does.
        let isReference = column.allSatisfy { keys in
          keys.map { $0.allSatisfy { carried.contains($0) || whole.find($0) != nil } } ?? false
        }
        guard isReference else { continue }
        for (key, keys) in zip(group.keys, column) {
          targets[key, default: []].formUnion(keys ?? [])
        }
      }
    }
  }

  /// Returns the numbers that a value consists of; nil for a value of another kind.
  private static func keys(in values: [Tree]?, at index: Int) -> [ObjectKey]? {
    guard let values, values.indices.contains(index) else { return nil }
    switch values[index] {
    case .null: return []
    case .integer(let key): return [key]
    case .array(let items):
      let keys = items.compactMap(\.integerValue)
      return keys.count == items.count ? keys : nil
    default: return nil
    }
  }

  /// Returns the carried objects that lead to objects of the part, directly or over others, and to no object that is
  /// not in it.
  func owned() -> Set<ObjectKey> {
    var sources: [ObjectKey: [ObjectKey]] = [:]
    var owned: Set<ObjectKey> = []
    var waiting: [ObjectKey] = []
    for (key, targets) in targets {
      if targets.contains(where: { whole.find($0) != nil && part.find($0) == nil }) { continue }
      if targets.contains(where: { part.find($0) != nil }) { waiting.append(key) }
      for target in targets { sources[target, default: []].append(key) }
    }
    while let key = waiting.popLast() {
      guard owned.insert(key).inserted else { continue }
      waiting.append(contentsOf: sources[key] ?? [])
    }
    return owned
  }
}
