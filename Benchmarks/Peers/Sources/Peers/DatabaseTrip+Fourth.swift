import Foundation
import GRDB

// Dates are numbers, which is the smaller of the usual forms.
extension CodableTripOfFourth: DatabaseTrip {
  static var tables: String {
    """
    CREATE TABLE trip (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, destination TEXT NOT NULL,
      startDate REAL NOT NULL, endDate REAL NOT NULL, perdiem REAL, reason TEXT,
      UNIQUE (name, startDate, endDate));
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, trip INTEGER REFERENCES trip, title TEXT NOT NULL,
      details TEXT NOT NULL, hasReservation INTEGER NOT NULL, isInPlan INTEGER NOT NULL);
    CREATE INDEX itemTrip ON item (trip);
    CREATE TABLE accommodation (
      id INTEGER PRIMARY KEY, trip INTEGER UNIQUE REFERENCES trip, placeName TEXT NOT NULL,
      address TEXT NOT NULL, isConfirmed INTEGER NOT NULL);
    """
  }

  static func insert(_ trips: [CodableTripOfFourth], into database: Database) throws {
    let trip = try database.makeStatement(
      sql: "INSERT INTO trip VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)")
    let item = try database.makeStatement(sql: "INSERT INTO item VALUES (NULL, ?, ?, ?, ?, ?)")
    let accommodation = try database.makeStatement(
      sql: "INSERT INTO accommodation VALUES (NULL, ?, ?, ?, ?)")
    for value in trips {
      try trip.execute(arguments: [
        value.kind, value.name, value.destination,
        value.startDate.timeIntervalSinceReferenceDate,
        value.endDate.timeIntervalSinceReferenceDate, value.perdiem, value.reason,
      ])
      let key = database.lastInsertedRowID
      for wish in value.bucketList {
        try item.execute(arguments: [
          key, wish.title, wish.details, wish.hasReservation, wish.isInPlan,
        ])
      }
      if let stay = value.livingAccommodation {
        try accommodation.execute(arguments: [key, stay.placeName, stay.address, stay.isConfirmed])
      }
    }
  }

  static func trips(
    where condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Int64: CodableTripOfFourth] {
    var trips: [Int64: CodableTripOfFourth] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM trip \(condition)", arguments: arguments)
    while let row = try rows.next() {
      trips[row[0]] = CodableTripOfFourth(
        kind: row[1], name: row[2], destination: row[3],
        startDate: Date(timeIntervalSinceReferenceDate: row[4]),
        endDate: Date(timeIntervalSinceReferenceDate: row[5]), perdiem: row[6], reason: row[7],
        bucketList: [])
    }
    let join = condition.isEmpty ? "" : "JOIN trip ON trip.id = trip \(condition)"
    let items = try Row.fetchCursor(
      database, sql: "SELECT item.* FROM item \(join) ORDER BY item.id", arguments: arguments)
    while let row = try items.next() {
      trips[row[1]]?.bucketList.append(
        .init(title: row[2], details: row[3], hasReservation: row[4], isInPlan: row[5]))
    }
    let stays = try Row.fetchCursor(
      database, sql: "SELECT accommodation.* FROM accommodation \(join)", arguments: arguments)
    while let row = try stays.next() {
      trips[row[1]]?.livingAccommodation = .init(
        placeName: row[2], address: row[3], isConfirmed: row[4])
    }
    return trips
  }
}
