import DocumentMigration
import DocumentTables
import Testing

@Suite("A merge of two versions of a document")
struct ThreeWayMergeTests {
  /// A trip with two items and a home, another trip, and two tags.
  private static func base() -> LossFixture {
    var fixture = LossFixture()
    fixture.rows = [
      1: LossScenario.trip("Lisboa", ["days": .integer(3)]),
      2: LossScenario.trip("Sevilla", ["days": .integer(5)]),
      3: LossScenario.item("Tram", in: 1), 4: LossScenario.item("Fado", in: 1),
      5: LossFixture.Row(entity: "Tag", values: ["code": .uuid(1)]),
      6: LossFixture.Row(entity: "Tag", values: ["code": .uuid(2)]),
    ]
    return fixture
  }

  private struct Outcome {
    var rows: LossFixture
    var conflicts: [ThreeWayConflict]
    var kinds: [ThreeWayConflict.Kind] { conflicts.map(\.kind) }
  }

  private static func merge(
    _ ours: (inout LossFixture) -> Void, _ theirs: (inout LossFixture) -> Void,
    winner: MergeSide? = .ours, base: LossFixture? = Self.base(), nextKey: ObjectKey = 10
  ) throws -> Outcome {
    func tables(_ fixture: LossFixture) throws -> Tables {
      var tables = try fixture.tables()
      let highest = (Array(fixture.rows.keys) + fixture.extensions.map(\.key)).max() ?? 0
      tables.nextKey = max(nextKey, highest + 1)
      return tables
    }
    var (one, other) = (base ?? LossFixture(), base ?? LossFixture())
    ours(&one)
    theirs(&other)
    let outcome = ThreeWayMerge.merge(
      base: try base.map(tables), ours: try tables(one), theirs: try tables(other)
    ) { _ in winner }
    #expect(TablesCheck.findings(outcome.tables) == [])
    return Outcome(rows: LossFixture(outcome.tables), conflicts: outcome.conflicts)
  }

  // MARK: Values

  @Test("different properties of one object merge")
  func differentProperties() throws {
    let result = try Self.merge {
      $0.rows[1]?.values["name"] = .text("Lisbon")
    } _: {
      $0.rows[1]?.values["days"] = .integer(4)
    }
    #expect(result.conflicts == [])
    #expect(result.rows.rows[1]?.values["name"] == .text("Lisbon"))
    #expect(result.rows.rows[1]?.values["days"] == .integer(4))
  }

  // Spec 6.11-11
  @Test("two members of one structure that each side changes are a conflict of the whole value")
  func structure() throws {
    func place(_ floor: Int64, _ street: String) -> Tree {
      LossFixture.place.tree(of: [.integer(floor), .text(street)])
    }
    var base = Self.base()
    base.rows[10] = LossFixture.Row(
      entity: "Home", values: ["trip": .reference(1), "place": .tree(place(1, "a"))])
    let result = try Self.merge(
      { $0.rows[10]?.values["place"] = .tree(place(2, "a")) },
      { $0.rows[10]?.values["place"] = .tree(place(1, "b")) }, base: base, nextKey: 20)
    #expect(
      result.conflicts == [
        ThreeWayConflict(
          .value, entity: "Home", key: 10, property: "place", base: place(1, "a"),
          ours: place(2, "a"), theirs: place(1, "b"), settled: .ours)
      ])
    #expect(result.rows.rows[10]?.values["place"] == .tree(place(2, "a")))
  }

  // Spec 13.4-1
  @Test("one property with two new values is a conflict", arguments: MergeSide.allCases)
  func sameProperty(winner: MergeSide) throws {
    let result = try Self.merge(
      {
        $0.rows[1]?.values["name"] = .text("Lisbon")
      },
      {
        $0.rows[1]?.values["name"] = .text("Lissabon")
      }, winner: winner)
    #expect(
      result.conflicts == [
        ThreeWayConflict(
          .value, entity: "Trip", key: 1, property: "name", base: .text("Lisboa"),
          ours: .text("Lisbon"), theirs: .text("Lissabon"), settled: winner)
      ])
    #expect(
      result.rows.rows[1]?.values["name"] == .text(winner == .ours ? "Lisbon" : "Lissabon"))
  }

  // Spec 13.6-1
  @Test("a policy that takes neither side keeps what the base has")
  func neither() throws {
    var base = Self.base()
    base.rows[7] = LossScenario.trip("Porto")
    let result = try Self.merge(
      {
        $0.rows[1]?.values["name"] = .text("Lisbon")
        $0.rows[2]?.values["days"] = .integer(6)
        $0.rows[3]?.foreign = .members(["org.a": .integer(1)])
        $0.rows[4] = nil
        $0.rows[7] = nil
      },
      {
        $0.rows[1]?.values["name"] = .text("Lissabon")
        $0.rows[1]?.values["days"] = .integer(4)
        $0.rows[2]?.values["next"] = .reference(7)
        $0.rows[3]?.foreign = .members(["org.a": .integer(2)])
        $0.rows[4]?.values["title"] = .text("Fado night")
      }, winner: nil, base: base)
    #expect(
      result.kinds.map(\.rawValue).sorted() == [
        "deletion", "dependent", "foreign", "reference", "value",
      ])
    let rows = result.rows.rows
    #expect(rows[1]?.values["name"] == .text("Lisboa"))
    #expect(rows[1]?.values["days"] == .integer(4))
    #expect(rows[2]?.values["next"] == .null)
    #expect(rows[2]?.values["days"] == .integer(6))
    #expect(rows[3]?.foreign == nil)
    #expect(rows[4]?.values["title"] == .text("Fado"))
    #expect(rows[7] != nil)
  }

  // Spec 13.4-1
  @Test("one property with the same new value is no conflict")
  func sameValue() throws {
    let edit: (inout LossFixture) -> Void = { $0.rows[1]?.values["name"] = .text("Lisbon") }
    let result = try Self.merge(edit, edit)
    #expect(result.conflicts == [])
  }

  // Spec 13.4-3
  @Test("a change of the entity merges with changes of what both entities have")
  func entityChange() throws {
    let result = try Self.merge {
      $0.rows[1]?.entity = "Work"
      $0.rows[1]?.values.merge(["boss": .text("Ana"), "perdiem": .double(0)]) { $1 }
    } _: {
      $0.rows[1]?.values["days"] = .integer(9)
    }
    #expect(result.conflicts == [])
    #expect(result.rows.rows[1]?.entity == "Work")
    #expect(result.rows.rows[1]?.values["days"] == .integer(9))
  }

  // Spec 13.4-5
  @Test("data of other programs merges by name", arguments: MergeSide.allCases)
  func foreign(winner: MergeSide) throws {
    var base = Self.base()
    base.rows[1]?.foreign = .members(["org.a": .integer(1), "org.b": .integer(1)])
    let result = try Self.merge(
      {
        $0.rows[1]?.foreign = .members(["org.a": .integer(2), "org.b": .integer(2)])
      },
      {
        $0.rows[1]?.foreign = .members(["org.b": .integer(3), "org.c": .integer(1)])
      }, winner: winner, base: base)
    #expect(result.kinds == [.foreign, .foreign])
    #expect(
      result.rows.rows[1]?.foreign
        == (winner == .ours
          ? .members(["org.a": .integer(2), "org.b": .integer(2), "org.c": .integer(1)])
          : .members(["org.b": .integer(3), "org.c": .integer(1)])))
  }

  // MARK: New objects

  // Spec 13.2-6
  @Test("new objects with one key are kept apart, with all that refers to them")
  func renumbering() throws {
    let result = try Self.merge {
      $0.rows[10] = LossScenario.trip("Porto")
      $0.rows[11] = LossScenario.item("Bridge", in: 10)
    } _: {
      $0.rows[10] = LossScenario.trip("Cádiz", ["next": .reference(11)])
      $0.rows[11] = LossScenario.trip("Huelva", ["twin": .reference(10)])
      $0.rows[10]?.values["twin"] = .reference(11)
      $0.rows[12] = LossScenario.item("Beach", in: 10)
      $0.rows[2]?.values["next"] = .reference(10)
      $0.extensions = [ExtensionRecord(entity: "org.e", key: 13, anchor: 12, value: .integer(1))]
    }
    #expect(result.conflicts == [])
    let rows = result.rows.rows
    #expect(rows[10]?.values["name"] == .text("Porto"))
    #expect(rows[11]?.values["trip"] == .reference(10))
    let cadiz = try #require(rows.first { $0.value.values["name"] == .text("Cádiz") }?.key)
    let huelva = try #require(rows.first { $0.value.values["name"] == .text("Huelva") }?.key)
    let beach = try #require(rows.first { $0.value.values["title"] == .text("Beach") }?.key)
    #expect(rows[2]?.values["next"] == .reference(cadiz))
    #expect(rows[cadiz]?.values["next"] == .reference(huelva))
    #expect(rows[huelva]?.values["twin"] == .reference(cadiz))
    #expect(rows[beach]?.values["trip"] == .reference(cadiz))
    #expect(result.rows.extensions.map(\.anchor) == [beach])
    #expect(Set([cadiz, huelva, beach, result.rows.extensions[0].key]).count == 4)
  }

  // Spec 13.2-2
  @Test("an object that both sides added is there once, with the changes of both")
  func bothAdded() throws {
    let result = try Self.merge {
      $0.rows[10] = LossFixture.Row(entity: "Tag", values: ["code": .uuid(7)])
      $0.rows[11] = LossScenario.item("Tram museum", in: 1)
    } _: {
      $0.rows[10] = LossScenario.item("Tram museum", in: 1)
      $0.rows[11] = LossFixture.Row(entity: "Tag", values: ["code": .uuid(7)])
      $0.rows[11]?.values["trips"] = .references([2])
    }
    #expect(result.conflicts == [])
    #expect(result.rows.rows.count == 8)
    #expect(result.rows.rows[10]?.values["trips"] == .references([2]))
  }

  // Spec 13.2-1, 13.2-8
  @Test("an object that an earlier merge gave another key is still the same object")
  func movedObject() throws {
    // Both had added object 10; an earlier merge has made ours of it and given theirs the key 12.
    var base = Self.base()
    base.rows[10] = LossScenario.trip("Cádiz", ["days": .integer(2)])
    base.rows[11] = LossScenario.item("Beach", in: 10)
    let result = try Self.merge(
      {
        $0.rows[10] = LossScenario.trip("Porto", ["days": .integer(8)])
        $0.rows[11] = LossScenario.item("Bridge", in: 10)
        $0.rows[12] = LossScenario.trip("Cádiz", ["days": .integer(2)])
        $0.rows[13] = LossScenario.item("Beach", in: 12)
      },
      {
        $0.rows[10]?.values["mood"] = .text("wild")
        $0.rows[11]?.values["title"] = .text("Beach at night")
      }, base: base, nextKey: 12)
    #expect(result.conflicts == [])
    let rows = result.rows.rows
    #expect(rows.count == 10)
    #expect(rows[10]?.values["name"] == .text("Porto"))
    #expect(rows[10]?.values["mood"] == .text("calm"))
    #expect(rows[12]?.values["mood"] == .text("wild"))
    #expect(rows[11]?.values["title"] == .text("Bridge"))
    #expect(rows[13]?.values["title"] == .text("Beach at night"))
  }

  // MARK: Deleted objects

  // Spec 13.3-2
  @Test("a deleted object that the other side changed is a conflict", arguments: MergeSide.allCases)
  func deletionAndEdit(winner: MergeSide) throws {
    let result = try Self.merge(
      { $0.rows[3] = nil },
      {
        $0.rows[3]?.values["title"] = .text("Tram 28")
      }, winner: winner)
    #expect(
      result.conflicts == [
        ThreeWayConflict(
          .deletion, entity: "Item", key: 3, base: .members(["title": .text("Tram")]),
          theirs: .members(["title": .text("Tram 28")]), settled: winner)
      ])
    #expect(
      result.rows.rows[3]?.values["title"] == (winner == .ours ? nil : .text("Tram 28")))
  }

  // Spec 13.3-3, 13.3-4
  @Test(
    "an owner deleted here and a child added there is a conflict", arguments: MergeSide.allCases)
  func deletedOwner(winner: MergeSide) throws {
    let result = try Self.merge(
      {
        for key: ObjectKey in [1, 3, 4] { $0.rows[key] = nil }
      },
      {
        $0.rows[10] = LossScenario.item("Castle", in: 1)
      }, winner: winner)
    let rows = result.rows.rows
    if winner == .ours {
      #expect(result.kinds == [.reference])
      #expect(result.conflicts[0].key == 10)
      #expect(rows[1] == nil)
      #expect(rows[10] == nil)
    } else {
      // The owner comes back with all that it owned.
      #expect(result.kinds == [.dependent, .dependent, .reference, .dependent])
      #expect(rows[1]?.values["name"] == .text("Lisboa"))
      #expect(
        [3, 4, 10].map { rows[$0]?.values["trip"] } == [
          .reference(1), .reference(1), .reference(1),
        ])
    }
  }

  // Spec 13.4-2
  @Test("a reference that is gone with its object gives way to another one")
  func forcedChange() throws {
    var base = Self.base()
    base.rows[1]?.values["next"] = .reference(2)
    let result = try Self.merge(
      {
        $0.rows[2] = nil
        $0.rows[1]?.values["next"] = .null
      },
      {
        $0.rows[1]?.values["next"] = .reference(1)
      }, base: base)
    #expect(result.conflicts == [])
    #expect(result.rows.rows[1]?.values["next"] == .reference(1))
  }

  // Spec 13.3-1
  @Test("what is deleted on both sides is gone")
  func bothDeleted() throws {
    let result = try Self.merge({ $0.rows[3] = nil }, { $0.rows[3] = nil })
    #expect(result.conflicts == [])
    #expect(result.rows.rows[3] == nil)
  }

  // MARK: Lists

  // Spec 13.4-4
  @Test("members and orders merge by element")
  func lists() throws {
    var base = Self.base()
    base.rows[1]?.values["items"] = .references([4, 3])
    base.rows[5]?.values["trips"] = .references([1])
    let result = try Self.merge(
      {
        $0.rows[10] = LossScenario.item("first", in: 1)
        $0.rows[1]?.values["items"] = .references([10, 4, 3])
        $0.rows[5]?.values["trips"] = .references([1, 2])
      },
      {
        $0.rows[10] = LossScenario.item("last", in: 1)
        $0.rows[1]?.values["items"] = .references([4, 3, 10])
        $0.rows[5]?.values["trips"] = .references([])
      }, base: base)
    #expect(result.conflicts == [])
    #expect(result.rows.rows[1]?.values["items"] == .references([10, 4, 3, 11]))
    #expect(result.rows.rows[11]?.values["title"] == .text("last"))
    #expect(result.rows.rows[5]?.values["trips"] == .references([2]))
  }

  // Spec 13.4-4
  @Test("two orders of one list are a conflict", arguments: MergeSide.allCases)
  func orders(winner: MergeSide) throws {
    var base = Self.base()
    base.rows[10] = LossScenario.item("Bridge", in: 1)
    let result = try Self.merge(
      {
        $0.rows[1]?.values["items"] = .references([4, 3, 10])
      },
      {
        $0.rows[1]?.values["items"] = .references([10, 3, 4])
      }, winner: winner, base: base)
    #expect(result.kinds == [.order])
    #expect(
      result.rows.rows[1]?.values["items"]
        == (winner == .ours ? .references([4, 3, 10]) : .references([10, 3, 4])))
  }

  // MARK: Rules

  // Spec 13.3-5
  @Test(
    "equal unique values are a conflict, and one of the changes is dropped",
    arguments: MergeSide.allCases)
  func unique(winner: MergeSide) throws {
    let result = try Self.merge(
      {
        $0.rows[1]?.values.merge(["name": .text("Rome"), "days": .integer(1)]) { $1 }
      },
      {
        $0.rows[2]?.values.merge(["name": .text("Rome"), "days": .integer(1)]) { $1 }
      }, winner: winner)
    #expect(Set(result.kinds) == [.rule])
    #expect(Set(result.conflicts.map(\.rule)) == ["unique-violated"])
    let key: ObjectKey = winner == .ours ? 2 : 1
    #expect(result.rows.rows[key]?.values["name"] == Self.base().rows[key]?.values["name"])
  }

  // Spec 13.3-5
  @Test("more members than are allowed are a conflict", arguments: MergeSide.allCases)
  func count(winner: MergeSide) throws {
    let result = try Self.merge(
      {
        for key: ObjectKey in 10...12 { $0.rows[key] = LossScenario.item("ours \(key)", in: 1) }
      },
      {
        for key: ObjectKey in 10...11 { $0.rows[key] = LossScenario.item("theirs \(key)", in: 1) }
      }, winner: winner)
    #expect(Set(result.kinds) == [.rule])
    #expect(result.rows.rows.count { $0.value.entity == "Item" } == (winner == .ours ? 5 : 4))
  }

  @Test("the only object of a relationship that both sides added merges")
  func toOne() throws {
    let result = try Self.merge {
      $0.rows[10] = LossFixture.Row(
        entity: "Home", values: ["price": .text("1"), "trip": .reference(1)])
    } _: {
      $0.rows[10] = LossFixture.Row(
        entity: "Home", values: ["price": .text("2"), "trip": .reference(1)])
    }
    #expect(result.kinds.contains(.value) || result.kinds == [.rule])
    #expect(result.rows.rows.count { $0.value.entity == "Home" } == 1)
    #expect(result.rows.rows[10]?.values["price"] == .text("1"))
  }

  // MARK: The data beside the rows

  // Spec 13.4-6
  @Test("extension records and parts merge by key and name", arguments: MergeSide.allCases)
  func surroundings(winner: MergeSide) throws {
    var base = Self.base()
    base.extensions = [
      ExtensionRecord(entity: "org.e", key: 7, anchor: 1, value: .integer(1)),
      ExtensionRecord(entity: "org.e", key: 8, anchor: 2, value: .integer(1)),
    ]
    base.parts = [KeptPart(name: "attachments/org.e/a", bytes: [1], anchor: 1)]
    let result = try Self.merge(
      {
        $0.extensions[0].value = .integer(2)
        $0.parts[0].bytes = [2]
      },
      {
        $0.extensions[0].value = .integer(3)
        $0.extensions[1].value = .integer(3)
        $0.parts[0].bytes = [3]
        $0.parts.append(KeptPart(name: "attachments/org.e/b", bytes: [4]))
      }, winner: winner, base: base)
    #expect(Set(result.kinds) == [.extension, .part])
    #expect(result.conflicts.count == 2)
    #expect(
      result.rows.extensions.map(\.value) == [.integer(winner == .ours ? 2 : 3), .integer(3)])
    #expect(result.rows.parts.map(\.bytes) == [winner == .ours ? [2] : [3], [4]])
  }

  // Spec 13.4-6
  @Test(
    "parts that no folder can hold beside each other are a conflict",
    arguments: [
      (["a"], ["a/b", "a/c", "d"]), (["a/b", "a/c/d", "e"], ["A"]), (["é"], ["E\u{301}"]),
      (["b", "a/b/c"], ["a/B", "a/b.c"]),
    ], [.ours, .theirs, nil] as [MergeSide?])
  func partsBesideEachOther(
    names: (ours: [String], theirs: [String]), winner: MergeSide?
  ) throws {
    func parts(_ names: [String]) -> [KeptPart] {
      names.map { KeptPart(name: "attachments/org.e/\($0)", bytes: Array($0.utf8)) }
    }
    let (ours, theirs) = (parts(names.ours), parts(names.theirs))
    let result = try Self.merge(
      { $0.parts = ours }, { $0.parts = theirs }, winner: winner)
    #expect(Set(result.kinds) == [.part])
    #expect(result.conflicts.allSatisfy { $0.settled == winner && $0.detail != nil })
    let found = result.rows.parts
    #expect(AttachmentNames(found.map(\.name)).conflicts == [])
    // Each part is there, or a conflict tells of it.
    let told = result.conflicts.flatMap { [$0.ours, $0.theirs] }
    for part in ours + theirs where !found.contains(part) {
      #expect(told.contains(part.summary(anchorKey: nil)))
    }
    if let winner {
      #expect((winner == .ours ? ours : theirs).allSatisfy(found.contains))
    }
  }

  // Spec 13.4-6
  @Test("a part that the deletion of its object removed and an edit brings back is in the base")
  func partBroughtBack() throws {
    var base = Self.base()
    base.parts = [KeptPart(name: "attachments/org.e/a", bytes: [1], anchor: 3)]
    let result = try Self.merge(
      {
        $0.rows[3]?.values["title"] = .text("Eléctrico")
        $0.parts[0].bytes = [9]
      },
      {
        $0.rows[3] = nil
        $0.parts = [KeptPart(name: "attachments/org.e/a/b", bytes: [2])]
      }, winner: nil, base: base)
    #expect(result.kinds.sorted { $0.rawValue < $1.rawValue } == [.deletion, .part])
    #expect(result.rows.parts == base.parts)
    #expect(result.conflicts.contains { $0.kind == .part && $0.base != nil && $0.ours != nil })
  }

  // Spec 13.4-6
  @Test(
    "one decision holds for a part and all that is in the folder of its name",
    arguments: MergeSide.allCases)
  func oneDecision(first: MergeSide) throws {
    func tables(_ names: [String]) throws -> Tables {
      var fixture = Self.base()
      fixture.parts = names.map { KeptPart(name: "attachments/org.e/\($0)", bytes: [1]) }
      return try fixture.tables()
    }
    let outcome = ThreeWayMerge.merge(
      base: try tables([]), ours: try tables(["a"]), theirs: try tables(["a/b", "a/c"])
    ) { $0.detail?.hasSuffix("a/b") == true ? first : first.other }
    let names = outcome.tables.keptParts.map { $0.name.dropFirst("attachments/org.e/".count) }
    #expect(names == (first == .ours ? ["a"] : ["a/b", "a/c"]))
    #expect(outcome.conflicts.count == (first == .ours ? 2 : 1))
    #expect(outcome.conflicts.allSatisfy { $0.settled == first })
  }

  @Test(
    "an extension record for an object that is deleted there is a conflict",
    arguments: MergeSide.allCases)
  func anchors(winner: MergeSide) throws {
    let result = try Self.merge(
      { $0.rows[3] = nil },
      {
        $0.extensions = [ExtensionRecord(entity: "org.e", key: 10, anchor: 3, value: .null)]
      }, winner: winner)
    #expect(result.kinds == [.deletion])
    #expect(result.rows.rows[3] != nil || winner == .ours)
    #expect(result.rows.extensions.count == (winner == .ours ? 0 : 1))
  }

  // MARK: Without a base

  // Spec 13-2
  @Test("a union has every object once, and takes what only one document states")
  func union() throws {
    let result = try Self.merge(
      {
        $0.rows = [
          1: LossScenario.trip("Lisboa", ["days": .integer(3)]),
          2: LossScenario.item("Tram", in: 1), 3: LossScenario.trip("Porto"),
        ]
      },
      {
        $0.rows = [
          1: LossScenario.trip("Sevilla"),
          2: LossScenario.trip(
            "Lisboa", ["days": .integer(3), "note": .tree(.members(["a": .integer(1)]))]),
          3: LossScenario.item("Fado", in: 2), 4: LossScenario.item("Tram", in: 2),
        ]
      }, base: nil)
    #expect(result.conflicts == [])
    let rows = result.rows.rows
    #expect(rows.count == 5)
    #expect(rows[1]?.values["note"] == .tree(.members(["a": .integer(1)])))
    #expect(
      Set(rows.values.filter { $0.values["trip"] == .reference(1) }.map { $0.values["title"] })
        == [.text("Tram"), .text("Fado")])
  }

  // Spec 13.4-3
  @Test("an object of one unique value is that of the more special entity")
  func unionOfEntities() throws {
    let result = try Self.merge(
      {
        $0.rows = [1: LossScenario.trip("Lisboa", ["days": .integer(3)])]
      },
      {
        $0.rows = [
          4: LossScenario.trip(
            "Lisboa", ["days": .integer(3), "boss": .text("Ana"), "perdiem": .double(9)]),
          5: LossScenario.item("Tram", in: 4),
        ]
      }, base: nil)
    #expect(result.conflicts == [])
    #expect(result.rows.rows[1]?.entity == "Work")
    #expect(result.rows.rows[1]?.values["perdiem"] == .double(9))
    #expect(result.rows.rows.values.contains { $0.values["trip"] == .reference(1) })
  }

  @Test("an object that got the key of a deleted one in another table is another object")
  func reusedKey() throws {
    let result = try Self.merge(
      {
        $0.rows[3] = LossFixture.Row(entity: "Tag", values: ["code": .uuid(9)])
      },
      {
        $0.rows[3]?.values["title"] = .text("Tram 28")
      }, winner: .theirs)
    #expect(result.kinds == [.deletion])
    #expect(result.rows.rows[3]?.values["title"] == .text("Tram 28"))
    #expect(result.rows.rows.values.contains { $0.values["code"] == .uuid(9) })
  }

  // Spec 13.2-2
  @Test("documents with other ids are united by content, not by key")
  func otherDocuments() throws {
    func tables(_ edit: (inout LossFixture) -> Void) throws -> Tables {
      var fixture = Self.base()
      edit(&fixture)
      return try fixture.tables()
    }
    let ours = try tables { _ in }
    var theirs = try tables { $0.rows[7] = LossScenario.item("Castle", in: 1) }
      .rekeyed([1: 2, 2: 1, 3: 4, 4: 5, 5: 6, 6: 3])
    theirs.documentID = 99
    let outcome = ThreeWayMerge.merge(base: nil, ours: ours, theirs: theirs)
    #expect(outcome.conflicts == [] && outcome.deletions == [])
    #expect(outcome.tables.documentID == ours.documentID)
    let rows = LossFixture(outcome.tables).rows
    #expect(rows.count == 7)
    #expect(rows.values.contains { $0.values["title"] == .text("Castle") })
  }
}
