import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Days of arriving, leaving and coming home, and tables of calendars in other languages.
@Suite struct CSVWayTests {
  @Test(
    "A table of places with days of arriving and leaving, or of leaving and coming home, is one of trips",
    arguments: [
      "Destination,Arrival,Departure\nLisbon,2026-05-01,2026-05-05\n",
      "City,Arrive,Leave\nLisbon,2026-05-01,2026-05-05\n",
      "Ort;Ankunft;Abreise\nLisbon;01.05.2026;05.05.2026\n",
      "Lieu;Arrivée;Départ\nLisbon;01/05/2026;05/05/2026\n",
      "Trip,Departure,Return,Destination\nXmas,2026-05-01,2026-05-05,Lisbon\n",
      "Reise;Abreise;Rückkehr;Ziel;Notizen\nXmas;01.05.2026;05.05.2026;Lisbon;toll\n",
      "Voyage;Départ;Retour;Destination\nXmas;01/05/2026;05/05/2026;Lisbon\n",
      "Viaje;Salida;Regreso;Destino\nXmas;01/05/2026;05/05/2026;Lisbon\n",
    ])
  func trips(_ text: String) throws {
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("destination") } == ["Lisbon"])
    #expect(trips.map { $0.day("startDate") } == ["2026-05-01"])
    #expect(trips.map { $0.day("endDate") } == ["2026-05-05"])
    #expect(try file.objects("Leg").isEmpty)
    #expect(try file.objects("BucketListItem").isEmpty)
    #expect(try file.written == text)
    // The stored row is read alike, so an edit is one of the document.
    let updated = try file.tables.updated(with: text, .csv, named: "file")
    #expect(updated.report.counts.isEmpty)
    let edited = try file.tables.setting(
      "endDate", of: trips[0].key, to: .integer(try DayText.parse("2026-05-06")))
    #expect(
      try CSVFile(try CSVFile.written(edited)).objects("Trip").map { $0.day("endDate") } == [
        "2026-05-06"
      ])
  }

  @Test(
    "Where one leaves before one arrives, or a journey has ends, the days are those of a leg",
    arguments: [
      "Destination,Departure,Arrival\nLisbon,2026-05-01 10:00,2026-05-01 13:00\n",
      "From,Destination,Departure,Return\nBonn,Lisbon,2026-05-01,2026-05-05\n",
      "Flight,Destination,Arrival,Departure\nLH 1,Lisbon,2026-05-01 13:00,2026-05-01 10:00\n",
    ])
  func legs(_ text: String) throws {
    let file = try CSVFile(text)
    let legs = try file.objects("Leg")
    #expect(legs.count == 1)
    let moment = legs[0].day("departureDate") ?? legs[0].text("departureTime") ?? ""
    #expect(moment.hasPrefix("2026-05-01") && !moment.contains("13:00"))
  }

  @Test("A table of which only the notes are known is refused")
  func unknown() throws {
    #expect(throws: DocumentError.self) {
      try CSVFile("Resa;Från;Plats;Kommentar\nRom;3 maj 2026;Rom;kul\n")
    }
  }

  @Test(
    "Whole days of Outlook's tables end on the day before, in each language",
    arguments: [
      "Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis|10.08.2026;00:00:00;18.08.2026;00:00:00;Ein",
      "Betreff;Beginn;Ende;Ganztägiges Ereignis|10.08.2026 00:00;18.08.2026 00:00;Ein",
      "Objet;Date de début;Heure de début;Date de fin;Heure de fin;Journée entière|10/08/2026;00:00:00;18/08/2026;00:00:00;Vrai",
      "Oggetto;Data di inizio;Ora di inizio;Data di fine;Ora di fine;Giornata intera|10/08/2026;00:00:00;18/08/2026;00:00:00;Vero",
      "Onderwerp;Begindatum;Begintijd;Einddatum;Eindtijd;Duurt hele dag|10-8-2026;00:00:00;18-8-2026;00:00:00;Waar",
      "Asunto;Fecha de comienzo;Hora de inicio;Fecha de finalización;Hora de fin;Todo el día|10/08/2026;00:00:00;18/08/2026;00:00:00;Verdadero",
      "Assunto;Data de início;Hora de início;Data de término;Hora de término;Dia inteiro|10/08/2026;00:00:00;18/08/2026;00:00:00;Verdadeiro",
      "Temat;Data rozpoczęcia;Czas rozpoczęcia;Data zakończenia;Czas zakończenia;Całodzienne|10.08.2026;00:00:00;18.08.2026;00:00:00;Prawda",
    ])
  func outlook(_ text: String) throws {
    let parts = text.split(separator: "|")
    let text = "\(parts[0])\nKreta;\(parts[1])\n"
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Kreta"])
    #expect(trips.map { $0.day("startDate") } == ["2026-08-10"])
    #expect(trips.map { $0.day("endDate") } == ["2026-08-17"])
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }

  @Test("A column of zones is that of both times, and of a leg that of the departure")
  func zones() throws {
    let text = "Activity,Start,End,Time zone\nSushi,2026-07-01 10:00,2026-07-01 11:00,Asia/Tokyo\n"
    let file = try CSVFile(text)
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("startTime") == "2026-07-01T10:00:00+09:00[Asia/Tokyo]")
    #expect(item.text("endTime") == "2026-07-01T11:00:00+09:00[Asia/Tokyo]")
    #expect(try file.written == text)
    let moved = try file.tables.setting(
      "startTime", of: item.key, to: .text("2026-07-01T10:30:00+02:00[Europe/Berlin]"))
    let again = try #require(
      try CSVFile(try CSVFile.written(moved)).objects("BucketListItem").first)
    #expect(again.text("startTime") == "2026-07-01T10:30:00+02:00[Europe/Berlin]")
    #expect(again.text("endTime") == "2026-07-01T11:00:00+09:00[Asia/Tokyo]")
    let leg = try #require(
      try CSVFile(
        "Flight,From,To,Departure,Arrival,Time zone\nLH 1,FRA,HND,2026-07-01 10:00,2026-07-02 06:00,Europe/Berlin\n"
      ).objects("Leg").first)
    #expect(leg.text("departureTime") == "2026-07-01T10:00:00+02:00[Europe/Berlin]")
    #expect(leg.text("arrivalTime") == "2026-07-02T06:00:00")
  }
}
