import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// Reservations and events in pages.
@Suite struct PageTests {
  typealias File = MailTestFile

  private func nodes(_ page: String) throws -> [Tree] {
    var budget = 1000
    return try PageReservations(Array(page.utf8), charset: nil, &budget).nodes
  }

  private func json(_ page: String) throws -> [String] {
    try nodes(page).map { String(decoding: CanonicalJSON.bytes(of: $0), as: UTF8.self) }
  }

  @Test("Microdata are nodes: items, their properties and items within them")
  func microdata() throws {
    let body = """
      <div itemscope itemtype="http://schema.org/FlightReservation">
        <meta itemprop="reservationNumber" content="XYZ">
        <link itemprop="reservationStatus" href="http://schema.org/Confirmed"/>
        <div itemprop="reservationFor" itemscope itemtype="http://schema.org/Flight" itemid="urn:f">
          <p>Flight <span itemprop="flightNumber"> UA <b>110</b>
            </span><p itemprop="departureAirport" itemscope itemtype="http://schema.org/Airport">
            <span itemprop="iataCode alternateName" content="SFO">San Francisco</span>
          </p>
          <time itemprop="departureTime" datetime="2026-05-01T08:00:00-07:00">1 May</time>
        </div>
        <a itemprop="url" href="a.html">A</a><a itemprop="url" href="b.html">B</a>
      </div>
      """
    let expected =
      #"{"@context":"https://schema.org","@type":"FlightReservation","#
      + #""reservationFor":{"@id":"urn:f","@type":"Flight","#
      + #""departureAirport":{"@type":"Airport","alternateName":"SFO","iataCode":"SFO"},"#
      + #""departureTime":"2026-05-01T08:00:00-07:00","flightNumber":"UA 110"},"#
      + #""reservationNumber":"XYZ","reservationStatus":"http://schema.org/Confirmed","#
      + #""url":["a.html","b.html"]}"#
    #expect(try json(File.page("", body)) == [expected])
  }

  @Test("Items that are no objects, and those of other vocabularies, are left out")
  func others() throws {
    let body = """
      <div itemscope itemtype="http://schema.org/Organization"><span itemprop="name">A</span></div>
      <div itemscope itemtype="http://data-vocabulary.org/Event"><span itemprop="name">B</span></div>
      <div itemscope><span itemprop="name">C</span></div>
      <span itemprop="name">D</span>
      <div itemscope itemtype="https://schema.org/Event"><span itemprop="name">E</span></div>
      <div itemscope><div itemprop="x" itemscope itemtype="https://schema.org/Event"><p itemprop="name">F</div></div>
      """
    #expect(
      try json(File.page("", body))
        == ["E", "F"].map { #"{"@context":"https://schema.org","@type":"Event","name":"\#($0)"}"# })
  }

  @Test(
    "JSON-LD is read from scripts in every spelling",
    arguments: [
      "<script type='application/ld+json'>*</script>",
      "<SCRIPT id=x TYPE=\"Application/LD+JSON; charset=utf-8\">\n*\n</SCRIPT>",
      "<script type=application/ld+json>//<![CDATA[\n*\n//]]></script>",
      "<script type=application/ld+json><!-- * --></script>",
      "<body><div><script type=application/ld+json>[*]</script>",
    ])
  func scripts(text: String) throws {
    let event = #"{"@context": "x", "@type": "Event", "name": "A < B & \"C\" &amp;"}"#
    #expect(
      try json("<html>" + text.replacing("*", with: event))
        == [#"{"@context":"x","@type":"Event","name":"A < B & \"C\" &amp;"}"#])
  }

  @Test("Blocks divide words, and programs in an element are no text of it")
  func blocks() throws {
    let body = """
      <div itemscope itemtype="https://schema.org/Event"><p itemprop="name">Rua A 1<br>1000 <b>Lis</b>boa
      <style>p { }</style><span>x</span></p><script>y</script></div>
      """
    #expect(try json(File.page("", body)).first?.contains("\"Rua A 1 1000 Lisboa x\"") == true)
  }

  @Test("Objects that other nodes have as members are read, and all types of an item count")
  func members() throws {
    let event = #"{"@type": "Event", "name": "A"}"#
    let firm = #"{"@context": "https://schema.org", "@type": "Organization", "event": [*]}"#
    #expect(
      try json(File.page(File.script(firm.replacing("*", with: event))))
        == [#"{"@context":"https://schema.org","@type":"Event","name":"A"}"#])
    let body = """
      <div itemscope itemtype="https://schema.org/Thing https://www.schema.org/Event">
      <p itemprop="https://schema.org/name">A</p></div>
      """
    #expect(
      try json(File.page("", body))
        == [#"{"@context":"https://schema.org","@type":["Thing","Event"],"name":"A"}"#])
  }

  @Test("An item of several properties is the first one, however deep they lie within each other")
  func namesOfItems() throws {
    let open = String(repeating: "<div itemprop='a b c d e f g h' itemscope>", count: 20)
    let page = File.page("", "<div itemscope itemtype=http://schema.org/Event>" + open)
    #expect(try json(page).first?.count ?? 0 < 1000)
    let deep = "<div itemscope itemtype=http://schema.org/Event>" + open + open
    #expect(throws: DocumentError.self) { try json(File.page("", deep)) }
  }

  @Test("Numbers are those of the script, and a zero byte does not end a page")
  func content() throws {
    let flight = ReservationTestFile.flight(more: #""x": 12345678901234567890,"#)
    let page = try File(
      File.page(File.script(flight), "<p>\u{0}</p>")
        + File.script(ReservationTestFile.flight(day: "2026-08-01", reservation: "B")), .html)
    #expect(try page.objects("Leg").count == 2)
    let written = String(decoding: try ExportedFile(page.tables, .jsonLD).bytes, as: UTF8.self)
    #expect(written.contains("12345678901234567890"))
    #expect(!written.contains("$"))
  }

  @Test("A script that is no JSON is named, and the others are read")
  func brokenScript() throws {
    let event = #"{"@context": "https://schema.org", "@type": "Event", "name": "A"}"#
    let page = try File(
      File.page(File.script("{oops") + File.script(event) + "<script>var x = {</script>"), .html)
    #expect(try page.objects("BucketListItem").map { $0.text("title") } == ["A"])
    #expect(page.findings(.unreadPart).count == 1)
  }

  @Test("Text in many properties within each other is refused before it fills the memory")
  func amplification() throws {
    let open = String(repeating: "<span itemprop=name>", count: 200)
    let body =
      "<div itemscope itemtype=http://schema.org/Event>" + open
      + String(repeating: "x", count: 100_000)
    #expect(throws: DocumentError.self) { try nodes(File.page("", body)) }
    let shallow = body.replacing(open, with: "<span itemprop=name>")
    #expect(try nodes(File.page("", shallow)).count == 1)
  }

  @Test("A page that is nested too deeply is refused by its limit")
  func depth() {
    let page = File.page("", String(repeating: "<div>", count: 10_000) + File.script("{}"))
    do throws(DocumentError) {
      _ = try ImportedFile(Array(page.utf8), .html, ImportOptions())
      Issue.record("it was read")
    } catch {
      #expect(error.code.rawValue == "limit-page")
    }
  }

  @Test("The set of letters is that of an element meta, and what it does not have is reported")
  func sets() throws {
    let event = File.script(#"{"@context": "https://schema.org", "@type": "Event", "name": "*"}"#)
    func page(_ head: String, _ letter: [UInt8]) throws -> (String?, Int) {
      let bytes = Array((head + event).utf8).flatMap { $0 == UInt8(ascii: "*") ? letter : [$0] }
      let page = try File(bytes: bytes, .html)
      return (
        try page.objects("BucketListItem").first?.text("title"),
        page.findings(.replacedLetters).count
      )
    }
    #expect(try page("<html><meta charset=\"iso-8859-2\">", [0xE8]) == ("č", 0))
    #expect(try page("<html><script src='a?charset=utf-16le'></script>", [0xE8]) == ("è", 0))
    #expect(
      try page("<html><meta content='text/html; charset = utf-8'>", [0xE8]) == ("\u{FFFD}", 1))
    #expect(try page("<html><meta charset=utf-16>", [0xE8]) == ("è", 0))
  }

  @Test("References to other elements are reported")
  func references() throws {
    let page = try File(
      File.page(
        "", "<div itemscope itemtype=http://schema.org/Event itemref=x><p itemprop=name>A</div>"),
      .html)
    #expect(page.findings(.unfollowedReference).count == 1)
  }

}
