import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// Files that are broken or hostile are refused with a place, or read as far as they can be, and never trap.
@Suite struct ReservationHostileTests {
  typealias File = ReservationTestFile

  @Test(
    "A file that is no JSON or has no reservation is refused",
    arguments: [
      (#"{"@type": "Event", "name": }"#, "json-syntax"),
      (#"{"@type": "Event", "name": "a""#, "json-truncated"),
      (#"{"@type": "Event"} {}"#, "json-trailing-bytes"),
      (#"{"@type": "Organization"}"#, "json-ld-malformed"),
      (#"[{"@type": "Event", "x": 1e999}]"#, "json-ld-malformed"),
    ])
  func refused(_ text: String, _ code: String) throws {
    #expect {
      _ = try File(text)
    } throws: { error in
      (error as? DocumentError)?.code.rawValue == code
    }
  }

  @Test("An error in JSON has its line and column")
  func place() throws {
    #expect {
      _ = try File("{\n  \"@type\": \"Event\",\n  \"x\": tru\n}")
    } throws: { error in
      (error as? DocumentError)?.place == .line(3, column: 11)
    }
  }

  @Test("Findings have the line and the column of their node")
  func findings() throws {
    let file = try File(
      "[\n  {\"@type\": \"Event\", \"name\": \"a\", \"startDate\": \"2026-05-01\"},\n  {\"@type\": \"Event\", \"name\": \"b\", \"startDate\": \"x\"}\n]"
    )
    let finding = try #require(file.findings(.unreadMoment).first)
    #expect(finding.line == 3 && finding.column == 3 && finding.subject == "startDate")
  }

  @Test("Values that are nested too deep are refused")
  func depth() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: DocumentError.self) { _ = try File(#"{"@type": "Event", "x": \#(deep)}"#) }
    let allowed = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
    _ = try File(#"{"@type": "Event", "name": "a", "x": \#(allowed)}"#)
  }

  @Test("References that lead in a circle, or to much, end")
  func references() throws {
    var nodes = [
      ##"{"@id": "#0", "@type": "Event", "name": "a", "location": {"@id": "#1"}}"##
    ]
    for index in 1..<200 {
      nodes.append(
        ##"{"@id": "#\##(index)", "@type": "Place", "containedInPlace": {"@id": "#\##(index % 7)"}, "other": {"@id": "#\##(index)"}}"##
      )
    }
    let file = try File("[\(nodes.joined(separator: ","))]")
    #expect(try file.objects("BucketListItem").count == 1)
  }

  @Test("Many trips that name one another's parts take time in proportion")
  func manyTrips() throws {
    let trips = (0..<3000).map { index in
      ##"{"@type": "Trip", "name": "t\##(index)", "itinerary": {"@type": "ItemList", "itemListElement": [{"@id": "urn:x:\##(index)"}, {"@id": "urn:x:0"}]}}"##
    }
    let events = (0..<3000).map {
      #"{"@id": "urn:x:\#($0)", "@type": "Event", "name": "e", "startDate": "2026-05-01"}"#
    }
    let file = try File("[\((trips + events).joined(separator: ","))]")
    #expect(try file.objects("Trip").count == 3000)
    #expect(try file.objects("BucketListItem").count == 3000)
  }

  @Test(
    "Any number of combining marks is read, written and read again",
    arguments: ["@id", "name", "reservationNumber", "startDate", "location", "x", "underName"])
  func combiningMarks(_ member: String) throws {
    let marks = "a" + CalendarProportionTests.marks
    let events = [1, 2].map { number in
      let members = ["name": "e\(number)", "startDate": "2026-05-01"].merging([member: marks]) {
        $1
      }
      let texts = members.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ")
      return "{\"@type\": \"Event\", \(texts)}"
    }
    let file = try File("[\(events.joined(separator: ","))]")
    let again = try File(try File.text(of: file.tables))
    #expect(again.tables.rowCount == file.tables.rowCount)
  }

  @Test("More objects than the limit are refused")
  func limit() throws {
    var limits = DocumentLimits.standard
    limits.objects = 3
    #expect {
      _ = try File("[\(File.flight())]", limits: limits)
    } throws: { error in
      (error as? DocumentError)?.code == .limitObjects
    }
  }

  @Test("A damaged file is read or refused, and what is read comes back", arguments: 0..<8)
  func damaged(_ seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    let original = Array(ReservationRoundTripTests.journey.utf8)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        case 2:
          bytes.insert(
            contentsOf: original.prefix(Int.random(in: 0..<80, using: &random)), at: place)
        default: bytes.swapAt(place, bytes.count - 1 - place)
        }
      }
      guard TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .jsonLD,
        let file = try? File(bytes: bytes)
      else { continue }
      let text = try File.text(of: file.tables)
      #expect(try File(text).tables.objectTexts() == file.tables.objectTexts())
    }
  }

  @Test("Documents, calendars and other JSON are not taken for JSON-LD")
  func probe() throws {
    for text in [
      "{\"header\":{\"type\":\"x\"},\"data\":[{\"$entity\":\"Trip\",\"@type\":1}]}", "{}", "[1, 2]",
      "BEGIN:VCALENDAR\n\"@type\"", "<a>\"@type\"</a>", "{\"type\": \"FeatureCollection\"}",
    ] {
      #expect(TripFormat.readable(beginning: Array(text.utf8)) != .jsonLD, "\(text)")
    }
  }
}
