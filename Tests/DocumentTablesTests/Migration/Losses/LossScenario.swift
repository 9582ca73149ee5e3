import DocumentMigration
import DocumentTables

/// A document that goes down one stage, is changed there by another program, and comes up again; the
/// way down is written as a change of rows, the way up does nothing.
struct LossScenario {
  var original = LossFixture()
  /// What the way down does.
  var down: (inout LossFixture) -> Void = { _ in }
  /// What another program does.
  var edit: (inout LossFixture) -> Void = { _ in }
  var withoutEntities: Set<String> = []
  var withoutProperties: Set<String> = []

  static let trip: [String: Value] = [
    "name": .text("a"), "mood": .text("calm"), "tags": .references([]),
  ]

  static func trip(_ name: String, _ values: [String: Value] = [:]) -> LossFixture.Row {
    LossFixture.Row(
      entity: values["boss"] == nil ? "Trip" : "Work",
      values: trip.merging(["name": .text(name)]) { $1 }.merging(values) { $1 })
  }

  static func item(_ title: String, in trip: ObjectKey?) -> LossFixture.Row {
    LossFixture.Row(
      entity: "Item",
      values: ["title": .text(title), "trip": trip.map { .reference($0) } ?? .null])
  }

  struct Result {
    var losses: Losses
    var outcome: RestorationOutcome
    var rows: LossFixture
    /// The words of what was dropped.
    var dropped: [String]
  }

  func run() throws -> Result {
    let counterparts = try LossFixture.counterparts(
      withoutEntities: withoutEntities, withoutProperties: withoutProperties)
    var lower = original
    down(&lower)
    let before = try original.tables()
    let losses = Losses.between(
      before, try lower.tables(), downgraded: try lower.tables(SchemaVersion(1, 0, 0)),
      counterparts: counterparts)
    let carried = losses.carried(in: try lower.tables(SchemaVersion(1, 0, 0)), from: before)
    var edited = LossFixture(carried)
    edit(&edited)
    var up = try edited.tables()
    up.carried = carried.carried
    let outcome = up.restoringCarried(
      of: LossStage(schema: "S", from: SchemaVersion(2, 0, 0), to: SchemaVersion(1, 0, 0)),
      from: try edited.tables(SchemaVersion(1, 0, 0)), counterparts: counterparts)
    return Result(
      losses: losses, outcome: outcome, rows: LossFixture(outcome.tables),
      dropped: outcome.dropped.flatMap { dropped in
        dropped.losses.keys.map { "\(dropped.losses.header.kind) \($0): \(dropped.reason)" }
      })
  }
}
