// Members can be inlined into other modules only if their type is `@usableFromInline` too.
// The storages are classes: every read of a value copies the column out of its enumeration, and
// retaining each of several arrays would cost more than reading the value.

/// Values of one fixed width, one for each row; the value of a null row is the type's zero.
@usableFromInline
package final class FixedColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline package let values: [Element]
  @usableFromInline package let nulls: NullBitmap

  init(values: [Element], nulls: NullBitmap) {
    self.values = values
    self.nulls = nulls
  }
}

/// Byte strings of any length: one heap, and for each row the offset of its end.
@usableFromInline
package final class HeapColumn: Sendable {
  @usableFromInline package let bytes: [UInt8]
  @usableFromInline package let ends: [UInt32]
  @usableFromInline package let nulls: NullBitmap
  /// Whether no byte of the heap is above 127, so that texts can be compared by bytes.
  @usableFromInline package let isASCII: Bool

  init(bytes: [UInt8], ends: [UInt32], nulls: NullBitmap, isASCII: Bool) {
    self.bytes = bytes
    self.ends = ends
    self.nulls = nulls
    self.isASCII = isASCII
  }

  @inlinable package func range(of row: Int) -> Range<Int> {
    let start = row == 0 ? 0 : Int(ends[row - 1])
    return start..<Int(ends[row])
  }

  /// Returns the text of a row.
  func text(at row: Int) -> String { withText(at: row) { String(decoding: $0, as: UTF8.self) } }

  /// Passes the bytes of a row to a closure.
  package func withText<Result>(
    at row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let range = range(of: row)
    // Bound: rows end within the heap. Lifetime: the bytes are used inside the closure.
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

/// Ordered lists of keys: one heap, and for each row the offset of its list's end.
@usableFromInline
package final class KeyListColumn: Sendable {
  @usableFromInline package let keys: [ObjectKey]
  @usableFromInline package let ends: [UInt32]
  @usableFromInline package let nulls: NullBitmap

  init(keys: [ObjectKey], ends: [UInt32], nulls: NullBitmap) {
    self.keys = keys
    self.ends = ends
    self.nulls = nulls
  }

  @inlinable package func list(at row: Int) -> ArraySlice<ObjectKey> {
    let start = row == 0 ? 0 : Int(ends[row - 1])
    return keys[start..<Int(ends[row])]
  }
}

/// Typed trees, arrays of scalars or structures, each as the canonical text that a record in JSON has of it.
package final class NestedColumn: Sendable {
  package let texts: HeapColumn
  package let form: NestedForm

  init(texts: HeapColumn, form: NestedForm) {
    self.texts = texts
    self.form = form
  }
}

/// The values of one property in the rows of one segment; immutable, and shared between versions.
///
///     text     "Lisboa" nil "Sevilla"        heap  L i s b o a S e v i l l a
///                                            ends  6 6 13        nulls  0 1 0
package enum Column: Sendable {
  /// The same value in every row, for properties that a migration adds and properties that no row
  /// sets.
  case constant(Value, count: Int)
  case bool(FixedColumn<Bool>)
  case integer(FixedColumn<Int64>)
  case unsigned(FixedColumn<UInt64>)
  case double(FixedColumn<Double>)
  case date(FixedColumn<Double>)
  case uuid(FixedColumn<UInt128>)
  case text(HeapColumn)
  case data(HeapColumn)
  case nested(NestedColumn)
  case reference(FixedColumn<ObjectKey>)
  case references(KeyListColumn)
}

extension Column {
  package var count: Int {
    switch self {
    case .constant(_, let count): count
    case .bool(let column): column.values.count
    case .integer(let column): column.values.count
    case .unsigned(let column): column.values.count
    case .double(let column), .date(let column): column.values.count
    case .uuid(let column): column.values.count
    case .text(let column), .data(let column): column.ends.count
    case .nested(let column): column.texts.ends.count
    case .reference(let column): column.values.count
    case .references(let column): column.ends.count
    }
  }

  package func isNull(at row: Int) -> Bool {
    switch self {
    case .constant(let value, _): value.isNull
    case .bool(let column): column.nulls[row]
    case .integer(let column): column.nulls[row]
    case .unsigned(let column): column.nulls[row]
    case .double(let column), .date(let column): column.nulls[row]
    case .uuid(let column): column.nulls[row]
    case .text(let column), .data(let column): column.nulls[row]
    case .nested(let column): column.texts.nulls[row]
    case .reference(let column): column.nulls[row]
    case .references(let column): column.nulls[row]
    }
  }

  /// Returns the value of a row; copies texts and lists, and makes the values of trees and arrays.
  package func value(at row: Int) -> Value {
    switch self {
    case .constant(let value, _): return value
    case .bool(let column): return column.nulls[row] ? .null : .bool(column.values[row])
    case .integer(let column): return column.nulls[row] ? .null : .integer(column.values[row])
    case .unsigned(let column): return column.nulls[row] ? .null : .unsigned(column.values[row])
    case .double(let column): return column.nulls[row] ? .null : .double(column.values[row])
    case .date(let column): return column.nulls[row] ? .null : .date(column.values[row])
    case .uuid(let column): return column.nulls[row] ? .null : .uuid(column.values[row])
    case .text(let column):
      if column.nulls[row] { return .null }
      return .text(column.text(at: row))
    case .data(let column):
      return column.nulls[row] ? .null : .data(Array(column.bytes[column.range(of: row)]))
    case .nested(let column):
      if column.texts.nulls[row] { return .null }
      return column.texts.withText(at: row, column.form.value)
    case .reference(let column): return column.nulls[row] ? .null : .reference(column.values[row])
    case .references(let column):
      return column.nulls[row] ? .null : .references(Array(column.list(at: row)))
    }
  }

  /// Returns the key that a row of references stores, or nil; nil for every other column.
  package func reference(at row: Int) -> ObjectKey? {
    switch self {
    case .reference(let column): column.nulls[row] ? nil : column.values[row]
    case .constant(.reference(let key), _): key
    default: nil
    }
  }

  /// Returns the list that a row of references stores; nil if it stores none.
  package func references(at row: Int) -> ArraySlice<ObjectKey>? {
    switch self {
    case .references(let column): column.nulls[row] ? nil : column.list(at: row)
    case .constant(.references(let keys), _): keys[...]
    default: nil
    }
  }
}
