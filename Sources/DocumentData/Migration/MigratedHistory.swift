import DocumentTables

extension Tables {
  /// Notes a migration in the history, if there were stages.
  package mutating func noteMigration(from old: TableSchema, _ report: MigrationReport) {
    if report.stages.isEmpty { return }
    noteMigration(
      from: old,
      isCustom: report.stages.contains { $0.kind != .lightweight || $0.changeCount > 0 })
  }
}
