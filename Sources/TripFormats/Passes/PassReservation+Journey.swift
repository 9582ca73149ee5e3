import DocumentTables

// The legs of a boarding pass.
extension PassReservation {
  /// How schema.org names the parts of a journey.
  private struct Mode {
    let reservation: String
    let journey: String
    let from: String
    let to: String
    let place: String
    let number: String
    var hall = "departurePlatform"
  }

  private static func mode(_ transitType: String) -> Mode? {
    switch transitType {
    case "PKTransitTypeAir":
      Mode(
        reservation: "FlightReservation", journey: "Flight", from: "departureAirport",
        to: "arrivalAirport", place: "Airport", number: "flightNumber", hall: "departureGate")
    case "PKTransitTypeTrain":
      Mode(
        reservation: "TrainReservation", journey: "TrainTrip", from: "departureStation",
        to: "arrivalStation", place: "TrainStation", number: "trainNumber")
    case "PKTransitTypeBus":
      Mode(
        reservation: "BusReservation", journey: "BusTrip", from: "departureBusStop",
        to: "arrivalBusStop", place: "BusStop", number: "busNumber")
    case "PKTransitTypeBoat":
      Mode(
        reservation: "BoatReservation", journey: "BoatTrip", from: "departureBoatTerminal",
        to: "arrivalBoatTerminal", place: "BoatTerminal", number: "name")
    default: nil
    }
  }

  mutating func legs() -> [Tree] {
    let type = bundle.json["boardingPass"]?["transitType"]?.text ?? ""
    let messages = barcodes.map(\.message)
    let barcode = messages.lazy.compactMap(BoardingBarcode.init).first
    // Some airlines leave the type open.
    let mode = Self.mode(type) ?? (barcode == nil ? nil : Self.mode("PKTransitTypeAir"))
    let isFlight = mode?.journey == "Flight"
    var first = Leg()
    readEnds(&first, isFlight: isFlight)
    readNumber(&first)
    let day = readTimes(&first)
    let group = fields.tag("boardingGroup").ifEmpty(fields.value(.group))
    var legs = [first]
    if let barcode, isFlight { legs = self.legs(barcode, first, day) }
    if first.departure == nil, legs[0].day == nil, let relevant = PassMoment(relevantText) {
      legs[0].day = relevant.day
      if relevant.offset == 0 { findings.append(.init(.universalTime, subject: bundle.title)) }
    }
    let isStated = legs.contains { leg in
      !leg.number.isEmpty
        || !(leg.from + leg.fromCode).isEmpty && !(leg.to + leg.toCode).isEmpty
    }
    guard isStated else { return [] }
    return legs.map { node($0, mode, group: group, passenger: barcode?.passenger ?? "") }
  }

  /// One leg, as far as the pass states it.
  private struct Leg {
    var number = ""
    var carrier = ""
    var from = ""
    var to = ""
    var fromCode = ""
    var toCode = ""
    var day: Int64?
    var departure: Tree?
    var arrival: Tree?
    var boarding: Tree?
    var booking = ""
    var seat = ""
    var sequence = ""
    var cabin = ""
    /// Whether it is the leg that the fields are about.
    var hasFields = true
  }

  private mutating func readEnds(_ leg: inout Leg, isFlight: Bool) {
    leg.fromCode = fields.tag("departureAirportCode")
    leg.toCode = fields.tag("destinationAirportCode")
    func tagged(_ end: String) -> String {
      ["AirportName", "StationName", "LocationDescription", "CityName"]
        .map { fields.tag(end + $0) }.first { !$0.isEmpty } ?? ""
    }
    (leg.from, leg.to) = (tagged("departure"), tagged("destination"))
    guard let ends = fields.ends() else {
      leg.from = leg.from.ifEmpty(fields.value(.from))
      leg.to = leg.to.ifEmpty(fields.value(.to))
      return
    }
    /// Returns the name and the code of an end: the value may be the code or the time, and the label the name.
    func end(_ field: PassFields.Field) -> (name: String, code: String) {
      // A label may only say which end it is.
      let label = PassFields.meaning(field.label) == nil ? field.label : ""
      if BoardingBarcode.isCode(field.value), isFlight || !label.isEmpty {
        return (label, field.value)
      }
      if PassMoment(field.value)?.second != nil { return (label, "") }
      return (field.value, isFlight && BoardingBarcode.isCode(field.label) ? field.label : "")
    }
    let (from, to) = (end(ends.from), end(ends.to))
    leg.from = leg.from.ifEmpty(from.name)
    leg.to = leg.to.ifEmpty(to.name)
    leg.fromCode = leg.fromCode.ifEmpty(from.code)
    leg.toCode = leg.toCode.ifEmpty(to.code)
  }

  private mutating func readNumber(_ leg: inout Leg) {
    let code = fields.tag("flightCode")
    let number = ["flightNumber", "vehicleNumber"].map(fields.tag).first { !$0.isEmpty } ?? ""
    leg.carrier = fields.tag("airlineCode")
    let stated = fields.value(.number)
    leg.number = code
    if code.isEmpty, !number.isEmpty {
      leg.number = [leg.carrier, number].filter { !$0.isEmpty }.joined(separator: " ")
    }
    leg.number = leg.number.ifEmpty(stated)
  }

  /// - Returns: The day near which that of a bar code is, and whether all is over then.
  private mutating func readTimes(_ leg: inout Leg) -> (day: Int64, isEnd: Bool)? {
    let (fromZone, toZone) = (
      fields.tag("departureLocationTimeZone"), fields.tag("destinationLocationTimeZone")
    )
    let ends = fields.ends()
    let departure = fields.moment(.departure) ?? ends.flatMap { Self.clock(in: $0.from.label) }
    let date = fields.moment(.day)
    let boarding = fields.moment(.boarding)
    let arrival = fields.moment(.arrival) ?? ends.flatMap { Self.clock(in: $0.to.label) }
    let tagged = tagMoment("currentDepartureDate", "originalDepartureDate")
    let board = tagMoment("currentBoardingDate", "originalBoardingDate")
    let stated =
      tagged?.moment.day ?? departure?.day ?? date?.day ?? board?.moment.day
      ?? boarding?.day
    let relevant = PassMoment(relevantText)?.day
    leg.day = stated
    let expiration = PassMoment(bundle.json["expirationDate"]?.text ?? "")?.day
    let near = (stated ?? relevant).map { ($0, false) } ?? expiration.map { ($0, true) }
    let known = stated ?? near.flatMap(barcodeDay) ?? relevant
    if let tagged {
      leg.departure = moment(tagged.text, zone: fromZone)
    } else if departure?.second != nil, let text = departure?.text(on: known) {
      leg.departure = moment(text, zone: fromZone)
    }
    if let board {
      leg.boarding = moment(board.text, zone: fromZone)
    } else if boarding?.second != nil {
      leg.boarding = moment(boarding?.text(on: known), zone: fromZone)
    }
    if let tagged = tagMoment("currentArrivalDate", "originalArrivalDate") {
      leg.arrival = moment(tagged.text, zone: toZone)
    } else if let arrival {
      // A time before that of the departure is of a later day, or of a place far in the west.
      let isLater =
        departure?.second.flatMap { start in arrival.second.map { $0 > start } } ?? false
      if arrival.day != nil || isLater {
        leg.arrival = moment(
          arrival.text(on: departure?.day ?? known), zone: toZone)
      }
    }
    for (name, read, made) in [
      ("departure", departure, leg.departure), ("arrival", arrival, leg.arrival),
    ] where read?.second != nil && made == nil {
      findings.append(.init(.unreadMoment, subject: name, "a time of a day that is not known"))
    }
    return near
  }

  /// Returns the time in a label such as `ab 08:00`.
  private static func clock(in label: String) -> PassMoment? {
    label.utf8.count <= 64
      ? label.split(separator: " ").filter { $0.contains(":") }.lazy.compactMap {
        PassMoment(String($0))
      }.first : nil
  }

  /// Returns the day of the bar code's first leg near a day.
  private func barcodeDay(near: (day: Int64, isEnd: Bool)) -> Int64? {
    let barcode = barcodes.lazy.compactMap { BoardingBarcode($0.message) }.first
    return barcode?.legs.first?.day.flatMap {
      BoardingBarcode.day($0, near: near.day, isEnd: near.isEnd)
    }
  }

  /// Returns the legs of a bar code; the fields say more of the one whose ends they name, or of the first.
  private mutating func legs(
    _ barcode: BoardingBarcode, _ first: Leg, _ near: (day: Int64, isEnd: Bool)?
  ) -> [Leg] {
    let shown =
      barcode.legs.firstIndex { $0.from == first.fromCode && $0.to == first.toCode } ?? 0
    return barcode.legs.enumerated().map { index, coded in
      var leg = index == shown ? first : Leg()
      leg.hasFields = index == shown
      leg.fromCode = leg.fromCode.ifEmpty(coded.from)
      leg.toCode = leg.toCode.ifEmpty(coded.to)
      leg.carrier = leg.carrier.ifEmpty(coded.carrier)
      leg.number = leg.number.ifEmpty(
        [coded.carrier, coded.number].filter { !$0.isEmpty }.joined(separator: " "))
      // A number alone does not tell the airline.
      if !leg.number.isEmpty, leg.number.allSatisfy(\.isNumber) {
        leg.number = "\(coded.carrier) \(leg.number)"
      }
      (leg.booking, leg.seat) = (coded.booking, coded.seat)
      (leg.sequence, leg.cabin) = (coded.sequence, coded.cabin)
      guard leg.departure == nil, let dayOfYear = coded.day else { return leg }
      if let near, let day = BoardingBarcode.day(dayOfYear, near: near.day, isEnd: near.isEnd) {
        leg.day = day
      } else {
        findings.append(
          .init(
            .unreadMoment, subject: leg.number,
            "day \(dayOfYear) of a year that the pass does not state"))
      }
      return leg
    }
  }

  private mutating func node(
    _ leg: Leg, _ mode: Mode?, group: String, passenger: String
  ) -> Tree {
    func place(_ name: String, _ code: String, _ location: String) -> Tree {
      var place: [String: Tree] = ["@type": .text(mode?.place ?? "Place")]
      if !name.isEmpty || code.isEmpty { place["name"] = .text(name) }
      if !code.isEmpty {
        place[mode?.journey == "Flight" ? "iataCode" : "identifier"] = .text(code)
      }
      if leg.hasFields { place["geo"] = Self.geo(fields.tagValue(location)) }
      return .members(place)
    }
    let from = place(leg.from, leg.fromCode, "departureLocation")
    let to = place(leg.to, leg.toCode, "destinationLocation")
    var journey: [String: Tree] = ["@type": .text(mode?.journey ?? "Trip")]
    journey[mode?.from ?? "tripOrigin"] = from
    if let mode { journey[mode.to] = to } else { journey["itinerary"] = .array([to]) }
    if !leg.number.isEmpty { journey[mode?.number ?? "name"] = .text(leg.number) }
    journey["departureTime"] = leg.departure
    journey["arrivalTime"] = leg.arrival
    if leg.departure == nil, let day = leg.day {
      journey[mode == nil ? "departureTime" : "departureDay"] = .text(DayText.text(day))
    }
    if leg.hasFields {
      journey["boardingTime"] = leg.boarding
      journey.merge(halls(mode)) { $1 }
    }
    let provider = fields.tag("transitProvider").ifEmpty(
      bundle.text(bundle.json["organizationName"]))
    if mode?.journey == "Flight" {
      var airline: [String: Tree] = ["@type": .text("Airline"), "name": .text(provider)]
      if !leg.carrier.isEmpty { airline["iataCode"] = .text(leg.carrier) }
      journey["airline"] = .members(airline)
    } else if !provider.isEmpty {
      journey["provider"] = .members(["@type": .text("Organization"), "name": .text(provider)])
    }
    var node = reservation(
      mode?.reservation ?? "Reservation", for: journey, booking: leg.booking,
      passenger: passenger)
    node = node.replacing("reservedTicket", with: ticket(seat(of: leg)))
    if !group.isEmpty { node = node.replacing("boardingGroup", with: .text(group)) }
    if !leg.sequence.isEmpty {
      node = node.replacing("passengerSequenceNumber", with: .text(leg.sequence))
    }
    return node
  }

  /// Returns the terminals, and the gates or platforms, of the leg that the fields are about.
  private mutating func halls(_ mode: Mode?) -> [String: Tree] {
    var halls: [String: Tree] = [:]
    let departures: [(String, PassFields.Meaning)] = [
      ("departureTerminal", .terminal),
      mode?.hall == "departureGate" ? ("departureGate", .gate) : ("departurePlatform", .platform),
    ]
    for (name, meaning) in departures {
      let value = fields.tag(name).ifEmpty(fields.value(meaning))
      if !value.isEmpty { halls[name] = .text(value) }
    }
    for name in ["Terminal", "Gate", "Platform"] {
      let value = fields.tag("destination" + name)
      if !value.isEmpty { halls["arrival" + name] = .text(value) }
    }
    return halls
  }

  private mutating func seat(of leg: Leg) -> [String: Tree] {
    var seat: [String: Tree] = [:]
    let stated = leg.hasFields ? seats.ifEmpty(fields.value(.seat)) : ""
    let number = stated.ifEmpty(leg.seat)
    if !number.isEmpty { seat["seatNumber"] = .text(number) }
    let coach = leg.hasFields ? fields.tag("carNumber").ifEmpty(fields.value(.coach)) : ""
    if !coach.isEmpty { seat["seatSection"] = .text(coach) }
    let cabin = (leg.hasFields ? fields.value(.cabin) : "").ifEmpty(leg.cabin)
    if !cabin.isEmpty { seat["seatingType"] = .text(cabin) }
    return seat
  }
}
