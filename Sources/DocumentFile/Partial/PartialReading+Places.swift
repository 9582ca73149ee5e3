import DocumentTables

extension PartialReading {
  /// The rows of some keys, as far as there are such objects, in ascending order.
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

  /// All rows of an entity and of those below it.
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

  /// The rows of an entity in which some properties have values, as keys are compared.
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
      // Values of other types than the attributes have are equal to none.
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
      return (0..<segment.count).filter { row in
        kinds[Int(segment.entities[row])]
          && segment.comparisonKeys(at: row, columns: columns) == wanted
      }.map { Place(hierarchy: hierarchy, chunk: chunk, row: $0) }
    }
  }

  /// Rows that refer to one of some keys through a column.
  struct Referring: Hashable, Sendable {
    var hierarchy: Int
    var column: Int
    var keys: Set<ObjectKey>
  }

  /// The rows that refer to some keys, one list after the other; what is read is read side by side.
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

  /// By discriminator: whether objects are of an entity or of one below it.
  func kinds(of entity: String, _ hierarchy: Int) -> [Bool] {
    schema.hierarchies[hierarchy].entities.map { schema.isEntity($0.name, kindOf: entity) }
  }
}
