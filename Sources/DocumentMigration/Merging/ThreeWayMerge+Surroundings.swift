import DocumentTables

// The data beside the rows: extension records, kept parts and carried losses (spec 13.4).
extension ThreeWayMerge {
  mutating func mergeSurroundings(into tables: inout Tables) {
    tables.extensions = mergedExtensions(in: tables)
    tables.keptParts = mergedParts(in: tables)
    tables.carried = mergedCarried()
    let highest = tables.extensions.map(\.key).max() ?? 0
    if highest >= tables.nextKey, highest < .max { tables.nextKey = highest + 1 }
  }

  /// Combines named things of both sides; the result has the order of names.
  private mutating func combined<Name: Hashable, Content: Equatable>(
    _ base: [Name: Content], _ one: [Name: Content], _ other: [Name: Content],
    _ precedes: (Name, Name) -> Bool,
    _ settle: (inout ThreeWayMerge, Name, ThreeVersions<Content?>) -> MergeSide?
  ) -> [Content] {
    let names = Set(base.keys).union(one.keys).union(other.keys)
    return names.sorted(by: precedes).compactMap { name in
      let versions = ThreeVersions(base: base[name], ours: one[name], theirs: other[name])
      return versions[versions.undisputed ?? settle(&self, name, versions)]
    }
  }

  // MARK: Extension records

  private mutating func mergedExtensions(in tables: Tables) -> [ExtensionRecord] {
    func records(_ side: MergeSide) -> [ObjectKey: ExtensionRecord] {
      var records = Self.byName(self[side].tables.extensions, \.key)
      // What a side deleted with an object that is kept stays.
      for record in base.extensions where records[record.key] == nil {
        if isForced(record.anchor, by: side) { records[record.key] = record }
      }
      return records
    }
    let (one, other) = (records(.ours), records(.theirs))
    let merged = combined(Self.byName(base.extensions, \.key), one, other, <) {
      merge, key, versions in
      var conflict = ThreeWayConflict(
        .extension, entity: (versions.ours ?? versions.theirs ?? versions.base)?.entity,
        key: merge.agreement.ourKeys[key] ?? key, theirKey: merge.agreement.theirKeys[key])
      conflict.state(versions.map { $0?.value })
      if let ours = versions.ours, let theirs = versions.theirs, ours.value == theirs.value {
        let anchors = [ours, theirs].map { record in
          record.anchor.map { "to object \(merge.agreement.ourKeys[$0] ?? $0)" } ?? "to no object"
        }
        conflict.detail = "ours is anchored \(anchors[0]), theirs \(anchors[1])"
      }
      let winner = merge.settle(&conflict)
      merge.show(conflict)
      return winner
    }
    return merged.filter { record in record.anchor.map { tables.find($0) != nil } ?? true }
  }

  /// Whether a side deleted what is anchored only with its object, which the result has.
  private func isForced(_ anchor: ObjectKey?, by side: MergeSide) -> Bool {
    anchor.map { self[side].deleted.contains($0) && exists($0) } ?? false
  }

  private static func byName<Name: Hashable, Content>(
    _ list: [Content], _ name: (Content) -> Name
  ) -> [Name: Content] {
    Dictionary(list.map { (name($0), $0) }) { first, _ in first }
  }

  // MARK: Kept parts

  private mutating func mergedParts(in tables: Tables) -> [KeptPart] {
    func parts(_ side: MergeSide) -> [String: KeptPart] {
      var parts = Self.byName(self[side].tables.keptParts, \.name)
      for part in base.keptParts where parts[part.name] == nil {
        if isForced(part.anchor, by: side) { parts[part.name] = part }
      }
      return parts
    }
    let (one, other) = (parts(.ours), parts(.theirs))
    let merged = combined(Self.byName(base.keptParts, \.name), one, other, utf8Precedes) {
      merge, name, versions in
      var conflict = ThreeWayConflict(.part, property: name)
      conflict.state(versions.map { $0.map(merge.summary) })
      let winner = merge.settle(&conflict)
      merge.show(conflict)
      return winner
    }
    return withPossibleNames(
      merged.filter { part in part.anchor.map { tables.find($0) != nil } ?? true })
  }

  /// Settles which parts stay where the name of one is that of a folder of others, or equal to another's but for case.
  ///
  /// The names of each version are possible together, so the parts are not all of one: some are of one side, and some of
  /// the other or, where an object that both had deleted came back, of the base only.
  private mutating func withPossibleNames(_ parts: [KeptPart]) -> [KeptPart] {
    let contained = AttachmentNames(parts.map(\.name)).contained
    if contained.isEmpty { return parts }
    let names = MergeSide.allCases.map { side in Set(self[side].tables.keptParts.map(\.name)) }
    let old = Self.byName(base.keptParts, \.name)
    // Made once for each part, because a summary has a digest of the content.
    func rival(_ part: KeptPart) -> RivalPart {
      RivalPart(
        name: part.name,
        side: zip(MergeSide.allCases, names).first { $0.1.contains(part.name) }?.0,
        summary: summary(part), base: old[part.name].map(summary))
    }
    var result: [KeptPart?] = parts
    for (outer, group) in Dictionary(grouping: contained, by: \.by).sorted(by: { $0.key < $1.key })
    {
      let outerRival = rival(parts[outer])
      let inner = group.map { (position: $0.index, rival: rival(parts[$0.index])) }
      var conflict = outerRival.conflict(with: inner[0].rival)
      let winner = settle(&conflict)
      show(conflict)
      func wins(_ rival: RivalPart) -> Bool {
        winner == nil ? rival.base != nil : rival.side == winner
      }
      // One decision for all, so that either the part stays or those in its folder.
      let keepsOuter =
        wins(outerRival) || outerRival.side == nil && !inner.contains { wins($0.rival) }
      if !keepsOuter { result[outer] = nil }
      for (number, (position, rival)) in inner.enumerated()
      where keepsOuter || winner == nil && !wins(rival) {
        result[position] = nil
        if number == 0 { continue }
        var other = outerRival.conflict(with: rival)
        other.settled = winner
        show(other)
      }
      guard winner == nil else { continue }
      for position in [outer] + inner.map(\.position) where result[position] != nil {
        result[position] = old[parts[position].name]
      }
    }
    return result.compactMap { $0 }
  }

  /// A part that one document cannot have beside another, as a conflict shows it.
  private struct RivalPart {
    var name: String
    /// Nil if the part is of the base only.
    var side: MergeSide?
    var summary: Tree
    var base: Tree?

    /// Returns the conflict with a part in the folder of this part's name, under the name that our side has.
    func conflict(with inner: RivalPart) -> ThreeWayConflict {
      let (first, second) = inner.side == .ours ? (inner, self) : (self, inner)
      var conflict = ThreeWayConflict(.part, property: first.name)
      for part in [second, first] {
        if let side = part.side { conflict[side] = part.summary }
        if let base = part.base { conflict.base = base }
      }
      conflict.detail = "one document cannot have it beside \(second.name)"
      return conflict
    }
  }

  private func summary(_ part: KeptPart) -> Tree {
    part.summary(anchorKey: part.anchor.map { agreement.ourKeys[$0] ?? $0 })
  }

  // MARK: Carried losses

  /// An entry of a carried part: what it is about, and its value and guard.
  private struct Entry: Hashable {
    var header: LossGroup.Header
    var key: ObjectKey
    /// For extension records and parts, of which an object may have lost several.
    var name: Tree?
  }

  private struct Content: Hashable {
    var entry: Entry
    var value: Tree?
    var guardTree: Tree?
  }

  private mutating func mergedCarried() -> [Tree] {
    let versions = ThreeVersions(
      base: base.carried, ours: ours.tables.carried, theirs: theirs.tables.carried)
    if let side = versions.undisputed { return versions[side] }
    var others: [[Tree]] = []
    var entries: [[Entry: Content]] = []
    for version in [versions.base, versions.ours, versions.theirs] {
      var known: [Entry: Content] = [:]
      var unknown: [Tree] = []
      for tree in version {
        guard let group = LossGroup(carried: tree) else {
          unknown.append(tree)
          continue
        }
        for content in Self.contents(of: group) { known[content.entry] = content }
      }
      others.append(unknown)
      entries.append(known)
    }
    let merged = combined(entries[0], entries[1], entries[2], Self.precedes) {
      merge, entry, versions in
      var conflict = ThreeWayConflict(
        .carried, entity: entry.header.entity,
        key: merge.agreement.ourKeys[entry.key] ?? entry.key,
        theirKey: merge.agreement.theirKeys[entry.key], property: entry.header.property)
      conflict.state(versions.map { $0?.value })
      let winner = merge.settle(&conflict)
      merge.show(conflict)
      return winner
    }
    return Self.combinedTrees(others) + Self.groups(of: merged).map(\.tree)
  }

  private static func contents(of group: LossGroup) -> [Content] {
    group.keys.indices.map { index in
      let value = group.values.isEmpty ? nil : group.values[index]
      let isNamed = group.header.kind == .extension || group.header.kind == .part
      return Content(
        entry: Entry(header: group.header, key: group.keys[index], name: isNamed ? value : nil),
        value: value, guardTree: group.guards.isEmpty ? nil : group.guards[index])
    }
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    let stages = [left, right].map { entry in
      let stage = entry.header.stage
      return [stage.schema, stage.from?.text ?? "", stage.to?.text ?? ""]
    }
    if stages[0] != stages[1] { return namesPrecede(stages[1], stages[0]) }
    if left.header != right.header {
      if LossGroup.Header.precedes(left.header, right.header) { return true }
      if LossGroup.Header.precedes(right.header, left.header) { return false }
      return namesPrecede(left.header.properties, right.header.properties)
    }
    if left.key != right.key { return left.key < right.key }
    return Self.text(left.name) < Self.text(right.name)
  }

  private static func text(_ tree: Tree?) -> String {
    switch tree {
    case .text(let text): text
    case .integer(let number): String(number)
    default: ""
    }
  }

  /// Returns entries in order as groups; entries with and without guards are apart.
  private static func groups(of contents: [Content]) -> [LossGroup] {
    var groups: [LossGroup] = []
    for content in contents {
      let isSame = groups.last.map {
        $0.header == content.entry.header && $0.guards.isEmpty == (content.guardTree == nil)
      }
      if isSame != true { groups.append(LossGroup(content.entry.header)) }
      let last = groups.count - 1
      groups[last].keys.append(content.entry.key)
      if let value = content.value { groups[last].values.append(value) }
      if let guardTree = content.guardTree { groups[last].guards.append(guardTree) }
    }
    return groups
  }

  /// Returns other programs' trees: what a side removed is gone, what a side added is there.
  private static func combinedTrees(_ versions: [[Tree]]) -> [Tree] {
    let ours = Set(versions[1])
    let theirs = Set(versions[2])
    let base = Set(versions[0])
    return versions[1].filter { theirs.contains($0) || !base.contains($0) }
      + versions[2].filter { !ours.contains($0) && !base.contains($0) }
  }
}
