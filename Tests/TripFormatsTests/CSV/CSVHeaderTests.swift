import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Headers of tables in other languages, and tables that no reader understands.
@Suite struct CSVHeaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let language: String
    let stays: String
    let legs: String
    var testDescription: String { language }
  }

  /// The same stay and the same flight.
  static let cases = [
    Case(
      language: "de",
      stays: "Reise;Unterkunft;Ankunft;Abreise;Adresse;Buchungsnummer;Bemerkungen;Telefon",
      legs: "Reise;Von;Nach;Datum;Abflug;Ankunft;Fluggesellschaft;Flugnummer"),
    Case(
      language: "fr",
      stays: "Voyage;Hébergement;Arrivée;Départ;Adresse;N° de réservation;Remarques;Téléphone",
      legs: "Voyage;De;À;Date;Heure de départ;Heure d'arrivée;Compagnie aérienne;N° de vol"),
    Case(
      language: "es",
      stays: "Viaje;Alojamiento;Llegada;Salida;Dirección;Localizador;Notas;Teléfono",
      legs: "Viaje;Origen;Destino;Fecha;Hora de salida;Hora de llegada;Aerolínea;Vuelo"),
    Case(
      language: "it", stays: "Viaggio;Albergo;Arrivo;Partenza;Indirizzo;Prenotazione;Nota;Telefono",
      legs: "Viaggio;Da;A;Data;Ora partenza;Ora arrivo;Compagnia aerea;Volo"),
    Case(
      language: "nl",
      stays: "Reis;Accommodatie;Aankomst;Vertrek;Adres;Boekingsnummer;Opmerkingen;Telefoon",
      legs: "Reis;Van;Naar;Datum;Vertrektijd;Aankomsttijd;Luchtvaartmaatschappij;Vluchtnummer"),
    Case(
      language: "pt",
      stays: "Viagem;Alojamento;Chegada;Partida;Endereço;Número da reserva;Observações;Telefone",
      legs: "Viagem;Origem;Destino;Data;Hora de partida;Hora de chegada;Companhia aérea;Voo"),
    Case(
      language: "pl",
      stays: "Podróż;Nocleg;Przyjazd;Wyjazd;Adres;Numer rezerwacji;Uwagi;Numer telefonu",
      legs: "Podróż;Skąd;Dokąd;Data;Godzina odlotu;Godzina przylotu;Linia lotnicza;Numer lotu"),
    Case(
      language: "ja", stays: "旅行;ホテル名;到着;出発;住所;予約番号;備考;電話番号",
      legs: "旅行;出発地;到着地;日付;出発時刻;到着時刻;航空会社;便名"),
  ]

  @Test("Hotels are read by the headers of each language", arguments: cases)
  func stays(_ test: Case) throws {
    let text = test.stays + "\nA;Inn;2026-05-01;2026-05-03;Rue 1;X1;quiet;+33 1\n"
    let file = try CSVFile(text)
    #expect(file.report.keptNames.isEmpty, "\(file.report.keptNames)")
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.text("name") == "Inn" && stay.text("address") == "Rue 1")
    #expect(stay.day("checkinDate") == "2026-05-01" && stay.day("checkoutDate") == "2026-05-03")
    #expect(stay.text("reservationNumber") == "X1" && stay.text("notes") == "quiet")
    #expect(stay.text("telephone") == "+33 1")
    #expect(try file.objects("Trip").map { $0.text("name") } == ["A"])
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }

  @Test("Flights are read by the headers of each language", arguments: cases)
  func legs(_ test: Case) throws {
    let text = test.legs + "\nA;Oslo;Rome;2026-05-01;10:00;13:00;SK;SK 1\n"
    let file = try CSVFile(text)
    #expect(file.report.keptNames.isEmpty, "\(file.report.keptNames)")
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("from") == "Oslo" && leg.text("to") == "Rome" && leg.text("mode") == "flight")
    #expect(leg.text("provider") == "SK" && leg.text("number") == "SK 1")
    #expect(leg.text("departureTime") == "2026-05-01T10:00:00", "\(leg.values)")
    #expect(leg.text("arrivalTime") == "2026-05-01T13:00:00")
    #expect(try file.written == text)
  }

  @Test("A word of two languages is English if all others are")
  func ambiguous() throws {
    #expect(CSVHeaderWords.language(of: ["Name", "Start", "Data"]) == nil)
    #expect(CSVHeaderWords.language(of: ["Nome", "Data", "Luogo"]) == .italian)
    #expect(CSVHeaderWords.language(of: ["Nome", "Data", "Morada"]) == .portuguese)
    #expect(CSVHeaderWords.field("Depart", in: nil) == .from)
    #expect(CSVHeaderWords.field("Départ", in: .french) == .moment(.start, .whole))
    #expect(CSVHeaderWords.field("Start", in: .german) == .moment(.start, .whole))
    let file = try CSVFile("Name,Start,Data\nWalk,2026-05-01,2026-05-09\n")
    #expect(file.report.keptNames == ["Data": 1])
  }

  @Test("A file is told to be a table by two headers of one language")
  func format() {
    func format(_ text: String) -> TripFormat? { TripFormat.readable(beginning: Array(text.utf8)) }
    #expect(format("Reise;Beginn;Ende\n") == .csv)
    #expect(format("Voyage;Remarques\n") == .csv)
    #expect(format("de,a\n") == nil && format("Reise,Voyage\n") == nil)
  }

  @Test("A table that is not understood is refused with an option to copy, which reads it")
  func refused() throws {
    let text = "Wann,Wohin,Was noch\n2026-05-01,Rome,sunny\n2026-05-04,Bari,\n"
    let error = try #require(throws: DocumentError.self) { try CSVFile(text) }
    #expect(
      error.detail.hasSuffix("--columns 'Wann=start,Wohin=name,Was noch='"), "\(error.detail)")
    let file = try CSVFile(text, columns: ["Wann=start", "Wohin=name", "Was noch="])
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Rome", "Bari"])
    #expect(items.map { $0.day("startDate") } == ["2026-05-01", "2026-05-04"])
    #expect(try file.written == text)
    let other = try #require(throws: DocumentError.self) {
      try CSVFile("a=b,\"c,d\"\n2026-05-01,x\n")
    }
    #expect(other.detail.hasSuffix("--columns 'start,name'"), "\(other.detail)")
    #expect(throws: DocumentError.self) { try CSVFile(text, columns: ["When=start"]) }
    #expect(throws: DocumentError.self) { try CSVFile(text, columns: ["Wann=nothing"]) }
  }

  @Test(
    "A cell that no object gets is named, beside a cell of the same meaning and in a row of another kind"
  )
  func unplaced() throws {
    let text = """
      Type,Date,Hotel,Activity,Notes,Comments,From,Flight
      Hotel,2026-08-03,Park Hotel,Sensoji,a,b,Oslo,SK 1
      Hotel,2026-08-04,Ryokan,Tsukiji,same,same,,

      """
    let file = try CSVFile(text)
    #expect(try file.objects("Stay").map { $0.text("name") } == ["Park Hotel", "Ryokan"])
    #expect(
      file.report.keptNames == ["Activity": 2, "Comments": 1, "From": 1, "Flight": 1],
      "\(file.report.keptNames)")
    #expect(try file.written == text)
    let own = try CSVFile(try CSVFile.written(try CSVFile("Name,Date\nWalk,2026-08-03\n").tables))
    #expect(own.report.keptNames.isEmpty)
  }

  @Test(
    "One word of another language among English headers means nothing",
    arguments: ["Ort", "Tag", "Meta", "Voyage"])
  func english(_ header: String) throws {
    let file = try CSVFile("Name,Start,End,\(header)\nRome,2026-05-03,2026-05-04,beach\n")
    #expect(file.report.isStrictlyRead && file.report.keptNames[header] == 1)
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.text("destination") == "" && trip.day("startDate") == "2026-05-03")
  }

  @Test("Every word of the list is read as what the list says")
  func list() throws {
    let list = try CSVColumnList()
    #expect(list.entries.first { $0.name == "notes" }?.attributes.contains("Leg.notes") == true)
    #expect(
      list.entries.first { $0.name == "start" }?.attributes.prefix(3)
        == ["Trip.startDate", "Stay.checkinDate", "Stay.checkinTime"])
    for entry in list.entries {
      #expect(CSVField(header: entry.name)?.name == entry.name)
      for (language, words) in entry.words {
        for word in words {
          #expect(
            CSVHeaderWords.field(word, in: DateLanguage(rawValue: language))?.name == entry.name,
            "\(word)")
        }
      }
    }
  }

  @Test(
    "Descriptions are the names where nothing else names a row",
    arguments: [
      ("Date,Description,Category,Amount", "Dinner", ""),
      ("Datum;Beschreibung;Betrag", "Dinner", ""),
      ("Date,Name,Description", "", "Dinner"), ("Date,Place,Description", "", "Dinner"),
      ("Date,Notes", "", "Dinner"),
    ])
  func descriptions(header: String, title: String, details: String) throws {
    let mark: Character = header.contains(";") ? ";" : ","
    let cells = header.split(separator: mark).map { name -> String in
      switch name {
      case "Date", "Datum": "2026-08-16"
      case "Description", "Beschreibung", "Notes": "Dinner"
      default: ""
      }
    }
    let text = header + "\n" + cells.joined(separator: String(mark)) + "\n"
    let file = try CSVFile(text)
    let item = try #require(try file.tables.testObjects("BucketListItem").first)
    #expect(item.text("title") == title && item.text("details") == details)
    #expect(try file.written == text)
  }

}
