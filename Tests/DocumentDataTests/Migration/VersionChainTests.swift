import DocumentData
import DocumentTables
import Testing

@Suite("A chain of eleven versions in which types and class names change")
struct VersionChainTests {
  private func first() throws -> Tables {
    try Birds.tables(ChainV1.self) { context in
      let spot = ChainV1.Spot(name: "pier")
      for (text, rank) in [("a", 1), ("b", 2)] {
        let note = ChainV1.Note(text: text, rank: rank)
        note.spot = spot
        context.insert(note)
      }
    }
  }

  @Test("leads a document of the first version to the last", arguments: 1...11)
  func chain(count: Int) throws {
    let target = ChainPlan.schemas[count - 1]
    let (tables, report) = try Birds.migrate(ChainPlan.self, try first(), to: target)
    #expect(report.stages.count == count - 1)
    #expect(TablesCheck.findings(tables).isEmpty)
    guard count == 11 else { return }
    let entries = try Birds.context(tables, ChainV11.self).all(ChainV11.Entry.self)
    #expect(entries.map(\.text) == ["a", "b"])
    #expect(entries.map(\.rank) == [.bottom, .top])
    #expect(entries.map(\.extra) == [nil, nil])
    #expect(entries.map(\.spot.name) == ["unknown", "unknown"])
  }

  @Test(
    "reports the references that a class of another name takes away, and what rows would refuse")
  func report() throws {
    let report = try Birds.migrate(ChainPlan.self, try first(), to: ChainV6.self).report
    #expect(
      report.stages[1].warnings == [
        """
        Note.spot: it led to Spot and leads to Place: write a custom stage whose closure sets it, if \
        the new objects follow from the old ones; else give the new relationship another name; the \
        references of 2 objects are dropped
        """
      ])
    let kept = report.stages.map { $0.warnings.map { $0.prefix { $0 != ":" } } }
    #expect(kept == [["Draft.size"], ["Note.spot"], ["Draft.size"], [], ["Note.extra"]])
    #expect(report.description.contains("  warning: Note.extra: it was double and becomes text"))
  }

  @Test("goes up by lightweight stages in each of an empty document's versions")
  func empty() throws {
    let tables = try Birds.migrate(ChainPlan.self, try Birds.tables(ChainV1.self)).tables
    #expect(tables.rowCount == 1)
  }

  @Test("refuses a value that a lightweight stage cannot convert, in the middle of the chain")
  func refused() throws {
    let tables = try Birds.tables(ChainV1.self) { $0.insert(ChainV1.Draft(size: 4)) }
    let error = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(ChainPlan.self, tables)
    }
    #expect(error == .migrationStageFailure)
    #expect(error.stage == "1.0.0 → 2.0.0")
    #expect([error.entity, error.property] == ["Draft", "size"])
    #expect(error.object == 1)
    #expect(error.explanation.hasSuffix("; object 1 has the value 4"))
  }
}
