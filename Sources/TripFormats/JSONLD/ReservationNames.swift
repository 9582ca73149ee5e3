/// The names of members of nodes that are read, and of the members of the records around them.
enum ReservationNames {
  /// Whether a name is one that a specification or this library defines; any other name is one of another program, and
  /// may say what a person does not want to show.
  static func isDefined(_ name: String) -> Bool {
    name.utf8.count <= TripSchema.longestName
      && (name.begins(with: "@") ? keywords : all).contains(name)
  }

  /// The types of nodes that are read or written.
  static let types: Set<String> =
    Set(NodeForm.all.flatMap { [$0.type, $0.thing].compactMap { $0 } })
    .union(SchemaOrg.types.values)
    .union(["QDateTime", "Person", "PropertyValue", "ListItem", "Trip", "TouristTrip"])

  static let keywords: Set = ["@context", "@graph", "@id", "@type", "@value"]

  static let all: Set<String> = {
    var names: Set<String> = [
      // Of the records.
      "containers", "entries", "file", "folder", "identities", "identity", "isArchive", "known",
      "member", "name",
      "node", "nodes", "place", "timeZone", "localTimes", "trip",
      // Of nodes that are read without a form.
      "additionalProperty", "address", "addressCountry", "addressLocality", "addressRegion",
      "elements", "email", "id", "type",
      "eventStatus", "familyName", "geo", "givenName", "item", "itemListElement", "itinerary",
      "latitude",
      "longitude", "participant", "postalCode", "propertyID", "reservationFor", "reservationStatus",
      "streetAddress",
      "subReservation", "timezone", "underName", "value", "valueReference",
    ]
    names.formUnion(SchemaOrg.types.keys)
    for path in NodeForm.all.flatMap(\.fields).flatMap(NodeForm.paths(of:)) {
      names.formUnion(path.steps.map(\.name))
    }
    return names
  }()
}
