import DocumentTables

/// The save that `tripconv undo` undoes.
///
///     saves        1  2  3  undo of 3  4  undo of 4
///     in effect    1  2                                 ◄ 2 is next
///
/// A save that reverses another one counts as an undo only with the author ``author``: people may remove by hand what they
/// have just added.
struct UndoneSave {
  /// The author of saves that undo others.
  static let author = "undo"

  let transaction: History.Transaction
  let changes: ChangeSet

  /// Chooses the last save that is in effect, and that no other save has undone.
  ///
  /// - Parameter number: The save to undo; nil for the last one in effect.
  /// - Throws: ``CommandFailure`` if there is none, or if it cannot be undone.
  init(
    _ number: Int64?, _ history: History, _ tables: Tables, in name: String
  ) throws(CommandFailure) {
    let saves = Array(history.transactions)
    var later: ArraySlice<History.Transaction> = []
    if let number {
      guard let index = saves.firstIndex(where: { $0.number == number }) else {
        throw CommandFailure(
          .notFound, "it keeps no save \(number); tripconv history list \(name) lists the saves",
          at: name)
      }
      transaction = saves[index]
      later = saves[(index + 1)...]
    } else {
      guard let last = Self.inEffect(saves).last else {
        throw CommandFailure(.notFound, "its history keeps no save that could be undone", at: name)
      }
      transaction = last
    }
    let objects = SaveEffects(transaction)
    if let after = Self.inEffect(Array(later)).first(where: { SaveEffects($0).touches(objects) }) {
      throw CommandFailure(
        .badData,
        "save \(after.number) changed the same objects later than save \(transaction.number): undo it first",
        at: name)
    }
    do throws(SaveReversal.Refusal) {
      changes = try SaveReversal(
        of: transaction, in: tables, fingerprint: tables.schema.modelFingerprint()
      ).changes
    } catch {
      throw CommandFailure(
        .badData, "save \(transaction.number) cannot be undone: \(Self.words(error))", at: name)
    }
  }

  /// Returns the saves whose effect no later save has taken back.
  private static func inEffect(_ saves: [History.Transaction]) -> [History.Transaction] {
    var stack: [(save: History.Transaction, effects: SaveEffects)] = []
    for save in saves {
      let effects = SaveEffects(save)
      if save.author == author, let index = stack.lastIndex(where: { effects.undo($0.effects) }) {
        stack.remove(at: index)
      } else if !effects.isEmpty {
        stack.append((save, effects))
      }
    }
    return stack.map(\.save)
  }

  private static func words(_ refusal: SaveReversal.Refusal) -> String {
    switch refusal {
    case .migrated:
      "the document was migrated to another schema, which a save before that does not fit"
    case .unrecorded: "a program changed the document without recording what it changed"
    case .notKept(let entity, let key, let property):
      "the history does not keep what \(property) of \(entity) #\(key) was; tripconv history keep "
        + "--values keeps such values from now on"
    case .existence(let entity, let key): "\(entity) #\(key) was removed or added since"
    case .changed(let entity, let key, let property):
      "\(property) of \(entity) #\(key) was changed since"
    }
  }
}

/// What a save did to each object, without the order in which the history groups it.
private struct SaveEffects: Equatable {
  private struct Place: Hashable {
    let entity: String
    let key: ObjectKey
  }

  private enum Effect: Equatable {
    case inserted
    case deleted
    /// - Parameters:
    ///   - old: The values before, as far as the history keeps them.
    case updated(properties: Set<String>, old: [String: Tree], new: [String: Tree])
  }

  private var effects: [Place: Effect] = [:]
  private let isWhole: Bool

  init(_ save: History.Transaction) {
    isWhole = save.unknown.isEmpty && save.migratedFrom == nil
    for group in save.groups {
      for (index, key) in group.keys.keys.enumerated() {
        let place = Place(entity: group.entity, key: key)
        switch group.kind {
        case .insert: effects[place] = .inserted
        case .delete: effects[place] = .deleted
        case .update:
          effects[place] = .updated(
            properties: Set(group.properties),
            old: group.old.compactMapValues { $0.indices.contains(index) ? $0[index] : nil },
            new: group.new.compactMapValues { $0.indices.contains(index) ? $0[index] : nil })
        }
      }
    }
  }

  var isEmpty: Bool { effects.isEmpty && isWhole }

  /// Whether the save took back exactly what another one did.
  func undo(_ other: SaveEffects) -> Bool {
    guard isWhole, other.isWhole, !effects.isEmpty, effects.count == other.effects.count else {
      return false
    }
    return effects.allSatisfy { place, effect in
      switch (effect, other.effects[place]) {
      case (.inserted, .deleted?), (.deleted, .inserted?): true
      case (
        .updated(let names, let old, let new), .updated(let others, let otherOld, let otherNew)?
      ):
        // Of a relationship, the object at the other end has the values.
        names == others && old == otherNew && new == otherOld
      default: false
      }
    }
  }

  /// Whether both changed the same of an object, or one added or removed an object that the other changed.
  func touches(_ other: SaveEffects) -> Bool {
    !isWhole
      || effects.contains { place, effect in
        switch (effect, other.effects[place]) {
        case (_, nil): false
        case (.updated(let names, _, _), .updated(let others, _, _)?):
          !names.isDisjoint(with: others)
        default: true
        }
      }
  }
}
