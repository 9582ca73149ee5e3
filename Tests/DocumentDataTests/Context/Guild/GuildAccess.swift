import DocumentData

/// What a property of an object shows.
enum GuildValue {
  case empty
  case text(String)
  case number(Int)
  case models([any PersistentModel])
}

/// How the runs of programs reach the classes of one version.
struct GuildAccess {
  struct Accessor {
    let read: (any PersistentModel) -> GuildValue
    let write: (any PersistentModel, GuildValue) -> Void
  }

  /// A fetch: what it finds, and how many a count finds.
  typealias Answer = (models: [any PersistentModel], count: Int)

  let schema: any VersionedSchema.Type
  let accessors: [GuildProperty: Accessor]
  let make: (GuildKind, _ text: String, _ number: Int) -> any PersistentModel
  let all: (GuildKind, ModelContext) throws -> [any PersistentModel]
  let ask: (GuildQuestion, ModelContext) throws -> Answer

  static let of: @Sendable (Int) -> GuildAccess = { $0 == 1 ? first() : second() }

  // MARK: Accessors

  private static func text<M: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, String>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M).map { .text($0[keyPath: path]) } ?? .empty },
      write: { model, value in
        if case .text(let text) = value { (model as? M)?[keyPath: path] = text }
      })
  }

  private static func text<M: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, String?>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M)?[keyPath: path].map { .text($0) } ?? .empty },
      write: { model, value in
        if case .text(let text) = value {
          (model as? M)?[keyPath: path] = text
        } else {
          (model as? M)?[keyPath: path] = nil
        }
      })
  }

  private static func number<M: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, Int>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M).map { .number($0[keyPath: path]) } ?? .empty },
      write: { model, value in
        if case .number(let number) = value { (model as? M)?[keyPath: path] = number }
      })
  }

  private static func one<M: PersistentModel, D: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, D?>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M)?[keyPath: path].map { .models([$0]) } ?? .empty },
      write: { model, value in
        guard case .models(let models) = value else { return }
        (model as? M)?[keyPath: path] = models.first as? D
      })
  }

  private static func many<M: PersistentModel, D: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, [D]>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M).map { .models($0[keyPath: path]) } ?? .empty },
      write: { model, value in
        guard case .models(let models) = value else { return }
        (model as? M)?[keyPath: path] = models.compactMap { $0 as? D }
      })
  }

  /// Nil is written where there are no members; it must read as empty.
  private static func many<M: PersistentModel, D: PersistentModel>(
    _ path: ReferenceWritableKeyPath<M, [D]?>
  ) -> Accessor {
    Accessor(
      read: { ($0 as? M)?[keyPath: path].map { .models($0) } ?? .empty },
      write: { model, value in
        guard case .models(let models) = value else { return }
        (model as? M)?[keyPath: path] = models.isEmpty ? nil : models.compactMap { $0 as? D }
      })
  }

  private static func answer<T: PersistentModel>(
    _ context: ModelContext, _ predicate: Predicate<T>, _ order: [SortDescriptor<T>],
    _ limit: Int?
  ) throws -> Answer {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
    let count = try context.fetchCount(descriptor)
    descriptor.fetchLimit = limit
    return (try context.fetch(descriptor), count)
  }

  // MARK: Versions

  private static func first() -> GuildAccess {
    typealias V = GuildV1
    return GuildAccess(
      schema: V.self,
      accessors: [
        .teamName: text(\V.Team.name), .teamMotto: text(\V.Team.motto),
        .teamPlayers: many(\V.Team.players), .teamLeague: one(\V.Team.league),
        .playerName: text(\V.Player.name), .playerNumber: number(\V.Player.number),
        .playerTeam: one(\V.Player.team), .playerSkills: many(\V.Player.skills),
        .playerLocker: one(\V.Player.locker), .skillTitle: text(\V.Skill.title),
        .skillLevel: number(\V.Skill.level), .skillPlayers: many(\V.Skill.players),
        .leagueName: text(\V.League.name), .leagueTeams: many(\V.League.teams),
        .lockerCode: number(\V.Locker.code), .lockerOwner: one(\V.Locker.owner),
        .noteText: text(\V.Note.text), .noteTeam: one(\V.Note.team),
        .notePlayers: many(\V.Note.players),
      ],
      make: { kind, text, number in
        switch kind {
        case .team: V.Team(name: text)
        case .player: V.Player(name: text, number: number)
        case .skill: V.Skill(title: text)
        case .league: V.League(name: text)
        case .locker: V.Locker(code: number)
        case .note: V.Note(text: text)
        }
      },
      all: { kind, context in
        switch kind {
        case .team: try context.all(V.Team.self)
        case .player: try context.all(V.Player.self)
        case .skill: try context.all(V.Skill.self)
        case .league: try context.all(V.League.self)
        case .locker: try context.all(V.Locker.self)
        case .note: try context.all(V.Note.self)
        }
      },
      ask: { question, context in
        let (number, text) = (question.number, question.text)
        return switch question.kind {
        case .numbersFrom:
          try answer(
            context, #Predicate<V.Player> { $0.number >= number },
            [SortDescriptor(\.number, order: .reverse), SortDescriptor(\.name)], question.limit)
        case .playersOf:
          try answer(
            context, #Predicate<V.Player> { $0.team?.name == text }, [SortDescriptor(\.name)],
            question.limit)
        case .teamsWithoutPlayers:
          try answer(
            context, #Predicate<V.Team> { $0.players?.isEmpty ?? true }, [], question.limit)
        case .skillsOfSeveral:
          try answer(context, #Predicate<V.Skill> { $0.players.count > 1 }, [], question.limit)
        }
      })
  }

  private static func second() -> GuildAccess {
    typealias V = GuildV2
    return GuildAccess(
      schema: V.self,
      accessors: [
        .teamName: text(\V.Team.name), .teamMotto: text(\V.Team.motto),
        .teamPlayers: many(\V.Team.players), .teamLeague: one(\V.Team.league),
        .playerName: text(\V.Player.name), .playerNumber: number(\V.Player.shirt),
        .playerRank: number(\V.Player.rank),
        .playerTeam: one(\V.Player.team), .playerSkills: many(\V.Player.skills),
        .playerLocker: one(\V.Player.locker), .skillTitle: text(\V.Ability.title),
        .skillLevel: number(\V.Ability.level), .skillPlayers: many(\V.Ability.players),
        .leagueName: text(\V.League.name), .leagueTeams: many(\V.League.teams),
        .lockerCode: number(\V.Locker.code), .lockerOwner: one(\V.Locker.owner),
        .noteText: text(\V.Note.text), .noteTeam: one(\V.Note.team),
        .notePlayers: many(\V.Note.players),
      ],
      make: { kind, text, number in
        switch kind {
        case .team: V.Team(name: text)
        case .player: V.Player(name: text, shirt: number)
        case .skill: V.Ability(title: text)
        case .league: V.League(name: text)
        case .locker: V.Locker(code: number)
        case .note: V.Note(text: text)
        }
      },
      all: { kind, context in
        switch kind {
        case .team: try context.all(V.Team.self)
        case .player: try context.all(V.Player.self)
        case .skill: try context.all(V.Ability.self)
        case .league: try context.all(V.League.self)
        case .locker: try context.all(V.Locker.self)
        case .note: try context.all(V.Note.self)
        }
      },
      ask: { question, context in
        let (number, text) = (question.number, question.text)
        return switch question.kind {
        case .numbersFrom:
          try answer(
            context, #Predicate<V.Player> { $0.shirt >= number },
            [SortDescriptor(\.shirt, order: .reverse), SortDescriptor(\.name)], question.limit)
        case .playersOf:
          try answer(
            context, #Predicate<V.Player> { $0.team?.name == text }, [SortDescriptor(\.name)],
            question.limit)
        case .teamsWithoutPlayers:
          try answer(
            context, #Predicate<V.Team> { $0.players?.isEmpty ?? true }, [], question.limit)
        case .skillsOfSeveral:
          try answer(context, #Predicate<V.Ability> { $0.players.count > 1 }, [], question.limit)
        }
      })
  }
}

/// A fetch with a predicate, and maybe an order and a limit.
struct GuildQuestion: CustomStringConvertible {
  enum Kind: Int, CaseIterable { case numbersFrom, playersOf, teamsWithoutPlayers, skillsOfSeveral }

  let kind: Kind
  let number: Int
  let text: String
  let limit: Int?

  var description: String {
    "\(kind)(\(kind == .playersOf ? text : "\(number)")) limit \(limit.map(String.init) ?? "–")"
  }
}
