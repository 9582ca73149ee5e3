import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A file of reservations that is read, written and updated in memory.
struct ReservationTestFile: TestFile {
  var tables: Tables
  var report: ImportReport
  var rejected: [UInt8]?

  init(
    _ text: String, timeZone: String? = nil, name: String = "mail",
    limits: DocumentLimits = .standard
  ) throws {
    try self.init(bytes: Array(text.utf8), timeZone: timeZone, name: name, limits: limits)
  }

  init(
    bytes: [UInt8], timeZone: String? = nil, name: String = "mail",
    limits: DocumentLimits = .standard
  ) throws {
    let format = try #require(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))))
    #expect(format == .jsonLD || format == .itinerary)
    let file = try Self.read(
      bytes, format, ImportOptions(timeZone: timeZone, fallbackName: name, limits: limits))
    tables = file.tables
    report = file.report
    rejected = file.rejected
  }

  /// The JSON that the document is written as.
  var written: NSObject { get throws { try Self.json(of: tables) } }

  static func json(of tables: Tables) throws -> NSObject {
    try json(try ExportedFile(tables, .jsonLD).bytes)
  }

  static func json(_ bytes: [UInt8]) throws -> NSObject {
    try #require(
      try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject)
  }

  static func json(_ text: String) throws -> NSObject { try json(Array(text.utf8)) }

  static func text(of tables: Tables) throws -> String {
    String(decoding: try ExportedFile(tables, .jsonLD).bytes, as: UTF8.self)
  }

  /// A flight from Lisbon to Oslo.
  static func flight(
    number: String = "TP 762", day: String = "2026-05-01", from: String = "LIS",
    to: String = "OSL", name: String? = "Ann", reservation: String = "ABC123",
    more: String = ""
  ) -> String {
    let person = name.map { #""underName": {"@type": "Person", "name": "\#($0)"},"# } ?? ""
    return """
      {"@context": "http://schema.org", "@type": "FlightReservation", \(person)
       "reservationNumber": "\(reservation)", "reservationStatus": "http://schema.org/Confirmed",
       \(more)
       "reservationFor": {"@type": "Flight", "flightNumber": "\(number)",
        "airline": {"@type": "Airline", "name": "TAP", "iataCode": "TP"},
        "departureAirport": {"@type": "Airport", "name": "\(from) Airport", "iataCode": "\(from)"},
        "departureTime": "\(day)T08:00:00+01:00", "departureGate": "12",
        "arrivalAirport": {"@type": "Airport", "name": "\(to) Airport", "iataCode": "\(to)"},
        "arrivalTime": "\(day)T13:00:00+02:00"}}
      """
  }
}
