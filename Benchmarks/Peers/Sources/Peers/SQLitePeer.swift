import Foundation
import GRDB

/// Trips that a database of SQLite keeps, through GRDB.
///
/// There is an index where the document has a rule that needs one: on what makes a trip unique, what its
/// schema has an index on, and the references.
protocol DatabaseTrip: Codable {
  static var tables: String { get }

  static func insert(_ trips: [Self], into database: Database) throws

  /// One pass over each table, joined by trip.
  static func trips(
    where condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Int64: Self]
}

enum SQLitePeer<Trip: DatabaseTrip> {
  /// Makes the database of the trips of a text, and says how large it is.
  static func make(_ text: String, _ path: String) throws {
    let trips = try JSONCodingPeer<Trip>.trips(inText: text)
    try? FileManager.default.removeItem(atPath: path)
    try Figures.measure {
      let queue = try DatabaseQueue(path: path)
      try queue.write { database in
        try database.execute(sql: Trip.tables)
        try Trip.insert(trips, into: database)
      }
      try queue.vacuum()
      try queue.close()
    }
    Figures.print("bytes", try fileSize(path))
  }

  /// Opens the database and reads every row into values.
  static func open(_ path: String) throws {
    let count = try Figures.measure {
      try DatabaseQueue(path: path).read { database in
        try Trip.trips(where: "", [], in: database).count
      }
    }
    Figures.print("trips", count)
  }

  /// Opens the database and reads one trip with what belongs to it.
  static func find(_ path: String, _ name: String) throws {
    let count = try Figures.measure {
      try DatabaseQueue(path: path).read { database in
        try Trip.trips(where: "WHERE trip.name = ?", [name], in: database).count
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
}
