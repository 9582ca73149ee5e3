/// One call, or a few, on one of two contexts; numbers choose among what is there when it runs.
struct GuildOperation {
  enum Action: CaseIterable {
    case insert, insertGraph, setAttribute, setKey, relate, append, remove, delete
    case save, autosave, rollback, undo, redo, ask, find, release, adopt, reopen, migrate
  }

  let context: Int
  let action: Action
  var numbers: [Int]

  /// The same with one smaller number.
  var simpler: [GuildOperation] {
    numbers.indices.flatMap { index in
      (0..<min(4, numbers[index])).map { number in
        var other = self
        other.numbers[index] = number
        return other
      }
    }
  }
}

/// A program, and the habits of the one that runs it.
struct GuildProgram {
  let seed: UInt64
  /// Whether both contexts fetch everything after each step, or only see what they happen to see.
  let isAttentive: Bool
  /// Whether objects are held from step to step, or fetched anew.
  let keepsObjects: Bool
  let hasUndo: Bool
  /// Whether a model actor runs everything that the second context does.
  let hasActor: Bool
  /// Whether the container keeps an existing object if a new one has its unique key.
  var keepsExisting: Bool { seed % 3 == 2 }
  var operations: [GuildOperation]

  private static let weights: [(GuildOperation.Action, Int)] = [
    (.insert, 12), (.insertGraph, 3), (.setAttribute, 8), (.setKey, 4), (.relate, 26),
    (.append, 10),
    (.remove, 7), (.delete, 10), (.save, 13), (.autosave, 2), (.rollback, 1), (.undo, 7),
    (.redo, 4), (.ask, 6), (.find, 4), (.release, 7), (.adopt, 2), (.reopen, 1), (.migrate, 1),
  ]

  init(seed: UInt64, count: Int) {
    var choices = RandomChoices(seed: seed)
    _ = choices.number(below: 7)
    self.seed = seed
    isAttentive = choices.number(below: 2) == 0
    keepsObjects = choices.number(below: 3) > 0
    hasUndo = choices.number(below: 3) > 0
    hasActor = choices.number(below: 4) == 0
    let bias = choices.one(of: [50, 75, 95]) ?? 50
    let actions = Self.weights.flatMap { Array(repeating: $0.0, count: $0.1) }
    // Something to begin with.
    let start: [GuildOperation.Action] =
      [.insertGraph] + Array(repeating: .insert, count: 7) + [.save]
    operations = (0..<count).map { index in
      GuildOperation(
        context: index < start.count || choices.number(below: 100) < bias ? 0 : 1,
        action: index < start.count ? start[index] : choices.one(of: actions) ?? .save,
        numbers: (0..<5).map { _ in choices.number(below: 1000) })
    }
  }
}
