import DocumentMigration
import DocumentTables

/// What the deletions since the last save did to other objects, so that an insertion of a deleted
/// object takes its deletion back.
///
/// A hidden object is one that the program or a delete rule has deleted: a stored object that the next
/// save removes, or a new object that is withdrawn. Hidden objects keep their references, also those to
/// each other. A present object loses its references to hidden ones; each such relationship has a
/// ``Loss``.
struct Deletions {
  /// A stored relationship of an object.
  struct Place: Hashable, Comparable {
    var key: ObjectKey
    var slot: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.key, left.slot) < (right.key, right.slot)
    }
  }

  /// What a relationship of a present object was before it lost hidden objects.
  struct Loss {
    /// The keys of the relationship, in order.
    var keys: [ObjectKey]
    /// Those of the keys whose objects are hidden.
    var hidden: Set<ObjectKey>
    /// Whether the object itself states the relationship, rather than its row.
    var isStated = true

    /// The list with the hidden objects in their places, and with the changes of the list since.
    func merged(with present: [ObjectKey]) -> [ObjectKey] {
      mergedList(
        carried: keys, guardList: keys.filter { !hidden.contains($0) }, present: present)
    }

    /// The list with some of the hidden objects in their places, and with the changes of the list
    /// since.
    func merged(with present: [ObjectKey], returning keys: Set<ObjectKey>) -> [ObjectKey] {
      mergedList(
        carried: self.keys.filter { keys.contains($0) || !hidden.contains($0) },
        guardList: self.keys.filter { !hidden.contains($0) }, present: present)
    }
  }

  /// A new object that was deleted.
  struct Withdrawn {
    /// The object; nil if the program has released it and cannot insert it again.
    weak var model: (any PersistentModel)?
    let description: ModelDescription
    /// The values of its relationships, by slot.
    var references: [Int: SlotValue]
  }

  /// A relationship that the program has set while the object was hidden.
  struct Edit {
    var slot: Int
    var related: [any PersistentModel]?
  }

  /// The hidden objects that a delete rule has deleted, not the program.
  private(set) var byRule: Set<ObjectKey> = []
  /// Objects that the program has inserted again, or given another owner, although an owner stays hidden.
  private(set) var kept: Set<ObjectKey> = []
  private var losses: [Place: Loss] = [:]
  /// The places that have lost each hidden object.
  private var places: [ObjectKey: Set<Place>] = [:]
  private(set) var withdrawn: [ObjectKey: Withdrawn] = [:]
  /// The withdrawn objects that went with each hidden object, which the program need not hold.
  private var dependents: [ObjectKey: [any PersistentModel]] = [:]
  private var edits: [ObjectKey: [Edit]] = [:]
  /// The number of withdrawn objects at which the context forgets the ones that cannot return.
  private var withdrawnLimit = 64

  // MARK: Losses

  var hasLosses: Bool { !losses.isEmpty }

  func loss(at place: Place) -> Loss? { losses.isEmpty ? nil : losses[place] }

  mutating func note(_ loss: Loss, at place: Place) {
    losses[place] = loss
    for key in loss.hidden { places[key, default: []].insert(place) }
  }

  @discardableResult mutating func takeLoss(at place: Place) -> Loss? {
    guard !losses.isEmpty, let loss = losses.removeValue(forKey: place) else { return nil }
    for key in loss.hidden { leave(place, of: key) }
    return loss
  }

  /// The losses of a hidden object.
  func losses(of key: ObjectKey) -> [(place: Place, loss: Loss)] {
    (places[key]?.sorted() ?? []).compactMap { place in losses[place].map { (place, $0) } }
  }

  /// Removes objects that are hidden no more from every loss.
  ///
  /// - Returns: The losses as they were before, with the objects of each.
  @discardableResult
  mutating func takeLosses(
    of keys: some Sequence<ObjectKey>
  ) -> [(place: Place, loss: Loss, keys: Set<ObjectKey>)] {
    var lost: [Place: Set<ObjectKey>] = [:]
    for key in keys {
      for place in places.removeValue(forKey: key) ?? [] { lost[place, default: []].insert(key) }
    }
    return lost.sorted { $0.key < $1.key }.compactMap { place, keys in
      guard let loss = losses[place] else { return nil }
      let hidden = loss.hidden.subtracting(keys)
      losses[place] =
        hidden.isEmpty ? nil : Loss(keys: loss.keys, hidden: hidden, isStated: loss.isStated)
      return (place, loss, keys)
    }
  }

  private mutating func leave(_ place: Place, of key: ObjectKey) {
    places[key]?.remove(place)
    if places[key]?.isEmpty == true { places[key] = nil }
  }

  // MARK: Hidden objects

  /// Notes that a delete rule or the program deletes an object; what a rule has deleted before stays so.
  mutating func noteDeletion(of key: ObjectKey, isByRule: Bool) {
    kept.remove(key)
    if isByRule { byRule.insert(key) }
  }

  /// Notes that the program deletes an object, also if a delete rule has deleted it before.
  mutating func noteProgramDeletes(_ key: ObjectKey) { byRule.remove(key) }

  /// Notes that the program keeps an object although an owner of it stays hidden.
  mutating func noteKept(_ key: ObjectKey) { kept.insert(key) }

  /// - Parameter owner: The hidden object whose delete rule has deleted the object, if any.
  mutating func withdraw(
    _ model: any PersistentModel, _ entry: Withdrawn, with owner: ObjectKey?
  ) {
    withdrawn[model._$state.key] = entry
    if let owner { dependents[owner, default: []].append(model) }
  }

  /// Keeps an object that stays withdrawn because another hidden object owns it, too.
  mutating func keep(_ model: any PersistentModel, with owner: ObjectKey) {
    if withdrawn[model._$state.key] != nil { dependents[owner, default: []].append(model) }
  }

  mutating func setReferences(_ value: SlotValue, in slot: Int, ofWithdrawn key: ObjectKey) {
    withdrawn[key]?.references[slot] = value
  }

  mutating func postpone(_ edit: Edit, of key: ObjectKey) {
    edits[key, default: []].append(edit)
  }

  /// Forgets a hidden object that returns.
  ///
  /// - Returns: The values of a withdrawn object's relationships, and what the program has set since.
  mutating func takeHidden(_ key: ObjectKey) -> (references: [Int: SlotValue]?, edits: [Edit]) {
    byRule.remove(key)
    dependents[key] = nil
    return (withdrawn.removeValue(forKey: key)?.references, edits.removeValue(forKey: key) ?? [])
  }

  /// Whether the number of withdrawn objects has reached the limit.
  var isCrowded: Bool { withdrawn.count >= withdrawnLimit }

  /// Forgets withdrawn objects that cannot return.
  ///
  /// - Returns: Their entries, and the keys of objects that may be released now.
  mutating func forget(
    _ keys: [ObjectKey]
  ) -> (entries: [(key: ObjectKey, entry: Withdrawn)], candidates: [ObjectKey]) {
    let entries = keys.compactMap { key in withdrawn[key].map { (key, $0) } }
    let candidates = keys.flatMap { dependents[$0]?.map { $0._$state.key } ?? [] }
    for key in keys { _ = takeHidden(key) }
    takeLosses(of: keys)
    withdrawnLimit = max(64, 2 * withdrawn.count)
    return (entries, candidates)
  }

  /// Replaces the keys of objects that have new ones.
  mutating func renumber(_ newKeys: [ObjectKey: ObjectKey]) {
    func renamed(_ key: ObjectKey) -> ObjectKey { newKeys[key] ?? key }
    func renamed<Content>(_ values: [ObjectKey: Content]) -> [ObjectKey: Content] {
      Dictionary(values.map { (renamed($0.key), $0.value) }) { first, _ in first }
    }
    byRule = Set(byRule.map(renamed))
    kept = Set(kept.map(renamed))
    dependents = renamed(dependents)
    edits = renamed(edits)
    withdrawn = renamed(withdrawn)
    for (key, entry) in withdrawn {
      withdrawn[key]?.references = entry.references.mapValues { $0.renumbered(newKeys) ?? $0 }
    }
    let old = losses
    losses = [:]
    places = [:]
    for (place, loss) in old { note(loss.renumbered(newKeys), at: place.renumbered(newKeys)) }
  }
}

extension Deletions.Place {
  func renumbered(_ newKeys: [ObjectKey: ObjectKey]) -> Deletions.Place {
    Deletions.Place(key: newKeys[key] ?? key, slot: slot)
  }
}

extension Deletions.Loss {
  func renumbered(_ newKeys: [ObjectKey: ObjectKey]) -> Deletions.Loss {
    Deletions.Loss(
      keys: keys.map { newKeys[$0] ?? $0 }, hidden: Set(hidden.map { newKeys[$0] ?? $0 }),
      isStated: isStated)
  }
}

extension PendingChanges {
  /// Whether the program or a delete rule has deleted an object since the last save.
  func isHidden(_ key: ObjectKey) -> Bool {
    deleted[key] != nil || deletions.withdrawn[key] != nil
  }

  var hidesObjects: Bool { !deleted.isEmpty || !deletions.withdrawn.isEmpty }

  /// Withdraws a new object, which keeps its references for its return.
  mutating func withdraw(_ model: any PersistentModel, with owner: ObjectKey?) {
    guard let description = model._$state.description else { return }
    forget(model._$state.key)
    var references: [Int: SlotValue] = [:]
    for (slot, property) in description.slots.enumerated() where property.end?.column != nil {
      references[slot] = model._$slotValue(slot)
    }
    deletions.withdraw(
      model,
      Deletions.Withdrawn(model: model, description: description, references: references),
      with: owner)
  }

  /// Forgets withdrawn objects that cannot return, and their references.
  ///
  /// - Returns: The keys of objects that may be released now.
  mutating func forgetWithdrawn(_ keys: [ObjectKey]) -> [ObjectKey] {
    let (entries, candidates) = deletions.forget(keys)
    for (key, entry) in entries {
      for (slot, value) in entry.references { forget(value, of: key, slot, entry.description) }
    }
    return candidates
  }

  private mutating func forget(
    _ value: SlotValue, of key: ObjectKey, _ slot: Int, _ description: ModelDescription
  ) {
    guard let end = description.slots[slot].end, let column = end.column, end.storage != .order
    else { return }
    let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
    for target in value.stored?.relatedKeys ?? [] {
      references.state(key, refersTo: target, through: identity, false, saved: false)
    }
  }
}
