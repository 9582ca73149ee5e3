import DocumentTables

/// A table of a document that is being generated.
struct GrowingTable {
  /// An entity of the table, in the form needed for appending rows.
  private struct Entity {
    var discriminator: UInt16
    /// Whether the entity has a property in each column.
    var owns: [Bool]
  }

  private let hierarchy: HierarchyLayout
  private let fields: [GeneratedField?]
  private let entities: [String: Entity]
  private var builder: SegmentBuilder
  private var segments: [Segment] = []

  init(_ hierarchy: HierarchyLayout) {
    self.hierarchy = hierarchy
    fields = hierarchy.columns.map { GeneratedField(rawValue: $0.name) }
    var entities: [String: Entity] = [:]
    for layout in hierarchy.entities {
      let owned = Set(layout.properties.compactMap(\.column))
      entities[layout.name] = Entity(
        discriminator: layout.discriminator, owns: hierarchy.columns.indices.map(owned.contains))
    }
    self.entities = entities
    builder = SegmentBuilder(hierarchy)
  }

  /// Appends the objects of a trip that belong to this table.
  mutating func append(_ rows: GeneratedRows) {
    switch hierarchy.name {
    case "Trip": append(.trip, rows.entity, rows, key: rows.tripKey)
    case "BucketListItem":
      for position in rows.trip.items.indices {
        append(.item(position), hierarchy.name, rows, key: rows.itemKeys[position])
      }
    case "LivingAccommodation":
      guard rows.trip.accommodation != nil else { return }
      append(.accommodation, hierarchy.name, rows, key: rows.firstStayKey)
    case "Stay", "Leg", "Participant", "Ticket": appendItinerary(rows)
    default: return
    }
  }

  private mutating func appendItinerary(_ rows: GeneratedRows) {
    guard let itinerary = rows.trip.itinerary else { return }
    var objects: [(table: String, object: GeneratedRows.Object)] =
      itinerary.stays.indices.map { ("Stay", .stay($0)) }
      + itinerary.legs.indices.map { ("Leg", .leg($0)) }
      + itinerary.participants.map { ("Participant", .participant($0)) }
    if let bookings = rows.trip.bookings {
      objects += bookings.tickets.map { ("Ticket", .ticket($0)) }
    }
    for (position, entry) in objects.enumerated() where entry.table == hierarchy.name {
      append(
        entry.object, hierarchy.name, rows, key: rows.firstStayKey + ObjectKey(position))
    }
  }

  private mutating func append(
    _ object: GeneratedRows.Object, _ name: String, _ rows: GeneratedRows, key: ObjectKey
  ) {
    // Old schema versions have no subclasses of trips.
    guard let entity = entities[name] ?? entities[hierarchy.name] else { return }
    if builder.isFull {
      segments.append(builder.finish())
      builder = SegmentBuilder(hierarchy)
    }
    builder.beginRow(key: key, discriminator: entity.discriminator)
    for (index, column) in hierarchy.columns.enumerated() {
      builder.columns[index].append(
        entity.owns[index] ? rows.value(of: fields[index], column, object) : .null)
    }
  }

  mutating func finish() -> Table { Table(segments: segments + [builder.finish()]) }
}
