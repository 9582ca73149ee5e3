import DocumentTables

extension PartialReading {
  /// Returns the rows with these keys, in ascending order; keys without an object are skipped.
  func places(ofKeys keys: [ObjectKey], hierarchy: Int) throws(DocumentError) -> [Place] {
    let wanted = keys.compactMap { key in chunk(of: key, hierarchy).map { (key, $0) } }
    try read(wanted.map { ChunkPlace(hierarchy, $0.1) })
    return Set(
      wanted.compactMap { key, chunk in
        segment(hierarchy, chunk)?.keys.row(of: key).map {
          Place(hierarchy: hierarchy, chunk: chunk, row: $0)
        }
      }
    ).sorted { ($0.chunk, $0.row) < ($1.chunk, $1.row) }
  }

  /// Returns all rows of an entity and its subentities.
  func places(ofAll entity: String) throws(DocumentError) -> [Place] {
    guard let hierarchy = schema.hierarchyIndex(of: entity) else { return [] }
    let kinds = kinds(of: entity, hierarchy)
    try read((0..<chunkCount(hierarchy)).map { ChunkPlace(hierarchy, $0) })
    return (0..<chunkCount(hierarchy)).flatMap { chunk -> [Place] in
      guard let segment = segment(hierarchy, chunk) else { return [] }
      return (0..<segment.count).filter { kinds[Int(segment.entities[$0])] }.map {
        Place(hierarchy: hierarchy, chunk: chunk, row: $0)
      }
    }
  }

  /// Returns the rows of an entity whose properties have these values, compared like keys.
  func places(
    of entity: String, where values: [(property: String, value: Value)]
  ) throws(DocumentError) -> [Place] {
    guard let hierarchy = schema.hierarchyIndex(of: entity),
      let layout = schema.hierarchies[hierarchy].entity(named: entity)
    else { return [] }
    let columns = values.compactMap { layout.column(of: $0.property) }
    guard columns.count == values.count, !values.isEmpty,
      let wanted = ComparisonKey.list(values.map(\.value))
    else { return [] }
    var numbers: [UInt64] = [0]
    let position = position(ofValues: values.map(\.property), of: entity, hierarchy)
    if let position {
      let properties = section(position, hierarchy).properties
      let named = properties.compactMap { name in values.first { $0.property == name }?.value }
      // A value whose type differs from the attribute's type equals no value.
      guard let hash = ComparisonHash.hash(named) else { return [] }
      numbers = [hash]
    }
    let chunks = try chunks([
      IndexSearch(hierarchy: hierarchy, section: position, numbers: numbers)
    ]).flatMap { $0 }
    try read(chunks)
    let kinds = kinds(of: entity, hierarchy)
    return chunks.map(\.chunk).flatMap { chunk -> [Place] in
      guard let segment = segment(hierarchy, chunk) else { return [] }
      // Hashing a column takes less time than making the comparison keys of its rows.
      var hashes = ComparisonHashes(count: segment.count)
      for column in position.map({ section($0, hierarchy).columns }) ?? [] {
        hashes.add(segment.columns[column], 0..<segment.count)
      }
      return (0..<segment.count).filter { row in
        kinds[Int(segment.entities[row])] && (position == nil || hashes[row] == numbers[0])
          && segment.comparisonKeys(at: row, columns: columns) == wanted
      }.map { Place(hierarchy: hierarchy, chunk: chunk, row: $0) }
    }
  }

  /// A query for rows that refer to one of some keys through a column.
  struct Referring: Hashable, Sendable {
    var hierarchy: Int
    var column: Int
    var keys: Set<ObjectKey>
  }

  /// Returns the rows that refer to some keys, query by query; chunks are read in parallel.
  func places(_ wanted: [Referring]) throws(DocumentError) -> [Place] {
    let chunks = try chunks(
      wanted.map { wanted in
        IndexSearch(
          hierarchy: wanted.hierarchy,
          section: position(ofReferences: wanted.column, wanted.hierarchy),
          numbers: wanted.keys.map { UInt64(bitPattern: $0) }.sorted())
      })
    try read(chunks.joined())
    return zip(wanted, chunks).flatMap { wanted, chunks in
      chunks.flatMap { place -> [Place] in
        guard let segment = segment(place.hierarchy, place.chunk) else { return [] }
        let references = segment.columns[wanted.column]
        return (0..<segment.count).filter { row in
          if let key = references.reference(at: row) { return wanted.keys.contains(key) }
          return references.references(at: row)?.contains(where: wanted.keys.contains) ?? false
        }.map { Place(hierarchy: place.hierarchy, chunk: place.chunk, row: $0) }
      }
    }
  }

  /// Returns, by discriminator, whether objects belong to an entity or one of its subentities.
  func kinds(of entity: String, _ hierarchy: Int) -> [Bool] {
    schema.hierarchies[hierarchy].entities.map { schema.isEntity($0.name, kindOf: entity) }
  }
}
