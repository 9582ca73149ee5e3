import DocumentTables

/// A trip that no node states, and what its parts make of it.
struct MadeTrip: Sendable {
  /// The places in the list of items.
  var items: [Int]
  var content: ObjectContent

  typealias Part = (entity: String, content: ObjectContent, travellers: [TripParticipant])

  /// Returns the trip of parts: its days are theirs, its name is where they lead, its participants are those
  /// for whom they are reserved.
  static func content(_ parts: [Part], _ schema: TripSchema) -> ObjectContent {
    var content = ObjectContent(values: schema.blankValues(of: "Trip"))
    let spans = parts.map { PartSpan($0.content.values, $0.entity) }
    let first = spans.compactMap(\.first).min()
    let last = spans.compactMap(\.last).max()
    if let first, let last {
      content.values["startDate"] = .integer(first)
      content.values["endDate"] = .integer(max(last, first))
    }
    // What does not take place leads nowhere.
    let isHeld = parts.contains { !$0.content.isCancelled }
    let naming = zip(parts, spans).filter { !isHeld || !$0.0.content.isCancelled }
      .map { ContentPart($0.entity, $0.content, $1) }
    let destination = TripDestination.position(in: naming).map { naming[$0].name } ?? ""
    content.values["name"] = .text(destination)
    content.values["destination"] = .text(destination)
    var seen: Set<TripParticipant> = []
    for person in parts.flatMap(\.travellers) where seen.insert(person).inserted {
      content.participants.append(person)
    }
    return content
  }

  /// A part with its content.
  private struct ContentPart: NamingPart {
    let role: NamingRole
    let name: String
    let origin: ComparisonText?
    let destination: ComparisonText?
    let span: PartSpan

    init(_ entity: String, _ content: ObjectContent, _ span: PartSpan) {
      role = NamingRole(entity)
      name = content.text(role.property)
      (origin, destination) = content.places(of: role)
      self.span = span
    }

    var isNamed: Bool { !name.isEmpty }
    var isLeg: Bool { role == .leg }
    var firstDay: Int64 { span.first ?? 0 }
    var lastDay: Int64 { span.last ?? 0 }
    var instant: Int64 { span.instant }
    var end: Int64 { span.end }
    var start: EdgeClock? { span.start }
    var finish: EdgeClock? { span.finish }
  }
}

extension NamingRole {
  init(_ entity: String) {
    self = entity == "Leg" ? .leg : entity == "Stay" ? .stay : .item
  }

  /// The attribute that names a trip.
  var property: String {
    switch self {
    case .leg: "to"
    case .stay: "name"
    case .item: "title"
    }
  }
}

extension ObjectContent {
  /// Returns what tells whether two legs touch the places of this one; nil where it does not say.
  func places(of role: NamingRole) -> (ComparisonText?, ComparisonText?) {
    guard role == .leg else { return (nil, nil) }
    func stated(_ end: String) -> ComparisonText? {
      let place = place(end)
      return place.isEmpty ? nil : ComparisonText(place)
    }
    return (stated("from"), stated("to"))
  }
}
