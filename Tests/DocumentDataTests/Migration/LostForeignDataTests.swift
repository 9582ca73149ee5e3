import DocumentData
import DocumentMigration
import DocumentTables
import Testing

@Suite("Other programs' data of objects that a migration takes away")
struct LostForeignDataTests {
  /// Gives every object of an entity foreign data, a record and a part of its own.
  private func marked(_ tables: Tables, _ entity: String) throws -> Tables {
    var result = tables
    let index = try #require(tables.schema.hierarchyIndex(of: entity))
    var keys: [ObjectKey] = []
    result.tables[index] = Table(
      segments: tables.tables[index].segments.map { segment in
        var foreign: [Int: Tree] = [:]
        for row in 0..<segment.count {
          keys.append(segment.keys[row])
          foreign[row] = .members(["org.other.mark": .integer(segment.keys[row])])
        }
        return Segment(
          keys: segment.keys, entities: segment.entities, columns: segment.columns,
          foreign: foreign)
      })
    for key in keys {
      result.extensions.append(
        ExtensionRecord(
          entity: "org.other.Label", key: result.nextKey, anchor: key, value: .text("label \(key)"))
      )
      result.nextKey += 1
      result.keptParts.append(
        KeptPart(name: "attachments/com.example/\(key).bin", bytes: [1], anchor: key))
    }
    return result
  }

  private func convert(
    _ tables: Tables, to version: Int, _ plan: any SchemaMigrationPlan.Type
  ) throws -> (tables: Tables, report: MigrationReport) {
    try Migrator(plan, schemaName: "birds")
      .convert(tables, to: Schema.Version(version, 0, 0), losses: .carry)
  }

  @Test("is named where a closure makes two objects one")
  func merged() throws {
    let tables = try Birds.tables(HerbsV2.self) { context in
      context.insert(HerbsV2.Bed(title: "south"))
      context.insert(HerbsV2.Bed(title: "south"))
      context.insert(HerbsV2.Bed(title: "north"))
    }
    let (migrated, report) = try convert(try marked(tables, "Bed"), to: 3, HerbPlan.self)
    #expect(
      report.lostForeignData.map(\.description) == [
        #"Bed 2, in its record: {"org.other.mark":2}"#,
        #"Bed 2, in a record that belonged to it: org.other.Label "label 2""#,
        "Bed 2, in a part that belonged to it: attachments/com.example/2.bin",
      ])
    #expect(migrated.extensions.map(\.anchor) == [1, 3])
    #expect(
      migrated.keptParts.map(\.name) == [
        "attachments/com.example/1.bin", "attachments/com.example/3.bin",
      ])
    #expect(
      report.json.contains(
        #"{"entity":"Bed","key":2,"kind":"part","value":"attachments/com.example/2.bin"}"#))
  }

  @Test("is named where their entity goes")
  func removed() throws {
    let tables = try Birds.tables(MeadowV2.self) { context in
      context.insert(MeadowV2.Tool(label: "rake"))
      context.insert(MeadowV2.Keeper(name: "Ann"))
    }
    let both = try marked(try marked(tables, "Tool"), "Keeper")
    let (migrated, report) = try convert(both, to: 3, MeadowPlan.self)
    #expect(
      report.lostForeignData.map(\.description) == [
        #"Tool 1, in its record: {"org.other.mark":1}"#,
        #"Tool 1, in a record that belonged to it: org.other.Label "label 1""#,
        "Tool 1, in a part that belonged to it: attachments/com.example/1.bin",
      ])
    #expect(migrated.extensions.count == 1)
    #expect(migrated.keptParts.count == 1)
  }

  @Test("is a loss that comes back, where an older version has no place for the object")
  func carried() throws {
    let tables = try Birds.tables(MeadowV5.self) { context in
      context.insert(MeadowV5.Gardener(name: "Ann"))
    }
    let original = try marked(tables, "Gardener")
    let (down, report) = try convert(original, to: 4, MeadowPlan.self)
    #expect(report.lostForeignData.isEmpty)
    let foreign = report.losses.filter { $0.kind == .foreignData }
    #expect(
      foreign.map(\.value) == [
        #"{"org.other.mark":1}"#, "2", #""attachments/com.example/1.bin""#,
      ])
    #expect(down.extensions.map(\.anchor) == [nil])
    #expect(down.keptParts.map(\.anchor) == [nil])
    let again = try convert(down, to: 5, MeadowPlan.self).tables
    #expect(again.extensions == original.extensions)
    #expect(again.keptParts == original.keptParts)
    let key = try #require(original.tables.last { $0.rowCount > 0 }?.segments.first?.keys[0])
    let found = try #require(again.find(key))
    #expect(
      again.tables[found.hierarchy].segments[found.location.segment].foreign[found.location.row]
        == .members(["org.other.mark": .integer(key)]))
  }
}
