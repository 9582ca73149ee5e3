// The model that the library is held against: plain dictionaries of what was said, written from
// the documentation, spec 5.3 and spec 6 (which end of a relationship stores it).

/// Objects are numbered in the order of their insertion.
typealias GuildID = Int

enum GuildKind: Int, CaseIterable { case team, player, skill, league, locker, note }

enum GuildProperty: CaseIterable {
  case teamName, teamMotto, teamPlayers, teamLeague
  case playerName, playerNumber, playerRank, playerTeam, playerSkills, playerLocker
  case skillTitle, skillLevel, skillPlayers
  case leagueName, leagueTeams
  case lockerCode, lockerOwner
  case noteText, noteTeam, notePlayers

  enum Storage {
    case attribute
    /// The end that stores a to-one, or a to-many with its order.
    case reference, list
    /// The end whose members state it; only an order of its own is stored.
    case order
    /// The end of a one-to-one that the other end states.
    case derived
  }

  var kind: GuildKind {
    switch self {
    case .teamName, .teamMotto, .teamPlayers, .teamLeague: .team
    case .playerName, .playerNumber, .playerRank, .playerTeam, .playerSkills, .playerLocker: .player
    case .skillTitle, .skillLevel, .skillPlayers: .skill
    case .leagueName, .leagueTeams: .league
    case .lockerCode, .lockerOwner: .locker
    case .noteText, .noteTeam, .notePlayers: .note
    }
  }

  /// The kind of the related objects; nil for an attribute.
  var destination: GuildKind? {
    switch self {
    case .teamPlayers, .skillPlayers, .notePlayers, .lockerOwner: .player
    case .teamLeague: .league
    case .playerTeam, .leagueTeams, .noteTeam: .team
    case .playerSkills: .skill
    case .playerLocker: .locker
    default: nil
    }
  }

  var inverse: GuildProperty? {
    switch self {
    case .teamPlayers: .playerTeam
    case .playerTeam: .teamPlayers
    case .teamLeague: .leagueTeams
    case .leagueTeams: .teamLeague
    case .playerSkills: .skillPlayers
    case .skillPlayers: .playerSkills
    case .playerLocker: .lockerOwner
    case .lockerOwner: .playerLocker
    default: nil
    }
  }

  func storage(in version: Int) -> Storage {
    switch self {
    case .playerTeam, .teamLeague, .lockerOwner, .noteTeam: .reference
    case .playerLocker: .derived
    case .notePlayers: .list
    case .teamPlayers, .leagueTeams: .order
    // The end of the entity whose name comes first: "Player" and "Skill", "Ability" and "Player".
    case .playerSkills: version == 1 ? .list : .order
    case .skillPlayers: version == 1 ? .order : .list
    default: .attribute
    }
  }

  var isToMany: Bool {
    [.teamPlayers, .leagueTeams, .playerSkills, .skillPlayers, .notePlayers].contains(self)
  }

  static let uniqueKeys: [GuildProperty] = [.teamName, .skillTitle]
  static let byKind = Dictionary(grouping: allCases, by: \.kind)

  static func of(_ kind: GuildKind, _ version: Int) -> [GuildProperty] {
    (byKind[kind] ?? []).filter { $0 != .playerRank || version > 1 }
  }
}

enum GuildCell: Hashable, CustomStringConvertible {
  case empty
  case text(String)
  case number(Int)
  case ids([GuildID])

  var ids: [GuildID] { if case .ids(let ids) = self { ids } else { [] } }

  var description: String {
    switch self {
    case .empty: "nil"
    case .text(let text): "“\(text)”"
    case .number(let number): "\(number)"
    case .ids(let ids): "\(ids)"
    }
  }
}

struct GuildRow: Hashable {
  let kind: GuildKind
  var cells: [GuildProperty: GuildCell] = [:]
}

/// The objects of a document, or of a context with its pending changes.
struct ExpectedGuild: Equatable {
  typealias Shown = [GuildID: [GuildProperty: GuildCell]]

  var version = 1
  var rows: [GuildID: GuildRow] = [:]
  /// Deleted at the next save.
  var hidden: Set<GuildID> = []

  func isVisible(_ id: GuildID) -> Bool { rows[id] != nil && !hidden.contains(id) }

  func ids(of kind: GuildKind) -> [GuildID] {
    rows.filter { $0.value.kind == kind && !hidden.contains($0.key) }.keys.sorted()
  }

  var visible: [GuildID] { rows.keys.filter { !hidden.contains($0) }.sorted() }

  func cell(_ id: GuildID, _ property: GuildProperty) -> GuildCell {
    rows[id]?.cells[property] ?? .empty
  }

  /// The visible objects that name an object in a property.
  func sources(of id: GuildID, _ property: GuildProperty) -> [GuildID] {
    rows.filter { $0.value.cells[property]?.ids.contains(id) == true && !hidden.contains($0.key) }
      .keys.sorted()
  }

  func related(_ id: GuildID, _ property: GuildProperty) -> [GuildID] {
    switch property.storage(in: version) {
    case .attribute: return []
    case .reference, .list: return cell(id, property).ids.filter { !hidden.contains($0) }
    case .derived, .order:
      guard let inverse = property.inverse else { return [] }
      return Self.inOrder(sources(of: id, inverse), cell(id, property).ids)
    }
  }

  /// Members in the order that was set; those that came from the other end follow in theirs.
  static func inOrder(_ members: [GuildID], _ order: [GuildID]) -> [GuildID] {
    order.filter(members.contains) + members.filter { !order.contains($0) }
  }

  /// What every visible object shows.
  func shown() -> Shown {
    var sources: [GuildProperty: [GuildID: [GuildID]]] = [:]
    for id in visible {
      for (property, cell) in rows[id]?.cells ?? [:] {
        guard let inverse = property.inverse, property.storage(in: version) != .order else {
          continue
        }
        for target in cell.ids { sources[inverse, default: [:]][target, default: []].append(id) }
      }
    }
    var shown: Shown = [:]
    for (id, row) in rows where !hidden.contains(id) {
      var cells: [GuildProperty: GuildCell] = [:]
      for property in GuildProperty.of(row.kind, version) {
        switch property.storage(in: version) {
        case .attribute: cells[property] = row.cells[property] ?? .empty
        case .reference, .list: cells[property] = .ids(related(id, property))
        case .derived, .order:
          cells[property] = .ids(
            Self.inOrder(sources[property]?[id] ?? [], row.cells[property]?.ids ?? []))
        }
      }
      shown[id] = cells
    }
    return shown
  }

  /// After a save a list has an order of its own only where that is not the order of insertion.
  mutating func stateOrders() {
    for (id, row) in rows {
      for (property, cell) in row.cells where property.storage(in: version) == .order {
        guard case .ids = cell else { continue }
        let members = related(id, property)
        rows[id]?.cells[property] = members == members.sorted() ? GuildCell.empty : .ids(members)
      }
    }
  }

  /// What the plan's stage makes of it.
  func migrated() -> ExpectedGuild {
    var new = self
    new.version = 2
    for (id, row) in rows {
      switch row.kind {
      case .player:
        new.rows[id]?.cells[.playerRank] = .number(7)
        new.rows[id]?.cells[.playerSkills] = .ids(related(id, .playerSkills))
      case .skill: new.rows[id]?.cells[.skillPlayers] = .ids(related(id, .skillPlayers))
      case .note:
        if case .text(let text) = cell(id, .noteText) {
          new.rows[id]?.cells[.noteText] = .text(text + "!")
        }
      default: break
      }
    }
    new.stateOrders()
    return new
  }
}
