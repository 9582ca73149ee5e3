import DocumentTables

/// Three versions of a document in keys that name the same objects in all of them (spec 13.2).
///
/// Keys are counters of a document, so both sides give the same next key to different objects. An
/// earlier merge may also have given an object of the base another key in one of the sides.
struct KeyAgreement {
  private(set) var base: Tables
  private(set) var ours: Tables
  private(set) var theirs: Tables
  /// The key in our document of each object that has another key here.
  private(set) var ourKeys: [ObjectKey: ObjectKey] = [:]
  /// The key in their document of each object that has another key here.
  private(set) var theirKeys: [ObjectKey: ObjectKey] = [:]
  /// Whether their carried losses were left out, because their schema version is not known and some
  /// objects have other keys.
  private(set) var omitsCarried = false
  private var fresh: FreshKeys
  let schemas: [TableSchema]

  /// - Parameter changes: The changes from the base to each side.
  init(
    base: Tables, ours: Tables, theirs: Tables, changes: [MergeSide: ChangeSet]?,
    schemas: [TableSchema]
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.schemas = schemas
    let count = ours.rowCount + theirs.rowCount + ours.extensions.count + theirs.extensions.count
    fresh = FreshKeys([base, ours, theirs], count: count)
    if let changes {
      let ourMap = keysOfBase(ours, changes[.ours])
      ourKeys = Self.inverse(ourMap)
      self.ours = ours.rekeyed(ourMap, schemas: schemas)
      rekeyTheirs(keysOfBase(theirs, changes[.theirs]))
    }
    rekeyTheirs(keysOfOurs(hasBase: changes != nil))
  }

  private static func inverse(_ keys: [ObjectKey: ObjectKey]) -> [ObjectKey: ObjectKey] {
    Dictionary(keys.map { ($1, $0) }) { first, _ in first }
  }

  private mutating func rekeyTheirs(_ keys: [ObjectKey: ObjectKey]) {
    guard !keys.isEmpty else { return }
    let rekeying = LossRekeying(keys, schemas: schemas + [theirs.schema])
    if theirs.carried.contains(where: rekeying.mayMisread) {
      omitsCarried = true
      theirs.carried = base.carried
    }
    theirs = theirs.rekeyed(keys, schemas: schemas)
    var all = Self.inverse(keys)
    for (key, before) in all { all[key] = theirKeys[before] ?? before }
    theirKeys.merge(all) { $1 }
  }

  // MARK: The base and one side

  /// Returns new keys for the objects of a side that are objects of the base under other keys, and
  /// for those that use the key of another object of the base.
  private mutating func keysOfBase(
    _ side: Tables, _ changes: ChangeSet?
  ) -> [ObjectKey: ObjectKey] {
    guard let changes else { return [:] }
    let columns = base.schema.comparedColumns()
    // An object whose entity changes is deleted and inserted in its own table.
    let deleted = Dictionary(changes.deleted.map { ($0.key, $0.hierarchy) }) { first, _ in first }
    let added = Set(
      changes.inserted.filter { deleted[$0.key] != $0.hierarchy }.map(\.key))
    var open = Set(deleted.keys)
    for row in changes.updated
    where row.changes.contains(where: { !columns[row.hierarchy][$0.column].isOrder }) {
      open.insert(row.key)
    }
    var keys: [ObjectKey: ObjectKey] = [:]
    if !added.isEmpty, !open.isEmpty {
      let known = ownKeys(of: base, where: { side.find($0) != nil })
      let found = ObjectMatching.further(base, side, known: known, open: open)
      keys = MatchEvidence.confirmed(found, beside: known, base, side) { $0.isMoved($1, $2) }
    }
    let unchanged = Set(base.extensions).intersection(side.extensions).map(\.key)
    Self.matchRecords(of: base, with: side, except: Set(unchanged), &keys)
    let taken = Set(keys.values)
    // The key of a base object that has another key in this side may name another object there, and
    // so may keys of objects of other tables and of extension records.
    let records = Set(base.extensions.map(\.key))
    let reused = added.filter { keys[$0] == nil && (base.find($0) != nil || records.contains($0)) }
    let displaced = taken.filter { keys[$0] == nil && side.find($0) != nil }
    let strange = side.extensions.map(\.key).filter {
      keys[$0] == nil && (taken.contains($0) || base.find($0) != nil)
    }
    for key in reused.union(displaced).union(strange).sorted() { keys[key] = fresh.next() }
    return keys.filter { $0.key != $0.value }
  }

  // MARK: Both sides

  /// Returns new keys for their new objects: our key where we have the same object, and a free key
  /// where we gave the key to another one.
  private mutating func keysOfOurs(hasBase: Bool) -> [ObjectKey: ObjectKey] {
    let ourNew = newKeys(of: ours)
    let theirNew = newKeys(of: theirs)
    var keys: [ObjectKey: ObjectKey] = [:]
    if !ourNew.isEmpty, !theirNew.isEmpty {
      var known = ownKeys(of: base)
      if !hasBase, ours.documentID == theirs.documentID {
        for key in alikeKeys() { known[key] = key }
      }
      keys = counterparts(of: theirNew, ourNew, beside: known, hasBase: hasBase)
      for (key, ourKey) in known where theirNew.contains(key) { keys[key] = ourKey }
    }
    let baseRecords = Set(base.extensions.map(\.key))
    Self.matchRecords(of: ours, with: theirs, except: baseRecords, &keys)
    let lost = lostKeys(of: theirs).subtracting(lostKeys(of: base))
    let kept = Set(ours.carried).intersection(theirs.carried)
    let shared = lostKeys(ofTrees: Array(kept))
    let candidates =
      theirNew
      .union(theirs.extensions.lazy.map(\.key).filter { !baseRecords.contains($0) })
      .union(lost.subtracting(shared).filter { base.find($0) == nil })
    for key in candidates.sorted() where keys[key] == nil && key < ours.nextKey {
      keys[key] = fresh.next()
    }
    return keys.filter { $0.key != $0.value }
  }

  /// Returns our keys for those of their new objects that we have added, too.
  private func counterparts(
    of theirNew: Set<ObjectKey>, _ ourNew: Set<ObjectKey>, beside known: [ObjectKey: ObjectKey],
    hasBase: Bool
  ) -> [ObjectKey: ObjectKey] {
    // Of unrelated documents only equal objects are the same.
    let isVersion = hasBase || ours.documentID == theirs.documentID
    let similar = isVersion ? SimilarObjects(ours, theirs) : nil
    var found: [ObjectKey: ObjectKey] = [:]
    while true {
      let all = known.merging(found) { $1 }
      let equal = MatchEvidence.confirmed(
        ObjectMatching.further(ours, theirs, known: all), beside: all, ours, theirs
      ) { $0.isLikely($1, $2) }
      found.merge(equal) { $1 }
      // What similar objects own is compared only then.
      let more =
        similar?.keys(
          ourNew.subtracting(found.values), theirNew.subtracting(found.keys),
          known: all.merging(equal) { $1 }) ?? [:]
      if more.isEmpty { return found }
      found.merge(more) { $1 }
    }
  }

  /// Returns each key of some tables for itself.
  private func ownKeys(
    of tables: Tables, where isWanted: (ObjectKey) -> Bool = { _ in true }
  ) -> [ObjectKey: ObjectKey] {
    var keys: [ObjectKey: ObjectKey] = [:]
    keys.reserveCapacity(tables.rowCount)
    for table in tables.tables {
      for segment in table.segments {
        for row in 0..<segment.count where isWanted(segment.keys[row]) {
          keys[segment.keys[row]] = segment.keys[row]
        }
      }
    }
    return keys
  }

  /// The keys of the objects that a side has and the base does not.
  private func newKeys(of side: Tables) -> Set<ObjectKey> {
    var keys: Set<ObjectKey> = []
    for (old, new) in zip(base.tables, side.tables) {
      for place in RowAlignment(old, new).rightOnly {
        keys.insert(new.segments[place.segment].keys[place.row])
      }
    }
    return keys
  }

  /// Returns the keys under which two versions of one document without a base have the same object.
  private func alikeKeys() -> [ObjectKey] {
    let evidence = MatchEvidence(ours, theirs, [:])
    var keys: [ObjectKey] = []
    for (one, other) in zip(ours.tables, theirs.tables) {
      for run in RowAlignment(one, other).runs {
        for row in run.leftStart..<run.leftStart + run.count {
          if evidence.isAlike(run.left.keys[row], run.left.keys[row]) {
            keys.append(run.left.keys[row])
          }
        }
      }
    }
    return keys
  }

  /// Adds the keys of extension records that another document has, too.
  ///
  /// - Parameter known: The records that are not compared, because they have their keys.
  private static func matchRecords(
    of left: Tables, with right: Tables, except known: Set<ObjectKey>,
    _ keys: inout [ObjectKey: ObjectKey]
  ) {
    var candidates: [ExtensionRecord: [ObjectKey]] = [:]
    for var record in left.extensions.reversed() where !known.contains(record.key) {
      let key = record.key
      record.key = 0
      candidates[record, default: []].append(key)
    }
    guard !candidates.isEmpty else { return }
    for var record in right.extensions where !known.contains(record.key) {
      let key = record.key
      record.key = 0
      record.anchor = record.anchor.map { keys[$0] ?? $0 }
      if let found = candidates[record]?.popLast() { keys[key] = found }
    }
  }

  /// The keys of objects that only carried losses of a side have.
  private func lostKeys(of side: Tables) -> Set<ObjectKey> { lostKeys(ofTrees: side.carried) }

  private func lostKeys(ofTrees trees: [Tree]) -> Set<ObjectKey> {
    var keys: Set<ObjectKey> = []
    for tree in trees {
      guard let group = LossGroup(carried: tree), group.header.kind == .object else { continue }
      keys.formUnion(group.keys)
    }
    return keys
  }
}
