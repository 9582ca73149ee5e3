@testable import DocumentData

extension GuildRun {
  func perform(_ operation: GuildOperation) throws {
    choice = operation.numbers.reduce(0, +)
    switch operation.action {
    case .reopen:
      note(nil, "reopen")
      try open()
    case .migrate:
      guard committed.version == 1 else { return }
      note(nil, "migrate")
      try migrate()
    default:
      let side = sides[operation.context]
      try run(side) { try self.perform(operation, side) }
    }
    guard program.isAttentive, operation.action != .release else { return }
    for side in sides {
      try run(side) {
        try self.refresh(side)
        try self.compare(side)
      }
    }
  }

  private func perform(_ operation: GuildOperation, _ side: Side) throws {
    if !program.keepsObjects {
      side.models = [:]
      try refresh(side)
    } else if !side.released.isEmpty, side.expected.generation != generation {
      // To find an object is to see what others have saved.
      try refresh(side)
    }
    if side.expected.conflicts.isEmpty {
      try perform(operation.action, operation.numbers, side)
    } else {
      try save(side)
    }
    try compare(side)
  }

  private func perform(_ action: GuildOperation.Action, _ numbers: [Int], _ side: Side) throws {
    switch action {
    case .undo: try undo(side)
    case .redo: try redo(side)
    case .rollback: try rollback(side)
    case .save: try save(side)
    case .autosave: try save(side, isAutomatic: true)
    case .ask: try ask(numbers, side)
    case .find: try find(numbers, side)
    case .release: try release(numbers, side)
    case .adopt: try adopt(numbers, side)
    default:
      let before = Past(
        view: side.expected.view,
        foreignSaves: side.expected.generation == generation ? side.foreignSaves : -1)
      try edit(action, numbers, side)
      try registerUndo(of: before, side)
    }
  }

  // MARK: Edits

  private func edit(_ action: GuildOperation.Action, _ numbers: [Int], _ side: Side) throws {
    let view = side.expected.view
    let visible = view.visible
    let picked = visible.isEmpty ? nil : visible[numbers[0] % visible.count]
    switch action {
    case .insert: try insert(numbers, side)
    case .insertGraph: try insertGraph(numbers, side)
    case .delete:
      guard let picked else { return }
      note(side, "delete \(name(picked, view))")
      let model = try model(picked, side)
      side.context.delete(model)
      side.expected.delete(picked)
      side.expected.isTouched = true
      side.models = side.models.filter { side.expected.view.isVisible($0.key) }
      side.released = side.released.filter(side.expected.view.isVisible)
    case .setAttribute, .setKey:
      let properties = GuildProperty.allCases.filter {
        $0.destination == nil && GuildProperty.uniqueKeys.contains($0) == (action == .setKey)
          && (view.version > 1 || $0 != .playerRank) && !view.ids(of: $0.kind).isEmpty
      }
      guard !properties.isEmpty else { return }
      let property = properties[numbers[1] % properties.count]
      let owners = view.ids(of: property.kind)
      let owner = owners[numbers[0] % owners.count]
      let cell = value(of: property, numbers[2])
      note(side, "\(name(owner, view)).\(property) = \(cell)")
      try write(value(cell), to: property, of: owner, side)
      side.expected.set(owner, property, to: cell)
      side.expected.isTouched = true
    case .relate, .append, .remove: try relate(action, numbers, side)
    default: break
    }
  }

  func name(_ id: GuildID, _ view: ExpectedGuild) -> String {
    "\(view.rows[id].map { "\($0.kind)" } ?? "?")\(id)"
  }

  func value(of property: GuildProperty, _ number: Int) -> GuildCell {
    switch property {
    case .playerNumber, .playerRank, .skillLevel, .lockerCode: .number(number % 100)
    case .teamName, .skillTitle: .text("k\(number % 6)")
    case .teamMotto: number % 4 == 0 ? .empty : .text("\(number)")
    default: .text("\(10 + number % 50)")
    }
  }

  func value(_ cell: GuildCell) -> GuildValue {
    switch cell {
    case .empty, .ids: .empty
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    }
  }

  /// A new object that is not inserted yet, and its row.
  private func make(
    _ kind: GuildKind, _ number: Int, _ side: Side
  ) -> (any PersistentModel, GuildRow) {
    let isKeyed = kind == .team || kind == .skill
    let text = isKeyed ? "k\(number % 6)" : "\(10 + number % 50)"
    var row = GuildRow(kind: kind)
    for property in GuildProperty.of(kind, committed.version) where property.destination == nil {
      switch property {
      case .teamMotto: row.cells[property] = .empty
      case .skillLevel: row.cells[property] = .number(0)
      case .playerRank: row.cells[property] = .number(7)
      case .playerNumber, .lockerCode: row.cells[property] = .number(number % 100)
      default: row.cells[property] = .text(text)
      }
    }
    return (access.make(kind, text, number % 100), row)
  }

  private func enter(_ model: any PersistentModel, _ row: GuildRow, _ side: Side) throws -> GuildID
  {
    let id = try enter(model)
    side.models[id] = model
    side.expected.insert(id, row)
    side.expected.isTouched = true
    return id
  }

  /// One object, or one that is inserted by being related to one of the context.
  private func insert(_ numbers: [Int], _ side: Side) throws {
    let kind = GuildKind.allCases[numbers[1] % GuildKind.allCases.count]
    let (model, row) = make(kind, numbers[2], side)
    let properties = GuildProperty.of(kind, committed.version).filter { $0.destination != nil }
    let property = properties[numbers[3] % properties.count]
    let targets = property.destination.map { side.expected.view.ids(of: $0) } ?? []
    guard numbers[4] % 3 == 0, !targets.isEmpty else {
      side.context.insert(model)
      let id = try enter(model, row, side)
      note(side, "insert \(name(id, side.expected.view)) \(numbers[2])")
      return
    }
    let target = targets[numbers[4] % targets.count]
    access.accessors[property]?.write(model, .models([try self.model(target, side)]))
    side.context.insert(model)
    let id = try enter(model, row, side)
    side.expected.relate(id, property, to: [target])
    note(side, "insert \(name(id, side.expected.view)) \(numbers[2]) with \(property) [\(target)]")
  }

  /// A new team with new players, one of whom has a new locker and a skill that may be there.
  private func insertGraph(_ numbers: [Int], _ side: Side) throws {
    let (team, teamRow) = make(.team, numbers[0], side)
    let players = [make(.player, numbers[1], side), make(.player, numbers[2], side)]
    let (locker, lockerRow) = make(.locker, numbers[3], side)
    access.accessors[.playerLocker]?.write(players[1].0, .models([locker]))
    access.accessors[.teamPlayers]?.write(team, .models(players.reversed().map(\.0)))
    side.context.insert(team)
    // The root is first, then what each leads to, in the order of the properties.
    let teamID = try enter(team, teamRow, side)
    let second = try enter(players[1].0, players[1].1, side)
    let lockerID = try enter(locker, lockerRow, side)
    let first = try enter(players[0].0, players[0].1, side)
    note(
      side, "insert team\(teamID) \(numbers[0]) with players \([second, first]), locker \(lockerID)"
    )
    side.expected.relate(second, .playerLocker, to: [lockerID])
    side.expected.relate(teamID, .teamPlayers, to: [second, first])
  }

  private func relate(
    _ action: GuildOperation.Action, _ numbers: [Int], _ side: Side
  ) throws {
    let view = side.expected.view
    let properties = GuildProperty.allCases.filter { property in
      property.destination.map { !view.ids(of: $0).isEmpty } == true
        && !view.ids(of: property.kind).isEmpty && (action == .relate || property.isToMany)
    }
    guard !properties.isEmpty else { return }
    let property = properties[numbers[1] % properties.count]
    let owners = view.ids(of: property.kind)
    let targets = property.destination.map { view.ids(of: $0) } ?? []
    let owner = owners[numbers[0] % owners.count]
    var ids = view.related(owner, property)
    switch action {
    case .append:
      guard !targets.isEmpty, case let new = targets[numbers[2] % targets.count], !ids.contains(new)
      else { return }
      ids.insert(new, at: numbers[3] % 2 == 0 ? ids.count : 0)
    case .remove:
      guard !ids.isEmpty else { return }
      ids.remove(at: numbers[2] % ids.count)
    default:
      let count = property.isToMany ? numbers[2] % 4 : min(1, numbers[2] % 4)
      var rest = targets
      ids = []
      for index in 0..<count where !rest.isEmpty {
        ids.append(rest.remove(at: (numbers[3] + index * numbers[4]) % rest.count))
      }
    }
    note(side, "\(name(owner, view)).\(property) = \(ids)")
    try write(.models(try models(ids, side)), to: property, of: owner, side)
    side.expected.relate(owner, property, to: ids)
    side.expected.isTouched = true
  }

  // MARK: Fetches

  private func ask(_ numbers: [Int], _ side: Side) throws {
    let kinds = GuildQuestion.Kind.allCases
    let question = GuildQuestion(
      kind: kinds[numbers[0] % kinds.count], number: numbers[1] % 100, text: "k\(numbers[2] % 6)",
      limit: numbers[3] % 2 == 0 ? nil : 1 + numbers[3] % 3)
    note(side, "fetch \(question)")
    let answer = try access.ask(question, side.context)
    try refresh(side)
    let expected = self.answer(question, side.expected.view)
    let found = try answer.models.map { try id(of: $0) }
    guard side.expected.conflicts.isEmpty else { return }
    if answer.count != expected.count || found != Array(expected.prefix(question.limit ?? .max)) {
      throw GuildMismatch(
        description: "\(side.name) finds \(found), counts \(answer.count), not \(expected)")
    }
  }

  private func answer(_ question: GuildQuestion, _ view: ExpectedGuild) -> [GuildID] {
    func text(_ id: GuildID, _ property: GuildProperty) -> String {
      if case .text(let text) = view.cell(id, property) { text } else { "" }
    }
    func number(_ id: GuildID) -> Int {
      if case .number(let number) = view.cell(id, .playerNumber) { number } else { 0 }
    }
    switch question.kind {
    case .numbersFrom:
      return view.ids(of: .player).filter { number($0) >= question.number }
        .sorted {
          (-number($0), text($0, .playerName), $0) < (-number($1), text($1, .playerName), $1)
        }
    case .playersOf:
      return view.ids(of: .player).filter {
        view.related($0, .playerTeam).first.map { text($0, .teamName) } == question.text
      }.sorted { (text($0, .playerName), $0) < (text($1, .playerName), $1) }
    case .teamsWithoutPlayers:
      return view.ids(of: .team).filter { view.related($0, .teamPlayers).isEmpty }
    case .skillsOfSeveral:
      return view.ids(of: .skill).filter { view.related($0, .skillPlayers).count > 1 }
    }
  }
}
