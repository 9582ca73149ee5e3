/// Collects the values of one property, row by row, into a column.
///
/// Readers append values of the column's own type without ``Value``; other code uses
/// ``append(_:)``. Every row is appended exactly once to each builder of a segment.
@usableFromInline
package final class ColumnBuilder {
  package let storage: ColumnStorage
  /// Distinguishes `date` from `double`, which have the same layout.
  let isDate: Bool
  /// The expected number of rows, which only affects reserved memory.
  let expectedRows: Int

  // One array for each layout; only the arrays of this builder's storage are filled. The builder is
  // confined to the reader that created it, so dynamic exclusivity checks would prove nothing.
  @exclusivity(unchecked) @usableFromInline package var rowCount = 0
  @exclusivity(unchecked) @usableFromInline var nulls = NullBitmap()
  @exclusivity(unchecked) @usableFromInline var bools: [Bool] = []
  @exclusivity(unchecked) @usableFromInline var integers: [Int64] = []
  @exclusivity(unchecked) @usableFromInline var unsigneds: [UInt64] = []
  @exclusivity(unchecked) @usableFromInline var doubles: [Double] = []
  @exclusivity(unchecked) @usableFromInline var uuids: [UInt128] = []
  /// The heap of texts, data, trees and arrays; readers append a value's bytes, then call
  /// ``finishHeapValue(isASCII:)``.
  @exclusivity(unchecked) @usableFromInline package var heap: [UInt8] = []
  @exclusivity(unchecked) @usableFromInline var ends: [UInt32] = []
  @exclusivity(unchecked) @usableFromInline var isASCII = true
  @exclusivity(unchecked) @usableFromInline var keyHeap: [ObjectKey] = []
  /// The memory that the trees and arrays in ``heap`` would take as values (spec 3.12).
  @exclusivity(unchecked) private(set) var nestedBytes = 0

  package init(
    _ storage: ColumnStorage, isDate: Bool = false, expectedRows: Int = 0, heapBytes: Int = 0
  ) {
    self.storage = storage
    self.isDate = isDate
    self.expectedRows = expectedRows
    switch storage {
    case .bool: reserve(&bools)
    case .integer, .reference: reserve(&integers)
    case .unsigned: reserve(&unsigneds)
    case .double: reserve(&doubles)
    case .uuid: reserve(&uuids)
    case .text, .data, .tree, .array, .structure:
      reserve(&ends)
      heap.reserveCapacity(heapBytes)
    case .references: reserve(&ends)
    }
  }

  private func reserve<Element>(_ array: inout [Element]) {
    array.reserveCapacity(expectedRows)
    PagePrefault.ready(&array)
  }

  @inlinable package func appendNull() {
    nulls.insert(rowCount)
    appendZero()
  }

  @inlinable package func appendBool(_ value: Bool) {
    bools.append(value)
    rowCount += 1
  }

  @inlinable package func appendInteger(_ value: Int64) {
    integers.append(value)
    rowCount += 1
  }

  @inlinable package func appendUnsigned(_ value: UInt64) {
    unsigneds.append(value)
    rowCount += 1
  }

  @inlinable package func appendDouble(_ value: Double) {
    doubles.append(value)
    rowCount += 1
  }

  @inlinable package func appendUUID(_ value: UInt128) {
    uuids.append(value)
    rowCount += 1
  }

  @inlinable package func appendReference(_ key: ObjectKey) {
    integers.append(key)
    rowCount += 1
  }

  @inlinable package func appendReferences(_ keys: some Collection<ObjectKey>) {
    keyHeap.append(contentsOf: keys)
    ends.append(UInt32(truncatingIfNeeded: keyHeap.count))
    rowCount += 1
  }

  /// Appends a tree or an array; the tree null becomes null, because JSON writes both alike.
  package func appendNested(_ value: Value) {
    guard let form = storage.nestedForm, !value.isNull else { return appendNull() }
    if case .tree(.null) = value { return appendNull() }
    form.append(value, to: &heap)
    nestedBytes += value.nestedBytes
    finishHeapValue(isASCII: true)
  }

  /// Appends the canonical text of a tree or an array that is not null.
  ///
  /// - Parameter bytes: The memory that the value takes (spec 3.12).
  package func appendNested(_ text: UnsafeBufferPointer<UInt8>, bytes: Int) {
    heap.append(contentsOf: text)
    nestedBytes += bytes
    finishHeapValue(isASCII: true)
  }

  /// Ends the row whose bytes were appended to ``heap``.
  @inlinable package func finishHeapValue(isASCII ascii: Bool) {
    // The segment builder closes a segment long before a heap reaches 4 GiB.
    ends.append(UInt32(truncatingIfNeeded: heap.count))
    if !ascii { isASCII = false }
    rowCount += 1
  }

  package func appendText(_ text: some StringProtocol) {
    let start = heap.count
    heap.append(contentsOf: text.utf8)
    finishHeapValue(isASCII: heap[start...].allSatisfy { $0 < 128 })
  }

  @usableFromInline func appendZero() {
    switch storage {
    case .bool: bools.append(false)
    case .integer, .reference: integers.append(0)
    case .unsigned: unsigneds.append(0)
    case .double: doubles.append(0)
    case .uuid: uuids.append(0)
    case .text, .data, .tree, .array, .structure:
      ends.append(UInt32(truncatingIfNeeded: heap.count))
    case .references: ends.append(UInt32(truncatingIfNeeded: keyHeap.count))
    }
    rowCount += 1
  }

  /// Appends a value of this column's type, or null; a value of another type, which the schema's
  /// checks exclude, becomes null.
  package func append(_ value: Value) {
    switch (storage, value) {
    case (.bool, .bool(let value)): appendBool(value)
    case (.integer, .integer(let value)): appendInteger(value)
    case (.unsigned, .unsigned(let value)): appendUnsigned(value)
    case (.unsigned, .integer(let value)) where value >= 0: appendUnsigned(UInt64(value))
    case (.double, .double(let value)), (.double, .date(let value)): appendDouble(value)
    case (.uuid, .uuid(let value)): appendUUID(value)
    case (.text, .text(let value)): appendText(value)
    case (.data, .data(let value)):
      heap.append(contentsOf: value)
      finishHeapValue(isASCII: false)
    case (.tree, .tree), (.array, .array), (.structure, .tree): appendNested(value)
    case (.reference, .reference(let key)): appendReference(key)
    case (.references, .references(let keys)): appendReferences(keys)
    default: appendNull()
    }
  }

  package func finish() -> Column {
    if nulls.nullCount == rowCount { return .constant(.null, count: rowCount) }
    switch storage {
    case .bool: return .bool(FixedColumn(values: trimmed(bools), nulls: nulls))
    case .integer: return .integer(FixedColumn(values: trimmed(integers), nulls: nulls))
    case .unsigned: return .unsigned(FixedColumn(values: trimmed(unsigneds), nulls: nulls))
    case .double:
      let column = FixedColumn(values: trimmed(doubles), nulls: nulls)
      return isDate ? .date(column) : .double(column)
    case .uuid: return .uuid(FixedColumn(values: trimmed(uuids), nulls: nulls))
    case .text:
      return .text(
        HeapColumn(bytes: trimmed(heap), ends: trimmed(ends), nulls: nulls, isASCII: isASCII))
    case .data:
      return .data(
        HeapColumn(bytes: trimmed(heap), ends: trimmed(ends), nulls: nulls, isASCII: false))
    case .tree: return .nested(NestedColumn(texts: nestedTexts(), form: .tree))
    case .array(let type): return .nested(NestedColumn(texts: nestedTexts(), form: .array(type)))
    case .structure(let structure):
      return .nested(NestedColumn(texts: nestedTexts(), form: .structure(structure)))
    case .reference: return .reference(FixedColumn(values: trimmed(integers), nulls: nulls))
    case .references:
      return .references(KeyListColumn(keys: trimmed(keyHeap), ends: trimmed(ends), nulls: nulls))
    }
  }

  private func nestedTexts() -> HeapColumn {
    HeapColumn(bytes: trimmed(heap), ends: trimmed(ends), nulls: nulls, isASCII: false)
  }

  /// Returns the array without reserved memory beyond an eighth, because columns live long and
  /// never grow.
  private func trimmed<Element>(_ array: [Element]) -> [Element] {
    guard array.capacity - array.count > array.count / 8 else { return array }
    return array.withUnsafeBufferPointer { Array($0) }
  }
}

extension ColumnLayout {
  package func makeBuilder(expectedRows: Int = 0, heapBytes: Int = 0) -> ColumnBuilder {
    ColumnBuilder(storage, isDate: isDate, expectedRows: expectedRows, heapBytes: heapBytes)
  }
}
