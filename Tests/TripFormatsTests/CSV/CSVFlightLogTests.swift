import Testing

@testable import TripFormats

/// Logs of flights, with the columns that programs export.
@Suite struct CSVFlightLogTests {
  struct Log: CustomTestStringConvertible, Sendable {
    let program: String
    let header: String
    /// The flight from Copenhagen to London on 1 January 2025.
    let row: String
    /// What the leg says.
    let from: String
    var vehicle: String?
    var departure: String?
    var gates: [String?] = [nil, nil]
    var testDescription: String { program }
  }

  static let logs = [
    Log(
      program: "Flighty",
      header:
        "Date,Airline,Flight,From,To,Dep Terminal,Dep Gate,Arr Terminal,Arr Gate,Canceled,Diverted To,"
        + "Gate Departure (Scheduled),Gate Departure (Actual),Gate Arrival (Scheduled),"
        + "Gate Arrival (Actual),Aircraft Type Name,Tail Number,PNR,Seat,Cabin Class",
      row:
        "2025-01-01,SAS,SK501,CPH,LHR,3,C28,2,B36,false,,2025-01-01T10:00,2025-01-01T10:07,"
        + "2025-01-01T11:15,2025-01-01T11:12,Airbus A320neo,SE-ROA,QX7KP2,12A,ECONOMY",
      from: "CPH", vehicle: "Airbus A320neo", departure: "2025-01-01T10:00:00",
      gates: ["C28", "B36"]),
    Log(
      program: "AirTrail",
      header:
        "date,from,to,departure,arrival,duration,flightNumber,flightReason,airline,aircraft,"
        + "aircraftReg,note,seat,seatNumber,seatClass",
      row:
        "2025-01-01,CPH,LHR,2025-01-01T09:00:00.000Z,2025-01-01T11:15:00.000Z,8100,SK501,leisure,"
        + "SAS,A20N,SE-ROA,,window,12A,economy",
      from: "CPH", vehicle: "A20N", departure: "2025-01-01T09:00:00+00:00[Etc/UTC]"),
    Log(
      program: "OpenFlights",
      header:
        "Date,From,To,Flight_Number,Airline,Distance,Duration,Seat,Seat_Type,Class,Reason,Plane,"
        + "Registration,Trip,Note,From_OID,To_OID,Airline_OID,Plane_OID",
      row:
        "2025-01-01 10:00:00,CPH,LHR,SK501,SAS,608,02:15,12A,W,Y,L,Airbus A320neo,SE-ROA,,,609,507,1,2",
      from: "CPH", vehicle: "Airbus A320neo", departure: "2025-01-01T10:00:00"),
    Log(
      program: "JetLog",
      header:
        "date,origin,destination,departure_time,arrival_time,arrival_date,seat,aircraft_side,"
        + "ticket_class,purpose,duration,distance,airplane,airline,tail_number,flight_number,notes",
      row:
        "2025-01-01,CPH - Copenhagen/DK,LHR,10:00,11:15,,window,left,economy,leisure,135,978,A20N,SAS,"
        + "SE-ROA,SK501,", from: "CPH - Copenhagen/DK", vehicle: "A20N",
      departure: "2025-01-01T10:00:00"),
    Log(
      program: "JetLovers",
      header:
        "id,date,from,to,miles,airline,flightnum,aircraft,aircraft_reg,class,reason,seat_type,seat",
      row: "1,2025-01-01,CPH,LHR,608,SAS,SK501,Airbus A320neo,SE-ROA,Y,L,W,12A", from: "CPH",
      vehicle: "Airbus A320neo"),
    Log(
      program: "Flightradar24",
      header:
        "Date,Flight number,From,To,Dep time,Arr time,Duration,Airline,Aircraft,Registration,"
        + "Seat number,Seat type,Flight class,Flight reason,Note,Dep_id,Arr_id,Airline_id,Aircraft_id",
      row:
        "2025-01-01,SK501,\"Copenhagen / Kastrup (CPH/EKCH)\",\"London / Heathrow (LHR/EGLL)\",10:00:00,"
        + "11:15:00,01:15:00,SAS,Airbus A320neo (A20N),SE-ROA,12A,1,1,1,,1,2,3,4",
      from: "Copenhagen / Kastrup (CPH/EKCH)", vehicle: "Airbus A320neo (A20N)",
      departure: "2025-01-01T10:00:00"),
  ]

  @Test(
    "Flights have the times, gates and aircraft that the log states, and come back", arguments: logs
  )
  func flights(_ log: Log) throws {
    let text = log.header + "\n" + log.row + "\n"
    let file = try CSVFile(text)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("mode") == "flight" && leg.text("from") == log.from)
    #expect(leg.text("number") == "SK501" && leg.text("provider") == "SAS")
    let time = leg.text("departureTime")
    #expect(leg.day("departureDate") ?? time.map { String($0.prefix(10)) } == "2025-01-01")
    #expect(time == log.departure)
    #expect(leg.text("vehicle") == log.vehicle)
    #expect([leg.text("departureGate"), leg.text("arrivalGate")] == log.gates)
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }
}
