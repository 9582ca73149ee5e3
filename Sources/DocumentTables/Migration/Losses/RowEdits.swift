/// Changes to the rows of one table, in columns: what a change set is to a save, for as many rows as
/// there are.
struct RowEdits {
  fileprivate struct Edit<Content>: KeyedEdit {
    let key: ObjectKey
    let content: Content
  }

  private let hierarchy: HierarchyLayout
  private let largestHeap: Int
  private var columns: [[Edit<Value>]]
  private var entities: [Edit<UInt16>] = []
  private var foreign: [Edit<Tree?>] = []
  private var inserted: [Edit<(entity: UInt16, values: [Value])>] = []
  private var removed: [ObjectKey] = []

  init(_ hierarchy: HierarchyLayout, largestHeap: Int = SegmentBuilder.largestHeapBytes) {
    self.hierarchy = hierarchy
    self.largestHeap = largestHeap
    columns = hierarchy.columns.map { _ in [] }
  }

  var isEmpty: Bool {
    entities.isEmpty && foreign.isEmpty && inserted.isEmpty && removed.isEmpty
      && columns.allSatisfy(\.isEmpty)
  }

  /// Of several values of one property the last counts.
  mutating func set(_ key: ObjectKey, column: Int, _ value: Value) {
    columns[column].append(Edit(key: key, content: value))
  }

  mutating func setEntity(_ key: ObjectKey, _ entity: UInt16) {
    entities.append(Edit(key: key, content: entity))
  }

  /// Of rows that are inserted, too.
  mutating func setForeign(_ key: ObjectKey, _ tree: Tree?) {
    foreign.append(Edit(key: key, content: tree))
  }

  /// Adds a row under a key that no row has.
  mutating func insert(_ key: ObjectKey, entity: UInt16, values: [Value]) {
    inserted.append(Edit(key: key, content: (entity, values)))
  }

  mutating func remove(_ key: ObjectKey) { removed.append(key) }

  func applied(to table: Table) -> Table {
    var edits = self
    edits.sort()
    var segments: [Segment] = []
    segments.reserveCapacity(table.segments.count + 1)
    if table.segments.isEmpty { edits.merge(nil, ObjectKey.min..<ObjectKey.max, &segments) }
    for (index, segment) in table.segments.enumerated() {
      // The last range is half-open at the largest number, which is no key.
      let start = index == 0 ? ObjectKey.min : segment.keys[0]
      let end =
        index + 1 < table.segments.count ? table.segments[index + 1].keys[0] : ObjectKey.max
      edits.apply(to: segment, start..<end, &segments)
    }
    return Table(segments: segments, after: table)
  }

  private mutating func sort() {
    for index in columns.indices { columns[index].sortByKey() }
    entities.sortByKey()
    foreign.sortByKey()
    inserted.sortByKey()
    removed.sort()
  }

  private func apply(
    to segment: Segment, _ range: Range<ObjectKey>, _ segments: inout [Segment]
  ) {
    // Halves of a segment that its new values would make too large.
    var waiting = [(segment: segment, range: range)]
    while let (segment, range) = waiting.popLast() {
      if segment.count > 1, outgrows(segment, range) {
        let middle = segment.count / 2
        let key = segment.keys[middle]
        waiting.append((part(of: segment, middle..<segment.count), key..<range.upperBound))
        waiting.append((part(of: segment, 0..<middle), range.lowerBound..<key))
        continue
      }
      let updated = update(segment, range)
      if inserted.slice(range).isEmpty, removed.slice(range).isEmpty {
        segments.append(updated)
      } else {
        merge(updated, range, &segments)
      }
    }
  }

  private func part(of segment: Segment, _ rows: Range<Int>) -> Segment {
    let builder = SegmentBuilder(hierarchy, expectedRows: rows.count)
    builder.append(segment, rows: rows)
    return builder.finish()
  }

  private func outgrows(_ segment: Segment, _ range: Range<ObjectKey>) -> Bool {
    for (index, edits) in columns.enumerated() {
      var length = 0
      for edit in edits.slice(range) {
        switch edit.content {
        case .text(let text): length += text.utf8.count
        case .data(let bytes): length += bytes.count
        default: break
        }
      }
      guard length > 0 else { continue }
      switch segment.columns[index] {
      case .text(let heap), .data(let heap): length += heap.bytes.count
      default: break
      }
      if length > largestHeap { return true }
    }
    return false
  }

  /// New columns where a row changes, the old ones everywhere else.
  private func update(_ segment: Segment, _ range: Range<ObjectKey>) -> Segment {
    var replaced: [Int: Column] = [:]
    for (index, edits) in columns.enumerated() {
      let edits = edits.slice(range)
      guard !edits.isEmpty else { continue }
      let column = segment.columns[index]
      let builder = hierarchy.columns[index].makeBuilder(expectedRows: segment.count)
      var copied = 0
      for (place, edit) in zip(edits.indices, edits) {
        let next = place + 1
        if next < edits.endIndex, edits[next].key == edit.key { continue }
        guard let row = segment.keys.row(of: edit.key) else { continue }
        builder.append(column, rows: copied..<row)
        builder.append(edit.content)
        copied = row + 1
      }
      builder.append(column, rows: copied..<segment.count)
      replaced[index] = builder.finish()
    }
    let result = replaced.isEmpty ? segment : Segment(segment, replacing: replaced)
    let entities = entities.slice(range)
    let foreign = foreign.slice(range)
    if entities.isEmpty, foreign.isEmpty { return result }
    return Segment(
      keys: result.keys, entities: updated(segment, entities), columns: result.columns,
      foreign: updated(segment, foreign))
  }

  private func updated(_ segment: Segment, _ edits: ArraySlice<Edit<UInt16>>) -> EntityColumn {
    if edits.isEmpty { return segment.entities }
    var list = (0..<segment.count).map { segment.entities[$0] }
    for edit in edits {
      if let row = segment.keys.row(of: edit.key) { list[row] = edit.content }
    }
    let first = list.first ?? 0
    return list.allSatisfy { $0 == first } ? .constant(first) : .list(list)
  }

  private func updated(_ segment: Segment, _ edits: ArraySlice<Edit<Tree?>>) -> [Int: Tree] {
    var result = segment.foreign
    for edit in edits {
      if let row = segment.keys.row(of: edit.key) { result[row] = edit.content }
    }
    return result
  }

  /// Copies the rows that stay and lets the new ones in at the place of their keys.
  private func merge(
    _ segment: Segment?, _ range: Range<ObjectKey>, _ segments: inout [Segment]
  ) {
    var leaving = removed.slice(range)
    var builder = SegmentBuilder(hierarchy)
    var next = 0
    func close() {
      if builder.rowCount > 0 { segments.append(builder.finish()) }
      builder = SegmentBuilder(hierarchy)
    }
    func copy(upTo end: Int) {
      guard let segment else { return }
      while next < end {
        let stop = leaving.first.map { min(end, segment.keys.firstRow(notBelow: $0)) } ?? end
        if next < stop { builder.append(segment, rows: next..<stop) }
        next = max(next, stop)
        guard next < end, let key = leaving.first, next == stop else { continue }
        if segment.keys[next] == key { next += 1 }
        leaving = leaving.dropFirst()
      }
    }
    for edit in inserted.slice(range) {
      if let segment { copy(upTo: segment.keys.firstRow(notBelow: edit.key)) }
      if builder.isFull { close() }
      builder.append(
        key: edit.key, discriminator: edit.content.entity, values: edit.content.values)
      if let tree = foreign.slice(edit.key..<edit.key + 1).last?.content {
        builder.setForeign(tree)
      }
    }
    copy(upTo: segment?.count ?? 0)
    close()
  }
}

/// Something about the row of a key.
private protocol KeyedEdit {
  var key: ObjectKey { get }
}

extension ObjectKey: KeyedEdit {
  fileprivate var key: ObjectKey { self }
}

extension Array where Element: KeyedEdit {
  /// Edits of one key stay in the order in which they came.
  fileprivate mutating func sortByKey() {
    guard zip(self, dropFirst()).contains(where: { $0.key > $1.key }) else { return }
    self = indices.sorted { (self[$0].key, $0) < (self[$1].key, $1) }.map { self[$0] }
  }

  /// The edits of a range of keys, where they are in order.
  fileprivate func slice(_ range: Range<ObjectKey>) -> ArraySlice<Element> {
    let start = firstIndex(notBelow: range.lowerBound)
    return self[start..<Swift.max(start, firstIndex(notBelow: range.upperBound))]
  }

  private func firstIndex(notBelow key: ObjectKey) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
