import DocumentTables

/// What a pass reserves, as nodes of schema.org: legs of a journey, a stay or an event.
struct PassReservation {
  let bundle: PassBundle
  private let style: String
  var fields: PassFields
  var findings: [ImportReport.Finding] = []

  private static let styles = ["boardingPass", "eventTicket", "coupon", "storeCard", "generic"]

  init(_ bundle: PassBundle) {
    self.bundle = bundle
    style = Self.styles.first { bundle.json[$0] != nil } ?? ""
    fields = PassFields(bundle, bundle.json[style])
  }

  /// The names of what the pass states and no node does; the bytes of the pass have it.
  var unreadNames: [String] {
    guard case .object(let members, _) = bundle.json else { return fields.unreadNames }
    let read: Set<String> = [
      "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName",
      "description", "logoText", "foregroundColor", "backgroundColor", "labelColor",
      "relevantDate", "relevantDates", "semantics", "barcode", "barcodes", "voided", "locations",
      "expirationDate",
    ]
    return fields.unreadNames
      + members.map(\.name).filter { !read.contains($0) && !Self.styles.contains($0) }
  }

  /// Returns the nodes; none for a pass that says of no journey, stay or event when or what it is.
  mutating func nodes() -> [Tree] {
    if style == "boardingPass" { return legs() }
    if let stay = stay() { return [stay] }
    return event().map { [$0] } ?? []
  }

  // MARK: Times

  /// Returns the moment that a semantic tag states, the present one before the planned one.
  func tagMoment(_ names: String...) -> (text: String, moment: PassMoment)? {
    for name in names {
      let text = fields.tag(name)
      if let moment = PassMoment(text), moment.day != nil { return (text, moment) }
    }
    return nil
  }

  /// When the pass becomes relevant: a time near that of what it is for.
  var relevantText: String {
    if let text = bundle.json["relevantDate"]?.text { return text }
    guard let first = bundle.json["relevantDates"]?.elements.first else { return "" }
    return first["date"]?.text ?? first["startDate"]?.text ?? ""
  }

  /// Returns a moment of schema.org, with the zone of the place if a tag states it.
  func moment(_ text: String?, zone: String) -> Tree? {
    guard let text, !text.isEmpty else { return nil }
    guard !zone.isEmpty, text.contains("T") else { return .text(text) }
    return .members(["@type": .text("QDateTime"), "@value": .text(text), "timezone": .text(zone)])
  }

  /// The seats of the tags, in words.
  var seats: String {
    (fields.tagValue("seats")?.elements ?? []).map { seat in
      let number = seat["seatNumber"]?.text ?? seat["seatIdentifier"]?.text ?? ""
      return [seat["seatSection"]?.text, seat["seatRow"]?.text, number].compactMap { $0 }
        .filter { !$0.isEmpty }.joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // MARK: Stays and events

  /// Returns the stay of a hotel's pass, which says when it begins and ends.
  private mutating func stay() -> Tree? {
    guard let checkin = fields.moment(.checkin)?.text(on: nil),
      let checkout = fields.moment(.checkout)?.text(on: nil)
    else { return nil }
    var hotel: [String: Tree] = ["@type": .text("LodgingBusiness")]
    hotel["name"] = .text(
      fields.value(.venue).ifEmpty(bundle.text(bundle.json["organizationName"]))
        .ifEmpty(bundle.title))
    let address = fields.value(.address)
    if !address.isEmpty { hotel["address"] = .text(address) }
    hotel["geo"] = onlyLocation
    return reservation("LodgingReservation", for: hotel, booking: "", passenger: "")
      .replacing("checkinTime", with: .text(checkin))
      .replacing("checkoutTime", with: .text(checkout))
  }

  /// Returns the event of a ticket, also of another pass that states when it is.
  private mutating func event() -> Tree? {
    let date = fields.moment(.day) ?? fields.moment(.departure)
    let start =
      tagMoment("eventStartDate")?.text ?? date?.text(on: PassMoment(relevantText)?.day)
      ?? PassMoment(relevantText)?.text(on: nil)
    let isTicket = style == "eventTicket"
    guard isTicket || start != nil else { return nil }
    let shown = isTicket ? fields.primary() : ""
    let name = fields.tag("eventName").ifEmpty(shown).ifEmpty(bundle.title)
      .ifEmpty(bundle.text(bundle.json["logoText"]))
    guard !name.isEmpty else { return nil }
    var event: [String: Tree] = ["@type": .text("Event"), "name": .text(name)]
    event["startDate"] = start.map { .text($0) }
    event["endDate"] = tagMoment("eventEndDate").map { .text($0.text) }
    var place: [String: Tree] = ["@type": .text("Place")]
    let venue = fields.tag("venueName").ifEmpty(fields.value(.venue))
    if !venue.isEmpty { place["name"] = .text(venue) }
    let address = fields.value(.address)
    if !address.isEmpty { place["address"] = .text(address) }
    place["geo"] = Self.geo(fields.tagValue("venueLocation")) ?? onlyLocation
    if place.count > 1 { event["location"] = .members(place) }
    var seat: [String: Tree] = [:]
    let number = seats.ifEmpty(fields.value(.seat))
    if !number.isEmpty { seat["seatNumber"] = .text(number) }
    return reservation("EventReservation", for: event, booking: "", passenger: "")
      .replacing("reservedTicket", with: ticket(seat))
  }

  /// The place of a pass that names one.
  private var onlyLocation: Tree? {
    let places = bundle.json["locations"]?.elements ?? []
    return places.count == 1 ? Self.geo(places[0]) : nil
  }

  static func geo(_ value: JSONValue?) -> Tree? {
    guard let latitude = value?["latitude"]?.number, let longitude = value?["longitude"]?.number
    else { return nil }
    return .members([
      "@type": .text("GeoCoordinates"), "latitude": .double(latitude),
      "longitude": .double(longitude),
    ])
  }

  // MARK: Reservations

  mutating func reservation(
    _ type: String, for thing: [String: Tree], booking: String, passenger: String
  ) -> Tree {
    var node: [String: Tree] = [
      "@context": .text("http://schema.org"), "@type": .text(type),
      "reservationFor": .members(thing),
      "reservationStatus": .text(
        "http://schema.org/Reservation"
          + (isVoided ? "Cancelled" : "Confirmed")),
      // KDE Itinerary finds the pass by these.
      "pkpassPassTypeIdentifier": .text(bundle.type),
      "pkpassSerialNumber": .text(bundle.serialNumber),
    ]
    let number = fields.tag("confirmationNumber").ifEmpty(fields.value(.booking)).ifEmpty(booking)
    if !number.isEmpty { node["reservationNumber"] = .text(number) }
    let name = person.ifEmpty(fields.value(.passenger)).ifEmpty(passenger)
    if !name.isEmpty {
      node["underName"] = .members(["@type": .text("Person"), "name": .text(name)])
    }
    if let price = fields.tagValue("totalPrice"), let amount = price["amount"]?.text {
      node["totalPrice"] = .text(amount)
      if let currency = price["currencyCode"]?.text { node["priceCurrency"] = .text(currency) }
    } else {
      let price = fields.value(.price)
      if !price.isEmpty { node["totalPrice"] = .text(price) }
    }
    return .members(node)
  }

  private var isVoided: Bool {
    if case .scalar(.bool(true))? = bundle.json["voided"] { true } else { false }
  }

  /// The person of the tags.
  private var person: String {
    guard let name = fields.tagValue("passengerName") else { return fields.tag("attendeeName") }
    return name.text
      ?? ["givenName", "familyName"].compactMap { name[$0]?.text }
      .joined(separator: " ")
  }

  // MARK: Bar codes

  var barcodes: [(format: String, message: String)] {
    let all = (bundle.json["barcodes"]?.elements ?? []) + [bundle.json["barcode"]].compactMap { $0 }
    return all.compactMap { code in
      guard let message = code["message"]?.text, !message.isEmpty else { return nil }
      return (code["format"]?.text ?? "", message)
    }
  }

  /// Returns the ticket with its bar code, as KDE Itinerary has it, and a seat.
  func ticket(_ seat: [String: Tree]) -> Tree? {
    var ticket: [String: Tree] = ["@type": .text("Ticket")]
    if let code = barcodes.first {
      let kinds = [
        "PKBarcodeFormatQR": "qrCode", "PKBarcodeFormatAztec": "aztecCode",
        "PKBarcodeFormatPDF417": "pdf417", "PKBarcodeFormatCode128": "barcode128",
      ]
      ticket["ticketToken"] = .text((kinds[code.format].map { $0 + ":" } ?? "") + code.message)
    }
    if !seat.isEmpty {
      ticket["ticketedSeat"] = .members(seat.merging(["@type": .text("Seat")]) { $1 })
    }
    return ticket.count > 1 ? .members(ticket) : nil
  }
}

extension String {
  /// The text, or another one if it says nothing.
  func ifEmpty(_ other: @autoclosure () -> String) -> String {
    isEmpty ? other() : self
  }
}

extension JSONValue {
  fileprivate var number: Double? {
    guard case .scalar(let tree) = self else { return nil }
    return tree.numberValue ?? tree.textValue.flatMap { Double($0) }
  }
}
