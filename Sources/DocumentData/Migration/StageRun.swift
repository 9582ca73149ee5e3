import DocumentMigration
import DocumentTables

/// One stage between two versions, in either direction, for all documents that go through it
/// together.
///
///     up:    willMigrate ► schema change ► didMigrate or transform ► checks ► carried data restored
///     down:  willRevert ► inverse schema change ► didRevert or revert ► checks ► trial upgrade
///
/// Each closure runs once, over all documents. The other parts run document by document.
struct StageRun {
  /// The result of a stage for each document.
  struct Outcome {
    var tables: [Tables]
    let stages: [MigrationReport.Stage]
  }

  let step: MigrationPath.Step
  private let older: StageEnd
  private let newer: StageEnd
  private let closures: ClosureRun
  private let tracker: StageTracker

  /// - Parameters:
  ///   - from: The version before the stage.
  ///   - to: The version after the stage.
  init(
    _ step: MigrationPath.Step, from: StageEnd, to: StageEnd, of migrator: Migrator,
    _ tracker: StageTracker
  ) {
    self.step = step
    self.tracker = tracker
    older = step.isReversed ? to : from
    newer = step.isReversed ? from : to
    closures = ClosureRun(stage: step.name, migrator: migrator)
  }

  /// Returns the schema differences from the older version to the newer, one for each document.
  ///
  /// A difference with two readings is an error.
  private func differences() throws -> [SchemaDifference] {
    do {
      return try zip(older.schemas, newer.schemas).map {
        try step.connection.up.difference(
          from: $0, to: $1, models: (older.version.models, newer.version.models),
          convertsDates: step.connection.convertsDates)
      }
    } catch {
      throw closures.named(error)
    }
  }

  /// The stage to which the losses of a downgrade belong.
  private func lossStage(_ document: Int) -> LossStage {
    LossStage(from: newer.schemas[document], to: older.schemas[document])
  }

  /// The name of a document's store in messages; nil for a store that has all entities.
  private func storeName(_ document: Int) -> String? { older.shares?[document].name }

  // MARK: To the newer version

  func migrate(
    _ tables: consuming [Tables], _ restoration: RestorationPolicy
  ) throws -> Outcome {
    // The guards of carried entries are compared with the tables before the stage.
    let before = tables.map { $0.carried.isEmpty ? nil : $0 }
    let censuses = tables.map { ForeignDataCount($0) }
    let differences = try differences()
    let passage = step.connection.up
    var parts = try run(passage, differences, on: consume tables, from: older, to: newer)
    var outcomes = [RestorationOutcome?](repeating: nil, count: before.count)
    if before.contains(where: { $0 != nil }) {
      try tracker.begin(.restoring, objectCount: parts.tables.rowCount)
    }
    for (document, before) in before.enumerated() {
      guard let before else { continue }
      let found =
        switch restoration {
        case .restore:
          parts.tables[document].restoringCarried(
            of: lossStage(document), from: before,
            counterparts: StageCounterparts(differences[document]))
        case .drop: parts.tables[document].decliningCarried(of: lossStage(document))
        }
      parts.tables[document] = found.tables
      outcomes[document] = found
    }
    try tracker.begin(.end, objectCount: parts.tables.rowCount)
    let stages = parts.tables.indices.map { document in
      MigrationReport.Stage(
        fromVersion: older.version.versionIdentifier, toVersion: newer.version.versionIdentifier,
        kind: passage.kind, isInferred: passage.origin == .inferred, steps: parts.steps[document],
        saves: parts.saves[document], warnings: parts.warnings[document],
        acceptances: parts.acceptances[document], outcome: outcomes[document],
        lostForeignData: censuses[document].lost(in: parts.tables[document]))
    }
    return Outcome(tables: parts.tables, stages: stages)
  }

  // MARK: To the older version

  /// - Parameter carries: Whether the documents carry the losses.
  func revert(_ tables: consuming [Tables], carries: Bool) throws -> Outcome {
    let originals = copy tables
    let differences = try differences()
    let passage = step.connection.down
    let parts = try run(
      passage, differences.map { $0.reversed() }, on: consume tables, from: newer, to: older)
    var reverted = parts.tables.map { $0.inWrittenForm() }
    try tracker.begin(.losses, objectCount: reverted.rowCount)
    let triedAgain = try triedAgain(reverted)
    let losses = reverted.indices.map { document in
      Losses.between(
        originals[document], triedAgain[document], downgraded: reverted[document],
        counterparts: StageCounterparts(differences[document]))
    }
    if carries {
      for document in reverted.indices {
        reverted[document] = losses[document].carried(
          in: reverted[document], from: originals[document])
      }
    }
    try tracker.begin(.end, objectCount: reverted.rowCount)
    let stages = reverted.indices.map { document in
      MigrationReport.Stage(
        fromVersion: newer.version.versionIdentifier, toVersion: older.version.versionIdentifier,
        kind: passage.kind, isReversed: true, isInferred: passage.origin == .inferred,
        steps: parts.steps[document], saves: parts.saves[document],
        warnings: parts.warnings[document],
        losses: carries ? losses[document] : losses[document].dropped())
    }
    return Outcome(tables: reverted, stages: stages)
  }

  /// Upgrades reverted tables without carried data; differences from the original tables are
  /// losses.
  private func triedAgain(_ reverted: [Tables]) throws -> [Tables] {
    var tables = reverted
    for document in tables.indices { tables[document].carried = [] }
    let up = StageRun(again: self)
    do {
      return try up.migrate(tables, .restore).tables
    } catch let error as SwiftDataError {
      throw SwiftDataError(
        .migrationStageFailure,
        "a document of version \(older.name) could not be migrated to \(newer.name) again: "
          + error.explanation,
        stage: step.name, entity: error.entity, property: error.property, object: error.object,
        underlying: error)
    }
  }

  private init(again other: StageRun) {
    step = other.step
    older = other.older
    newer = other.newer
    closures = ClosureRun(
      stage: "\(other.older.name) → \(other.newer.name)", migrator: other.closures.migrator)
    var silent = other.tracker
    silent.isSilent = true
    tracker = silent
  }

  // MARK: What both have in common

  /// The intermediate results, by document.
  private struct Parts {
    var tables: [Tables]
    var steps: [[MigrationReport.Step]]
    var saves: [[ChangeDescription]]
    var warnings: [[String]]
    /// The changes that the rows made acceptable.
    var acceptances: [[String]]

    /// Moves the tables out, so that a closure's store holds the only reference to their rows.
    mutating func takeTables() -> [Tables] {
      defer { tables = [] }
      return tables
    }

    /// Stores the result of a closure.
    mutating func take(_ outcome: consuming ClosureRun.Outcome) {
      tables = outcome.tables
      for document in saves.indices {
        saves[document] += outcome.changes[document]
        warnings[document] += outcome.warnings[document]
      }
    }
  }

  private func run(
    _ passage: StagePassage, _ differences: [SchemaDifference], on tables: consuming [Tables],
    from: StageEnd, to: StageEnd
  ) throws -> Parts {
    let code = passage.closures
    var parts = Parts(
      tables: [], steps: [], saves: differences.map { _ in [] },
      warnings: differences.map { _ in [] }, acceptances: [])
    if let before = code.before {
      try tracker.begin(.closureBefore, objectCount: tables.rowCount)
      parts.take(
        try closures.run(before, on: consume tables, of: from, passage.places.before, beside: to))
    } else {
      parts.tables = consume tables
    }
    try tracker.begin(.schema, objectCount: parts.tables.rowCount)
    let source = code.between == nil ? nil : parts.tables
    for (document, difference) in differences.enumerated() {
      parts.steps.append(
        tracker.isSilent ? [] : MigrationReport.steps(of: difference, on: parts.tables[document]))
      do {
        let before = difference.keepsValues ? parts.tables[document] : nil
        let migrated = try parts.tables[document].migrated(
          by: difference, leavesRowsToClosures: code.runsAfter)
        parts.acceptances.append(
          tracker.isSilent ? [] : parts.tables[document].words(onOpenDecisions: difference))
        parts.tables[document] = migrated
        if let before, difference.way != .back {
          parts.tables[document] = parts.tables[document].keepingValues(of: before, by: difference)
        } else {
          parts.tables[document] = parts.tables[document].puttingBackValues(by: difference)
        }
      } catch {
        throw closures.named(error, in: storeName(document))
      }
    }
    if let after = code.after {
      try tracker.begin(.closureAfter, objectCount: parts.tables.rowCount)
      parts.take(
        try closures.run(
          after, on: parts.takeTables(), of: to, passage.places.after, beside: from))
    }
    if let between = code.between, let source {
      try tracker.begin(.closureAfter, objectCount: parts.tables.rowCount)
      parts.take(
        try closures.run(
          between, reading: source, of: from, changing: parts.takeTables(), of: to, passage.both))
    }
    if differences.contains(where: \.mayBreakUniqueness) || !code.isEmpty {
      try tracker.begin(.checks, objectCount: parts.tables.rowCount)
    }
    for (document, difference) in differences.enumerated()
    where difference.mayBreakUniqueness || !code.isEmpty {
      try check(parts.tables[document], of: to, document, after: difference, passage)
      parts.tables[document].noteUniqueness()
    }
    return parts
  }

  /// Checks the rows that the closures have left.
  private func check(
    _ tables: Tables, of end: StageEnd, _ document: Int, after difference: SchemaDifference,
    _ passage: StagePassage
  ) throws {
    if !passage.closures.isEmpty {
      do {
        try tables.checkRows(after: difference)
        _ = try end.catalog(of: end.shares?[document], end.schemas[document]).proveDecodable(tables)
      } catch var error as SwiftDataError {
        let place = passage.closures.between == nil ? passage.places.after : passage.both.1
        error.explanation +=
          "; set it or delete the object in \(place == .new || place == .older ? "the closure, in " : "")"
          + place.rawValue
        throw closures.named(error, in: storeName(document))
      } catch {
        throw closures.named(error, in: storeName(document))
      }
    }
    guard let finding = UniquenessCheck.findings(tables, limit: 1).first else { return }
    let places = passage.places
    let advice =
      step.isReversed && passage.closures.isEmpty
      ? "; give the stage a closure \(places.before) or \(places.after) that decides what becomes "
        + "of them" : ""
    throw SwiftDataError(
      .migrationStageFailure, closures.place(storeName(document)) + finding.detail + advice,
      stage: closures.stage, entity: finding.entity, property: finding.property,
      object: finding.key)
  }
}

extension [Tables] {
  var rowCount: Int { reduce(0) { $0 + $1.rowCount } }
}
