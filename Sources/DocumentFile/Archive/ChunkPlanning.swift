import DocumentTables

/// The planning of a hierarchy's chunks: decides which records form a chunk as soon as their sizes
/// are known, and keeps the texts of waiting records.
struct ChunkPlanning {
  /// A chunk whose records are all known.
  struct Decided {
    var range: KeyRange
    var pieces: [ChunkAssembly.Piece]
  }

  private static let step = 128

  private var partition: ChunkPartition
  /// The waiting records, in the order of keys.
  private var waiting: [ChunkAssembly.Piece] = []

  /// Begins a hierarchy.
  init(limit: Int) { partition = ChunkPartition(limit: limit) }

  /// Adds the next records.
  mutating func add(_ block: RecordBlock) -> [Decided] {
    var result: [Decided] = []
    let keys = block.segment.keys
    var first = block.rows.lowerBound
    var row = first
    while row < block.rows.upperBound {
      // Most records decide nothing, which is checked for many records at once.
      let end = min(row + Self.step, block.rows.upperBound)
      if partition.decidesNothing(upTo: keys[end - 1], size: block.size(ofRows: row..<end)) {
        for row in row..<end {
          partition.addUndecided(key: keys[row], size: block.size(ofRows: row..<row + 1))
        }
        row = end
        continue
      }
      for row in row..<end {
        let size = block.size(ofRows: row..<row + 1)
        let decided = partition.add(key: keys[row], size: size)
        if decided.isEmpty { continue }
        // A later record decides a chunk, so this record is in none of the decided chunks.
        waiting.append(.encoded(block, first..<row))
        first = row
        result += decided.map { take($0) }
      }
      row = end
    }
    waiting.append(.encoded(block, first..<block.rows.upperBound))
    return result
  }

  /// Adds the next records, which form a chunk of the replaced file.
  mutating func add(
    _ chunk: StoredChunk, _ rows: [UnchangedChunks.Slice], size: Int
  ) -> [Decided] {
    guard let first = rows.first, let firstRow = first.rows.first, let last = rows.last,
      let lastRow = last.rows.last
    else { return [] }
    let decided = partition.add(
      first: first.segment.keys[firstRow], last: last.segment.keys[lastRow], size: size,
      records: chunk.chunk.rows)
    defer { waiting.append(.stored(chunk, rows)) }
    return decided.map { take($0) }
  }

  mutating func finish() -> [Decided] { partition.finish().map { take($0) } }

  /// Removes the oldest waiting records, which form the chunk.
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
