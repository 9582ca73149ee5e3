import DocumentTables

extension Tables {
  /// Notes a migration in the history, if it led to another schema: objects with renamed cases are what they were.
  package mutating func noteMigration(from old: TableSchema, _ report: MigrationReport) {
    if !report.migratesSchema { return }
    noteMigration(
      from: old,
      isCustom: report.stages.contains { $0.kind != .lightweight || $0.changeCount > 0 })
  }
}
