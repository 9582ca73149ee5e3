import DocumentTables
import Testing

@testable import TripFormats

@Suite("Values as texts of CSV files")
struct CSVValueTests {
  /// Values of a type whose texts need quotes, escapes or exponents.
  private func values(_ type: ScalarType) -> [Value] {
    switch type {
    case .text: [.text(""), .text("a \"b\"\n,\u{1}é👩"), .text("$x")]
    case .url: [.text("https://example.com/a?b=c,d")]
    case .decimal: [.text("-1.5"), .text("NaN")]
    case .date: [.date(0.5), .date(1e300), .date(.infinity)]
    case .data: [.data([]), .data([0, 255, 7])]
    case .day: [.integer(-730_485), .integer(9312)]
    case .bool: [.bool(true), .bool(false)]
    case .uuid: [.uuid(UInt128.max / 3)]
    default: []
    }
  }

  @Test("are those of their columns where they are copied", arguments: ScalarType.allCases)
  func copied(_ element: ScalarType) {
    let type = AttributeType.array(element, nullableElements: true)
    guard CSVValues.isWrittenAsNested(type) else { return }
    let value = Value.array(values(element) + [element.blank, .null])
    var (text, copy): ([UInt8], [UInt8]) = ([], [])
    CSVValues.append(value, type, to: &text)
    NestedForm.array(element).append(value, to: &copy)
    #expect(String(decoding: copy, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }

  @Test("of trees are those of their columns")
  func trees() {
    let tree = Tree.members([
      "$a": .double(1),
      "b": .array([.null, .integer(1 << 53), .spelled(.url, "https://a.example")]),
      "c": .double(0.1), "d": .date(0), "e": .text("\"\n"),
    ])
    var (text, copy): ([UInt8], [UInt8]) = ([], [])
    CSVValues.append(.tree(tree), .tree(shape: nil), to: &text)
    NestedForm.tree.append(.tree(tree), to: &copy)
    #expect(CSVValues.isWrittenAsNested(.tree(shape: nil)) && copy == text)
  }

  @Test(
    "of columns of other programs: terminals, vehicles and telephones; a ticket is an item"
  )
  func newerFields() throws {
    let legs = try CSVFile(
      "From,To,Date,Vehicle,Departure terminal,Departure gate\nA,B,2026-07-01,Train,2E,K41\nB,C,2026-07-02,Airbus A320,,\n"
    )
    let found = try legs.objects("Leg")
    #expect(found.map { $0.text("vehicle") } == ["Train", "Airbus A320"])
    #expect(found.map { $0.text("mode") } == ["train", "unknown"])
    #expect(found[0].text("departureTerminal") == "2E" && found[0].text("departureGate") == "K41")
    #expect(legs.report.keptNames.isEmpty)
    let stay = try CSVFile(
      "Hotel,Check-in,Check-out,Telephone,Price\nInn,2026-07-01,2026-07-03,+43 1,120\n")
    #expect(try stay.objects("Stay").first?.text("telephone") == "+43 1")
    #expect(stay.report.keptNames.isEmpty)
    let ticket = try CSVFile("Type,Name,Date\nTicket,Louvre,2026-07-02\n")
    #expect(try ticket.objects("BucketListItem").map { $0.text("title") } == ["Louvre"])
    #expect(try ticket.objects("Ticket").isEmpty)
  }

  @Test("of a column that meant nothing at the import stay what they were")
  func olderColumns() throws {
    var columns = CSVColumns(
      names: ["Hotel", "Check-in", "Check-out", "Telephone"],
      schema: try TripSchema.released().tables)
    columns.columns[3].field = nil
    let text = "Inn,2026-07-01,2026-07-03,+43 1"
    var stream = try CSVRecordStream(Array(text.utf8), delimiter: UInt8(ascii: ","))
    let hasRow = try stream.next()
    #expect(hasRow)
    var reading = CSVRowReading(try TripSchema.released(), columns)
    let read = reading.read(stream, as: "Stay")
    let row = try #require(read)
    let column = try #require(reading.plan("Stay")?.entity.column(of: "telephone"))
    #expect(row.values[column] == .null)
  }

  @Test("of references mean the object that keeps the key, and of others nothing")
  func references() throws {
    let file = try CSVFile(
      """
      entity,id,title,from,to,seat,leg,item
      BucketListItem,5,Louvre,,,,,
      Leg,5,,A,B,,,
      Leg,6,,B,C,,,
      Ticket,7,,,,12A,6,5
      Ticket,8,,,,12B,5,77

      """)
    #expect(try file.objects("Ticket").map { $0["leg"] } == [.reference(6), .null])
    #expect(try file.objects("Ticket").map { $0["item"] } == [.reference(5), .null])
    #expect(file.findings(.unreadCell).map(\.detail) == ["5", "77"])
  }
}
