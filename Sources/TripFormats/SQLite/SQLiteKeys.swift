import DocumentFile
import DocumentTables
import SQLiteDatabase

/// The keys of objects whose rows were inserted into an SQLite file.
///
/// SQLite gives each table its own new keys, from the next key of the document on, so new rows of two tables may
/// have the same key. The new keys of a later table then move behind those of the tables before it:
///
///     next key 50    Trip 50, 51 → 50, 51    Item 50, 51, 52 → 52, 53, 54
///
/// A reference names its table, so it moves along.
struct SQLiteKeys {
  /// The range of new keys of a table, and how far they move.
  private struct Moved {
    var range: ClosedRange<ObjectKey>
    var distance: ObjectKey
  }

  private var moved: [Moved?]
  /// The tables whose new keys moved.
  private(set) var movedTables: [(table: Int, first: ObjectKey, distance: ObjectKey)] = []

  /// Finds the new keys of each table.
  ///
  /// - Parameter next: The next key when the file was written.
  init(
    _ file: SQLiteFile, _ layout: SQLiteLayout, next: ObjectKey
  ) throws(DocumentError) {
    moved = layout.tables.map { _ in nil }
    var last = next - 1
    for (index, table) in layout.tables.enumerated() {
      let statement = try file.prepare(
        #"SELECT min("_key"), max("_key") FROM \#(quoted(table.name)) WHERE "_key" >= \#(next)"#,
        for: "find the new keys of \(table.name)")
      guard try file.step(statement), statement.storageClass(at: 0) == .integer,
        statement.storageClass(at: 1) == .integer
      else { continue }
      let (low, high) = (statement.int64(at: 0), statement.int64(at: 1))
      // A key that no object can have is reported with its row.
      guard low >= next, low <= high, high <= ObjectKeyRange.last else { continue }
      if low > last {
        last = high
        continue
      }
      // No overflow: keys are below 2^53.
      let distance = last + 1 - low
      guard high + distance <= ObjectKeyRange.last else {
        throw DocumentError(
          .sqliteRows,
          "\(table.name), _key \(high): new rows of other tables have keys as high, and there are no higher ones"
        )
      }
      moved[index] = Moved(range: low...high, distance: distance)
      movedTables.append((index, low, distance))
      last = high + distance
    }
  }

  /// Returns the key of the object of a row.
  func key(ofRow key: Int64, in table: Int) -> ObjectKey {
    guard let moved = moved[table], moved.range.contains(key) else { return key }
    return key + moved.distance
  }

  /// Returns the key that an object's row has in the file.
  func row(ofKey key: ObjectKey, in table: Int) -> Int64 {
    guard let moved = moved[table], moved.range.contains(key - moved.distance) else { return key }
    return key - moved.distance
  }
}
