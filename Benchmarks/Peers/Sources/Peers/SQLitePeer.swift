import Foundation
import GRDB

/// The same rows in a database of SQLite, through GRDB.
///
/// Dates are numbers, which is the smaller of the usual forms, and there is an index where the
/// document has a rule that needs one: on what makes a trip unique, and on the references.
enum SQLitePeer {
  private static let tables = """
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

  /// Makes the database of the trips of a text, and says how large it is.
  static func make(_ text: String, _ path: String) throws {
    let trips = try JSONCodingPeer.trips(inText: text)
    try? FileManager.default.removeItem(atPath: path)
    try Figures.measure {
      let queue = try DatabaseQueue(path: path)
      try queue.write { database in
        try database.execute(sql: tables)
        try insert(trips, into: database)
      }
      try queue.vacuum()
      try queue.close()
    }
    Figures.print("bytes", try fileSize(path))
  }

  private static func insert(_ trips: [CodableTrip], into database: Database) throws {
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

  /// Opens the database and reads every row into values.
  static func open(_ path: String) throws {
    let count = try Figures.measure {
      try DatabaseQueue(path: path).read { database in
        try trips(where: "", [], in: database).count
      }
    }
    Figures.print("trips", count)
  }

  /// Opens the database and reads one trip with what belongs to it.
  static func find(_ path: String, _ name: String) throws {
    let count = try Figures.measure {
      try DatabaseQueue(path: path).read { database in
        try trips(where: "WHERE trip.name = ?", [name], in: database).count
      }
    }
    guard count > 0 else { throw ParserPeers.Refused(description: "no trip is named \(name)") }
  }

  /// Opens the database, changes one trip and commits.
  static func change(_ path: String) throws {
    try Figures.measure {
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: "UPDATE trip SET destination = ? WHERE id = (SELECT max(id) / 2 FROM trip)",
          arguments: ["elsewhere \(getpid())"])
      }
    }
  }

  /// One pass over each table, joined by trip.
  private static func trips(
    where condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Int64: CodableTrip] {
    var trips: [Int64: CodableTrip] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM trip \(condition)", arguments: arguments)
    while let row = try rows.next() {
      trips[row[0]] = CodableTrip(
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
