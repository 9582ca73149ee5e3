import DocumentFile
import DocumentTables
import TripDocuments

/// Migrating what was read, apart from reading it.
enum MigratingTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "read", arity: 1) { arguments in
        keep(try Figures.measure { try DocumentFile.read(.path(arguments[0])) })
      },
      MeasuredTask(name: "migrate", arity: 1) { try migrate($0[0], $0.series.plan) },
      MeasuredTask(name: "migrate-plainly", arity: 1) { try migrate($0[0], PlainTripPlan.self) },
      MeasuredTask(name: "plain-floor", arity: 1) { arguments in
        var content = try Figures.measure("reading-") { try DocumentFile.read(.path(arguments[0])) }
        let tables = content.takeTables()
        keep(content)
        keep(Figures.measure { PlainFloor.run(tables) })
      },
    ]
  }

  private static func migrate(_ path: String, _ plan: any SchemaMigrationPlan.Type) throws {
    let migrator = Migrator(plan, schemaName: TripMigrationPlan.schemaName)
    var content = try Figures.measure("reading-") { try DocumentFile.read(.path(path)) }
    var tables = [content.takeTables()]
    keep(content)
    // As whoever opens a document does, nobody holds what is migrated.
    keep(try Figures.measure { try migrator.migrate(tables.removeLast()) })
  }
}
