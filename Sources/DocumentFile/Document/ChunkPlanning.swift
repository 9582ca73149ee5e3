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
    var first = block.rows.lowerBound
    for row in block.rows {
      let decided = partition.add(key: block.segment.keys[row], size: block.size(ofRow: row))
      if decided.isEmpty { continue }
      // A chunk is decided by a record behind it, so this one is in none of them.
      waiting.append(.encoded(block, first..<row))
      first = row
      result += decided.map { take($0) }
    }
    waiting.append(.encoded(block, first..<block.rows.upperBound))
    return result
  }

  /// Takes the next records, which make a chunk of the file that is replaced.
  mutating func add(
    _ chunk: StoredChunk, _ rows: [(segment: Segment, rows: Range<Int>)], size: Int
  ) -> [Decided] {
    let decided = partition.add(chunk.chunk.range, size: size, records: chunk.chunk.rows)
    defer { waiting.append(.stored(chunk, rows)) }
    return decided.map { take($0) }
  }

  mutating func finish() -> [Decided] { partition.finish().map { take($0) } }

  /// Takes the oldest of what waits.
  private mutating func take(_ chunk: ChunkPartition.Chunk) -> Decided {
    var pieces: [ChunkAssembly.Piece] = []
    var left = chunk.units
    var whole = 0
    for index in waiting.indices where left > 0 {
      switch waiting[index] {
      case .stored:
        pieces.append(waiting[index])
        left -= 1
        whole = index + 1
      case .encoded(let block, let rows):
        let taken = rows.prefix(left)
        left -= taken.count
        if !taken.isEmpty { pieces.append(.encoded(block, taken)) }
        if taken.count == rows.count {
          whole = index + 1
        } else {
          waiting[index] = .encoded(block, taken.upperBound..<rows.upperBound)
        }
      }
    }
    waiting.removeFirst(whole)
    return Decided(range: chunk.range, pieces: pieces)
  }
}
