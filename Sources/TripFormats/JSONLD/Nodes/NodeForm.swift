import DocumentTables

/// How a node of one type states an object of the trip schema.
///
/// One table serves readers and writers: a reader takes the first path that has a value, a writer changes
/// the value that was read, or else the one at the first path.
struct NodeForm: Sendable {
  enum Field: Sendable {
    /// A text; the values at the other paths are read in its place, but never changed.
    case text(String, [NodePath], instead: [NodePath] = [])
    /// The address of the place at the path, in words or as a postal address; with its name in front if no
    /// other field has the name.
    case address(String, NodePath, withName: Bool)
    /// A location, of the place at the path; the code is a member of it.
    case location(String, NodePath, code: String)
    /// A day or a time.
    case moment(day: String, time: String, [NodePath])
    /// The day of a value, where no other one states when it is; it is only read.
    case dayOf(String, insteadOf: String, NodePath)
    /// A day.
    case day(String, [NodePath])
    /// URLs: the first at the first path.
    case links([NodePath])
    /// Whether the reservation is confirmed.
    case confirmation(String)
    /// Whether something is cancelled: the status of a bucket-list item, or `isCancelled`.
    case cancellation(String)
    /// The price of a reservation: an amount, and its currency if the amount does not state it.
    case price(String, amount: [NodePath], currency: [NodePath])
    /// A value that the type itself states.
    case constant(String, String)
  }

  /// The type of the node.
  let type: String
  let entity: String
  /// The type of the thing that a reservation is for; nil for a node that is no reservation.
  let thing: String?
  let fields: [Field]
  /// The things that programs may state as texts.
  private(set) var things: [NodeThing] = []

  private init(type: String, entity: String, thing: String? = nil, fields: [Field]) {
    self.type = type
    self.entity = entity
    self.thing = thing
    self.fields = fields
    things = NodeThing.things(of: self)
  }

  /// The attributes that a field states.
  static func attributes(of field: Field) -> [String] {
    switch field {
    case .text(let name, _, _), .address(let name, _, _), .location(let name, _, _),
      .confirmation(let name), .cancellation(let name), .constant(let name, _), .day(let name, _),
      .dayOf(let name, _, _), .price(let name, _, _):
      [name]
    case .moment(let day, let time, _): [day, time]
    case .links: ["links"]
    }
  }

  /// The paths of the values that a field states.
  static func paths(of field: Field) -> [NodePath] {
    switch field {
    case .text(_, let paths, let instead): paths + instead
    case .address(_, let place, _), .dayOf(_, _, let place): [place]
    case .location(_, let place, let code): [place.appending(NodePath(stringLiteral: code))]
    case .moment(_, _, let paths), .day(_, let paths), .links(let paths): paths
    case .price(_, let amounts, let currencies): amounts + currencies
    case .confirmation, .cancellation, .constant: []
    }
  }

  /// Returns the form of a node by its types; nil for a node that is no object.
  static func form(of node: Tree) -> NodeForm? {
    // Longer words are no types of schema.org.
    for type in node.nodeTypes where type.utf8.count <= 64 {
      if type == "Reservation", let thing = node.value(at: "reservationFor"),
        let form = all.first(where: { $0.thing.map(thing.isOfType) ?? false })
      {
        return form
      }
      if let form = forms[type] { return form }
      // schema.org has many kinds of events.
      if type.hasSuffix("Event") || type == "Festival" { return forms["Event"] }
      if type == "TouristTrip" { return forms["Trip"] }
    }
    return nil
  }

  private static let forms = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })

  /// All forms; of an entity the first is the one for new objects, unless the mode of a leg tells it.
  static let all: [NodeForm] =
    [trip, lodging] + legs + [otherLeg, eventReservation, event, food, visit, rentalCar, taxi]

  private static let reservation: [Field] = [
    .text("reservationNumber", ["reservationNumber"], instead: ["reservationId"]),
    .text("notes", ["description"]), price,
  ]

  private static let price = Field.price(
    "price", amount: ["totalPrice", "price", "totalPrice.price"],
    currency: ["priceCurrency", "totalPrice.priceCurrency"])

  /// A trip in an archive of KDE Itinerary, which has no type.
  static let archiveTrip = NodeForm(type: "", entity: "Trip", fields: [.text("name", ["name"])])

  static let trip = NodeForm(
    type: "Trip", entity: "Trip",
    fields: [
      .text("name", ["name"]), .text("destination", ["itinerary<Place>.name"]),
      .location("location", "itinerary<Place>", code: "identifier"),
      .day("startDate", ["departureTime"]), .day("endDate", ["arrivalTime"]),
      .text("notes", ["description"]), .links(["url"]),
    ])

  private static let lodging = NodeForm(
    type: "LodgingReservation", entity: "Stay", thing: "LodgingBusiness",
    fields: [
      .text("name", ["reservationFor.name"]),
      .address("address", "reservationFor", withName: false),
      .location("location", "reservationFor", code: "identifier"),
      .moment(day: "checkinDate", time: "checkinTime", ["checkinTime", "checkinDate"]),
      .moment(day: "checkoutDate", time: "checkoutTime", ["checkoutTime", "checkoutDate"]),
      .confirmation("isConfirmed"), .cancellation("isCancelled"),
      .links(["reservationFor.url", "url"]), .text("telephone", ["reservationFor.telephone"]),
    ] + reservation)

  /// Returns the forms of a leg: of its reservation, and of the journey alone.
  private static func leg(
    _ mode: String, _ type: String, reservation reservationType: String, from: NodePath,
    to: NodePath, code: String, number: [NodePath], provider: [NodePath],
    other: [(from: NodePath, to: NodePath)] = [], halls: [(String, [NodePath])] = []
  ) -> [NodeForm] {
    func fields(_ thing: NodePath, providers: [NodePath] = []) -> [Field] {
      func end(_ name: String, _ path: NodePath, _ others: [NodePath]) -> [Field] {
        [
          .text(
            name, [thing.appending(path).appending("name")],
            instead: [thing.appending(path).appending(NodePath(stringLiteral: code))]
              + others.map { thing.appending($0).appending("name") }),
          .location(name + "Location", thing.appending(path), code: code),
        ]
      }
      return [.constant("mode", mode)] + end("from", from, other.map(\.from))
        + end("to", to, other.map(\.to)) + [
          .moment(
            day: "departureDate", time: "departureTime",
            [thing.appending("departureTime"), thing.appending("departureDay")]),
          .dayOf(
            "departureDate", insteadOf: "departureTime", thing.appending("boardingTime")),
          .moment(day: "arrivalDate", time: "arrivalTime", [thing.appending("arrivalTime")]),
          .text(
            "number", [thing.appending(number[0])],
            instead: number.dropFirst().map(thing.appending)),
          .text(
            "provider", [thing.appending(provider[0])],
            instead: provider.dropFirst().map(thing.appending) + providers),
          .links([thing.appending("url")]),
        ]
        + halls.map { name, paths in
          .text(
            name, [thing.appending(paths[0])], instead: paths.dropFirst().map(thing.appending))
        }
    }
    return [
      NodeForm(
        type: reservationType, entity: "Leg", thing: type,
        fields: fields("reservationFor", providers: ["provider.name", "provider"])
          + [.confirmation("isConfirmed"), .cancellation("isCancelled")] + reservation),
      NodeForm(
        type: type, entity: "Leg", fields: fields("") + [.text("notes", ["description"])]),
    ]
  }

  private static let legs: [NodeForm] =
    leg(
      "flight", "Flight", reservation: "FlightReservation", from: "departureAirport",
      to: "arrivalAirport", code: "iataCode", number: ["flightNumber"],
      provider: ["airline.name", "airline.iataCode", "airline", "provider.name"],
      halls: [
        ("departureTerminal", ["departureTerminal"]), ("departureGate", ["departureGate"]),
        ("arrivalTerminal", ["arrivalTerminal"]), ("arrivalGate", ["arrivalGate"]),
        ("vehicle", ["aircraft.name", "aircraft"]),
      ])
    + leg(
      "train", "TrainTrip", reservation: "TrainReservation", from: "departureStation",
      to: "arrivalStation", code: "identifier", number: ["trainNumber", "trainName"],
      provider: ["provider.name", "trainCompany.name", "provider"],
      halls: [("departureGate", ["departurePlatform"]), ("arrivalGate", ["arrivalPlatform"])])
    + leg(
      "bus", "BusTrip", reservation: "BusReservation", from: "departureBusStop",
      to: "arrivalBusStop", code: "identifier", number: ["busNumber", "busName"],
      provider: ["provider.name", "busCompany.name", "provider"],
      other: [("departureStation", "arrivalStation")])
    + leg(
      "boat", "BoatTrip", reservation: "BoatReservation", from: "departureBoatTerminal",
      to: "arrivalBoatTerminal", code: "identifier", number: ["name"],
      provider: ["provider.name", "provider"])

  /// A leg by any other means: a reservation of a trip from its origin to a place.
  static let otherLeg = NodeForm(
    type: "Reservation", entity: "Leg", thing: "Trip",
    fields: [
      .text("from", ["reservationFor.tripOrigin.name"]),
      .location("fromLocation", "reservationFor.tripOrigin", code: "identifier"),
      .text("to", ["reservationFor.itinerary<Place>.name"]),
      .location("toLocation", "reservationFor.itinerary<Place>", code: "identifier"),
      .moment(
        day: "departureDate", time: "departureTime", ["reservationFor.departureTime"]),
      .moment(day: "arrivalDate", time: "arrivalTime", ["reservationFor.arrivalTime"]),
      .text("number", ["reservationFor.name"]),
      .text("provider", ["reservationFor.provider.name"]), .links(["reservationFor.url"]),
      .confirmation("isConfirmed"), .cancellation("isCancelled"),
    ] + reservation)

  private static func drive(_ type: String, thing: String, _ times: [Field]) -> NodeForm {
    NodeForm(
      type: type, entity: "Leg", thing: thing,
      fields: [
        .constant("mode", "car"),
        .text("from", ["pickupLocation.name"], instead: ["pickupLocation.address"]),
        .location("fromLocation", "pickupLocation", code: "identifier"),
        .text("to", ["dropoffLocation.name"], instead: ["dropoffLocation.address"]),
        .location("toLocation", "dropoffLocation", code: "identifier"),
        .text("number", ["reservationFor.name"]),
        .text(
          "provider", ["provider.name"],
          instead: ["reservationFor.rentalCompany.name", "reservationFor.provider.name"]),
        .links(["url"]), .confirmation("isConfirmed"), .cancellation("isCancelled"),
      ] + times + reservation)
  }

  private static let rentalCar = drive(
    "RentalCarReservation", thing: "RentalCar",
    [
      .moment(day: "departureDate", time: "departureTime", ["pickupTime"]),
      .moment(day: "arrivalDate", time: "arrivalTime", ["dropoffTime"]),
    ])

  private static let taxi = drive(
    "TaxiReservation", thing: "Taxi",
    [.moment(day: "departureDate", time: "departureTime", ["pickupTime"])])

  private static func item(
    _ type: String, thing: String? = nil, _ thingPath: NodePath, place: NodePath,
    start: [NodePath], end: [NodePath], _ more: [Field] = []
  ) -> NodeForm {
    NodeForm(
      type: type, entity: "BucketListItem", thing: thing,
      fields: [
        .text("title", [thingPath.appending("name")]),
        .text("details", [thingPath.appending("description")]),
        .address("address", place, withName: place != thingPath && place != "touristAttraction"),
        .location("location", place, code: "identifier"),
        .moment(day: "startDate", time: "startTime", start),
        .moment(day: "endDate", time: "endTime", end), .links([thingPath.appending("url")]),
        .cancellation("status"),
      ] + more)
  }

  private static let booked: [Field] = [
    .confirmation("hasReservation"),
    .text("reservationNumber", ["reservationNumber"], instead: ["reservationId"]), price,
  ]

  private static let eventReservation = item(
    "EventReservation", thing: "Event", "reservationFor", place: "reservationFor.location",
    start: ["reservationFor.startDate"], end: ["reservationFor.endDate"], booked)

  private static let event = item(
    "Event", "", place: "location", start: ["startDate"], end: ["endDate"])

  private static let food = item(
    "FoodEstablishmentReservation", thing: "FoodEstablishment", "reservationFor",
    place: "reservationFor", start: ["startTime"], end: ["endTime"], booked)

  private static let visit = item(
    "TouristAttractionVisit", "touristAttraction", place: "touristAttraction",
    start: ["arrivalTime"], end: ["departureTime"])

  /// Returns the form for a new object.
  static func form(ofNew object: TripObject) -> NodeForm? {
    switch object.entity {
    case "Stay": return lodging
    case "Leg":
      let mode = object.text("mode")
      return legs.first { form in
        form.thing != nil
          && form.fields.contains { field in
            if case .constant("mode", let own) = field { own == mode } else { false }
          }
      } ?? otherLeg
    case "BucketListItem": return object.isTrue("hasReservation") ? eventReservation : event
    case "Participant", "Ticket": return nil
    default: return trip
    }
  }
}
