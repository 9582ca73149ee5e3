import Synchronization

/// An immutable run of rows of one table, in ascending order of keys.
///
/// Versions of a table share segments, and segments share columns: what a change does not touch is
/// never copied. Objects hold the segment they read from, so what a getter reads cannot move.
package final class Segment: Sendable {
  private static let made = Atomic<UInt64>(0)

  /// Tells segments apart for as long as the program runs, also when one of them is gone, so that a
  /// file's part can be known to hold exactly these rows.
  package let number = Segment.made.add(1, ordering: .relaxed).newValue
  package let keys: KeyColumn
  package let entities: EntityColumn
  /// One for each column of the hierarchy's layout.
  package let columns: [Column]
  /// Data of other programs, by row: an object whose member names are reverse-DNS names.
  package let foreign: [Int: Tree]

  /// What has been found out about each column.
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

  /// The same rows, some of whose columns have other values.
  init(_ segment: Segment, replacing changed: [Int: Column]) {
    keys = segment.keys
    entities = segment.entities
    columns = segment.columns.enumerated().map { changed[$0] ?? $1 }
    foreign = segment.foreign
    columnIndexes = segment.columnIndexes.enumerated().map {
      changed[$0] == nil ? $1 : ColumnIndexes()
    }
  }

  package var count: Int { keys.count }

  package func value(at row: Int, column: Int) -> Value {
    // Taking references to what a column is made of would cost more than its value.
    // Bound: checked here. Lifetime: the buffer is used inside the closure.
    columns.withUnsafeBufferPointer { columns in
      columns.indices.contains(column) ? columns[column].value(at: row) : .null
    }
  }

  package func columns(at positions: [Int]) -> [Column] { positions.map { columns[$0] } }

  /// A row's values in some columns as keys; nil if one of the values is nil.
  package func comparisonKeys(at row: Int, columns: [Int]) -> [ComparisonKey]? {
    ComparisonKey.list(columns.lazy.map { self.value(at: row, column: $0) })
  }

  /// Who in this segment refers to whom through one column; made at its first use.
  package func inverseIndex(ofColumn column: Int) -> InverseIndex {
    columnIndexes[column].inverseIndex(of: columns[column], keys: keys)
  }

  /// What tells these columns with their rows from all others.
  func numbers(of columns: [Int]) -> [UInt64] { columns.map { columnIndexes[$0].number } }
}
