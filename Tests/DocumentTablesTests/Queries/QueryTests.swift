import Testing

@testable import DocumentTables

@Suite("Queries")
struct QueryTests {
  @Test(
    "select and count what a test of each row's values does, before and after changes",
    arguments: 0..<36 as Range<UInt64>)
  func rows(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    var tables = fixture.tables(perSegment: [3, 20, 70, 200][Int(seed) % 4])
    for round in 0..<3 {
      for _ in 0..<25 {
        let hierarchy = fixture.number(0..<fixture.schema.hierarchies.count)
        let query = fixture.query(hierarchy)
        let expected = try QueryOracle(tables: tables).rows(hierarchy, query)
        let found = try tables.rows(of: hierarchy, where: query)
        #expect(Array(found) == expected, "\(query)")
        #expect(found.count == expected.count)
        #expect(try tables.count(of: hierarchy, where: query) == expected.count)
        let limit = fixture.number(0..<9)
        #expect(
          try Array(tables.rows(of: hierarchy, where: query, limit: limit))
            == Array(expected.prefix(limit)))
        #expect(expected.allSatisfy(found.contains))
      }
      if round < 2 { tables = tables.applying(fixture.changes(of: tables)) }
    }
  }

  @Test(
    "give the same answer from however many threads, and tell of the same steps",
    arguments: 0..<16 as Range<UInt64>)
  func sharing(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed, keys: 1...600)
    let tables = fixture.tables(perSegment: [3, 20, 70][Int(seed) % 3])
    var sharing = ScanSharing(workers: WorkerCount(Int(seed) % 4 + 2))
    sharing.leastCost = 0
    sharing.costOfShare = [1, 30, 1_000][Int(seed / 3) % 3]
    var shared = 0
    for _ in 0..<25 {
      let hierarchy = fixture.number(0..<fixture.schema.hierarchies.count)
      let query = fixture.query(hierarchy)
      let plan = try QueryPlan(query, hierarchy: hierarchy, schema: fixture.schema)
      let run = QueryRun(tables, sharing: sharing)
      if run.paysToShare(plan.root, hierarchy) { shared += 1 }
      let expected = try QueryOracle(tables: tables).rows(hierarchy, query)
      let found = try tables.rows(of: hierarchy, where: query, sharing: sharing)
      #expect(Array(found) == expected, "\(query)")
      #expect(expected.allSatisfy(found.contains))
      #expect(try tables.count(of: hierarchy, where: query, sharing: sharing) == expected.count)
      let limit = fixture.number(0..<30)
      let first = try tables.rows(of: hierarchy, where: query, limit: limit, sharing: sharing)
      #expect(Array(first) == Array(expected.prefix(limit)), "\(query)")
      #expect(expected.enumerated().allSatisfy { first.contains($1) == ($0 < limit) })
    }
    #expect(shared > 5)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    let free = try #require(layout.column(named: "free", of: "Trip"))
    let steps = try tables.explain(
      of: hierarchy, where: .equals(column: free, .text("a")), sharing: sharing)
    #expect(steps == [.scan(column: free)])
  }

  @Test("share a scan among threads only where it takes long")
  func leastCost() throws {
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let run = QueryRun(tables, sharing: ScanSharing(workers: WorkerCount(4)))
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    let name = try #require(layout.column(named: "name", of: "Trip"))
    let test = Query.text(column: name, .contains("a"))
    let plan = try QueryPlan(test, hierarchy: hierarchy, schema: fixture.schema)
    #expect(!run.paysToShare(plan.root, hierarchy))
  }

  @Test("give the same answer from indexes as from scans", arguments: 0..<12 as Range<UInt64>)
  func indexes(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    var tables = fixture.tables(perSegment: [20, 70][Int(seed) % 2])
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    for _ in 0..<4 {
      for column in fixture.schema.indexedColumns[hierarchy].lists.compactMap(\.first) {
        // Often enough for every index to be made.
        for _ in 0..<12 {
          let value = fixture.value(fixture.schema.queriedColumns[hierarchy][column])
          let note = try #require(layout.column(named: "note", of: "Trip"))
          let count = try #require(layout.column(named: "count", of: "Trip"))
          let queries: [Query] = [
            .equals(column: column, value), .range(column: column, .atLeast(value)),
            .range(column: column, .below(value)),
            .all([
              .equals(column: note, fixture.value(layout.columns[note])),
              .equals(column: count, fixture.value(layout.columns[count])),
            ]),
            .text(column: note, .hasPrefix(fixture.text())),
          ]
          for query in queries where !value.isNull {
            let expected = try QueryOracle(tables: tables).rows(hierarchy, query)
            #expect(try Array(tables.rows(of: hierarchy, where: query)) == expected, "\(query)")
          }
        }
      }
      tables = tables.applying(fixture.changes(of: tables))
    }
  }

  @Test("name the only row that holds a value as a query does", arguments: 0..<12 as Range<UInt64>)
  func pointLookups(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    var tables = fixture.tables(perSegment: [20, 70][Int(seed) % 2])
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    var known = 0
    for _ in 0..<4 {
      for list in fixture.schema.indexedColumns[hierarchy].lists
      where list.count == 1 && layout.columns.indices.contains(list[0]) {
        let column = list[0]
        for _ in 0..<30 {
          let value = fixture.value(layout.columns[column])
          let expected = try QueryOracle(tables: tables).rows(
            hierarchy, .equals(column: column, value))
          _ = try tables.rows(of: hierarchy, where: .equals(column: column, value))
          let lookup = PointLookup(column: column, layout.columns[column])
          let outcome = lookup.row(in: tables.tables[hierarchy], equalTo: value)
          let steps = try tables.explain(of: hierarchy, where: .equals(column: column, value))
          let isPlanned = steps.contains(.pointLookup(column: column))
          switch outcome {
          case .unknown:
            #expect(!isPlanned, "\(value)")
            continue
          case .none: #expect(expected.isEmpty, "\(value)")
          case .one(let location):
            #expect(expected == [location], "\(value)")
            #expect(isPlanned, "\(value)")
          }
          known += 1
        }
      }
      tables = tables.applying(fixture.changes(of: tables))
    }
    #expect(known > 100)
    let free = try #require(layout.column(named: "free", of: "Trip"))
    let unindexed = PointLookup(column: free, layout.columns[free])
    #expect(unindexed.row(in: tables.tables[hierarchy], equalTo: .text("a")) == .unknown)
  }

  @Test("find an indexed member of structures by an index from the second time on")
  func indexedMembers() throws {
    // Spec 6.2-8
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let columns = fixture.schema.queriedColumns[hierarchy]
    let label = try #require(
      fixture.numbers(hierarchy).first { columns[$0].name == "spot.label" })
    let query = Query.equals(column: label, .text("Lisboa"))
    #expect(try tables.explain(of: hierarchy, where: query) == [.scan(column: label)])
    #expect(try tables.explain(of: hierarchy, where: query).contains(.hashes(columns: [label])))
  }

  @Test("look a unique key up in an index from the second time on, also after a change")
  func explanation() throws {
    var fixture = try QueryFixture(seed: 1)
    var tables = fixture.tables(perSegment: 20)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    let name = try #require(layout.column(named: "name", of: "Trip"))
    let free = try #require(layout.column(named: "free", of: "Trip"))
    let query = Query.all([.equals(column: name, .text("Lisboab")), .isNull(column: free)])
    #expect(try tables.explain(of: hierarchy, where: query).contains(.scan(column: name)))
    #expect(
      try tables.explain(of: hierarchy, where: query).contains(.hashes(columns: [name])))
    tables = tables.applying(fixture.changes(of: tables))
    let sameName = try tables.count(of: hierarchy, where: .equals(column: name, .text("Lisboab")))
    let steps = try tables.explain(of: hierarchy, where: query)
    #expect(
      steps.contains(sameName > 1 ? .hashes(columns: [name]) : .pointLookup(column: name)))
    let unindexed = Query.equals(column: free, .text("a"))
    for _ in 0..<3 {
      #expect(
        try tables.explain(of: hierarchy, where: unindexed) == [.scan(column: free)])
    }
  }

  @Test("keep indexes of columns that a change does not touch")
  func keptIndexes() throws {
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    let name = try #require(layout.column(named: "name", of: "Trip"))
    let free = try #require(layout.column(named: "free", of: "Trip"))
    let segment = try #require(tables.tables[hierarchy].segments.first)
    let changed = tables.applying(
      ChangeSet(
        updated: [
          UpdatedRow(
            hierarchy: hierarchy, key: segment.keys[0],
            changes: [PropertyChange(column: free, old: .null, new: .text("new"))])
        ], nextKey: 1))
    let after = try #require(changed.tables[hierarchy].segments.first)
    #expect(after !== segment)
    #expect(after.columnIndexes[name] === segment.columnIndexes[name])
    #expect(after.columnIndexes[free] !== segment.columnIndexes[free])
  }

  @Test("refuse columns, hierarchies and relationships that the tables do not have")
  func problems() throws {
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let item = try #require(fixture.schema.hierarchyIndex(of: "Item"))
    let trip = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    #expect(throws: QueryProblem(.unknownColumn(99))) {
      try tables.rows(of: item, where: .not(.isNull(column: 99)))
    }
    #expect(throws: QueryProblem(.unknownHierarchy(9))) {
      try tables.count(of: 9, where: .constant(true))
    }
    let end = try #require(fixture.schema.relationshipEnd(named: "trip", of: "Item"))
    #expect(throws: QueryProblem(.foreignRelationship("trip"))) {
      try tables.rows(of: trip, where: .reference(end, .constant(true)))
    }
  }

  @Test("go through long chains of one kind and refuse conditions that are too deep")
  func depth() throws {
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let count = tables.tables[0].rowCount
    var chain = Query.constant(false)
    for key in 0..<2000 { chain = .any([chain, .keys([ObjectKey(key)])]) }
    #expect(try tables.count(of: 0, where: chain) == count)
    var negations = Query.constant(true)
    for _ in 0..<2001 { negations = .not(negations) }
    #expect(try tables.count(of: 0, where: negations) == 0)
    func nested(_ levels: Int) -> Query {
      var query = Query.keys([1])
      for level in 0..<levels {
        let other = Query.constant(level % 2 == 0)
        query = level % 2 == 0 ? .all([query, other]) : .any([query, other])
      }
      return query
    }
    let expected = try tables.count(of: 0, where: .keys([1]))
    #expect(try tables.count(of: 0, where: nested(Query.maximumDepth - 1)) == expected)
    #expect(throws: QueryProblem(.tooDeep)) {
      try tables.count(of: 0, where: nested(Query.maximumDepth))
    }
  }
}
