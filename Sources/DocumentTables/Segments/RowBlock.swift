/// The next few rows of a segment, in plain memory that a reader fills by position and appends to a
/// ``SegmentBuilder`` when it is full or something comes that it is not made for.
///
///     row      0      1      2    …        columns   values, heaps and marks of ``ColumnBlock``
///     key      4      6      7
@usableFromInline
package final class RowBlock {
  /// The heaps of all columns together, so that a hierarchy of many columns costs no more.
  private static let heapBytes = 1 << 19

  // Why they may be used unchecked: the block is confined to the reader that made it. Bounds: keys
  // and entities have room for `ColumnBlock.rows` values, columns for `columnCount`. Lifetime: all
  // lie in memory that is freed with this object.
  @usableFromInline package let columns: UnsafeMutablePointer<ColumnBlock>
  @usableFromInline package let keys: UnsafeMutablePointer<ObjectKey>
  @usableFromInline package let entities: UnsafeMutablePointer<UInt16>
  private let columnCount: Int
  private let memory: UnsafeMutableRawPointer

  package init(_ hierarchy: HierarchyLayout) {
    let layouts = hierarchy.columns.map { ColumnBlock.layout(of: $0.storage) }
    columnCount = layouts.count
    let texts = layouts.count(where: { $0 == .text || $0 == .list })
    let heapCapacity = min(max(Self.heapBytes / max(texts, 1), 1 << 10), 32 << 10) & ~63
    let rows = ColumnBlock.rows
    func size(of layout: ColumnBlock.Layout) -> Int {
      rows * ColumnBlock.stride(of: layout)
        + (layout == .text || layout == .list ? heapCapacity + ColumnBlock.slack : 0)
    }
    memory = .allocate(
      byteCount: layouts.reduce(1) { $0 + size(of: $1) }, alignment: 16)
    columns = .allocate(capacity: max(layouts.count, 1))
    keys = .allocate(capacity: rows)
    entities = .allocate(capacity: rows)
    // All sizes are multiples of 32 bytes, so every column begins where its values may.
    var start = memory
    for (index, layout) in layouts.enumerated() {
      (columns + index).initialize(
        to: ColumnBlock(
          layout, values: start, heap: start + rows * ColumnBlock.stride(of: layout),
          heapCapacity: layout == .text || layout == .list ? heapCapacity : 0))
      start += size(of: layout)
    }
  }

  deinit {
    memory.deallocate()
    columns.deallocate()
    keys.deallocate()
    entities.deallocate()
  }

  /// Appends the first rows to a builder, and forgets all.
  ///
  /// - Parameter textBytes: what the texts of all later rows together cannot exceed.
  package func move(_ count: Int, to builder: SegmentBuilder, textBytes: Int) {
    guard count > 0, count <= ColumnBlock.rows, columnCount == builder.columns.count else { return }
    builder.beginRows(
      keys: UnsafeBufferPointer(start: keys, count: count),
      discriminators: UnsafeBufferPointer(start: entities, count: count))
    for (index, column) in builder.columns.enumerated() {
      column.append(&columns[index], count: count, textBytes: textBytes)
    }
    removeAll()
  }

  /// Forgets all rows.
  package func removeAll() {
    for index in 0..<columnCount { columns[index].removeAll() }
  }
}
