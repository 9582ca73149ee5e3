import Synchronization
import Testing

@testable import DocumentTables

@Suite("Queries with functions")
struct OpaqueQueryTests {
  private struct Refusal: Error, Equatable {
    let value: Value
    let name: String
  }

  /// What functions have been asked about.
  private final class Asked: Sendable {
    let values = Mutex<[Value]>([])
  }

  private func query(_ fixture: inout QueryFixture, _ hierarchy: Int, _ asked: Asked?) -> Query {
    let layout = fixture.schema.hierarchies[hierarchy]
    func opaque(_ name: String) -> Query {
      let column = fixture.number(0..<layout.columns.count)
      let refused = fixture.value(layout.columns[column])
      let share = fixture.number(0..<3)
      return .opaque(column: column) { value in
        asked?.values.withLock { $0.append(value) }
        if value == refused { throw Refusal(value: value, name: name) }
        return "\(value)".utf8.count % 3 >= share
      }
    }
    return .all([
      fixture.query(hierarchy, depth: 1),
      .any([
        fixture.query(hierarchy, depth: 0), opaque("first"), fixture.query(hierarchy, depth: 0),
      ]),
      .not(opaque("second")), fixture.query(hierarchy, depth: 1), opaque("third"),
    ])
  }

  private func outcome(_ body: () throws -> [RowLocation]) -> Result<[RowLocation], Refusal> {
    do { return .success(try body()) } catch let refusal as Refusal {
      return .failure(refusal)
    } catch {
      Issue.record("unexpected error \(error)")
      return .success([])
    }
  }

  @Test(
    "throw the error that the first row to have one throws, and else select the same rows",
    arguments: 0..<60 as Range<UInt64>)
  func errors(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    let tables = fixture.tables(perSegment: 20)
    for _ in 0..<4 {
      let hierarchy = fixture.number(0..<fixture.schema.hierarchies.count)
      let query = query(&fixture, hierarchy, nil)
      let expected = outcome { try QueryOracle(tables: tables).rows(hierarchy, query) }
      #expect(outcome { try Array(tables.rows(of: hierarchy, where: query)) } == expected)
    }
  }

  @Test(
    "ask a function about the rows that the conditions before it leave open, and no others",
    arguments: 0..<20 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    let tables = fixture.tables(perSegment: 20)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let layout = fixture.schema.hierarchies[hierarchy]
    let name = try #require(layout.column(named: "name", of: "Trip"))
    for _ in 0..<4 {
      let asked = Asked()
      let before = fixture.query(hierarchy, depth: 1)
      let query = Query.all([
        before,
        .opaque(column: name) { value in
          asked.values.withLock { $0.append(value) }
          return true
        },
        .equals(column: name, .text("a")), .constant(false),
      ])
      #expect(try tables.count(of: hierarchy, where: query) == 0)
      let segments = tables.tables[hierarchy].segments
      let expected = try QueryOracle(tables: tables).rows(hierarchy, before).map {
        segments[$0.segment].value(at: $0.row, column: name)
      }
      #expect(asked.values.withLock { $0 } == expected)
    }
  }

  @Test("stop at the first related object that decides", arguments: 0..<10 as Range<UInt64>)
  func members(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    let tables = fixture.tables(perSegment: 20)
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    let end = try #require(fixture.schema.relationshipEnd(named: "items", of: "Trip"))
    let count = try #require(
      fixture.schema.hierarchies[end.destinationHierarchy].column(named: "count", of: "Item"))
    func query(_ asked: Asked) -> Query {
      .members(
        end,
        .some(
          .opaque(column: count) { value in
            asked.values.withLock { $0.append(value) }
            return value == .integer(1)
          }))
    }
    let expected = Asked()
    let rows = try QueryOracle(tables: tables).rows(hierarchy, query(expected))
    let asked = Asked()
    #expect(try Array(tables.rows(of: hierarchy, where: query(asked))) == rows)
    #expect(asked.values.withLock { $0 } == expected.values.withLock { $0 })
  }
}
