import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// What small files of reservations make of themselves.
@Suite struct ReservationExpansionTests {
  typealias File = ReservationTestFile

  private func expectRefused(_ text: String) {
    #expect {
      _ = try File(text)
    } throws: { ($0 as? DocumentError)?.code == .jsonLDExpansion }
  }

  @Test("References to a large node are refused before their copies need memory")
  func largeNode() {
    let large = (0..<1500).map { "\"m\($0)\": 1" }.joined(separator: ",")
    let references = (0..<1500).map { ##""r\##($0)": {"@id": "#a"}"## }.joined(separator: ",")
    expectRefused(
      ##"[{"@id": "#a", "@type": "Place", \##(large)}, {"@type": "Event", "name": "e", \##(references)}]"##
    )
  }

  @Test("References over several levels are refused")
  func levels() {
    func node(_ id: String, _ target: String) -> String {
      let members = (0..<120).map { ##""r\##($0)": {"@id": "#\##(target)"}"## }
      return
        ##"{"@id": "#\##(id)", "@type": "Event", "name": "\##(id)", \##(members.joined(separator: ","))}"##
    }
    expectRefused(
      "[\(node("a", "b")),\(node("b", "c")),\(node("c", "d")),{\"@id\": \"#d\", \"@type\": \"Place\"}]"
    )
  }

  @Test("A reservation with many members for many things is refused")
  func things() {
    let members = (0..<3000).map { "\"m\($0)\": 1" }.joined(separator: ",")
    let things = [String](repeating: "{}", count: 3000).joined(separator: ",")
    expectRefused(#"{"@type": "EventReservation", \#(members), "reservationFor": [\#(things)]}"#)
  }

  @Test("A node that many reservations name is in each of them")
  func ordinary() throws {
    let flights = (0..<300).map { number in
      ##"{"@type": "EventReservation", "reservationNumber": "N\##(number)", "reservationFor": {"@type": "Event", "name": "e\##(number)", "startDate": "2026-05-01", "location": {"@id": "#hall"}}}"##
    }
    let notes = String(repeating: "x", count: 2000)
    let file = try File(
      ##"[{"@id": "#hall", "@type": "Place", "name": "Hall", "description": "\##(notes)", "address": "Oslo"}, \##(flights.joined(separator: ","))]"##
    )
    let items = try file.objects("BucketListItem")
    #expect(
      items.count == 300 && items.allSatisfy { $0.text("address")?.contains("Oslo") ?? false })
  }

  @Test("What is added grows in proportion to the file", arguments: [1, 2, 4])
  func budget(_ factor: Int) throws {
    // Each byte of a file may add 32 bytes, beside what the smallest file may.
    let budget = ExpansionBudget(ofFile: factor << 20)
    #expect(budget.limit == ExpansionBudget.least + ExpansionBudget.perByte * (factor << 20))
    var spent = budget
    #expect(throws: DocumentError.self) { try spent.take(.max, count: 2) }
    #expect(throws: DocumentError.self) { try spent.take(budget.limit + 1) }
    #expect(spent.spent == 0)
    try spent.take(budget.limit / 4, count: 4)
    #expect(throws: DocumentError.self) { try spent.take(4) }
  }
}
