/// A buffer for the next few rows of a segment.
///
/// A reader fills the buffer by position and appends it to a ``SegmentBuilder`` when the buffer is
/// full or when a record comes that does not fit this form.
///
///     row      0      1      2    …        columns   values, heaps and marks of ``ColumnBlock``
///     key      4      6      7
@usableFromInline
package final class RowBlock {
  /// The size of all columns' heaps together, so that a hierarchy with many columns takes no more
  /// memory.
  private static let heapBytes = 1 << 19

  // Why unchecked pointers are safe: the block is confined to the reader that created it. Bounds:
  // `keys` and `entities` have room for `ColumnBlock.rows` values, `columns` for `columnCount`.
  // Lifetime: all of this memory is freed with this object.
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
    // All sizes are multiples of 32 bytes, so every column starts at an aligned address.
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

  /// Appends the first `count` rows to a builder and clears the block.
  ///
  /// - Parameters:
  ///   - textBytes: An upper bound for the bytes of all later rows' texts together.
  ///   - nestedBytes: The memory that the trees and arrays of the rows take as values.
  package func move(
    _ count: Int, to builder: SegmentBuilder, textBytes: Int, nestedBytes: Int
  ) {
    guard count > 0, count <= ColumnBlock.rows, columnCount == builder.columns.count else { return }
    builder.beginRows(
      keys: UnsafeBufferPointer(start: keys, count: count),
      discriminators: UnsafeBufferPointer(start: entities, count: count),
      nestedBytes: nestedBytes)
    for (index, column) in builder.columns.enumerated() {
      column.append(&columns[index], count: count, textBytes: textBytes)
    }
    removeAll()
  }

  /// Clears the block.
  package func removeAll() {
    for index in 0..<columnCount { columns[index].removeAll() }
  }
}
