import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// What a row of a table is: by the words of a column of kinds, and by what its cells leave empty.
@Suite struct CSVKindTests {
  @Test("A row without a hotel in a table of hotels is an item")
  func withoutHotel() throws {
    let text = """
      Date,Hotel,Notes
      2026-05-01,,By car
      2026-05-02,Grand,Lake view
      2026-05-03,,Hike

      """
    let file = try CSVFile(text)
    #expect(try file.objects("Stay").map { $0.text("name") } == ["Grand"])
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("details") } == ["By car", "Hike"])
    #expect(items.map { $0.day("startDate") } == ["2026-05-01", "2026-05-03"])
    #expect(try file.written == text)
    let again = try file.tables.updated(with: text, .csv, named: "file")
    #expect(again.report.counts.isEmpty)
  }

  @Test(
    "A row without ends and a number in a table of flights is an item, and one with a name is none")
  func withoutEnds() throws {
    let file = try CSVFile(
      "Date,From,To,Flight,Notes\n2026-05-01,LIS,OSL,TP 1,\n2026-05-02,,,,Fjord\n")
    #expect(try file.objects("Leg").count == 1)
    #expect(try file.objects("BucketListItem").map { $0.text("details") } == ["Fjord"])
    let stays = try CSVFile("Check-in,Check-out,Name\n2026-05-01,2026-05-03,Grand\n,,Plaza\n")
    #expect(try stays.objects("Stay").map { $0.text("name") } == ["Grand", "Plaza"])
  }

  @Test(
    "Words for kinds and vehicles are read in every language",
    arguments: [
      ("Art;Datum;Von;Nach", "Flug", "Bahn", "Unterkunft", "Ausflug"),
      ("Catégorie;Jour;Ville de départ;Ville d'arrivée", "Vol", "Autocar", "Hébergement", "Visite"),
      ("Tipo;Fecha;Origen;Destino", "Vuelo", "Tren", "Alojamiento", "Actividad"),
      ("Categoria;Giorno;Origine;Luogo di arrivo", "Volo", "Treno", "Alloggio", "Attività"),
      ("Soort;Datum;Van;Naar", "Vlucht", "Trein", "Overnachting", "Activiteit"),
      ("Rodzaj;Data;Z;Do", "Lot", "Pociąg", "Nocleg", "Atrakcja"),
    ])
  func words(_ header: String, _ flight: String, _ train: String, _ stay: String, _ item: String)
    throws
  {
    let text = """
      \(header)
      \(flight);2026-05-01;Wien;Rom
      \(stay);2026-05-01;;
      \(item);2026-05-02;;
      \(train);2026-05-03;Rom;Wien

      """
    let file = try CSVFile(text)
    #expect(
      try file.objects("Leg").map { $0.text("mode") }
        == ["flight", train == "Autocar" ? "bus" : "train"])
    #expect(try file.objects("Stay").count == 1)
    #expect(try file.objects("BucketListItem").count == 1)
    #expect(try file.written == text)
  }

  @Test("Words of other languages are none in an English table", arguments: ["Lot", "Prom", "Vol"])
  func english(_ word: String) throws {
    let file = try CSVFile("Type,Name,Date,From,To\n\(word),Thing,2026-05-01,,\n")
    #expect(try file.objects("Leg").map { $0.text("mode") } == ["unknown"])
  }

  @Test(
    "A day that gets a hotel is a stay, and its item is named as missing, and goes where that is wanted"
  )
  func filledLater() throws {
    let first = "Hotel,Date,Notes\nA,2026-05-01,x\n,2026-05-02,free day\n"
    let later = first.replacing("\n,2026-05-02", with: "\nRex,2026-05-02")
    let tables = try CSVFile(first).tables
    for removes in [false, true] {
      let updated = try tables.updated(
        with: later, .csv, named: "file", removesCancelled: removes)
      #expect(updated.report.counts == [.added: 1, .missing: 1])
      #expect(updated.report.entries.first { $0.change == .missing }?.title == "2026-05-02")
      let result = updated.outcome.tables
      #expect(try result.testObjects("Stay").map { $0.text("name") } == ["A", "Rex"])
      #expect(try result.testObjects("BucketListItem").count == (removes ? 0 : 1))
    }
  }
}
