import DocumentTables

/// Decides which records of a hierarchy make a chunk, as soon as their sizes are known, and keeps the
/// texts of those that wait.
struct ChunkPlanning {
  /// A chunk whose records are all known.
  struct Decided {
    var range: KeyRange
    var pieces: [ChunkAssembly.Piece]
  }

  private var partition: ChunkPartition
  /// What waits, in the order of keys.
  private var waiting: [ChunkAssembly.Piece] = []

  init(firstKey: ObjectKey, lastKey: ObjectKey, limit: Int) {
    partition = ChunkPartition(firstKey: firstKey, lastKey: lastKey, limit: limit)
  }

  /// Takes the next records.
  mutating func add(_ block: RecordBlock) -> [Decided] {
    var result: [Decided] = []
    let first = block.rows.lowerBound
    waiting.append(ChunkAssembly.Piece(block: block, rows: first..<first))
    for row in block.rows {
      let decided = partition.add(key: block.segment.keys[row], size: block.size(ofRow: row))
      // Ranges that end before this record are decided without it.
      if !decided.isEmpty { extendLast(to: row) }
      for chunk in decided {
        result.append(Decided(range: chunk.range, pieces: take(chunk.records)))
      }
    }
    extendLast(to: block.rows.upperBound)
    return result
  }

  mutating func finish() -> [Decided] {
    partition.finish().map { Decided(range: $0.range, pieces: take($0.records)) }
  }

  private mutating func extendLast(to end: Int) {
    guard let last = waiting.indices.last else { return }
    waiting[last].rows = waiting[last].rows.lowerBound..<end
  }

  /// Takes the oldest records out; what is left of the newest block stays, to be extended.
  private mutating func take(_ records: Int) -> [ChunkAssembly.Piece] {
    var pieces: [ChunkAssembly.Piece] = []
    var left = records
    var whole = 0
    for index in waiting.indices where left > 0 {
      let rows = waiting[index].rows
      let taken = rows.prefix(left)
      left -= taken.count
      if !taken.isEmpty {
        pieces.append(ChunkAssembly.Piece(block: waiting[index].block, rows: taken))
      }
      waiting[index].rows = taken.upperBound..<rows.upperBound
      if waiting[index].rows.isEmpty, index < waiting.count - 1 { whole = index + 1 }
    }
    waiting.removeFirst(whole)
    return pieces
  }
}
