import DocumentMigration
import DocumentTables
import Foundation
import Testing

@Suite("A union of documents")
struct UnionTests {
  private static func tables(
    _ rows: [ObjectKey: LossFixture.Row], id: UInt128, carried: [Tree] = []
  ) throws -> Tables {
    var fixture = LossFixture()
    fixture.rows = rows
    var tables = try fixture.tables()
    tables.documentID = id
    tables.nextKey = 10
    tables.carried = carried
    return tables
  }

  // Spec 13.8-1
  @Test("objects of equal unique values are one, with the values and members of both")
  func uniqueValues() throws {
    func rows(_ values: [String: Value], tag: UInt128) -> [ObjectKey: LossFixture.Row] {
      [
        1: LossScenario.trip("Lisboa", ["days": .integer(3)].merging(values) { $1 }),
        2: LossFixture.Row(
          entity: "Tag", values: ["code": .uuid(tag), "trips": .references([1])]),
        3: LossScenario.item("Tram \(tag)", in: 1),
      ]
    }
    let note = Value.tree(.members(["a": .integer(1)]))
    let ours = try Self.tables(rows(["note": note], tag: 1), id: 1)
    let theirs = try Self.tables(rows(["mood": .text("wild")], tag: 2), id: 2)
    let outcome = ThreeWayMerge.merge(base: nil, ours: ours, theirs: theirs)
    #expect(outcome.conflicts == [] && outcome.deletions == [])
    let result = LossFixture(outcome.tables).rows
    #expect(result.count == 5)
    #expect(result[1]?.values["note"] == note && result[1]?.values["mood"] == .text("wild"))
    let tags = result.values.filter { $0.entity == "Tag" }
    #expect(Set(tags.map { $0.values["code"] }) == [.uuid(1), .uuid(2)])
    #expect(tags.allSatisfy { $0.values["trips"] == .references([1]) })
    let other = try Self.tables(rows(["note": .tree(.members(["a": .integer(2)]))], tag: 1), id: 2)
    let conflicts = ThreeWayMerge.merge(base: nil, ours: ours, theirs: other).conflicts
    #expect(conflicts.map(\.kind) == [.value] && conflicts.map(\.property) == ["note"])
  }

  /// A carried value of a property that version 1.0.0 lacks.
  private static func loss(_ key: ObjectKey, _ value: String, schema: String = "S") -> Tree {
    .members([
      "entity": .text("Trip"), "hierarchy": .text("Trip"), "keys": .array([.integer(key)]),
      "loss": .text("value"), "olderEntity": .text("Trip"), "property": .text("colour"),
      "reason": .text("removed-property"),
      "stage": .members([
        "from": .text("3.0.0"), "schema": .text(schema), "to": .text("2.0.0"),
      ]), "values": .array([.text(value)]),
    ])
  }

  // Spec 13.8-2
  @Test("carried losses of both are in the result, under its keys and the name of its schema")
  func carriedLosses() throws {
    let ours = try Self.tables(
      [1: LossScenario.trip("Lisboa")], id: 1, carried: [Self.loss(1, "red")])
    var theirs = try Self.tables(
      [1: LossScenario.trip("Sevilla"), 2: LossScenario.trip("Lisboa")], id: 2,
      carried: [Self.loss(1, "blue", schema: "file")])
    theirs.schema = try theirs.schema.renamed("file", version: theirs.schema.version)
    let adopted = try #require(theirs.adopting(ours.schema))
    let outcome = ThreeWayMerge.merge(base: nil, ours: ours, theirs: adopted)
    #expect(outcome.conflicts == [])
    let sevilla = try #require(
      LossFixture(outcome.tables).rows.first { $0.value.values["name"] == .text("Sevilla") }?.key)
    var entries: [ObjectKey: Tree] = [:]
    for group in outcome.tables.carried {
      #expect(group["stage"]?["schema"] == .text("S"))
      guard case .array(let keys)? = group["keys"], case .array(let values)? = group["values"]
      else {
        continue
      }
      for (key, value) in zip(keys, values) { entries[key.integerValue ?? 0] = value }
    }
    #expect(entries == [1: .text("red"), sevilla: .text("blue")])
    // Two entries for one object.
    let other = try Self.tables(
      [5: LossScenario.trip("Lisboa")], id: 2, carried: [Self.loss(5, "blue")])
    let conflicts = ThreeWayMerge.merge(base: nil, ours: ours, theirs: other).conflicts
    #expect(conflicts.map(\.kind) == [.carried])
    #expect(conflicts.first?.ours == .text("red") && conflicts.first?.theirs == .text("blue"))
  }

  // Spec 13.8-4
  @Test("each object of both documents is in the result or in a conflict", arguments: 0..<60)
  func nothingLost(seed: Int) throws {
    var one = try MergeScenario(seed: 11_000_000 + seed)
    var two = try MergeScenario(seed: 12_000_000 + seed)
    let ours = try one.changed(one.base, 4)
    var theirs = try two.changed(two.base, 4)
    theirs.documentID = ours.documentID &+ 1
    let result = MergeScenario.merge(nil, ours, theirs)
    #expect(TablesCheck.findings(result.tables) == [])
    let reported = Set(result.conflicts.flatMap { [$0.key, $0.theirKey] }.compactMap { $0 })
    guard !result.conflicts.contains(where: { $0.key == nil && $0.kind == .rule }) else { return }
    let after = Array(LossFixture(result.tables).rows.values)
    for side in [ours, theirs] {
      for (key, row) in LossFixture(side).rows where !reported.contains(key) {
        let stated = row.values.filter { !Self.isDefault($0.value) }
        #expect(
          after.contains { other in stated.allSatisfy { other.values[$0.key] == $0.value } },
          "\(key) \(stated)")
      }
    }
  }

  /// Whether a value is that of a default, or refers to objects, which may have other keys.
  private static func isDefault(_ value: Value) -> Bool {
    switch value {
    case .reference, .references, .null: true
    default: value == .text("calm") || value == .double(0)
    }
  }
}
