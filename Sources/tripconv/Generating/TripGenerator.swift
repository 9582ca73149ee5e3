import DocumentTables

/// Generates realistic documents of any size, equal for equal arguments.
///
/// The objects of a trip get consecutive keys: the trip, its items, its accommodation or its stays, legs,
/// participants and tickets. Therefore the tables' keys interleave as in a document that users edit, related objects are in chunks with
/// close key ranges, and the keys of each table are dense enough to fill chunks.
struct TripGenerator {
  let schema: TableSchema
  let trips: Int
  let seed: UInt64
  let vocabulary: Vocabulary

  /// Builds the tables segment by segment, without other data of their size in memory.
  ///
  /// - Parameter progress: Receives the number of trips now and then.
  func makeTables(_ progress: (Int) -> Void = { _ in }) -> Tables {
    let invention = TripInvention(
      names: TripNames(vocabulary.books, seed: seed), repetition: RepeatedNames(schema), seed: seed,
      hasItineraries: schema.entity(named: "Leg") != nil,
      hasBookings: schema.entity(named: "Ticket") != nil)
    var growing = schema.hierarchies.map(GrowingTable.init)
    var nextKey: ObjectKey = 1
    for index in 0..<trips {
      let rows = GeneratedRows(invention.trip(index), firstKey: nextKey)
      for table in growing.indices { growing[table].append(rows) }
      nextKey = rows.nextKey
      if index % 256 == 255 { progress(index + 1) }
    }
    return Tables(
      schema: schema, documentID: documentID,
      tables: growing.indices.map { growing[$0].finish() }, nextKey: nextKey)
  }

  /// A UUID of version 8 (RFC 9562, 5.8), derived from the arguments, so that the same arguments
  /// give the same document.
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
