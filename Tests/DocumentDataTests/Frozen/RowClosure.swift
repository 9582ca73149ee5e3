import DocumentData
import DocumentTables
import Foundation

/// The entities of the ledger's first version under the second number.
private enum LedgerV1Again: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { LedgerV1.models }
}

private enum FrozenLedgerV1Again: FrozenVersion {
  static let schema = FrozenSchema(of: LedgerV1Again.self)
}

/// Runs closures on the rows of a small ledger.
enum RowClosure {
  typealias OneContext = @Sendable (ModelContext) throws -> Void

  @TaskLocal static var willMigrate: OneContext?
  @TaskLocal static var didMigrate: OneContext?
  @TaskLocal static var transform: (@Sendable (ModelContext, ModelContext) throws -> Void)?

  private enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
      [FrozenLedgerV1.self, FrozenLedgerV1Again.self]
    }
    static var stages: [MigrationStage] {
      if let transform {
        return [
          .transforming(
            fromVersion: FrozenLedgerV1.self, toVersion: FrozenLedgerV1Again.self,
            transform: transform)
        ]
      }
      return [
        .custom(
          fromVersion: FrozenLedgerV1.self, toVersion: FrozenLedgerV1Again.self,
          willMigrate: willMigrate, didMigrate: didMigrate)
      ]
    }
  }

  /// A page with three entries.
  static func ledger() throws -> Tables {
    try Birds.tables(LedgerV1.self) { context in
      let page = LedgerV1.Page(number: 7)
      context.insert(page)
      for (number, who) in ["Ada", "Grace", "Ada"].enumerated() {
        let entry = LedgerV1.Entry(who: who, amount: number, kind: .income)
        entry.created = Date(timeIntervalSinceReferenceDate: Double(number))
        entry.place = number == 0 ? LedgerPlace(city: "London", latitude: 51.5) : nil
        entry.note = number == 0 ? LedgerNote(text: "n", stars: [1, 2]) : nil
        entry.tags = ["t\(number)"]
        page.entries.append(entry)
      }
    }
  }

  /// Migrates the ledger with a closure on the older version.
  @discardableResult
  static func run(_ closure: @escaping OneContext) throws -> (Tables, MigrationReport) {
    try $willMigrate.withValue(closure) { try Birds.migrate(Plan.self, try ledger()) }
  }

  /// Migrates the ledger with a closure on the newer version.
  @discardableResult
  static func runAfter(_ closure: @escaping OneContext) throws -> (Tables, MigrationReport) {
    try $didMigrate.withValue(closure) { try Birds.migrate(Plan.self, try ledger()) }
  }

  /// Migrates the ledger with a closure on both versions.
  @discardableResult
  static func run(
    both closure: @escaping @Sendable (ModelContext, ModelContext) throws -> Void
  ) throws -> (Tables, MigrationReport) {
    try $transform.withValue(closure) { try Birds.migrate(Plan.self, try ledger()) }
  }

  /// The entries of a migrated ledger as objects of classes.
  static func entries(_ tables: Tables) throws -> [LedgerV1.Entry] {
    try Birds.context(tables, LedgerV1.self).all(LedgerV1.Entry.self)
  }
}

extension ModelContext {
  /// The first row of an entity.
  func firstRow(_ entity: String) throws -> FrozenRow {
    guard let row = try rows(entity).first else { throw Broken() }
    return row
  }
}
