import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Cutting records into chunks")
struct ChunkPartitionTests {
  /// The rule as it is written down: from the smallest range that holds all keys, downwards.
  static func topDown(
    _ records: [(key: ObjectKey, size: Int)], limit: Int
  ) -> [ChunkPartition.Chunk] {
    guard let first = records.first, let last = records.last else { return [] }
    var chunks: [ChunkPartition.Chunk] = []
    var stack = [KeyRange(holding: first.key, last.key)]
    while let range = stack.popLast() {
      let own = records.filter { range.contains($0.key) }
      if own.isEmpty { continue }
      if own.count > 1, own.reduce(0, { $0 + $1.size }) > limit, let (low, high) = range.halves {
        stack.append(high)
        stack.append(low)
      } else {
        chunks.append(ChunkPartition.Chunk(range: range, units: own.count))
      }
    }
    return chunks
  }

  static func streamed(
    _ records: [(key: ObjectKey, size: Int)], limit: Int
  ) -> [ChunkPartition.Chunk] {
    var partition = ChunkPartition(limit: limit)
    var chunks: [ChunkPartition.Chunk] = []
    for record in records { chunks += partition.add(key: record.key, size: record.size) }
    return chunks + partition.finish()
  }

  /// The same, where as many records as decide nothing are taken together.
  static func streamedTogether(
    _ records: [(key: ObjectKey, size: Int)], limit: Int, step: Int
  ) -> [ChunkPartition.Chunk] {
    var partition = ChunkPartition(limit: limit)
    var chunks: [ChunkPartition.Chunk] = []
    for start in stride(from: 0, to: records.count, by: step) {
      let some = records[start..<min(start + step, records.count)]
      let size = some.reduce(0) { $0 + $1.size }
      if let last = some.last, partition.decidesNothing(upTo: last.key, size: size) {
        for record in some { partition.addUndecided(key: record.key, size: record.size) }
      } else {
        for record in some { chunks += partition.add(key: record.key, size: record.size) }
      }
    }
    return chunks + partition.finish()
  }

  /// The ranges where some of the chunks are taken as a whole, as those that a file has unchanged.
  static func streamedByChunks(
    _ records: [(key: ObjectKey, size: Int)], _ chunks: [ChunkPartition.Chunk], limit: Int,
    everyOther: Int
  ) -> [KeyRange] {
    var partition = ChunkPartition(limit: limit)
    var decided: [ChunkPartition.Chunk] = []
    var records = records[...]
    for (index, chunk) in chunks.enumerated() {
      let own = records.prefix(chunk.units)
      records = records.dropFirst(chunk.units)
      if index % everyOther == 0, let first = own.first, let last = own.last {
        decided += partition.add(
          first: first.key, last: last.key, size: own.reduce(0) { $0 + $1.size },
          records: own.count)
      } else {
        for record in own { decided += partition.add(key: record.key, size: record.size) }
      }
    }
    return (decided + partition.finish()).map(\.range)
  }

  // Spec 3.6-5
  @Test("streaming decides as the rule from the top down does", arguments: 0..<300)
  func agreesWithRule(seed: Int) {
    var generator = KeyGenerator(state: UInt64(seed) &* 7919 &+ 1)
    let limit = generator.below(200) + 1
    let spread = [2, 5, 100, 10_000, 1 << 40][seed % 5]
    var key: ObjectKey = ObjectKey(generator.below(spread)) + 1
    var records: [(key: ObjectKey, size: Int)] = []
    for _ in 0..<generator.below(120) {
      records.append((key, generator.below(seed % 3 == 0 ? limit * 2 : 40) + 1))
      key += ObjectKey(generator.below(spread)) + 1
    }
    let expected = Self.topDown(records, limit: limit)
    #expect(Self.streamed(records, limit: limit) == expected)
    #expect(Self.streamedTogether(records, limit: limit, step: seed % 9 + 1) == expected)
    for everyOther in 1...3 {
      let ranges = Self.streamedByChunks(records, expected, limit: limit, everyOther: everyOther)
      #expect(ranges == expected.map(\.range))
    }
  }

  // Spec 3.6-5
  @Test("a record larger than the limit is a chunk of its own")
  func oversize() {
    let records: [(key: ObjectKey, size: Int)] = [(4, 10), (5, 500), (6, 10), (7, 10)]
    let chunks = Self.streamed(records, limit: 100)
    #expect(chunks == Self.topDown(records, limit: 100))
    #expect(chunks.map(\.units) == [1, 1, 2])
  }

  @Test("a single record has the range of its key")
  func single() throws {
    let chunks = Self.streamed([(9, 1)], limit: 100)
    #expect(
      chunks == [ChunkPartition.Chunk(range: try #require(KeyRange(start: 9, bits: 0)), units: 1)]
    )
  }

  // Spec 3.6-3
  @Test("ranges that are no node of the tree over keys do not exist")
  func ranges() {
    #expect(KeyRange(start: 4, bits: 3) == nil)
    #expect(KeyRange(start: -8, bits: 3) == nil)
    #expect(KeyRange(start: 0, bits: 63) == nil)
    #expect(KeyRange(start: 8, bits: 3)?.last == 15)
    #expect(KeyRange(start: 1 << 62, bits: 62)?.last == .max)
  }
}

private struct KeyGenerator {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
