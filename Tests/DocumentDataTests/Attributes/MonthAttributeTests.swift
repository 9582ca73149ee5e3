import DocumentData
import Foundation
import Testing

@testable import DocumentTables

@Suite("Months as attributes")
struct MonthAttributeTests {
  private static let months = ["0001-01", "1999-12", "2001-01", "2026-07", "9999-12"]

  @Test(
    "every form of a document keeps them, and fetches compare them",
    arguments: DocumentFormat.allCases)
  func forms(_ format: DocumentFormat) async throws {
    let document = try ModelDocument(for: Pass.self)
    try document.withContext { context in
      for text in Self.months.reversed() { context.insert(Pass(try #require(CalendarMonth(text)))) }
    }
    let bytes = try await document.encoded(as: format).data
    let read = try await ModelDocument(bytes: bytes, for: Pass.self)
    try read.withContext { context in
      let sorted = try context.fetch(FetchDescriptor<Pass>(sortBy: [SortDescriptor(\.expires)]))
      #expect(sorted.map(\.expires.description) == Self.months)
      for pass in sorted {
        #expect(pass.stamps == [pass.expires] && pass.owner == Pass.Owner(born: pass.expires))
      }
      let limit = try #require(CalendarMonth("2001-01"))
      let old = try context.fetch(
        FetchDescriptor<Pass>(predicate: #Predicate { $0.expires < limit }))
      #expect(Set(old.map(\.expires.year)) == [1, 1999])
    }
  }

  @Test("have a type of their own in the schema, and a mark in typed trees")
  func schema() throws {
    let entity = try #require(
      try Schema([Pass.self]).tableSchema(name: "x").entity(named: "Pass"))
    #expect(entity.attribute(named: "expires")?.type == .scalar(.month))
    let coding = try #require(AttributeCoding.shared(Pass.Owner.self))
    guard case .tree(let tree) = try coding.encode(Pass.Owner(born: ._$blank)) else {
      Issue.record("no tree")
      return
    }
    #expect(tree["born"] == .spelled(.month, "2001-01"))
  }

  @Test("parts make the month that has them, or none; each month has one text")
  func parts() throws {
    let month = try #require(CalendarMonth(year: 33, month: 4))
    #expect(month.description == "0033-04" && CalendarMonth("0033-04") == month)
    for (year, number) in [(0, 1), (10_000, 1), (2026, 0), (2026, 13), (-1, 1), (.min, .max)] {
      #expect(CalendarMonth(year: year, month: number) == nil)
    }
    for text in ["", "33-04", "2026-7", "2026-07-01", "2026-13"] {
      #expect(CalendarMonth(text) == nil)
    }
    let data = try JSONEncoder().encode([month])
    #expect(String(decoding: data, as: UTF8.self) == #"["0033-04"]"#)
    #expect(try JSONDecoder().decode([CalendarMonth].self, from: data) == [month])
  }
}

@Model private final class Pass {
  struct Owner: Codable, Hashable { var born: CalendarMonth }

  var expires: CalendarMonth
  var stamps: [CalendarMonth]
  var owner: Owner

  init(_ expires: CalendarMonth) {
    self.expires = expires
    stamps = [expires]
    owner = Owner(born: expires)
  }
}
