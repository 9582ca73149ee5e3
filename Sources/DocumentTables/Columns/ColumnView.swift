/// Borrowed memory of one column: reading a value copies nothing and retains nothing.
@usableFromInline
package struct ColumnView: BitwiseCopyable {
  /// The layout of the values; values without a layout here are read from the column.
  @usableFromInline
  package enum Layout: UInt8, BitwiseCopyable {
    case bool, integer, unsigned, double, date, uuid, text, data, nested, reference
    /// Every row is null.
    case null
    /// Every row has the same value, which is not null.
    case constant
    case other
  }

  /// Views of more columns would need a deep stack; the other columns are read without views.
  private static let maximumColumns = 256

  @usableFromInline package let layout: Layout
  @usableFromInline let values: UnsafeRawPointer?
  @usableFromInline let ends: UnsafePointer<UInt32>?
  @usableFromInline let nulls: UnsafePointer<UInt64>?
  @usableFromInline let nullWords: Int

  private init(
    _ layout: Layout, values: UnsafeRawPointer? = nil, ends: UnsafePointer<UInt32>? = nil,
    nulls: UnsafeBufferPointer<UInt64> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    self.layout = layout
    self.values = values
    self.ends = ends
    self.nulls = nulls.baseAddress
    nullWords = nulls.count
  }

  /// Passes views of columns to a closure; the views are valid during the call only.
  package static func lend(
    _ columns: [Column], _ body: (UnsafeBufferPointer<ColumnView>) -> Void
  ) {
    var views: [ColumnView] = []
    views.reserveCapacity(columns.count)
    lend(columns, &views, body)
  }

  /// Borrows the memory of the next column, and recursively of the columns after it.
  private static func lend(
    _ columns: [Column], _ views: inout [ColumnView],
    _ body: (UnsafeBufferPointer<ColumnView>) -> Void
  ) {
    guard views.count < min(columns.count, maximumColumns) else {
      while views.count < columns.count { views.append(ColumnView(.other)) }
      return views.withUnsafeBufferPointer(body)
    }
    switch columns[views.count] {
    case .bool(let column): lend(column, .bool, columns, &views, body)
    case .integer(let column): lend(column, .integer, columns, &views, body)
    case .unsigned(let column): lend(column, .unsigned, columns, &views, body)
    case .double(let column): lend(column, .double, columns, &views, body)
    case .date(let column): lend(column, .date, columns, &views, body)
    case .uuid(let column): lend(column, .uuid, columns, &views, body)
    case .reference(let column): lend(column, .reference, columns, &views, body)
    case .text(let column): lend(column, .text, columns, &views, body)
    case .data(let column): lend(column, .data, columns, &views, body)
    case .constant(let value, _):
      views.append(ColumnView(value.isNull ? .null : .constant))
      lend(columns, &views, body)
    case .nested(let column): lend(column.texts, .nested, columns, &views, body)
    case .references:
      views.append(ColumnView(.other))
      lend(columns, &views, body)
    }
  }

  private static func lend<Element>(
    _ column: FixedColumn<Element>, _ layout: Layout, _ columns: [Column],
    _ views: inout [ColumnView], _ body: (UnsafeBufferPointer<ColumnView>) -> Void
  ) {
    // Lifetime: the view is used inside both closures only.
    column.values.withUnsafeBytes { values in
      column.nulls.words.withUnsafeBufferPointer { nulls in
        views.append(ColumnView(layout, values: values.baseAddress, nulls: nulls))
        lend(columns, &views, body)
      }
    }
  }

  private static func lend(
    _ column: HeapColumn, _ layout: Layout, _ columns: [Column], _ views: inout [ColumnView],
    _ body: (UnsafeBufferPointer<ColumnView>) -> Void
  ) {
    // Lifetime: the view is used inside all closures only.
    column.bytes.withUnsafeBytes { values in
      column.ends.withUnsafeBufferPointer { ends in
        column.nulls.words.withUnsafeBufferPointer { nulls in
          views.append(
            ColumnView(layout, values: values.baseAddress, ends: ends.baseAddress, nulls: nulls))
          lend(columns, &views, body)
        }
      }
    }
  }
}

extension ColumnView {
  @inlinable @inline(__always)
  package func isNull(at row: Int) -> Bool {
    // Bound: only existing words are read; rows behind them are not null.
    guard let nulls, row >> 6 < nullWords else { return false }
    return nulls[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  /// Returns the value of a row below the column's count, in the layout's type: `Bool`, `Int64`,
  /// `UInt64`, `Double`, `UInt128` or `ObjectKey`.
  @inlinable @inline(__always)
  package func value<Element: BitwiseCopyable>(at row: Int, as type: Element.Type, zero: Element)
    -> Element
  {
    // Bound: the row is one of the column's, as the caller guarantees.
    values.map { $0.load(fromByteOffset: row &* MemoryLayout<Element>.stride, as: type) } ?? zero
  }

  /// Returns the bytes of a row of texts, data or nested values below the column's count.
  @inlinable @inline(__always)
  package func bytes(at row: Int) -> UnsafeBufferPointer<UInt8> {
    // Bound: the row is one of the column's, as the caller guarantees, and rows end within the
    // heap.
    guard let ends, let values else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = row == 0 ? 0 : Int(ends[row &- 1])
    return UnsafeBufferPointer(
      start: values.assumingMemoryBound(to: UInt8.self) + start, count: Int(ends[row]) &- start)
  }
}
