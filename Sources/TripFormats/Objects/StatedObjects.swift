import DocumentTables

/// The objects of a document that formats state one by one, with what belongs to each.
struct StatedObjects: Sendable {
  let schema: TripSchema
  let tables: Tables
  /// All but participants and tickets, in the order of their keys.
  let all: [TripObject]
  let ofKey: [ObjectKey: TripObject]
  let trips: [TripObject]
  /// The parts of each trip, in the order of its lists.
  let parts: [ObjectKey: [TripObject]]
  /// The participants of each trip, in the order of its list.
  let participants: [ObjectKey: [TripParticipant]]
  /// The number of participants of no trip, which no format states.
  let looseParticipants: Int

  init(_ tables: Tables, _ schema: TripSchema) {
    self.schema = schema
    self.tables = tables
    let objects = schema.objects(of: tables)
    let order = TripOrder(tables, schema)
    all = objects.filter { schema.isStatedAlone($0.entity) }
    ofKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
    trips = all.filter { schema.isTrip($0.entity) }
    var parts: [ObjectKey: [TripObject]] = [:]
    for object in all {
      if let trip = object.trip { parts[trip, default: []].append(object) }
    }
    self.parts = Dictionary(uniqueKeysWithValues: parts.map { ($0, order.sorted($1, of: $0)) })
    participants = order.participants(objects)
    looseParticipants = objects.count { $0.entity == "Participant" && $0.trip == nil }
  }

  func content(of object: TripObject) -> ObjectContent {
    ObjectContent(values: object.values, participants: participants[object.key] ?? [])
  }

  /// The parts of trips, each in the order of the lists of its trip, then the parts of none.
  var partsInOrder: [TripObject] {
    trips.flatMap { parts[$0.key] ?? [] }
      + all.filter { $0.trip == nil && !schema.isTrip($0.entity) }
  }

  /// Returns what a file of other objects cannot hold of the document.
  ///
  /// - Parameters:
  ///   - holdsRecord: Whether the file has the content of an extension record.
  ///   - holdsAttachment: Whether the file has an attachment.
  ///   - keepsOrders: Whether the file keeps the orders of a trip's lists.
  func unwritten(
    holdsRecord: (ExtensionRecord) -> Bool, holdsAttachment: (KeptPart) -> Bool = { _ in false },
    keepsOrders: (ObjectKey) -> Bool = { _ in false }
  ) -> UnwrittenContent {
    var unwritten = UnwrittenContent()
    unwritten.looseParticipants = looseParticipants
    unwritten.addObjects(of: tables, keepsOrders: keepsOrders)
    unwritten.addSurroundings(
      of: tables, holdsRecord: holdsRecord, holdsAttachment: holdsAttachment)
    return unwritten
  }
}
