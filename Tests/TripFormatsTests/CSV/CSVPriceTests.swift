import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Prices in tables.
@Suite struct CSVPriceTests {
  private func price(_ amount: String, _ currency: String?) -> Tree {
    var members: [String: Tree] = ["amount": .spelled(.decimal, amount)]
    members["currency"] = currency.map { .text($0) }
    return .members(members)
  }

  private func stated(_ tables: Tables) throws -> [Tree] {
    try tables.testObjects("Stay").compactMap { stay in
      guard case .tree(.object(let members)) = stay["price"] else { return nil }
      return .object(members.filter { !$0.value.isNull })
    }
  }

  @Test(
    "A price is read in the forms in which people write it",
    arguments: [
      ("120", false, "120", nil), ("120.50 EUR", false, "120.5", "EUR"),
      ("€ 99", false, "99", "EUR"), ("1,250.00 GBP", false, "1250", "GBP"),
      ("1.250,00 €", true, "1250", "EUR"), ("12,5 zł", true, "12.5", "PLN"),
      ("1'250.- ", false, "1250", nil), ("50,- €", true, "50", "EUR"), ("120 €pp", false, nil, nil),
      ("CHF 1'250.50", false, "1250.5", "CHF"),
      ("$15", false, "15", "$"), ("1 250 kr", false, "1250", "kr"),
      ("3,000 円", false, "3000", "JPY"),
      ("1,250,000 ₩", false, "1250000", "KRW"), ("-20 EUR", false, "-20", "EUR"),
      ("1.250", false, nil, nil), ("1.250", true, "1250", nil), ("120 p.p.", false, nil, nil),
      ("2 x 60 EUR", false, nil, nil), ("free", false, nil, nil), ("12.5.2026", false, nil, nil),
      ("EUR 5 EUR", false, nil, nil), ("100-200 EUR", false, nil, nil), ("12 50", false, nil, nil),
      ("2026-05-04", false, nil, nil), ("1,2,345", false, nil, nil), ("2 PAX", false, nil, nil),
      ("120 eur", false, "120", "EUR"), ("10 all", false, nil, nil),
      ("100.200.30", false, nil, nil),
      ("1,234,56", false, nil, nil), ("1,250,000.5", false, "1250000.5", nil),
      ("1.2500", false, "1.25", nil), ("12,5", false, "12.5", nil),
      ("1234.50", false, "1234.5", nil),
    ] as [(String, Bool, String?, String?)])
  func forms(_ text: String, _ comma: Bool, _ amount: String?, _ currency: String?) {
    let found = StatedPrice(text, hasDecimalComma: comma)
    #expect(found?.amount == amount)
    #expect(found?.currency == currency)
  }

  @Test("A column of prices is read with its currency, from the cell or from a column")
  func columns() throws {
    let text = "Hotel,Check-in,Price,Currency\nRitz,2026-05-01,120,EUR\nPlaza,2026-05-03,$15,EUR\n"
    let file = try CSVFile(text)
    #expect(try stated(file.tables) == [price("120", "EUR"), price("15", "$")])
    #expect(file.report.keptNames.isEmpty == false)
    #expect(try file.written == text)
    let german = try CSVFile("Hotel;Anreise;Preis\nRitz;1.5.2026;1.250,50 €\n")
    #expect(try stated(german.tables) == [price("1250.5", "EUR")])
  }

  @Test("An edited price is written in the form of the table, and read again")
  func edited() throws {
    let texts = [
      "Hotel,Check-in,Price\nRitz,2026-05-01,120 EUR\n": "Ritz,2026-05-01,99.5 USD\n",
      "Hotel,Check-in,Price,Currency\nRitz,2026-05-01,120,EUR\n": "Ritz,2026-05-01,99.5,USD\n",
      "Hotel;Anreise;Preis\nRitz;1.5.2026;120,00 €\n": "Ritz;1.5.2026;99,50 USD\n",
    ]
    for (text, row) in texts {
      let file = try CSVFile(text)
      let key = try #require(file.objects("Stay").first).key
      let tables = try file.tables.setting("price", of: key, to: .tree(price("99.5", "USD")))
      let written = try CSVFile.written(tables)
      #expect(written.hasSuffix(row), "\(written)")
      #expect(try stated(try CSVFile(written).tables) == [price("99.5", "USD")])
    }
  }

  @Test("The column of a price that no cell had is read again")
  func appended() throws {
    let file = try CSVFile("Hotel,Check-in\nRitz,2026-05-01\n")
    let key = try #require(file.objects("Stay").first).key
    let tables = try file.tables.setting("price", of: key, to: .tree(price("7", nil)))
    let written = try CSVFile.written(tables)
    #expect(try stated(try CSVFile(written).tables) == [price("7", nil)])
  }

  @Test("The decimal comma of a table stays when its only comma goes")
  func comma() throws {
    let text = "Hotel;Check-in;Price\nA;2026-08-01;12,50\nB;2026-08-02;1.234\n"
    let file = try CSVFile(text)
    #expect(try stated(file.tables) == [price("12.5", nil), price("1234", nil)])
    let updated = try file.tables.updated(
      with: text.replacing("12,50", with: "13"), .csv, named: "file")
    #expect(try stated(updated.outcome.tables) == [price("13", nil), price("1234", nil)])
    let key = try #require(file.objects("Stay").first).key
    let edited = try file.tables.setting("price", of: key, to: .tree(price("13", nil)))
    #expect(try CSVFile.written(edited) == text.replacing("12,50", with: "13,00"))
  }

  @Test("A mark between groups of a price does not make a decimal comma of the file")
  func groups() throws {
    let file = try CSVFile("Date;Hotel;Price\n2026-08-01;A;1,250\n2026-08-02;B;99.50\n")
    #expect(try stated(file.tables) == [price("1250", nil), price("99.5", nil)])
  }

  @Test("A cell that is no price is named, and stays")
  func unread() throws {
    let text = "Hotel,Check-in,Price\nRitz,2026-05-01,120 p.p.\n"
    let file = try CSVFile(text)
    #expect(file.findings(.unreadCell).map(\.detail) == ["120 p.p."])
    #expect(try file.written == text)
  }

  @Test(
    "A header states what its numbers are, and their currency",
    arguments: [
      ("Amount", nil), ("Total", nil), ("Price (EUR)", "EUR"), ("Price EUR", "EUR"),
      ("Cost (USD)", "USD"), ("Price (€)", "EUR"), ("Total cost in CHF", "CHF"),
      ("Fare [£]", "GBP"),
    ] as [(String, String?)])
  func headers(header: String, currency: String?) throws {
    let text = "Hotel,Check-in,Check-out,\(header)\nCasa,2026-05-01,2026-05-03,129.90\n"
    let file = try CSVFile(text)
    #expect(try stated(file.tables) == [price("129.9", currency)])
    #expect(try file.written == text)
    // What is edited comes back, with a currency only where the header has another one.
    let key = try #require(try file.tables.testObjects("Stay").first?.key)
    for edited in ["EUR", "CHF"] {
      let value = Value.tree(price("150", edited))
      let tables = try file.tables.setting("price", of: key, to: value)
      let written = String(decoding: try ExportedFile(tables, .csv).bytes, as: UTF8.self)
      #expect(written.contains(currency == edited ? ",150\n" : ",150 \(edited)\n"), "\(written)")
      #expect(try stated(try CSVFile(written).tables) == [price("150", edited)])
    }
  }

  @Test("A word behind a header that is no price says no currency")
  func otherHeaders() throws {
    let file = try CSVFile("Hotel,Check-in,Check-out,Room EUR\nCasa,2026-05-01,2026-05-03,129.90\n")
    #expect(try stated(file.tables).isEmpty)
  }

  @Test("A sum beside a price says something else")
  func sums() throws {
    let text = "Hotel,Check-in,Check-out,Total,Cost\nCasa,2026-05-01,2026-05-03,2,200 EUR\n"
    #expect(try stated(try CSVFile(text).tables) == [price("200", "EUR")])
  }

}
