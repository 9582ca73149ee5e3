import DocumentFile
import DocumentTables

/// What is doubtful in the rows of a trip document, found while they pass by.
///
///     Leg, Stay, item ─► span: starts after it ends, too long ─► days by trip ┐  (sorted, on disk if many)
///     Trip            ─► span                                                 ┴► outside the trip's days
///     every place     ─► coordinates, time zone
///
/// Documents of each version are checked as they are, so that doubts name objects of the file: from 5.0.0 on
/// trips, stays, legs, items and places; in older versions the days of trips, for there is nothing else.
final class TripDoubts {
  /// The most doubts that are listed of one document; all are counted.
  static let most = 100

  private(set) var doubts: [Doubt] = []
  private(set) var count = 0

  func add(_ doubt: Doubt) {
    count += 1
    if doubts.count < Self.most { doubts.append(doubt) }
  }

  /// Returns what receives the rows of a document; nil if its schema is no released trip schema.
  ///
  /// If the rows are read again, the doubts of the reading before are forgotten.
  func rows(_ schema: TableSchema, _ spill: SpillFile) -> SchemaChecks.Rows? {
    (doubts, count) = ([], 0)
    guard (try? TripMigration.versions(from: schema)) != nil else { return nil }
    let hierarchies = schema.hierarchies
    var days = TripDays(spill)
    let spans = hierarchies.map { SpanDoubts($0) }
    let places = hierarchies.map { PlaceDoubts($0) }
    var zones = ZoneDistance()
    return { [self] (segment, hierarchy) throws(DocumentError) in
      try spans[hierarchy]?.check(segment, &days, add)
      places[hierarchy].check(segment, &zones, add)
    }
  }
}

/// The rows of a segment, as the objects of doubts.
struct DoubtedRows {
  let hierarchy: HierarchyLayout
  let segment: Segment

  /// Returns a doubt about a row.
  func doubt(
    _ kind: Doubt.Kind, _ row: Int, of property: String? = nil, _ detail: String
  ) -> Doubt {
    Doubt(
      kind: kind, entity: hierarchy.entities[Int(segment.entities[row])].name,
      key: segment.keys[row], property: property, detail: detail)
  }
}
