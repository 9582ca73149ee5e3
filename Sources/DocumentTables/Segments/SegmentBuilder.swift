/// A builder that collects rows into one segment.
///
/// A reader begins a row and then appends one value to the builder of each column. The builder
/// checks neither keys nor values.
@usableFromInline
package final class SegmentBuilder {
  /// The number of rows at which a form without chunks begins another segment.
  ///
  /// Enough rows for columns to pay off; ``maximumHeapBytes`` limits the bytes, so that an edit
  /// remains small.
  package static let maximumRows = 8192
  package static let maximumHeapBytes = 4 << 20
  /// The upper limit for a heap's bytes after edits.
  ///
  /// Far below the limit of 32-bit offsets, so that copying some more rows cannot reach it.
  package static let largestHeapBytes = 1 << 30

  @usableFromInline package let columns: [ColumnBuilder]
  /// The number of rows at which the segment is full; fewer than ``maximumRows`` if a row has
  /// thousands of columns.
  private let fullRows: Int
  /// The builders of text and data columns, which may grow long with few rows.
  private let heaps: [ColumnBuilder]
  private let nested: [ColumnBuilder]
  @exclusivity(unchecked) @usableFromInline package var rowCount = 0
  @exclusivity(unchecked) @usableFromInline var keys: [ObjectKey] = []
  @exclusivity(unchecked) @usableFromInline var entities: [UInt16] = []
  private var foreign: [Int: Tree] = [:]
  /// The memory of nested values that no column counts: foreign data, and values from blocks.
  private var uncountedNestedBytes = 0

  package init(_ hierarchy: HierarchyLayout, expectedRows: Int = 0) {
    columns = hierarchy.columns.map { $0.makeBuilder(expectedRows: expectedRows) }
    fullRows = max(1, min(Self.maximumRows, (128 << 20) / max(1, hierarchy.placeBytes)))
    heaps = columns.filter { $0.storage == .text || $0.storage == .data }
    nested = columns.filter { $0.storage.nestedForm != nil }
    keys.reserveCapacity(expectedRows)
    entities.reserveCapacity(expectedRows)
  }

  /// Begins the next row.
  ///
  /// The caller then appends one value to each of ``columns``.
  @inlinable package func beginRow(key: ObjectKey, discriminator: UInt16) {
    keys.append(key)
    entities.append(discriminator)
    rowCount += 1
  }

  /// Begins rows.
  ///
  /// The caller then appends one value per row to each of ``columns``.
  ///
  /// - Parameter nestedBytes: The memory that their trees and arrays take as values.
  func beginRows(
    keys: UnsafeBufferPointer<ObjectKey>, discriminators: UnsafeBufferPointer<UInt16>,
    nestedBytes: Int
  ) {
    uncountedNestedBytes += nestedBytes
    self.keys.append(contentsOf: keys)
    entities.append(contentsOf: discriminators)
    rowCount += keys.count
  }

  /// Sets the foreign data of the row that was begun last.
  package func setForeign(_ tree: Tree) {
    foreign[rowCount - 1] = tree
    uncountedNestedBytes += tree.nestedBytes
  }

  /// Appends a row with its values by column; missing values are nil.
  package func append(key: ObjectKey, discriminator: UInt16, values: [Value]) {
    beginRow(key: key, discriminator: discriminator)
    for (index, builder) in columns.enumerated() {
      builder.append(values.indices.contains(index) ? values[index] : .null)
    }
  }

  /// Appends rows of another segment of the same hierarchy.
  package func append(_ segment: Segment, rows: Range<Int>) {
    let hasForeign = !segment.foreign.isEmpty
    for row in rows {
      if hasForeign, let tree = segment.foreign[row] { foreign[rowCount] = tree }
      beginRow(key: segment.keys[row], discriminator: segment.entities[row])
    }
    for (builder, column) in zip(columns, segment.columns) { builder.append(column, rows: rows) }
  }

  package var lastKey: ObjectKey? { keys.last }

  /// The heap bytes of all text and data columns, and of the largest of them.
  package var heapBytes: (sum: Int, largest: Int) {
    heaps.reduce((0, 0)) { ($0.0 + $1.heap.count, max($0.1, $1.heap.count)) }
  }

  /// The memory that trees, arrays and foreign data take as values, in bytes (spec 3.12).
  package var nestedBytes: Int { nested.reduce(uncountedNestedBytes) { $0 + $1.nestedBytes } }

  /// The upper limit for ``nestedBytes``, which readers check after each record that is not plain,
  /// and after each run of plain ones.
  package var largestNestedBytes = Int.max

  /// The heap bytes of the largest column of trees or arrays.
  package var largestNestedHeap: Int { nested.reduce(0) { max($0, $1.heap.count) } }

  /// Whether a form without chunks should begin another segment.
  package var isFull: Bool {
    rowCount >= fullRows || heaps.contains { $0.heap.count >= Self.maximumHeapBytes }
      || nested.contains { $0.heap.count >= Self.maximumHeapBytes }
  }

  /// How many rows the segment has room for, but for the limit of its heaps.
  var room: Int { max(1, fullRows - rowCount) }

  package func finish() -> Segment {
    let first = entities.first ?? 0
    let isConstant = entities.allSatisfy { $0 == first }
    return Segment(
      keys: KeyColumn(ascending: keys),
      entities: isConstant ? .constant(first) : .list(entities),
      columns: columns.map { $0.finish() }, foreign: foreign)
  }
}
