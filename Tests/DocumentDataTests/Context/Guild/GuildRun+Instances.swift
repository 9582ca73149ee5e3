import Foundation

@testable import DocumentData

// Which objects of a row the program holds: an upsert leaves it with several, and it releases some.
extension GuildRun {
  /// Runs a closure where the context of a side belongs.
  func run(_ side: Side, _ body: @escaping () throws -> Void) throws {
    if let actor = side.actor { try actor.perform(body) } else { try body() }
  }

  // MARK: Unions

  /// Notes which objects a save has united.
  ///
  /// - Returns: The objects that the context has to find from now on, because the program held no other
  ///   object of their rows.
  func unite(
    _ united: [GuildID: GuildID], _ side: Side
  ) throws -> [GuildID: [any PersistentModel]] {
    var heirs: [GuildID: [any PersistentModel]] = [:]
    let known = Set(united.values.filter { !side.instances(of: $0).isEmpty })
    for (newer, older) in united.sorted(by: { $0.key < $1.key }) {
      let instances = side.instances(of: newer)
      side.models[newer] = nil
      side.twins[newer] = nil
      side.released.remove(newer)
      side.twins[older, default: []] += instances
      side.unsavedTwins += instances
      // What can be undone holds the older object.
      if committed.rows[older] != nil, !known.contains(older), !program.hasUndo,
        !side.expected.inserted.contains(older)
      {
        heirs[older, default: []] += instances
      }
    }
    return heirs.filter { !$0.value.isEmpty }
  }

  func compare(_ heirs: [GuildID: [any PersistentModel]], _ side: Side) throws {
    for (id, heirs) in heirs where side.expected.view.isVisible(id) {
      guard let model = side.models[id], !heirs.contains(where: { $0 === model }) else { continue }
      throw GuildMismatch(description: "\(side.name) finds another object for \(id)")
    }
  }

  /// After a rollback: objects of unions that were not saved belong to no context.
  func separate(_ side: Side) throws {
    for model in side.unsavedTwins {
      for id in side.twins.keys { side.twins[id]?.removeAll { $0 === model } }
      if model.modelContext != nil {
        throw GuildMismatch(description: "\(side.name): an object stays united after a rollback")
      }
    }
    side.unsavedTwins = []
  }

  // MARK: Holding

  /// Releases some of the objects, and may save then.
  func release(_ numbers: [Int], _ side: Side) throws {
    let ids = side.expected.view.visible
    for (index, id) in ids.enumerated() {
      if numbers[0] >> (index % 10) & 1 == 1 { side.models[id] = nil }
      if numbers[1] >> (index % 10) & 1 == 1 { side.twins[id] = nil }
      if side.instances(of: id).isEmpty { side.released.insert(id) }
    }
    note(
      side,
      "release \(ids.filter { side.models[$0] == nil }), twins left: "
        + "\(side.twins.filter { !$0.value.isEmpty }.keys.sorted())")
    if numbers[2] % 2 == 0 { try save(side) }
  }

  /// Finds an object by its identifier, which may be that before its first save.
  func find(_ numbers: [Int], _ side: Side) throws {
    let visible = side.expected.view.visible
    guard !visible.isEmpty, case let id = visible[numbers[0] % visible.count],
      let first = identifiers[id]
    else { return }
    let known = side.instances(of: id).first?.persistentModelID
    let identifier = numbers[1] % 2 == 0 ? known ?? first : first
    note(side, "find \(name(id, side.expected.view))")
    let registered = side.context.registered(identifier)
    let found = side.context.model(for: identifier)
    let instances = side.instances(of: id)
    try refresh(side)
    guard side.expected.conflicts.isEmpty, side.expected.view.isVisible(id) else { return }
    if found !== side.models[id] || registered ?? found !== found
      || registered == nil && !instances.isEmpty
    {
      throw GuildMismatch(description: "\(side.name) finds another object for \(id)")
    }
  }

  // MARK: Contexts that are gone

  /// Replaces the context, and inserts some of the old context's objects into the new one, after an edit
  /// in between.
  func adopt(_ numbers: [Int], _ side: Side) throws {
    guard side.actor == nil, !side.context.hasChanges, let container else { return }
    try refresh(side)
    let view = side.expected.view
    let ids = view.visible
    guard !ids.isEmpty else { return }
    let edited = ids[numbers[0] % ids.count]
    let properties = GuildProperty.of(view.rows[edited]?.kind ?? .note, view.version).filter {
      $0.destination == nil && !GuildProperty.uniqueKeys.contains($0)
    }
    side.renew(container)
    var expected = ExpectedContext(committed, generation)
    expected.keepsExisting = program.keepsExisting
    expected.ignoresCascades = ignoresCascades
    var chosen = Set(
      ids.enumerated().filter { numbers[1] >> ($0.offset % 10) & 1 == 1 }.map(\.element))
    if numbers[2] % 2 == 0, !properties.isEmpty {
      let property = properties[numbers[3] % properties.count]
      let cell = value(of: property, numbers[4])
      try write(value(cell), to: property, of: edited, side)
      // A value that the row has is no change for the context that takes the object.
      if expected.view.cell(edited, property) != cell { expected.set(edited, property, to: cell) }
      expected.isTouched = true
      chosen.insert(edited)
      note(side, "context gone; \(name(edited, view)).\(property) = \(cell)")
    }
    note(side, "insert \(chosen.sorted()) into a new context")
    for id in chosen.sorted() { side.context.insert(any: try model(id, side)) }
    let before = Past(view: side.expected.view, foreignSaves: side.foreignSaves)
    side.expected = expected
    side.unsavedTwins = []
    side.models = side.models.filter { $0.value.modelContext === side.context }
    side.twins = side.twins.mapValues { $0.filter { $0.modelContext === side.context } }
    side.released = Set(ids.filter { side.instances(of: $0).isEmpty })
    try registerUndo(of: before, side)
  }

  // MARK: Automatic saves

  /// Lets a context save after the main actor's current work.
  ///
  /// - Throws: The error that it posts.
  func autosave(_ side: Side) throws {
    if side.actor != nil { return try side.context.save() }
    nonisolated(unsafe) let context = side.context
    nonisolated(unsafe) var failure: (any Error)?
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didFailToAutosave, object: context, queue: nil
    ) { failure = $0.userInfo?[ModelContext.autosaveErrorKey] as? any Error }
    defer { NotificationCenter.default.removeObserver(observer) }
    DispatchQueue.main.sync {
      // The context follows no store on the main actor, because the program goes on elsewhere.
      context.follower = ContextFollower(context)
      context.autosaveEnabled = true
    }
    var isDone = false
    while !isDone {
      DispatchQueue.main.sync {
        if context.isWorkScheduled { return }
        context.autosaveEnabled = false
        context.follower = nil
        isDone = true
      }
    }
    if let failure { throw failure }
  }
}

extension ModelContext {
  fileprivate func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    guard let core = core(of: identifier), let key = core.key(of: identifier) else { return nil }
    return core.heldObject(key)
  }

  fileprivate func insert(any model: any PersistentModel) { insert(model) }
}
