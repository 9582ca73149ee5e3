import DocumentTables
import TripPages

/// The conditions that `list --from` and `--until` stand for.
enum PeriodBounds {
  /// Returns the conditions on when the objects of an entity end and begin.
  ///
  /// - Parameters:
  ///   - from: The day, month or year on which they end at the earliest.
  ///   - until: The day, month or year on which they begin at the latest.
  /// - Throws: ``CommandFailure`` if the objects have no days.
  static func filters(
    _ entity: String, _ schema: TableSchema, from: String?, until: String?
  ) throws -> [ObjectFilter] {
    guard from != nil || until != nil else { return [] }
    let presentation = EntityPresentation(entity, in: schema)
    // A time holds instead of a day, so a condition on one of them would leave objects out.
    if let (day, time) = presentation?.times.min(by: { $0.key < $1.key }) {
      throw UsageError.failure(
        "tripconv list",
        "--from and --until are for objects that have only days; of \(entity) write conditions, such as "
          + "--where '\(day)>=2026-05' or --where '\(time.name)>=…'")
    }
    let days = (presentation?.attributes ?? []).filter {
      $0.type == .scalar(.day) || $0.type == .scalar(.date)
    }
    guard let start = days.first, let end = days.dropFirst().first ?? days.first else {
      throw UsageError.failure(
        "tripconv list", "\(entity) has no days: --from and --until find nothing")
    }
    let beyond = try from.map { [try ObjectFilter("\(end.name)>=\($0)")] } ?? []
    return beyond
      + (try until.map { [try ObjectFilter("\(start.name)<=\($0)")] } ?? [])
  }
}
