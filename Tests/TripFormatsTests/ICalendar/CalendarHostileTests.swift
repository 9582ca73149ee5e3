import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// Files that are broken or hostile are read as far as they can be, with places, and never trap.
@Suite struct CalendarHostileTests {
  private func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT\n" }

  @Test(
    "Every end of a line, a byte order mark and folds inside characters are read alike",
    arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) throws {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
      + event("SUMMARY:Caf\u{e9} \u{1F6A2}\nDTSTART:20240501T100000Z") + "END:VCALENDAR\n"
    var bytes = Array(text.utf8)
    // Inside the character of four bytes.
    let ship = try #require(bytes.firstIndex(of: 0xF0))
    bytes.insert(contentsOf: Array("\n ".utf8), at: ship + 2)
    bytes = [0xEF, 0xBB, 0xBF] + bytes.flatMap { $0 == 10 ? Array(end.utf8) : [$0] }
    let file = try CalendarFile(bytes: bytes)
    #expect(try file.objects("BucketListItem")[0].text("title") == "Caf\u{e9} \u{1F6A2}")
    #expect(file.findings(.notUTF8).isEmpty)
  }

  @Test(
    "Bytes that are not UTF-8 are read as ISO 8859-1, control characters are removed, both with their line"
  )
  func bytes() throws {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nSUMMARY:Caf"
    let rest = "\nDESCRIPTION:a\u{0}b\u{7}c\nEND:VEVENT\nEND:VCALENDAR\n"
    let file = try CalendarFile(bytes: Array(text.utf8) + [0xE9] + Array(rest.utf8))
    let item = try file.objects("BucketListItem")[0]
    #expect(item.text("title") == "Caf\u{e9}" && item.text("details") == "abc")
    #expect(file.findings(.notUTF8).map(\.line) == [6])
    #expect(file.findings(.controlCharacters).map(\.line) == [7])
    #expect(!file.report.isStrictlyRead)
  }

  @Test(
    "A component that cannot be read is rejected with its place, and the others are read",
    arguments: [
      ("BEGIN:VEVENT\nUID:x\nDTSTART:tomorrow\nEND:VEVENT\n", ImportReport.Code.unreadComponent, 6),
      ("BEGIN:VEVENT\nUID:x\nDTSTART:20240231\nEND:VEVENT\n", .unreadComponent, 6),
      ("BEGIN:VEVENT\nUID:x\nSUMMARY:no end\n", .unterminatedComponent, 4),
      ("BEGIN:VEVENT\nUID:x\nBEGIN:VALARM\nEND:VEVENT\n", .unterminatedComponent, 4),
    ])
  func rejected(_ broken: String, _ code: ImportReport.Code, _ line: Int) throws {
    let file = try CalendarFile(
      components: broken + event("SUMMARY:Good"), head: "")
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Good"])
    #expect(file.findings(code).map(\.line) == [line])
    #expect(file.report.rejectedComponents == 1)
    let rejected = try #require(file.rejected)
    #expect(rejected.contains("UID:x\r\n") && rejected.hasSuffix("END:VCALENDAR\r\n"))
  }

  @Test("A calendar of which nothing can be read is still written as a calendar")
  func nothing() throws {
    let file = try CalendarFile(components: event("DTSTART:tomorrow"))
    #expect(try file.lines.contains("NAME:Journey"))
    var none = file.tables
    none.extensions = []
    #expect(try CalendarFile.lines(of: none).first == "BEGIN:VCALENDAR")
    let good = try CalendarFile(components: event("SUMMARY:Gone"))
    let item = try #require(try good.objects("BucketListItem").first)
    let trip = try #require(try good.objects("Trip").first)
    let deleted = try good.tables.deleting(item.key).deleting(trip.key)
    #expect(try CalendarFile.lines(of: deleted).last == "END:VCALENDAR")
  }

  @Test("A line that is no content line is reported with its column and put aside")
  func invalidLines() throws {
    let file = try CalendarFile(
      components: event("SUMMARY;X=\"abc\nno colon\n:empty name\nDESCRIPTION:kept"), head: "")
    #expect(
      file.findings(.invalidLine).map { [$0.line, $0.column] } == [[6, 11], [7, 3], [8, 1]])
    #expect(try file.objects("BucketListItem")[0].text("details") == "kept")
    #expect(file.rejected?.contains("X-REJECTED-LINE:no colon\r\n") == true)
  }

  @Test("Values that cannot be read are kept and reported")
  func unread() throws {
    let file = try CalendarFile(
      components: event(
        "DTSTART:20240501T100000Z\nDTEND:later\nGEO:here\nURL:not a url\nX-TRIPDOCUMENTS-ISINPLAN:{"
      ))
    #expect(
      Set(file.findings(.unreadProperty).compactMap(\.subject))
        == ["GEO", "URL", "X-TRIPDOCUMENTS-ISINPLAN"])
    #expect(file.findings(.unreadMoment).map(\.detail) == ["later"])
    #expect(try file.lines.contains("URL:not a url"))
    #expect(file.rejected == nil)
  }

  @Test("Deep nesting and rings of relations cost nothing and break nothing")
  func nesting() throws {
    let depth = 50_000
    let nested =
      String(repeating: "BEGIN:X-A\n", count: depth)
      + String(repeating: "END:X-A\n", count: depth)
    let file = try CalendarFile(components: event(nested + "SUMMARY:Deep"))
    #expect(try file.objects("BucketListItem")[0].text("title") == "Deep")
    let ring = (0..<1000).map { index in
      "BEGIN:VEVENT\nUID:\(index)\nRELATED-TO:\((index + 1) % 1000)\nDTSTART:20240501T100000Z\nEND:VEVENT\n"
    }.joined()
    #expect(try CalendarFile(components: ring).tables.rowCount == 1001)
    let chain = (0..<1000).map { index in
      "BEGIN:VEVENT\nUID:\(index)\nRELATED-TO:\(index + 1)\nDTSTART:20240501T100000Z\nEND:VEVENT\n"
    }.joined()
    let trips = try CalendarFile(
      components: chain
        + event("UID:1000\nDTSTART:20240501T100000Z")
        .replacing("UID:1\n", with: "")
    ).objects("Trip")
    #expect(trips.count == 1)
  }

  @Test("Limits are errors with a rule")
  func limits() throws {
    var limits = DocumentLimits.standard
    limits.textBytes = 100
    let long = "BEGIN:VCALENDAR\nX-A:\(String(repeating: "a", count: 200))\nEND:VCALENDAR\n"
    #expect {
      _ = try CalendarFile(bytes: Array(long.utf8), limits: limits)
    } throws: { error in
      (error as? DocumentError)?.code.rawValue == "limit-calendar-bytes"
        && (error as? DocumentError)?.place == .line(2, column: 1)
    }
    limits = .standard
    limits.totalBytes = 1000
    #expect {
      _ = try CalendarFile(bytes: Array(long.utf8) + Array(long.utf8), limits: limits)
    } throws: { ($0 as? DocumentError)?.code.rawValue == "limit-calendar-bytes" }
    limits = .standard
    limits.objects = 1
    #expect {
      _ = try CalendarFile(
        bytes: Array("BEGIN:VCALENDAR\n\(event("SUMMARY:a"))END:VCALENDAR".utf8), limits: limits)
    } throws: { ($0 as? DocumentError)?.code == .limitObjects }
  }

  @Test("A file without a calendar is refused", arguments: ["", "BEGIN:VALARM\nEND:VALARM\n", "x"])
  func noCalendar(_ text: String) {
    #expect {
      _ = try CalendarFile(text)
    } throws: { ($0 as? DocumentError)?.code.rawValue == "calendar-malformed" }
  }

  @Test("No prefix of a calendar, no lost byte and no changed byte traps", arguments: 0..<8)
  func damaged(_ seed: UInt64) throws {
    var random = SplitRandom(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let whole = Array(CalendarRoundTripTests.journey.utf8)
    for _ in 0..<40 {
      var bytes = whole
      switch random.next() % 3 {
      case 0: bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count))))
      case 1: bytes.remove(at: Int(random.next() % UInt64(bytes.count)))
      default:
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      do {
        let file = try CalendarFile(bytes: bytes)
        // What was read once is stable.
        let lines = try file.lines
        #expect(try CalendarFile(lines.joined(separator: "\r\n")).lines == lines)
      } catch let error as DocumentError {
        #expect(error.code.rawValue == "calendar-malformed")
      }
    }
  }

  /// SplitMix64.
  private struct SplitRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
