@testable import tripconv

/// A small file of another program from a seed: what such files hold, and what they get wrong.
struct ForeignInput {
  let name: String
  private(set) var text = ""
  private var random: SeededRandom

  init(_ random: inout SeededRandom) {
    self.random = SeededRandom(seed: random.next())
    switch self.random.number(below: 3) {
    case 0:
      name = "input.ics"
      writeCalendar()
    case 1:
      name = "input.csv"
      writeTable()
    default:
      name = "input.jsonld"
      writeReservations()
    }
  }

  private static let words = [
    "Rome", "São Paulo", "大垣", "a, b; c", "\u{2028}line", "“quoted” \"text\"", "e\u{301}te", "0",
    "=1+1",
    "رحلة", "tab\there", "👩‍👩‍👧",
  ]
  private static let days = [
    "2025-01-01", "2024-02-29", "1831-12-27", "0001-01-01", "9999-12-31", "2025-02-30", "soon", "",
  ]
  private static let times = ["000000", "093000", "235959", "240000", "996100"]

  private mutating func pick(_ choices: [String]) -> String { random.element(of: choices, or: "") }

  // MARK: Calendars

  private mutating func writeCalendar() {
    text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n"
    if random.chance(30) { text += "X-WR-CALNAME:\(escaped(pick(Self.words)))\r\n" }
    for number in 0..<random.number(below: 6) {
      let kind = pick(["VEVENT", "VEVENT", "VEVENT", "VTODO", "VJOURNAL", "X-OTHER"])
      text += "BEGIN:\(kind)\r\n"
      if random.chance(90) { text += "UID:\(random.chance(15) ? 0 : number)@x\r\n" }
      if random.chance(90) { text += moment("DTSTART") }
      if random.chance(80) { text += moment("DTEND") }
      if random.chance(90) { text += "SUMMARY:\(escaped(pick(Self.words)))\r\n" }
      if random.chance(50) {
        text += pick([
          "LOCATION:\(escaped(pick(Self.words)))\r\n", "GEO:41.9;12.5\r\n", "GEO:north\r\n",
          "DESCRIPTION:one\\ntwo\r\n", "STATUS:CANCELLED\r\n", "CATEGORIES:BUSINESS,x\r\n",
          "RRULE:FREQ=DAILY;COUNT=3\r\n", "URL:not a url\r\n", "DURATION:P2D\r\n",
          "ATTENDEE;CN=A:mailto:a@b.c\r\n", "X-MINE;P=\"a:b\":c\r\n", "no colon\r\n",
        ])
      }
      if random.chance(95) { text += "END:\(kind)\r\n" }
    }
    if random.chance(97) { text += "END:VCALENDAR\r\n" }
  }

  private func escaped(_ word: String) -> String {
    word.replacing(",", with: "\\,").replacing(";", with: "\\;")
  }

  private mutating func moment(_ name: String) -> String {
    let day = pick(Self.days).replacing("-", with: "")
    let time = pick(Self.times)
    return pick([
      "\(name);VALUE=DATE:\(day)\r\n", "\(name):\(day)T\(time)Z\r\n", "\(name):\(day)T\(time)\r\n",
      "\(name);TZID=Europe/Rome:\(day)T\(time)\r\n", "\(name);TZID=Nowhere:\(day)T\(time)\r\n",
    ])
  }

  // MARK: Tables

  private mutating func writeTable() {
    let separator = pick([",", ";", "\t"])
    let names = ["name", "start", "end", "notes", "destination", "Price", "x", "", "name"]
    let columns = (0...random.number(below: 5)).map { _ in pick(names) }
    let lineEnd = pick(["\n", "\r\n"])
    if random.chance(10) { text += "\u{FEFF}" }
    text += columns.joined(separator: separator) + lineEnd
    for _ in 0..<random.number(below: 6) {
      let count = random.chance(90) ? columns.count : random.number(below: 8)
      let cells = (0..<count).map { _ in
        pick([pick(Self.days), pick(Self.words), pick(Self.words), "1.5", "01/02/2025", ""])
      }
      text += cells.map { quoted($0, separator) }.joined(separator: separator) + lineEnd
    }
    if random.chance(5) { text += "\"open" }
  }

  private func quoted(_ cell: String, _ separator: String) -> String {
    cell.contains("\"") || cell.contains(separator)
      ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
  }

  // MARK: Reservations

  private mutating func writeReservations() {
    let nodes = (0..<random.number(below: 5)).map { _ in reservation() }
    text = "[" + nodes.joined(separator: ",\n") + "]\n"
    if nodes.count == 1, random.chance(50) { text = nodes[0] }
  }

  private mutating func reservation() -> String {
    let kind = pick(["Flight", "Train", "Bus", "Lodging", "Event", "FoodEstablishment", "Other"])
    var members = [
      "\"@context\":\"http://schema.org\"", "\"@type\":\"\(kind)Reservation\"",
      "\"reservationNumber\":\"\(random.number(below: 3))\"",
    ]
    var object = [
      "\"@type\":\"\(kind == "Lodging" ? "LodgingBusiness" : kind)\"",
      "\"name\":\(json(pick(Self.words)))",
    ]
    for name in ["departureTime", "arrivalTime", "startDate"] where random.chance(60) {
      object.append("\"\(name)\":\(instant())")
    }
    for name in ["departureAirport", "arrivalStation", "location"] where random.chance(40) {
      object.append(
        "\"\(name)\":{\"@type\":\"Place\",\"name\":\(json(pick(Self.words))),\"iataCode\":\"FRA\"}")
    }
    for name in ["checkinTime", "checkoutTime", "startTime"] where random.chance(40) {
      members.append("\"\(name)\":\(instant())")
    }
    if random.chance(40) {
      members.append(
        pick([
          "\"underName\":{\"@type\":\"Person\",\"name\":\"A\"}", "\"price\":12.50",
          "\"price\":null",
          "\"reservationStatus\":\"http://schema.org/ReservationCancelled\"", "\"x\":[[{}]]",
        ]))
    }
    members.append("\"reservationFor\":{\(object.joined(separator: ","))}")
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func instant() -> String {
    let day = pick(Self.days)
    return pick([
      "\"\(day)\"", "\"\(day)T10:00:00+01:00\"", "\"\(day)T10:00:00\"", "\"\(day)T10:00:00Z\"",
      "{\"@type\":\"QDateTime\",\"@value\":\"\(day)T10:00:00\",\"timezone\":\"Europe/Rome\"}", "17",
    ])
  }

  private func json(_ word: String) -> String {
    "\"" + word.replacing("\"", with: "\\\"").replacing("\t", with: "\\t") + "\""
  }
}
