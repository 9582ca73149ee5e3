import DocumentMigration
import DocumentTables

/// A document, and versions that two people make of it, each counting its new keys from the same number.
struct MergeScenario {
  let base: Tables
  var generator: LossGenerator

  init(seed: Int) throws {
    generator = LossGenerator(seed: UInt64(seed))
    base = try generator.fixture().tables()
  }

  /// A version with so many random changes.
  mutating func changed(_ tables: Tables, _ count: Int) throws -> Tables {
    var fixture = LossFixture(tables)
    fixture.rowsPerSegment = Int.random(in: 1...4, using: &generator.random)
    for _ in 0..<count { try generator.change(&fixture) }
    var result = try fixture.tables()
    result.nextKey = tables.nextKey
    // New objects get the next keys; the generator takes any.
    let known = Set(LossFixture(tables).rows.keys)
    let new = fixture.rows.keys.filter { !known.contains($0) }.sorted()
    var keys: [ObjectKey: ObjectKey] = [:]
    for (offset, key) in new.enumerated() { keys[key] = tables.nextKey + ObjectKey(offset) }
    result = result.rekeyed(keys)
    return result
  }

  static func merge(
    _ base: Tables?, _ ours: Tables, _ theirs: Tables, _ winner: MergeSide? = .ours
  ) -> MergeOutcome {
    ThreeWayMerge.merge(base: base, ours: ours, theirs: theirs) { _ in winner }
  }
}
