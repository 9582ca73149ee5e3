import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

// Three applications of three versions each, of which the older versions exist with classes and frozen:
// both plans must give the same files and reports, up and down.

@Suite("Applications whose old versions are frozen")
struct FrozenApplicationTests {
  /// An application: a document of its first version, and its two plans.
  struct Application: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let first: any VersionedSchema.Type
    let classes: any SchemaMigrationPlan.Type
    let frozen: any SchemaMigrationPlan.Type
    let fill: @Sendable (ModelContext) throws -> Void
  }

  static let applications = [
    Application(
      testDescription: "a ledger", first: LedgerV1.self, classes: LedgerPlan.self,
      frozen: FrozenLedgerPlan.self,
      fill: { context in
        let page = LedgerV1.Page(number: 1)
        context.insert(page)
        for (number, who) in ["Ada", "Grace", "Ada"].enumerated() {
          let entry = LedgerV1.Entry(
            who: who, amount: number * 1050, kind: number == 1 ? .income : .expense)
          entry.created = Date(timeIntervalSinceReferenceDate: Double(number))
          entry.place = number == 0 ? LedgerPlace(city: "London", latitude: 51.5) : nil
          entry.note = number == 2 ? LedgerNote(text: "n", stars: [1, 2]) : nil
          entry.tags = ["t\(number)", ""]
          page.entries.insert(entry, at: 0)
        }
      }),
    Application(
      testDescription: "a shelf of recipes", first: PantryV1.self, classes: PantryPlan.self,
      frozen: FrozenPantryPlan.self, fill: Pantry.fill),
    Application(
      testDescription: "a club of members", first: ClubV1.self, classes: ClubPlan.self,
      frozen: FrozenClubPlan.self, fill: ClubMembers.fill),
  ]

  private func bytes(_ tables: Tables) throws -> String {
    String(
      decoding: try DocumentFile.bytes(
        of: tables, form: .flat, options: DocumentWriteOptions(encoding: .json)), as: UTF8.self)
  }

  /// The lines of a report, with the changes of one object in the order of their words.
  ///
  /// They are in the order in which a class declares its properties, which a frozen version does not have.
  private func lines(_ report: MigrationReport) -> String {
    report.description.split(separator: "\n").map { line in
      guard let colon = line.range(of: " changed: ") else { return String(line) }
      let changes = line[colon.upperBound...].split(separator: ", ").sorted()
      return line[..<colon.upperBound] + changes.joined(separator: ", ")
    }.joined(separator: "\n")
  }

  @Test("have the same files and reports as with classes, up and down", arguments: applications)
  func same(_ application: Application) throws {
    let old = try Birds.tables(application.first, application.fill)
    var found: [[String]] = []
    for plan in [application.classes, application.frozen] {
      let migrator = Migrator(plan, schemaName: "birds")
      let up = try migrator.migrate(old)
      var texts = [try bytes(up.tables), lines(up.report)]
      for version in [2, 1, 3] {
        let there = try migrator.convert(
          up.tables, to: Schema.Version(version, 0, 0), losses: .carry)
        let back = try migrator.convert(there.tables, to: Schema.Version(3, 0, 0), losses: .carry)
        texts += [
          try bytes(there.tables), lines(there.report), try bytes(back.tables),
          lines(back.report),
        ]
      }
      let dropped = try migrator.convert(up.tables, to: Schema.Version(1, 0, 0), losses: .drop)
      texts += [try bytes(dropped.tables), lines(dropped.report)]
      found.append(texts)
    }
    for (classes, frozen) in zip(found[0], found[1]) { #expect(classes == frozen) }
    #expect(found[0][0].contains("\"version\":\"3.0.0\""))
  }

  @Test("open old files in a container of today's classes", arguments: applications)
  func container(_ application: Application) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).trips.json")
    defer { try? FileManager.default.removeItem(at: url) }
    let old = try Birds.tables(application.first, application.fill)
    try DocumentFile.write(
      old, form: .flat, options: DocumentWriteOptions(encoding: .json), to: .path(url.path))
    let newest = try #require(application.frozen.schemas.last)
    let container = try ModelContainer(
      for: Schema(versionedSchema: newest), migrationPlan: application.frozen,
      configurations: ModelConfiguration(url: url))
    try ModelContext(container).save()
    let saved = try DocumentFile.read(.path(url.path)).tables
    #expect(saved.schema.version == SchemaVersion(3, 0, 0))
    #expect(TablesCheck.findings(saved).isEmpty)
  }
}
