import DocumentTables

/// The fields and the semantic tags of a pass, by what they mean.
///
/// Newer passes say what a value means (`semantics`). Older ones have fields whose keys and labels are words of the airline.
struct PassFields {
  enum Meaning: CaseIterable {
    case number, gate, terminal, platform, seat, coach, cabin, boarding, departure, arrival, day,
      passenger, booking, group, checkin, checkout, address, venue, price, from, to
  }

  struct Field {
    let key: String
    let label: String
    let value: String
    /// Whether the value is a time or a day of ISO 8601 that a wallet shows in words.
    let isMoment: Bool
    let isPrimary: Bool
  }

  let fields: [Field]
  private let tags: [String: JSONValue]
  private let ofMeaning: [Meaning: [Int]]
  /// The fields that were used.
  private(set) var used: Set<Int> = []

  private static let sections = [
    "headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "additionalInfoFields",
    "backFields",
  ]

  /// - Parameter style: The object with the fields, such as `boardingPass`.
  init(_ bundle: PassBundle, _ style: JSONValue?) {
    var fields: [Field] = []
    var tags: [String: JSONValue] = [:]
    func take(_ semantics: JSONValue?) {
      guard case .object(let members, _)? = semantics else { return }
      for member in members { tags[member.name] = member.value }
    }
    for section in Self.sections {
      for item in style?[section]?.elements ?? [] {
        take(item["semantics"])
        // Marks and links may be in the attributed text only.
        let plain = bundle.text(item["value"])
        let value = plain.isEmpty ? bundle.text(item["attributedValue"]) : plain
        guard !value.isEmpty else { continue }
        fields.append(
          Field(
            key: item["key"]?.text ?? "", label: bundle.text(item["label"]),
            value: PlainText.text(ofHTML: value),
            isMoment: item["dateStyle"] != nil || item["timeStyle"] != nil,
            isPrimary: section == "primaryFields"))
      }
    }
    take(style?["semantics"])
    take(bundle.json["semantics"])
    self.fields = fields
    self.tags = tags
    var found: [Meaning: [Int]] = [:]
    for (index, field) in fields.enumerated() {
      // A key is the name that the program gives; a label is for people.
      guard let meaning = Self.meaning(field.key) ?? Self.meaning(field.label) else { continue }
      found[meaning, default: []].append(index)
    }
    ofMeaning = found
  }

  // MARK: Values

  /// Returns the value of a semantic tag as a text; empty if there is none.
  func tag(_ name: String) -> String { tags[name]?.text?.trimmingWhitespace ?? "" }

  func tagValue(_ name: String) -> JSONValue? { tags[name] }

  /// Returns the first value of a meaning; empty if there is none.
  mutating func value(_ meaning: Meaning, where isWanted: (Field) -> Bool = { _ in true }) -> String
  {
    guard let index = ofMeaning[meaning]?.first(where: { isWanted(fields[$0]) }) else { return "" }
    used.insert(index)
    return fields[index].value
  }

  /// Returns the first value of a meaning that is a time or a day.
  mutating func moment(_ meaning: Meaning) -> PassMoment? {
    for index in ofMeaning[meaning] ?? [] {
      guard let moment = PassMoment(fields[index].value) else { continue }
      used.insert(index)
      return moment
    }
    return nil
  }

  /// Returns the first two primary fields, which are the ends of a journey.
  mutating func ends() -> (from: Field, to: Field)? {
    let primary = fields.indices.filter { fields[$0].isPrimary }.prefix(2)
    guard primary.count == 2 else { return nil }
    used.formUnion(primary)
    return (fields[primary[0]], fields[primary[1]])
  }

  /// Returns the first primary value.
  mutating func primary() -> String {
    guard let index = fields.firstIndex(where: \.isPrimary) else { return "" }
    used.insert(index)
    return fields[index].value
  }

  /// The keys of the fields that were not used.
  var unreadNames: [String] {
    fields.indices.filter { !used.contains($0) }.map { index in
      let field = fields[index]
      return field.key.isEmpty ? field.label : field.key
    }
  }

  // MARK: Words

  /// Returns what a key or a label means; nil for other words.
  static func meaning(_ words: String) -> Meaning? {
    guard words.utf8.count <= 64 else { return nil }
    let letters = DateLanguage.folded(words).filter(\.isLetter)
    return meanings[letters]
  }

  private static let meanings: [String: Meaning] = Dictionary(
    table.flatMap { meaning, words in words.split(separator: " ").map { (String($0), meaning) } }
  ) { first, _ in first }

  /// Words of keys and labels, as airlines and railways of several countries print them.
  private static let table: [(Meaning, String)] = [
    (
      .number,
      "flight flightnumber flightno flightnum flug flugnummer flugnr vol numerodevol vuelo volo voo vlucht train trainnumber trainno zug zugnummer treno tren bus busnumber service servicenumber linie trains"
    ),
    (
      .gate,
      "gate gates departuregate boardinggate tor flugsteig porte puerta puertadeembarque uscita"
    ),
    (.terminal, "terminal departureterminal term"),
    (.platform, "platform departureplatform gleis track voie binario spoor anden quai"),
    (
      .seat,
      "seat seats seatnumber seatno sitz sitzplatz platz siege asiento posto stoel lugar place"
    ),
    (.coach, "coach carriage wagen voiture coche carrozza carnumber car"),
    (
      .cabin,
      "class cabin travelclass cabinclass bookingclass klasse classe clase reiseklasse serviceclass"
    ),
    (
      .boarding,
      "boarding boardingtime boards boardingat boardtime boardingbegins einsteigen einstieg boardingzeit embarquement heuredembarquement embarque imbarco"
    ),
    (
      .departure,
      "departure departuretime departs depart departing departuredatetime departuredate dep std abflug abflugzeit abfahrt abfahrtszeit heurededepart salida partenza partida vertrek time uhrzeit departtime"
    ),
    (
      .arrival,
      "arrival arrivaltime arrives arrive arriving arrivaldatetime arr sta ankunft ankunftszeit arrivee llegada arrivo chegada aankomst"
    ),
    (
      .day,
      "date flightdate traveldate traveldate day datum reisedatum fecha data jour datedevol eventdate startdate start doors begin beginn"
    ),
    (
      .passenger,
      "passenger passengername passengers name fluggast reisender passagier passager pasajero passeggero passageiro traveller traveler guest guestname holder ticketholder"
    ),
    (
      .booking,
      "confirmation confirmationnumber confirmationcode confirmationno pnr booking bookingcode bookingreference bookingref bookingnumber reservation reservationnumber reservationcode recordlocator reference buchungscode buchungsnummer auftragsnummer dossier localizador prenotazione ordernumber order"
    ),
    (.group, "group boardinggroup zone boardingzone gruppe groupe"),
    (.checkin, "checkin checkindate checkintime anreise arrivee entrada"),
    (.checkout, "checkout checkoutdate checkouttime abreise depart sortie salida"),
    (.address, "address adresse direccion indirizzo location venueaddress hoteladdress ort lieu"),
    (
      .venue,
      "venue venuename hotel hotelname property theater theatre stadium arena halle spielstatte"
    ),
    (.price, "price total totalprice fare amount preis gesamtpreis prix precio prezzo"),
    (.from, "from origin von de da desde departurecity departurestation departureairport origen"),
    (
      .to, "to destination nach a vers hacia arrivalcity arrivalstation arrivalairport ziel destino"
    ),
  ]
}

/// A day, a time or both, as a pass states them.
struct PassMoment {
  /// Days since 2001-01-01.
  var day: Int64?
  /// The second of the day.
  var second: Int64?
  /// The minutes by which the time is ahead of UTC.
  var offset: Int64?

  /// Nil for a text that is no moment.
  init?(_ text: String) {
    guard let moment = StatedMoment(text, MomentSpelling(isClock: true)), moment.shift == nil,
      moment.day != nil || moment.second != nil
    else { return nil }
    (day, second, offset) = (moment.day, moment.second, moment.offset)
  }

  /// The moment as schema.org states it, on a day if it has none; nil without a day.
  func text(on other: Int64?) -> String? {
    guard let day = day ?? other, DayText.range.contains(day) else { return nil }
    guard let second else { return DayText.text(day) }
    func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    var text =
      "\(DayText.text(day))T\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
    if let offset {
      let minutes = abs(offset)
      text +=
        offset == 0
        ? "Z" : (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
    }
    return text
  }
}
