import Synchronization

/// An immutable run of rows of one table, in ascending order of keys.
///
/// Versions of a table share segments, and segments share columns, so unchanged data is never
/// copied. Objects keep a reference to the segment that they read, so the data behind a getter
/// cannot change.
package final class Segment: Sendable {
  private static let made = Atomic<UInt64>(0)

  /// A number that is unique while the program runs and is never reused.
  ///
  /// A writer can thus tell that a part of a file holds exactly these rows.
  package let number = Segment.made.add(1, ordering: .relaxed).newValue
  package let keys: KeyColumn
  package let entities: EntityColumn
  /// The columns, in the order of the hierarchy's layout.
  package let columns: [Column]
  /// The data of other programs, by row: objects whose member names are reverse-DNS names.
  package let foreign: [Int: Tree]

  /// The cached indexes of each column.
  let columnIndexes: [ColumnIndexes]

  package init(
    keys: KeyColumn, entities: EntityColumn, columns: [Column], foreign: [Int: Tree] = [:]
  ) {
    self.keys = keys
    self.entities = entities
    self.columns = columns
    self.foreign = foreign
    columnIndexes = columns.map { _ in ColumnIndexes() }
  }

  /// Creates a segment with the same rows and new values in some columns.
  package init(_ segment: Segment, replacing changed: [Int: Column]) {
    keys = segment.keys
    entities = segment.entities
    columns = segment.columns.enumerated().map { changed[$0] ?? $1 }
    foreign = segment.foreign
    columnIndexes = segment.columnIndexes.enumerated().map {
      changed[$0] == nil ? $1 : ColumnIndexes()
    }
  }

  /// Creates a segment with the same rows, whose columns and their indexes are the given ones.
  init(_ segment: Segment, columns: [Column], indexes: [ColumnIndexes]) {
    keys = segment.keys
    entities = segment.entities
    self.columns = columns
    foreign = segment.foreign
    columnIndexes = indexes
  }

  package var count: Int { keys.count }

  package func value(at row: Int, column: Int) -> Value {
    // Retaining the parts of a column would cost more than reading a value. Bound: checked here.
    // Lifetime: the buffer is used only inside the closure.
    columns.withUnsafeBufferPointer { columns in
      columns.indices.contains(column) ? columns[column].value(at: row) : .null
    }
  }

  /// Returns a row's values by column.
  package func values(at row: Int) -> [Value] { columns.map { $0.value(at: row) } }

  package func columns(at positions: [Int]) -> [Column] { positions.map { columns[$0] } }

  /// Returns a row's values in some columns as comparison keys; nil if one of the values is nil.
  package func comparisonKeys(at row: Int, columns: [Int]) -> [ComparisonKey]? {
    ComparisonKey.list(columns.lazy.map { self.value(at: row, column: $0) })
  }

  /// Returns the index of references through a column, which is created at its first use.
  package func inverseIndex(ofColumn column: Int) -> InverseIndex {
    columnIndexes[column].inverseIndex(of: columns[column], keys: keys)
  }

  /// Returns the numbers of some columns, which identify these columns and their rows.
  func numbers(of columns: [Int]) -> [UInt64] { columns.map { columnIndexes[$0].number } }
}
