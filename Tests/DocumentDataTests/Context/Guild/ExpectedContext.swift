/// What a context has to show, and what its next save has to do.
struct ExpectedContext {
  /// The document as the context saw it last, and how many saves that were.
  private(set) var base: ExpectedGuild
  private(set) var generation: Int
  /// The document with the context's changes.
  private(set) var view: ExpectedGuild
  var inserted: Set<GuildID> = []
  /// Changed properties of stored objects, and whether the program changed them itself rather than
  /// a delete rule or a displaced one-to-one.
  private(set) var edits: [GuildID: [GuildProperty: Bool]] = [:]
  /// Whether anything was called that may have changed something since the last save.
  var isTouched = false
  /// Deleted objects that another context has deleted, too: they stay deleted if that context brings
  /// them back.
  private var deletedElsewhere: Set<GuildID> = []
  /// A fault for tests of the test: deletions do not cascade.
  var ignoresCascades = false
  /// Whether an older object keeps its values if an inserted one has its unique key.
  var keepsExisting = false

  init(_ document: ExpectedGuild, _ generation: Int) {
    base = document
    view = document
    self.generation = generation
  }

  /// Stored objects that the next save changes for certain; those of which only the order of a list
  /// has changed may be among them.
  var changed: Set<GuildID> {
    Set(
      edits.filter { id, properties in
        view.isVisible(id)
          && properties.keys.contains { property in
            let (old, new) = (base.cell(id, property), view.cell(id, property))
            switch property.storage(in: view.version) {
            case .attribute: return old != new
            case .order: return false
            default: return old.ids != new.ids
            }
          }
      }.keys)
  }

  var deleted: Set<GuildID> { view.hidden }

  /// Objects with edits that another context has deleted.
  var conflicts: [GuildID] { edits.keys.filter { base.rows[$0] == nil }.sorted() }

  /// Whether saving must, may or must not throw because of them.
  var mustConflict: Bool {
    conflicts.contains { id in
      (edits[id] ?? [:]).contains { property, isOwn in
        isOwn && property.destination == nil && lost[id]?[property] != GuildCell.empty
      }
    }
  }

  var mayConflict: Bool { conflicts.contains { (edits[$0] ?? [:]).values.contains(true) } }

  /// What the edits of objects that are gone had changed.
  private var changedFrom: [GuildID: [GuildProperty: GuildCell]] = [:]
  /// What they had set.
  private var lost: [GuildID: [GuildProperty: GuildCell]] = [:]

  // MARK: Editing

  private mutating func put(
    _ id: GuildID, _ property: GuildProperty, _ cell: GuildCell, _ isOwn: Bool
  ) {
    view.rows[id]?.cells[property] = cell
    if !inserted.contains(id), view.rows[id] != nil {
      edits[id, default: [:]][property] = isOwn || edits[id]?[property] == true
    }
  }

  mutating func insert(_ id: GuildID, _ row: GuildRow) {
    view.rows[id] = row
    inserted.insert(id)
  }

  mutating func set(_ id: GuildID, _ property: GuildProperty, to value: GuildCell) {
    put(id, property, value, true)
  }

  /// Both ends are in step at once.
  mutating func relate(
    _ id: GuildID, _ property: GuildProperty, to ids: [GuildID], isOwn: Bool = true
  ) {
    switch property.storage(in: view.version) {
    case .attribute: break
    case .reference:
      guard view.cell(id, property).ids != Array(ids.prefix(1)) else { return }
      if let target = ids.first, property.inverse?.isToMany == false {
        for holder in view.sources(of: target, property) where holder != id {
          put(holder, property, .ids([]), isOwn)
        }
      }
      put(id, property, .ids(Array(ids.prefix(1))), isOwn)
    case .list:
      if view.cell(id, property).ids != ids { put(id, property, .ids(ids), isOwn) }
    case .derived:
      guard let inverse = property.inverse else { return }
      for holder in view.sources(of: id, inverse) where holder != ids.first {
        relate(holder, inverse, to: [], isOwn: isOwn)
      }
      if let target = ids.first { relate(target, inverse, to: [id], isOwn: isOwn) }
    case .order: relateMembers(id, property, to: ids, isOwn: isOwn)
    }
  }

  private mutating func relateMembers(
    _ id: GuildID, _ property: GuildProperty, to ids: [GuildID], isOwn: Bool
  ) {
    guard let inverse = property.inverse, view.related(id, property) != ids else { return }
    let before = view.sources(of: id, inverse)
    for member in before where !ids.contains(member) {
      relate(
        member, inverse, to: view.related(member, inverse).filter { $0 != id }, isOwn: isOwn)
    }
    for member in ids where !before.contains(member) {
      let others = inverse.isToMany ? view.related(member, inverse) : []
      relate(member, inverse, to: others + [id], isOwn: isOwn)
    }
    // An order is stated where there is one, or it is not that of insertion. An empty list has none.
    let isStated = [view, base].contains { !$0.cell(id, property).ids.isEmpty }
    if isStated || ids != ids.sorted() { put(id, property, .ids(ids), isOwn) }
  }

  /// Cascades go on at once, nullified ends let go at once; a denial is left for the save: it is a
  /// visible object that still names a deleted one.
  mutating func delete(_ root: GuildID) {
    var waiting = [root]
    while let id = waiting.popLast() {
      guard view.isVisible(id) else { continue }
      if view.rows[id]?.kind == .team, !ignoresCascades {
        waiting += view.related(id, .teamPlayers)
      }
      letGo(of: id)
      if inserted.remove(id) != nil {
        view.rows[id] = nil
      } else {
        edits[id] = nil
        view.hidden.insert(id)
      }
    }
  }

  private mutating func letGo(of id: GuildID) {
    let kind = view.rows[id]?.kind
    for (other, row) in view.rows where other != id && !view.hidden.contains(other) {
      for (property, cell) in row.cells
      where property.destination == kind && cell.ids.contains(id)
        && property.storage(in: view.version) != .order
      {
        // Of an object that was never saved there is nothing that a save could deny.
        if property == .teamLeague, !inserted.contains(id) { continue }
        // They go with it.
        if property == .playerTeam { continue }
        put(other, property, .ids(cell.ids.filter { $0 != id }), false)
      }
    }
  }

  // MARK: Saves of other contexts

  mutating func advance(to document: ExpectedGuild, _ generation: Int) {
    guard generation != self.generation else { return }
    self.generation = generation
    let old = view
    let oldBase = base
    base = document
    view = document
    let hidden = old.hidden.union(deletedElsewhere)
    view.hidden = hidden.filter { document.rows[$0] != nil }
    deletedElsewhere = hidden.filter { document.rows[$0] == nil }
    for id in inserted { view.rows[id] = old.rows[id] }
    for (id, properties) in edits {
      for property in properties.keys {
        if document.rows[id] == nil {
          if old.rows[id] != nil {
            lost[id, default: [:]][property] = old.cell(id, property)
            changedFrom[id, default: [:]][property] = oldBase.cell(id, property)
          }
        } else {
          // The changes of an object that comes back are changes of the row that it had.
          let isBack = old.rows[id] == nil
          let own = isBack ? lost[id]?[property] ?? .empty : old.cell(id, property)
          let known =
            isBack ? changedFrom[id]?[property] ?? .empty : oldBase.cell(id, property)
          view.rows[id]?.cells[property] =
            switch property.storage(in: document.version) {
            case .list where property.inverse != nil:
              Self.merged(own, known, document.cell(id, property))
            case .order: Self.ordered(own, known, document.cell(id, property))
            default: own
            }
        }
      }
    }
    forgetHarmlessChanges()
    forgetLostTargets()
    settleOneToOnes()
    forgetChangesThatAreNone()
    for id in view.hidden.sorted() {
      if view.rows[id]?.kind == .team {
        for player in view.sources(of: id, .playerTeam) { delete(player) }
      }
      letGo(of: id)
    }
  }

  /// A many-to-many is merged member by member, as a one-to-many is.
  private static func merged(
    _ own: GuildCell, _ known: GuildCell, _ saved: GuildCell
  ) -> GuildCell {
    .ids(
      own.ids.filter { saved.ids.contains($0) || !known.ids.contains($0) }
        + saved.ids.filter { !own.ids.contains($0) && !known.ids.contains($0) })
  }

  /// An own order goes first; members that only a new order of another context names follow in its order.
  ///
  /// An undo that takes an order back states none.
  private static func ordered(
    _ own: GuildCell, _ known: GuildCell, _ saved: GuildCell
  ) -> GuildCell {
    guard known.ids != saved.ids else { return own }
    return .ids(own.ids + saved.ids.filter { !own.ids.contains($0) })
  }

  /// Whether a property means the same in both; a relationship that was never set has no objects.
  private func agree(
    _ left: ExpectedGuild, _ right: ExpectedGuild, on property: GuildProperty, of id: GuildID
  ) -> Bool {
    let (left, right) = (left.cell(id, property), right.cell(id, property))
    return property.destination == nil ? left == right : left.ids == right.ids
  }

  /// A change that another context has saved as well is none.
  private mutating func forgetChangesThatAreNone() {
    for (id, properties) in edits where base.rows[id] != nil {
      for property in properties.keys
      where property.storage(in: base.version) != .order
        && agree(view, base, on: property, of: id)
      {
        edits[id]?[property] = nil
      }
      if edits[id]?.isEmpty == true { edits[id] = nil }
    }
  }

  /// Changes of an object that another context has deleted are none if nothing is lost with them, even if it
  /// comes back.
  private mutating func forgetHarmlessChanges() {
    for (id, properties) in edits where base.rows[id] == nil {
      let isHarmless = properties.keys.allSatisfy { property in
        // A denied deletion lets no holder go before the save.
        let kept = (lost[id]?[property] ?? .empty).ids.filter {
          view.isVisible($0) || property == .teamLeague && base.rows[$0] != nil
        }
        return switch property.storage(in: base.version) {
        case .attribute: false
        case .order, .derived: true
        case .reference: kept.isEmpty
        case .list:
          kept == (changedFrom[id]?[property] ?? .empty).ids.filter(view.isVisible)
        }
      }
      if isHarmless {
        edits[id] = nil
        lost[id] = nil
      }
    }
  }

  /// What another context has deleted is not led to any more.
  private mutating func forgetLostTargets() {
    for id in inserted.union(edits.keys) {
      for (property, cell) in view.rows[id]?.cells ?? [:]
      where property.storage(in: view.version) != .order {
        let kept = cell.ids.filter { view.rows[$0] != nil }
        if kept != cell.ids { put(id, property, .ids(kept), false) }
      }
    }
  }

  /// Of two contexts that gave away one end, the later has it.
  private mutating func settleOneToOnes() {
    for id in inserted.union(edits.keys).sorted() {
      guard inserted.contains(id) || edits[id]?[.lockerOwner] != nil,
        let owner = view.related(id, .lockerOwner).first
      else { continue }
      for other in view.sources(of: owner, .lockerOwner) where other != id {
        put(other, .lockerOwner, .ids([]), false)
      }
    }
  }

  // MARK: Ends of pending changes

  mutating func rollback(to document: ExpectedGuild, _ generation: Int) {
    let (ignoresCascades, keepsExisting) = (ignoresCascades, keepsExisting)
    self = ExpectedContext(document, generation)
    self.ignoresCascades = ignoresCascades
    self.keepsExisting = keepsExisting
  }

  /// Brings back what the context has shown before, whatever was saved since.
  mutating func restore(_ past: ExpectedGuild) {
    inserted = []
    edits = [:]
    // Relationships lose the objects that are gone.
    var shown = past
    for (id, row) in past.rows {
      for (property, cell) in row.cells where property.destination != nil {
        guard case .ids(let ids) = cell else { continue }
        // The order of a list that the step has not changed stays, with what a save has made of it.
        if property.storage(in: view.version) == .order, view.isVisible(id),
          view.related(id, property) == past.related(id, property)
        {
          shown.rows[id]?.cells[property] = view.cell(id, property)
          continue
        }
        shown.rows[id]?.cells[property] = .ids(
          ids.filter { past.isVisible($0) || base.rows[$0] != nil })
      }
    }
    view = shown
    view.hidden = []
    deletedElsewhere = deletedElsewhere.filter { !shown.isVisible($0) }
    for (id, row) in base.rows {
      guard shown.isVisible(id) else {
        view.rows[id] = shown.rows[id] ?? row
        view.hidden.insert(id)
        continue
      }
      for property in GuildProperty.of(row.kind, base.version)
      where !agree(shown, base, on: property, of: id) {
        edits[id, default: [:]][property] = true
      }
    }
    for id in shown.rows.keys where base.rows[id] == nil {
      if shown.isVisible(id) { inserted.insert(id) } else { view.rows[id] = nil }
    }
    isTouched = true
  }

  // MARK: Saving

  /// An inserted object with the unique key of an older one gives its values to that one, or gives them up.
  ///
  /// - Returns: The objects that are gone, with those that they have become; nil if an edit has given
  ///   a stored object the key of another.
  mutating func mergeDuplicates() -> [GuildID: GuildID]? {
    var united: [GuildID: GuildID] = [:]
    for key in GuildProperty.uniqueKeys {
      var holders: [GuildCell: GuildID] = [:]
      let ids = view.ids(of: key.kind)
      for id in ids.filter({ !inserted.contains($0) }) + ids.filter(inserted.contains) {
        let value = view.cell(id, key)
        guard let older = holders[value] else {
          holders[value] = id
          continue
        }
        guard inserted.contains(id) else { return nil }
        unite(id, with: older)
        united[id] = older
      }
    }
    return united
  }

  private mutating func unite(_ newer: GuildID, with older: GuildID) {
    guard let row = view.rows[newer] else { return }
    for (id, other) in view.rows where !view.hidden.contains(id) {
      for (property, cell) in other.cells
      where property.destination == row.kind && property.inverse == nil && cell.ids.contains(newer)
      {
        var ids: [GuildID] = []
        for target in cell.ids.map({ $0 == newer ? older : $0 }) where !ids.contains(target) {
          ids.append(target)
        }
        put(id, property, .ids(ids), true)
      }
    }
    var parts: [GuildID] = []
    for property in GuildProperty.of(row.kind, view.version) {
      guard property.destination != nil else {
        if !keepsExisting { put(older, property, view.cell(newer, property), true) }
        continue
      }
      var ids = view.related(newer, property)
      relate(newer, property, to: [])
      if keepsExisting {
        // New players go with the team that owns them; of what one object refers to, the older one keeps its own.
        if property == .teamPlayers {
          parts = ids.filter(inserted.contains)
          ids.removeAll(where: inserted.contains)
        }
        if !property.isToMany { continue }
      }
      guard !ids.isEmpty else { continue }
      let known = property.isToMany ? view.related(older, property) : []
      relate(older, property, to: known + ids.filter { !known.contains($0) })
    }
    inserted.remove(newer)
    view.rows[newer] = nil
    for part in parts { delete(part) }
  }

  /// What only followed from deletions is lost with the objects that are gone.
  mutating func forgetConflicts() {
    for id in conflicts {
      edits[id] = nil
      lost[id] = nil
    }
  }

  /// Whether a deletion is denied: something visible still names the deleted object.
  var isDenied: Bool {
    view.hidden.contains { id in
      view.rows[id]?.kind == .league && !view.sources(of: id, .teamLeague).isEmpty
    }
  }

  /// The document after the save.
  func saved() -> ExpectedGuild {
    var document = view
    for id in view.hidden { document.rows[id] = nil }
    document.hidden = []
    document.stateOrders()
    return document
  }
}
