import Foundation
import Testing
import TripDocuments
import TripPages

@Suite("Pages of documents")
struct TripPageTests {
  private func document() async throws -> TripDocument {
    let document = try TripDocument()
    try document.withContext { context in
      for (name, month, code) in [("Nile", 5, "NILE77"), ("Alps", 2, "ALPS88")] {
        let trip = Trip(
          name: name, destination: "<\(name)>",
          startDate: CalendarDay(year: 2026, month: month, day: 3),
          endDate: CalendarDay(year: 2026, month: month, day: 9))
        context.insert(trip)
        let leg = Leg(.train, from: "Home", to: name)
        leg.fromLocation = Place(latitude: 48.1, longitude: 11.6)
        leg.toLocation = Place(latitude: 46, longitude: 7.7)
        leg.reservationNumber = code
        trip.legs.append(leg)
        trip.participants.append(Participant(name: "Ada of \(name)"))
      }
      try context.save()
    }
    return document
  }

  private func text(_ page: TripPage) -> String { String(decoding: page.html, as: UTF8.self) }

  private func range(_ words: String, _ text: String) throws -> String.Index {
    try #require(text.firstRange(of: words)?.lowerBound, "\(words) is missing")
  }

  @Test("have all trips by their dates, with an overview, texts escaped and no request")
  func all() async throws {
    let page = try await document().page()
    let text = text(page)
    #expect(page.notes.isEmpty)
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    #expect(text.contains("<h1 class=\"title\">2 trips</h1>"))
    #expect(try range(">Alps<", text) < range(">Nile<", text))
    #expect(text.contains("&lt;Alps&gt;") && !text.contains("<Alps>"))
    #expect(text.contains("NILE77") && text.contains("Ada of Alps"))
    #expect(text.contains("default-src &#39;none&#39;"))
    #expect(text.contains("id=\"overview-map-title\""))
  }

  @Test("have the trips that are asked for, in their order, and none of another document")
  func some() async throws {
    let document = try await document()
    let other = try await self.document()
    let nile = try await identifier("Nile", document)
    let alps = try await identifier("Alps", document)
    let both = text(try await document.page(of: [nile, alps]))
    #expect(try range(">Nile<", both) < range(">Alps<", both))
    let one = text(try await document.page(of: [nile, try await identifier("Alps", other)]))
    #expect(one.contains("<h1 class=\"title\">") && !one.contains("Alps"))
    #expect(one.contains("class=\"map") && !one.contains("overview-map"))
    #expect(text(try await document.page(of: [])).contains("0 trips"))
  }

  @Test("leave bookings and people out on request")
  func withoutBookings() async throws {
    let text = text(try await document().page(includesBookings: false))
    #expect(text.contains(">Nile<"))
    for secret in ["NILE77", "ALPS88", "Ada"] { #expect(!text.contains(secret), "\(secret)") }
  }

  @Test("are equal for equal documents")
  func equal() async throws {
    let document = try await document()
    #expect(try await document.page().html == document.page().html)
  }

  private func identifier(_ name: String, _ document: TripDocument) async throws
    -> PersistentIdentifier
  {
    try document.withContext { context in
      try #require(
        try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first
      ).persistentModelID
    }
  }
}
