import DocumentTables

/// Makes documents of any size that look like people's, the same for the same arguments.
///
/// A trip's objects get their keys in one go: the trip, its wishes, its accommodation. So the
/// tables interleave as in a document that people wrote, what belongs together lies in chunks of
/// near key ranges, and each table's keys are dense enough for chunks to fill.
struct TripGenerator {
  let schema: TableSchema
  let trips: Int
  let seed: UInt64
  let vocabulary: Vocabulary

  /// Builds the tables segment by segment; nothing else of their size is kept.
  func makeTables() -> Tables {
    let invention = TripInvention(
      names: TripNames(vocabulary.books, seed: seed), repetition: RepeatedNames(schema), seed: seed)
    var growing = schema.hierarchies.map(GrowingTable.init)
    var nextKey: ObjectKey = 1
    for index in 0..<trips {
      let rows = GeneratedRows(invention.trip(index), firstKey: nextKey)
      for table in growing.indices { growing[table].append(rows) }
      nextKey = rows.nextKey
    }
    return Tables(
      schema: schema, documentID: documentID,
      tables: growing.indices.map { growing[$0].finish() }, nextKey: nextKey)
  }

  /// A UUID of version 8 (RFC 9562, 5.8), so that a document generated again is the same document.
  private var documentID: UInt128 {
    var random = SeededRandom(
      seed: seed, series: UInt64(trips) << 1 | (vocabulary == .ascii ? 1 : 0))
    var high = random.next()
    var low = random.next()
    for byte in schema.layoutFingerprint().bytes.prefix(8) { low = low &* 257 &+ UInt64(byte) }
    high = high & ~0xF000 | 0x8000
    low = low & ~(3 << 62) | 2 << 62
    return UInt128(high) << 64 | UInt128(low)
  }
}
