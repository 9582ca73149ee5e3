/// What a column of a CSV file says.
///
/// One column can be a property of several entities: `notes` is `details` of a bucket-list item.
enum CSVField: Hashable, Sendable {
  /// A moment: its day and its time, or only one of them, or the zone of the time.
  enum Part: String, Sendable {
    case whole = ""
    case day = "Date"
    case clock = "Time"
    case zone = "Zone"
  }

  enum Edge: String, Sendable, CaseIterable {
    case start, end
  }

  /// The member of a location.
  enum Member: String, Sendable, CaseIterable {
    case latitude, longitude, timeZone, code
  }

  enum Place: String, Sendable, CaseIterable {
    case own = "location"
    case from = "fromLocation"
    case to = "toLocation"
  }

  case entity, key, identity, trip
  case name, place, notes, links, color, email
  case moment(Edge, Part)
  /// The zone of all times of the row.
  case zone
  case from, to, provider, number, mode
  case location(Place, Member)
  /// All of a location as JSON.
  case wholeLocation(Place)
  case isConfirmed, reservationNumber, status
  /// The currency of prices whose cells have none.
  case currency
  /// An attribute that no other program has a column for.
  case attribute(String)

  /// Finds the field that a header names, without regard to case, spaces and punctuation.
  init?(header: String) {
    let folded = Self.folded(header)
    guard !folded.isEmpty, let field = Self.fields[folded] else { return nil }
    self = field
  }

  /// Returns the letters and digits of a header in lower case.
  static func folded(_ header: String) -> String {
    // Longer words are no names of columns, and would cost time.
    var folded = ""
    for scalar in header.unicodeScalars.prefix(80) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        folded += scalar.properties.lowercaseMapping
      } else if scalar == "#" {
        folded += "number"
      }
    }
    return folded
  }

  /// The name of the column in files of our own; the start and end of any other program.
  var name: String {
    switch self {
    case .entity: "entity"
    case .key: "id"
    case .identity: "uid"
    case .trip: "trip"
    case .name: "name"
    case .place: "place"
    case .notes: "notes"
    case .links: "links"
    case .color: "color"
    case .email: "email"
    case .moment(let edge, let part): edge.rawValue + part.rawValue
    case .zone: "timeZone"
    case .from: "from"
    case .to: "to"
    case .provider: "provider"
    case .number: "number"
    case .mode: "mode"
    case .location(let place, let member): place.rawValue + "." + member.rawValue
    case .wholeLocation(let place): place.rawValue
    case .isConfirmed: "isConfirmed"
    case .reservationNumber: "reservationNumber"
    case .status: "status"
    case .currency: "currency"
    case .attribute(let name): name
    }
  }

  /// Returns the English words for a field, without its name.
  static func words(for field: CSVField) -> [String] {
    fields.filter { $0.value == field && $0.key != folded(field.name) }.map(\.key).sorted()
  }

  /// All fields with a name, in the order of a list.
  static var listed: [CSVField] {
    let first: [CSVField] = [
      .entity, .identity, .trip, .name, .place, .from, .to, .moment(.start, .whole),
      .moment(.start, .day), .moment(.start, .clock), .zone, .moment(.start, .zone),
      .moment(.end, .whole), .moment(.end, .day), .moment(.end, .clock), .moment(.end, .zone),
      .provider, .number, .mode, .reservationNumber, .isConfirmed, .status, .notes, .links, .email,
      .color,
    ]
    return first + Set(fields.values).subtracting(first).sorted { $0.name < $1.name }
  }

  /// The fields by the folded words of headers.
  private static let fields: [String: CSVField] = {
    var fields: [String: CSVField] = [:]
    func add(_ field: CSVField, _ words: String) {
      for word in words.split(separator: " ") { fields[String(word)] = field }
      fields[folded(field.name)] = field
    }
    add(.entity, "entity type kind category segmenttype itemtype recordtype bookingtype")
    add(.key, "id")
    add(.identity, "uid uuid guid externalid bookingid recordid itemid segmentid")
    add(.trip, "trip tripname tripid triptitle journey journeyname itinerary itineraryname")
    add(
      .name,
      """
      name title summary subject event eventname activity activities activityname item hotel hotelname \
      accommodation accommodationname lodging lodgingname property propertyname what label stay
      """)
    add(
      .place,
      """
      place address location venue destination city town where placename cityplace streetaddress fulladdress \
      hoteladdress dest destinations destinationname destinationcity
      """)
    add(
      .notes,
      "notes note description details comment comments remarks remark memo text tripnotes")
    add(.links, "links link url website web webpage homepage")
    add(.color, "color colour")
    add(.email, "email emailaddress mail")
    addMoments(add)
    add(
      .from,
      """
      from origin source departureairport departurecity departurestation departureplace \
      departurelocation fromcity fromairport fromstation fromplace fromname startplace startlocation \
      origincity originairport departfrom startloc depairport airportfrom startstation startcity depart
      """)
    add(
      .to,
      """
      to arrivalairport arrivalcity arrivalstation arrivalplace arrivallocation tocity toairport \
      tostation toplace toname endplace endloc endlocation destinationairport arriveat arrairport airportto \
      endstation endcity arrive
      """)
    add(
      .provider, "provider airline carrier operator company airlinename operatedby agency supplier")
    add(
      .number,
      """
      number flightnumber flightno flight trainnumber trainno train busnumber vehiclenumber \
      servicenumber flightnum routenumber
      """)
    add(.mode, "mode transport transportation transportmode means method meansoftransport")
    for place in Place.allCases {
      for member in Member.allCases { add(.location(place, member), "") }
      add(.wholeLocation(place), "")
    }
    add(.place, "location")
    add(.location(.own, .latitude), "latitude lat gpslatitude geolat")
    add(.location(.own, .longitude), "longitude lon lng long gpslongitude geolong geolon geolng")
    add(.location(.from, .latitude), "fromlatitude fromlat departurelatitude originlatitude")
    add(.location(.from, .longitude), "fromlongitude fromlon departurelongitude originlongitude")
    add(.location(.to, .latitude), "tolatitude tolat arrivallatitude destinationlatitude")
    add(.location(.to, .longitude), "tolongitude tolon arrivallongitude destinationlongitude")
    add(
      .location(.from, .code),
      "fromcode fromiata departurecode departureiata departureairportcode origincode originiata")
    add(
      .location(.to, .code),
      "tocode toiata arrivalcode arrivaliata arrivalairportcode destinationcode destinationiata")
    add(.isConfirmed, "isconfirmed confirmed booked isbooked reserved hasreservation reservation")
    add(
      .reservationNumber,
      """
      reservationnumber ref confirmationnumber confirmation confirmationcode bookingnumber \
      bookingreference bookingref bookingcode recordlocator reference reservationcode pnr \
      confirmationno bookingconfirmation
      """)
    add(.status, "status state bookingstatus")
    for name in ["isInPlan", "perdiem", "reason", "isCancelled"] {
      add(.attribute(name), "")
    }
    add(.attribute("departureTerminal"), "depterminal fromterminal terminaldeparture")
    add(.attribute("arrivalTerminal"), "arrterminal toterminal terminalarrival")
    add(
      .attribute("vehicle"),
      "aircraft aircrafttype aircrafttypename plane planetype airplane aeroplane vessel shipname")
    add(.attribute("telephone"), "telephone phone phonenumber telephonenumber")
    add(.attribute("isCancelled"), "cancelled canceled iscanceled")
    add(
      .attribute("price"), "cost costs fare totalprice totalcost pricepaid amount total totalamount"
    )
    add(.currency, "currencycode pricecurrency")
    add(.attribute("departureGate"), "departureplatform depgate fromgate gatedeparture")
    add(.attribute("arrivalGate"), "arrivalplatform arrgate togate gatearrival")
    return fields
  }()

  private static func addMoments(_ add: (CSVField, String) -> Void) {
    let starts = "start begin begins starts checkin departure departs dep leave leaves arrivalday"
    let ends = "end ends finish checkout arrival arrives arr until"
    for (edge, words) in [(Edge.start, starts), (.end, ends)] {
      for word in words.split(separator: " ") {
        add(.moment(edge, .whole), "\(word) \(word)datetime \(word)at \(word)timestamp")
        add(.moment(edge, .day), "\(word)date \(word)day dateof\(word) \(word)dt")
        add(.moment(edge, .clock), "\(word)time timeof\(word)")
        add(.moment(edge, .zone), "\(word)timezone \(word)zone \(word)tz")
      }
    }
    add(
      .moment(.start, .whole),
      """
      when datetime timestamp scheduleddeparture std departurelocal departuredatetimelocal \
      gatedeparturescheduled
      """)
    add(
      .moment(.end, .whole),
      "scheduledarrival sta arrivallocal arrivaldatetimelocal gatearrivalscheduled returndate return"
    )
    add(.moment(.start, .day), "date flightdate traveldate fromdate datefrom departdate")
    add(.moment(.end, .day), "todate dateto arrivedate lastday")
    add(.moment(.start, .clock), "time fromtime departtime deptime")
    add(.moment(.end, .clock), "totime arrivetime arrtime")
    add(.zone, "timezone tz zone")
  }
}
