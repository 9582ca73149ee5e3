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
    let destination = destination(parts, spans)
    content.values["name"] = .text(destination)
    content.values["destination"] = .text(destination)
    var seen: Set<TripParticipant> = []
    for person in parts.flatMap(\.travellers) where seen.insert(person).inserted {
      content.participants.append(person)
    }
    return content
  }

  /// The seconds between two legs that make a place a destination.
  private static let leastPause: Int64 = 6 * 3600

  /// The place of the longest pause between two legs, or else the end of the last leg, or else the first stay
  /// or item.
  private static func destination(_ parts: [Part], _ spans: [PartSpan]) -> String {
    let legs = parts.indices.filter { parts[$0].entity == "Leg" }
      .sorted { (spans[$0].instant, $0) < (spans[$1].instant, $1) }
    var best: (place: String, pause: Int64)?
    for (leg, next) in zip(legs, legs.dropFirst()) {
      let pause = PartSpan.pause(after: spans[leg], before: spans[next])
      let place = parts[leg].content.text("to")
      if !place.isEmpty, pause > best?.pause ?? -1 { best = (place, pause) }
    }
    // A change of trains is no place where anyone travels to.
    if let best, best.pause >= leastPause { return best.place }
    if let first = legs.first, let last = legs.last {
      let end = parts[last].content.text("to")
      if !end.isEmpty,
        ComparisonText(parts[last].content.place("to"))
          != ComparisonText(parts[first].content.place("from"))
      {
        return end
      }
    }
    if let best { return best.place }
    for (entity, name) in [("Stay", "name"), ("BucketListItem", "title")] {
      if let part = parts.first(where: { $0.entity == entity && !$0.content.text(name).isEmpty }) {
        return part.content.text(name)
      }
    }
    return ""
  }
}
