import Foundation
import GRDB

// Days, times and amounts are texts, lists of links JSON, locations four columns, prices two.
extension CodableTrip: DatabaseTrip {
  static var tables: String {
    """
    CREATE TABLE trip (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, destination TEXT NOT NULL,
      startDate TEXT, endDate TEXT, notes TEXT NOT NULL, color TEXT,
      links TEXT NOT NULL, perdiem REAL, reason TEXT, isCancelled INTEGER NOT NULL,
      code TEXT, latitude REAL, longitude REAL, timeZone TEXT);
    CREATE INDEX tripName ON trip (name);
    CREATE INDEX tripStartDate ON trip (startDate);
    CREATE INDEX tripEndDate ON trip (endDate);
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, title TEXT NOT NULL,
      details TEXT NOT NULL, address TEXT NOT NULL, startDate TEXT, startTime TEXT, endDate TEXT,
      endTime TEXT, hasReservation INTEGER NOT NULL, isInPlan INTEGER NOT NULL,
      status TEXT NOT NULL, reservationNumber TEXT, links TEXT NOT NULL, telephone TEXT,
      amount TEXT, currency TEXT,
      code TEXT, latitude REAL, longitude REAL, timeZone TEXT);
    CREATE INDEX itemTrip ON item (trip);
    CREATE TABLE stay (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, name TEXT NOT NULL,
      address TEXT NOT NULL, checkinDate TEXT, checkinTime TEXT, checkoutDate TEXT,
      checkoutTime TEXT, isConfirmed INTEGER NOT NULL, reservationNumber TEXT, notes TEXT NOT NULL,
      links TEXT NOT NULL, isCancelled INTEGER NOT NULL, telephone TEXT, amount TEXT, currency TEXT,
      code TEXT, latitude REAL, longitude REAL, timeZone TEXT);
    CREATE INDEX stayTrip ON stay (trip);
    CREATE TABLE leg (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, mode TEXT NOT NULL,
      "from" TEXT NOT NULL, "to" TEXT NOT NULL, departureDate TEXT, departureTime TEXT,
      arrivalDate TEXT, arrivalTime TEXT, provider TEXT, number TEXT, reservationNumber TEXT,
      isConfirmed INTEGER NOT NULL, notes TEXT NOT NULL, links TEXT NOT NULL,
      departureTerminal TEXT, departureGate TEXT, arrivalTerminal TEXT, arrivalGate TEXT,
      vehicle TEXT, isCancelled INTEGER NOT NULL, amount TEXT, currency TEXT,
      fromCode TEXT, fromLatitude REAL, fromLongitude REAL, fromTimeZone TEXT,
      toCode TEXT, toLatitude REAL, toLongitude REAL, toTimeZone TEXT);
    CREATE INDEX legTrip ON leg (trip);
    CREATE TABLE participant (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, name TEXT NOT NULL, email TEXT);
    CREATE INDEX participantTrip ON participant (trip);
    CREATE TABLE ticket (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, leg INTEGER REFERENCES leg, seat TEXT,
      section TEXT, travelClass TEXT, participant TEXT);
    CREATE INDEX ticketTrip ON ticket (trip);
    CREATE INDEX ticketLeg ON ticket (leg);
    """
  }

  static func insert(_ trips: [CodableTrip], into database: Database) throws {
    func statement(_ table: String, _ count: Int) throws -> Statement {
      let values = Array(repeating: "?", count: count).joined(separator: ", ")
      return try database.makeStatement(sql: "INSERT INTO \(table) VALUES (NULL, \(values))")
    }
    let trip = try statement("trip", 15)
    let item = try statement("item", 20)
    let stay = try statement("stay", 19)
    let leg = try statement("leg", 30)
    let participant = try statement("participant", 3)
    let ticket = try statement("ticket", 6)
    for value in trips {
      try trip.execute(
        arguments: [
          value.kind, value.name, value.destination, value.startDate, value.endDate, value.notes,
          value.color, text(value.links), value.perdiem, value.reason, value.isCancelled,
        ] + columns(value.location))
      let key = database.lastInsertedRowID
      for one in value.bucketList {
        try item.execute(
          arguments: [
            key, one.title, one.details, one.address, one.startDate, one.startTime, one.endDate,
            one.endTime, one.hasReservation, one.isInPlan, one.status, one.reservationNumber,
            text(one.links), one.telephone,
          ] + columns(one.price) + columns(one.location))
      }
      for one in value.stays {
        try stay.execute(
          arguments: [
            key, one.name, one.address, one.checkinDate, one.checkinTime, one.checkoutDate,
            one.checkoutTime, one.isConfirmed, one.reservationNumber, one.notes, text(one.links),
            one.isCancelled, one.telephone,
          ] + columns(one.price) + columns(one.location))
      }
      for one in value.legs {
        try leg.execute(
          arguments: [
            key, one.mode, one.from, one.to, one.departureDate, one.departureTime,
            one.arrivalDate, one.arrivalTime, one.provider, one.number, one.reservationNumber,
            one.isConfirmed, one.notes, text(one.links), one.departureTerminal, one.departureGate,
            one.arrivalTerminal, one.arrivalGate, one.vehicle, one.isCancelled,
          ] + columns(one.price) + columns(one.fromLocation) + columns(one.toLocation))
        let leg = database.lastInsertedRowID
        for each in one.tickets {
          try ticket.execute(
            arguments: [
              key, leg, each.seat, each.section, each.travelClass, each.participant,
            ])
        }
      }
      for one in value.participants {
        try participant.execute(arguments: [key, one.name, one.email])
      }
    }
  }

  static func trips(
    where condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Int64: CodableTrip] {
    var trips: [Int64: CodableTrip] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM trip \(condition)", arguments: arguments)
    while let row = try rows.next() {
      trips[row[0]] = CodableTrip(
        kind: row[1], name: row[2], destination: row[3], location: location(row, 12),
        startDate: row[4], endDate: row[5], isCancelled: row[11], notes: row[6], color: row[7],
        links: links(row[8]),
        perdiem: row[9], reason: row[10], bucketList: [], stays: [], legs: [], participants: [])
    }
    func each(_ table: String, _ body: (Row) throws -> Void) throws {
      let join = condition.isEmpty ? "" : "JOIN trip ON trip.id = trip \(condition)"
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(table).* FROM \(table) \(join) ORDER BY \(table).id",
        arguments: arguments)
      while let row = try rows.next() { try body(row) }
    }
    try each("item") { row in
      trips[row[1]]?.bucketList.append(
        .init(
          title: row[2], details: row[3], address: row[4], location: location(row, 17),
          startDate: row[5], startTime: row[6], endDate: row[7], endTime: row[8],
          hasReservation: row[9], isInPlan: row[10], status: row[11], reservationNumber: row[12],
          price: price(row, 15), telephone: row[14], links: links(row[13])))
    }
    try each("stay") { row in
      trips[row[1]]?.stays.append(
        .init(
          name: row[2], address: row[3], location: location(row, 16), checkinDate: row[4],
          checkinTime: row[5], checkoutDate: row[6], checkoutTime: row[7], isConfirmed: row[8],
          isCancelled: row[12], reservationNumber: row[9], price: price(row, 14),
          telephone: row[13],
          notes: row[10], links: links(row[11])))
    }
    var tickets: [Int64: [Ticket]] = [:]
    try each("ticket") { row in
      tickets[row[2], default: []].append(
        .init(seat: row[3], section: row[4], travelClass: row[5], participant: row[6]))
    }
    try each("leg") { row in
      trips[row[1]]?.legs.append(
        .init(
          mode: row[2], from: row[3], fromLocation: location(row, 23), to: row[4],
          toLocation: location(row, 27), departureDate: row[5], departureTime: row[6],
          departureTerminal: row[15], departureGate: row[16], arrivalDate: row[7],
          arrivalTime: row[8], arrivalTerminal: row[17], arrivalGate: row[18], vehicle: row[19],
          provider: row[9], number: row[10], reservationNumber: row[11], isConfirmed: row[12],
          isCancelled: row[20], price: price(row, 21), notes: row[13], links: links(row[14]),
          tickets: tickets[row[0]] ?? []))
    }
    try each("participant") { row in
      trips[row[1]]?.participants.append(.init(name: row[2], email: row[3]))
    }
    return trips
  }

  /// Most lists are empty, and no coder is needed to see it.
  private static func text(_ links: [URL]) throws -> String {
    links.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(links), as: UTF8.self)
  }

  private static func links(_ text: String) -> [URL] {
    text == "[]" ? [] : (try? JSONDecoder().decode([URL].self, from: Data(text.utf8))) ?? []
  }

  private static func columns(_ location: Location?) -> StatementArguments {
    [location?.code, location?.latitude, location?.longitude, location?.timeZone]
  }

  private static func columns(_ price: Price?) -> StatementArguments {
    [price?.amount?.description, price?.currency]
  }

  private static func price(_ row: Row, _ first: Int) -> Price? {
    let amount: String? = row[first]
    let found = Price(amount: amount.flatMap { Decimal(string: $0) }, currency: row[first + 1])
    return found.amount == nil && found.currency == nil ? nil : found
  }

  private static func location(_ row: Row, _ first: Int) -> Location? {
    let found = Location(
      code: row[first], latitude: row[first + 1], longitude: row[first + 2],
      timeZone: row[first + 3])
    let isNull =
      found.code == nil && found.latitude == nil && found.longitude == nil && found.timeZone == nil
    return isNull ? nil : found
  }
}
