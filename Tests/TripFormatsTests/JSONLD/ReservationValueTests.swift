import DocumentTables
import Testing

@testable import TripFormats

/// Values of nodes that leave something open: zones that nobody knows, and prices as texts.
@Suite struct ReservationValueTests {
  typealias File = ReservationTestFile

  @Test(
    "A zone that is not known is named, and the time has its offset or stays local",
    arguments: [
      ("2026-05-04T11:00:00+02:00", "2026-05-04T11:00:00+02:00[Etc/GMT-2]"),
      ("2026-05-04T11:00:00", "2026-05-04T11:00:00"),
    ])
  func unknownZone(_ text: String, _ expected: String) throws {
    let file = try File(
      """
      {"@type": "LodgingReservation", "reservationFor": {"@type": "Hotel", "name": "Grand"},
       "checkoutTime": {"@type": "QDateTime", "@value": "\(text)", "timezone": "Mars/Base"}}
      """)
    #expect(try file.objects("Stay").map { $0.text("checkoutTime") } == [expected])
    let finding = try #require(file.report.findings.first { $0.code == .unknownZone })
    #expect(finding.subject == "checkoutTime" && finding.detail == "Mars/Base, left out")
  }

  @Test("A zone that is not known is that of the option, and is named")
  func stated() throws {
    let file = try File(
      """
      {"@type": "LodgingReservation", "reservationFor": {"@type": "Hotel", "name": "Grand"},
       "checkoutTime": {"@type": "QDateTime", "@value": "2026-05-04T11:00:00", "timezone": "Mars/Base"}}
      """, timeZone: "Europe/Oslo")
    let finding = try #require(file.report.findings.first { $0.code == .unknownZone })
    #expect(finding.detail == "Mars/Base, read as Europe/Oslo")
    #expect(
      try file.objects("Stay").map { $0.text("checkoutTime") }
        == ["2026-05-04T11:00:00+02:00[Europe/Oslo]"])
  }

  @Test("An amount has one value in all its spellings")
  func amounts() throws {
    for (text, amount) in [("120.50", "120.5"), ("+07.00", "7"), (".5", "0.5"), ("-0", "0")] {
      let file = try File(
        File.flight(more: #""totalPrice": "\#(text)", "priceCurrency": "EUR","#))
      #expect(
        try file.objects("Leg").first?["price"]
          == .tree(.members(["amount": .spelled(.decimal, amount), "currency": .text("EUR")])))
    }
    for text in [".", "-.", "about 300", "1.2.3", ""] {
      let file = try File(File.flight(more: #""totalPrice": "\#(text)","#))
      #expect(try file.objects("Leg").first?["price"] == .null)
    }
  }
}
