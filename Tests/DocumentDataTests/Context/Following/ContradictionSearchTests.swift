import DocumentTables
import Testing

@testable import DocumentData

@Suite("The search for contradictions, before a context moves")
struct ContradictionSearchTests {
  typealias Ship = Fleet.Ship
  typealias Leg = Fleet.Leg
  typealias Place = Contradiction.Place

  /// Has the pending changes.
  private let mine: ModelContext
  /// Saves what counts as saved by another process.
  private let theirs: ModelContext
  private let ships: [Ship]
  private let legs: [Leg]

  init() throws {
    let container = try makeContainer(Fleet.models)
    (mine, theirs) = (ModelContext(container), ModelContext(container))
    let ship = Ship("a")
    ship.title = "before"
    theirs.insert(ship)
    theirs.insert(Ship("b"))
    ship.legs = ["p", "q", "r"].map { Leg($0) }
    try theirs.save()
    ships = [try mine.ship("a"), try mine.ship("b")]
    legs = ships[0].legs
  }

  private func search(areKnown: Bool = true, areForeign: Bool = true) throws -> Contradictions {
    let core = mine.core
    var saves = try #require(core.store.recentChanges(since: core.base.generation))
    for index in saves.indices { saves[index].isForeign = areForeign }
    var search = ContradictionSearch(
      core.catalog, areKnown ? saves : nil, since: LastRows(core.base.tables),
      now: core.store.current.tables)
    search.search(core.pending)
    return search.found
  }

  private func place(_ model: any PersistentModel, _ property: String? = nil) throws -> Place {
    let slot = try property.map { try #require(model._$state.description?.slot(named: $0)) }
    return Place(key: model._$state.key, slot: slot)
  }

  private func isUnset(_ model: any PersistentModel, _ property: String) throws -> Bool {
    let slot = try #require(place(model, property).slot)
    if case .unset = model._$slotValue(slot) { return true }
    return false
  }

  @Test("A value that both sides set differs from the one before", arguments: [true, false])
  func values(areKnown: Bool) throws {
    ships[0].title = "mine"
    ships[0].notes = "mine"
    try theirs.ship("a").title = "theirs"
    try theirs.save()
    let found = try search(areKnown: areKnown)
    let place = try place(ships[0], "title")
    #expect(found.places == [place])
    guard case .value(let was) = found[place] else {
      Issue.record("\(found)")
      return
    }
    #expect(was == .text("before"))
    #expect(ships[0].title == "mine")
  }

  @Test("A value that is set as before or as theirs contradicts nothing", arguments: [true, false])
  func equalValues(isBefore: Bool) throws {
    ships[0].title = isBefore ? "before" : "theirs"
    ships[0].berth = 1
    try theirs.ship("a").title = "theirs"
    try theirs.save()
    #expect(try search().isEmpty)
    #expect(try isUnset(ships[0], "title") == isBefore)
    #expect(!(try isUnset(ships[0], "berth")))
  }

  @Test("What the own process has saved contradicts nothing")
  func ownSaves() throws {
    ships[0].title = "mine"
    mine.delete(ships[1])
    try theirs.ship("a").title = "theirs"
    try theirs.ship("b").title = "theirs"
    try theirs.save()
    #expect(try search(areForeign: false).isEmpty)
    #expect(try search().places == [place(ships[0], "title"), place(ships[1])].sorted())
  }

  @Test("An object that is changed here and deleted there", arguments: [true, false])
  func deletedThere(areKnown: Bool) throws {
    ships[1].title = "mine"
    theirs.delete(try theirs.ship("b"))
    try theirs.save()
    let found = try search(areKnown: areKnown)
    #expect(found.places == [try place(ships[1])])
    guard case .deletedThere = try found[place(ships[1])] else {
      Issue.record("\(found)")
      return
    }
  }

  @Test(
    "An object that is deleted here, and changed or related to there", arguments: [true, false],
    [true, false])
  func deletedHere(areKnown: Bool, isRelated: Bool) throws {
    mine.delete(ships[1])
    let ship = try theirs.ship("b")
    if isRelated { theirs.insert(Leg("new", of: ship)) } else { ship.title = "theirs" }
    try theirs.save()
    let found = try search(areKnown: areKnown)
    #expect(found.places == [try place(ships[1])])
    guard case .deletedHere = try found[place(ships[1])] else {
      Issue.record("\(found)")
      return
    }
  }

  @Test("A deletion here contradicts no member and no reference that is gone by a deletion there")
  func forcedChanges() throws {
    let flag = Fleet.Flag("x")
    ships[0].flags = [flag]
    ships[0].legs = [legs[2], legs[1], legs[0]]
    try mine.save()
    mine.delete(flag)
    mine.delete(legs[0])
    let ship = try theirs.ship("a")
    #expect(ship.legs.count == 3 && ship.flags.count == 1)
    theirs.delete(ship)
    try theirs.save()
    #expect(try search().isEmpty)
  }

  @Test("A deletion here contradicts no order that changed there, only a change of the object")
  func ordersOfDeleted() throws {
    ships[0].legs = [legs[2], legs[1], legs[0]]
    try mine.save()
    mine.delete(ships[0])
    let ship = try theirs.ship("a")
    theirs.delete(ship.legs[0])
    try theirs.save()
    #expect(try search().isEmpty)
    ship.title = "theirs"
    try theirs.save()
    #expect(try search().places == [place(ships[0])])
  }

  @Test("An object that is deleted there, and that one here begins to refer to", arguments: [0, 1])
  func target(isNew: Int) throws {
    let leg = isNew == 1 ? Leg("new") : legs[0]
    if isNew == 1 { mine.insert(leg) }
    leg.ship = ships[1]
    theirs.delete(try theirs.ship("b"))
    try theirs.save()
    let found = try search()
    #expect(found.places.contains(try place(leg, "ship")))
    guard case .targetDeleted(let key, _, _) = try found[place(leg, "ship")] else {
      Issue.record("\(found)")
      return
    }
    #expect(key == ships[1]._$state.key)
  }

  @Test("A list that both sides have changed is merged", arguments: [true, false])
  func lists(areKnown: Bool) throws {
    ships[0].legs = [legs[2], legs[1], legs[0]]
    let ship = try theirs.ship("a")
    ship.legs.insert(Leg("new"), at: 0)
    try theirs.save()
    let new = try #require(ship.legs.first)._$state.key
    #expect(try search(areKnown: areKnown).isEmpty)
    let slot = try #require(place(ships[0], "legs").slot)
    let keys = legs.map { $0._$state.key }
    #expect(ships[0]._$slotValue(slot).stored == .references([new] + keys.reversed()))
  }

  @Test("Two different orders of the same members contradict each other")
  func orders() throws {
    ships[0].legs = [legs[2], legs[1], legs[0]]
    let ship = try theirs.ship("a")
    ship.legs = [ship.legs[1], ship.legs[0], ship.legs[2]]
    try theirs.save()
    let found = try search()
    let place = try place(ships[0], "legs")
    #expect(found.places == [place])
    guard case .value(let was) = found[place] else {
      Issue.record("\(found)")
      return
    }
    #expect(was == .references(legs.map { $0._$state.key }))
  }

  @Test("Different orders of members that both sides have added contradict each other")
  func addedMembers() throws {
    ships[1].legs = [legs[2], legs[0], legs[1]]
    let ship = try theirs.ship("b")
    let others = try theirs.ship("a").legs
    ship.legs = [others[1], others[0], others[2]]
    try theirs.save()
    #expect(try search().places == [place(ships[1], "legs")])
  }

  @Test("The contradiction of a value stays until a save settles it, and follows its object")
  func places() {
    var found = Contradictions()
    #expect(found.isEmpty)
    let places = [Place(key: 1, slot: nil), Place(key: 1, slot: 0), Place(key: 2, slot: nil)]
    for place in places.reversed() { found.note(.value(.integer(1)), at: place) }
    found.note(.deletedHere, at: places[0])
    guard case .value = found[places[0]] else {
      Issue.record("\(found)")
      return
    }
    #expect(found.places == places)
    found.settle(places[1])
    #expect(found[places[1]] == nil)
    found.renumber([1: 9])
    #expect(found.places == [Place(key: 2, slot: nil), Place(key: 9, slot: nil)])
  }
}
