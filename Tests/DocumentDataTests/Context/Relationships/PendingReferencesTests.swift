import DocumentTables
import Testing

@testable import DocumentData

/// Members, the keys 3 to 8, that refer to clubs, the keys 1 and 2, by two columns.
private enum Rolls {
  @Model class Club {
    var name = ""
    var members: [Member] = []
    var honorary: [Member] = []
    init() {}
  }

  @Model class Member {
    @Relationship(inverse: \Club.members) var club: Club?
    @Relationship(inverse: \Club.honorary) var honoured: Club?
    init() {}
  }

  static let clubs: [ObjectKey] = [1, 2]
  static let members: [ObjectKey] = [3, 4, 5, 6, 7, 8]
}

@Suite("References that pending changes add and remove, without a context")
struct PendingReferencesTests {
  private let tables: Tables
  private let club: ColumnIdentity
  private let honoured: ColumnIdentity

  /// Members with even keys are in club 2, the others in club 1; only member 3 is honoured, by club 2.
  init() throws {
    let schema = try Schema([Rolls.Club.self, Rolls.Member.self]).tableSchema(name: "rolls")
    func column(_ name: String) throws -> ColumnIdentity {
      let hierarchy = try #require(schema.hierarchyIndex(of: "Member"))
      let column = try #require(
        schema.hierarchies[hierarchy].entity(named: "Member")?.column(of: name))
      return ColumnIdentity(hierarchy: hierarchy, column: column)
    }
    club = try column("club")
    honoured = try column("honoured")
    var changes = ChangeSet(nextKey: 9)
    for key in Rolls.clubs + Rolls.members {
      let name = Rolls.clubs.contains(key) ? "Club" : "Member"
      let hierarchy = try #require(schema.hierarchyIndex(of: name))
      let layout = schema.hierarchies[hierarchy]
      var values = layout.columns.map { _ in Value.null }
      if name == "Club" {
        values[try #require(layout.entity(named: name)?.column(of: "name"))] = .text("")
      } else {
        values[club.column] = .reference(key % 2 == 0 ? 2 : 1)
        if key == 3 { values[honoured.column] = .reference(2) }
      }
      let entity = try #require(layout.entity(named: name))
      changes.inserted.append(
        InsertedRow(
          hierarchy: hierarchy, key: key, discriminator: entity.discriminator, values: values))
    }
    tables = Tables(schema: schema, documentID: 1).applying(changes)
  }

  private func sources(_ target: ObjectKey, _ references: PendingReferences) -> [ObjectKey] {
    references.sources(of: target, through: club, in: tables.tables[club.hierarchy])
  }

  private func storedSources(_ target: ObjectKey, _ references: PendingReferences) -> [ObjectKey] {
    references.storedSources(of: target, through: club, in: tables.tables[club.hierarchy])
  }

  @Test("Without changes, the rows of the base are the sources")
  func unchanged() {
    let references = PendingReferences()
    #expect(sources(1, references) == [3, 5, 7])
    #expect(sources(2, references) == [4, 6, 8])
    #expect(!references.haveChanged(to: 1, through: club))
    #expect(Array(references.changedColumns).isEmpty)
  }

  @Test("Added and removed references give the sources that the members state", arguments: 1...4)
  func asStated(seed: UInt64) {
    var state = seed
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var references = PendingReferences()
    var stated: [ObjectKey: ObjectKey?] = [:]
    for key in Rolls.members + [9] { stated[key] = key == 9 ? .some(nil) : key % 2 == 0 ? 2 : 1 }
    for _ in 0..<200 {
      let member = ObjectKey(3 + roll(7))
      let old = stated[member] ?? nil
      let new: ObjectKey? = [nil, 1, 2][roll(3)]
      guard old != new else { continue }
      stated[member] = .some(new)
      let isStated = roll(2) == 0
      for (target, refers) in [(old, false), (new, true)] {
        guard let target else { continue }
        if isStated {
          let isSaved = member != 9 && target == (member % 2 == 0 ? 2 : 1)
          references.state(member, refersTo: target, through: club, refers, saved: isSaved)
        } else {
          references.note(member, refersTo: target, through: club, refers)
        }
      }
      for target in Rolls.clubs {
        #expect(
          sources(target, references)
            == stated.filter { $0.value == target }.map(\.key).sorted())
      }
    }
  }

  @Test("Changes are of one column and one object")
  func apart() {
    var references = PendingReferences()
    references.note(3, refersTo: 1, through: club, false)
    #expect(references.haveChanged(to: 1, through: club))
    #expect(!references.haveChanged(to: 2, through: club))
    #expect(!references.haveChanged(to: 1, through: honoured))
    #expect(Array(references.changedColumns) == [club])
    #expect(Array(references.changedTargets(through: club)) == [1])
    #expect(Array(references.changedTargets(through: honoured)).isEmpty)
    references.forgetChanges()
    #expect(sources(1, references) == [3, 5, 7])
    #expect(!references.haveChanged(to: 1, through: club))
  }

  @Test("A reference that came and went is a change; one that is stated as in the base is none")
  func back() {
    var references = PendingReferences()
    references.note(4, refersTo: 1, through: club, true)
    references.note(4, refersTo: 1, through: club, false)
    #expect(sources(1, references) == [3, 5, 7])
    #expect(references.haveChanged(to: 1, through: club))
    references.state(4, refersTo: 1, through: club, false, saved: false)
    #expect(!references.haveChanged(to: 1, through: club))
  }

  @Test("Rows that lose an object at the save are no sources, and hold it until then")
  func lost() {
    var references = PendingReferences()
    references.note(4, refersTo: 1, through: club, true)
    references.note(5, refersTo: 1, through: club, false)
    references.lose(1, through: club)
    #expect(references.hasLost)
    #expect(sources(1, references) == [4])
    #expect(storedSources(1, references) == [3, 4, 7])
    #expect(sources(2, references) == [4, 6, 8])
    #expect(references.lost(in: club.hierarchy).map(\.column) == [club.column])
    #expect(references.lost(in: club.hierarchy).map(\.targets) == [[1]])
    #expect(references.lost(in: 1 - club.hierarchy).isEmpty)
    references.forgetChanges()
    #expect(sources(1, references).isEmpty)
    references.forgetLost()
    #expect(!references.hasLost)
    #expect(sources(1, references) == [3, 5, 7])
  }

  @Test("An object that returns is regained through every column, another one is not")
  func regained() {
    var references = PendingReferences()
    for target in Rolls.clubs { references.lose(target, through: club) }
    references.lose(2, through: honoured)
    references.regain(2)
    #expect(sources(1, references).isEmpty)
    #expect(sources(2, references) == [4, 6, 8])
    #expect(references.hasLost)
    references.regain(1)
    #expect(!references.hasLost)
  }

  @Test("Rows that lose references become updates in the order of keys, one for each row")
  func losses() {
    var references = PendingReferences()
    for target in Rolls.clubs { references.lose(target, through: club) }
    references.lose(2, through: honoured)
    let rows = references.losses(since: tables) { [4, 5].contains($0) }
    #expect(rows.map(\.key) == [3, 6, 7, 8])
    let columns = [club.column, honoured.column].sorted()
    #expect(rows[0].changes.map(\.column) == columns)
    #expect(
      rows[0].changes.first { $0.column == club.column }
        == PropertyChange(column: club.column, old: .reference(1), new: .null))
    #expect(
      rows[0].changes.first { $0.column == honoured.column }
        == PropertyChange(column: honoured.column, old: .reference(2), new: .null))
    #expect(
      rows[1].changes == [PropertyChange(column: club.column, old: .reference(2), new: .null)])
    #expect(PendingReferences().losses(since: tables) { _ in false }.isEmpty)
  }
}
