import DocumentTables
import Foundation
import Testing

@testable import TripPages
@testable import tripconv

@Suite("Pages of tripconv show")
struct PageTests {
  private let folder = ScratchFolder()
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let pages = tests.appending(path: "TripConvPages")

  private static func sample(_ name: String) -> String {
    tests.deletingLastPathComponent().appending(path: "samples/\(name)/source.trips.json").path
  }

  private static let hostile = pages.appending(path: "hostile.trips.json").path

  @Test(
    "are the pages that were last agreed on",
    arguments: [
      ("paris", [sample("small-v5"), "paris"]), ("journeys", [sample("journeys-v5")]),
      ("hostile", [hostile]),
    ])
  func golden(name: String, arguments: [String]) throws {
    let page = try Command(["show"] + arguments + ["-o", "-", "--to", "html"], in: folder)
    #expect(page.status == 0)
    let file = Self.pages.appending(path: "\(name).html")
    if Self.isBlessing { try page.output.write(to: file) }
    #expect(page.text == (try String(contentsOf: file, encoding: .utf8)))
    try check(page.output)
    let again = try Command(["show"] + arguments + ["-o", "again.html"], in: folder)
    #expect(again.status == 0)
    #expect(try folder.bytes("again.html") == page.output)
  }

  /// Checks that a page is well-formed and that nothing in it can run or ask for anything.
  @discardableResult
  private func check(_ page: Data) throws -> ParsedPage {
    let parsed = try ParsedPage(page)
    let known = Set(
      """
      html head meta link title style body script a header nav main footer article section figure \
      figcaption form label input h1 h2 h3 h4 p span div ul ol li dl dt dd time img \
      s strong svg desc g circle text rect path use defs
      """.split(separator: " ").map(String.init))
    let knownAttributes = Set(
      """
      xmlns lang charset http-equiv content name rel href class id role hidden for type autocomplete \
      aria-label aria-labelledby aria-hidden dir datetime alt decoding src x y x1 x2 y1 y2 cx cy r dx dy \
      text-anchor width height fill viewBox preserveAspectRatio d transform
      """.split(separator: " ").map(String.init))
    let elements = parsed.elements
    #expect(Set(elements.map(\.name)).subtracting(known).isEmpty)
    #expect(Set(elements.flatMap(\.attributes.keys)).subtracting(knownAttributes).isEmpty)
    let targets = Set(elements.compactMap { $0.attributes["href"] })
    #expect(
      targets.filter {
        !$0.hasPrefix("#") && !$0.hasPrefix("./") && $0 != "data:," && LinkTarget($0) == nil
      }.isEmpty)
    let sources = elements.compactMap { $0.attributes["src"] }
    #expect(
      sources.allSatisfy { $0.hasPrefix("data:image/") && !$0.hasPrefix("data:image/svg") })
    #expect(elements.compactMap { $0.attributes["fill"] }.allSatisfy { CSSColor($0) != nil })
    let scripts = elements.filter { $0.name == "script" }.map(\.text)
    #expect(scripts.isEmpty || scripts == ["\(PageCode.script)"])
    #expect(elements.filter { $0.name == "style" }.map(\.text) == ["\(PageCode.style)"])
    let policies = elements.filter {
      $0.attributes["http-equiv"] == "Content-Security-Policy"
    }
    #expect(policies.map { $0.attributes["content"] } == [PageCode.policy])
    let ids = elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count, "an identifier occurs twice")
    let anchors = targets.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    #expect(Set(ids).isSuperset(of: anchors))
    // Headings never skip a level.
    let levels = parsed.begun.compactMap {
      $0.first == "h" && $0.count == 2 ? $0.last?.wholeNumberValue : nil
    }
    #expect(levels.first == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(levels)")
    return parsed
  }

  @Test("show any text of any property, and obey none", arguments: 0..<12)
  func anyText(seed: UInt64) throws {
    let pieces = [
      "<script>alert(1)</script>", "\" onload=\"alert(1)", "' x='", "</style>", "-->", "]]>",
      "&lt;", "\u{0}",
      "javascript:alert(1)", "<img src=x>", "\u{202E}", "العربية", "日本", "\r\n", "\u{2028}", "\\",
      "a b",
    ]
    var random = SeededRandom(seed: seed)
    var texts: [String] = []
    let source = try String(contentsOfFile: Self.hostile, encoding: .utf8)
    let document = try JSONSerialization.jsonObject(with: Data(source.utf8)) as? [String: Any]
    let tables = try #require(document?["tables"] as? [String: [[String: Any]]])
    let properties = [
      "address", "details", "reservationNumber", "status", "title", "from", "to", "mode", "number",
      "provider",
      "notes", "email", "name", "color", "destination", "reason",
    ]
    var changed: [String: [[String: Any]]] = [:]
    for (entity, records) in tables.sorted(by: { $0.key < $1.key }) {
      changed[entity] = records.map { record in
        var record = record
        for property in record.keys.sorted() where properties.contains(property) {
          let text =
            "q\(texts.count)z"
            + (0..<6).map { _ in
              pieces[Int(random.next() % UInt64(pieces.count))]
            }.joined()
          texts.append(text)
          record[property] = text
        }
        return record
      }
    }
    // The header stays first, as it was written.
    let start = try #require(source.range(of: "\"tables\":"))
    let end = try #require(source.range(of: ",\n\"trailer\""))
    let json = try JSONSerialization.data(
      withJSONObject: changed, options: .sortedKeys)
    try folder.write(
      source[..<start.upperBound] + String(decoding: json, as: UTF8.self)
        + source[end.lowerBound...],
      to: "any.trips.json")
    let command = try folder.run("show", "any.trips.json", "-o", "any.html")
    try #require(command.status == 0, "\(command.errors)")
    let parsed = try check(try folder.bytes("any.html"))
    let shown = parsed.elements.map(\.text).joined(separator: " ")
    let missing = texts.indices.filter { !shown.contains("q\($0)z") }.map { texts[$0] }
    #expect(missing.isEmpty)
  }

  // Spec 7.2-12
  @Test("say what they leave out, in the page and on standard error")
  func images() throws {
    let command = try folder.run("show", Self.hostile, "-o", "a.html")
    #expect(
      command.errors
        == "a.html: note: left out 2 images: a page holds PNG, JPEG, GIF and WebP\n")
    let page = try folder.text("a.html")
    #expect(page.contains("<p>Left out 2 images: a page holds PNG, JPEG, GIF and WebP.</p>"))
    #expect(page.contains("alt=\"Image of &lt;/style&gt;"))
    #expect(page.matches(of: /src="data:image\/png;base64,/).count == 1)
  }

  @Test("keep images within their bounds")
  func imageBounds() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func part(_ name: String, size: Int) -> KeptPart {
      KeptPart(
        name: name, mediaType: "image/png", bytes: png + [UInt8](repeating: 0, count: size - 8),
        anchor: 1)
    }
    var images = PageImages([
      part("b", size: 100), part("a", size: PageImages.mostBytes),
      part("c", size: PageImages.mostBytes + 1),
    ])
    #expect(images.images(of: 1).map(\.bytes.count) == [PageImages.mostBytes, 100])
    #expect(images.tooLarge == 1 && images.images(of: 2).isEmpty)
    var many = PageImages((0..<9).map { part("\($0)", size: PageImages.mostBytes) })
    #expect(many.images(of: 1).count == 8 && many.tooLarge == 1)
  }

  @Test(
    "what is cancelled is struck out and says so in each place: title, overview, timeline, list")
  func cancelled() throws {
    try folder.write(
      """
      Trip,Type,From,To,Date,Cancelled
      Rome,flight,Oslo,Rome,2026-05-01,yes
      Rome,flight,Rome,Oslo,2026-05-05,no

      """, to: "a.csv")
    try #require(try folder.run("convert", "a.csv", "-o", "a.trips.json", "-q").status == 0)
    let parts = try folder.run("show", "a.trips.json", "-o", "-", "--to", "html")
    try check(parts.output)
    // The timeline and the list.
    #expect(
      parts.text.components(separatedBy: "Rome</span></s> <strong>cancelled</strong>").count == 3)
    try folder.write("Name,Start,End,Cancelled\nRome,2026-06-01,2026-06-02,yes\n", to: "b.csv")
    let trip = try folder.run("show", "b.csv", "-o", "-", "--to", "html")
    #expect(trip.status == 0, "\(trip.errors)")
    #expect(trip.text.contains("<title>Rome (cancelled)</title>"))
    #expect(trip.text.contains("<h1 class=\"title\"><s><span"))
  }

  // Spec 7.2-9, 4.13
  @Test("a timeline has the days and clocks of the places")
  func timeline() throws {
    let page = try folder.run("show", Self.sample("small-v5"), "paris", "-o", "-", "--to", "html")
      .text
    for part in [
      "<time datetime=\"2024-07-01\">Monday, 1 July 2024</time>",
      "<time datetime=\"2024-07-01T12:40+01:00\">12:40</time> <span class=\"zone\">Europe/London</span> – "
        + "<time datetime=\"2024-07-01T14:55+02:00\">14:55</time> <span class=\"zone\">Europe/Paris</span>",
      // The zone is that of the line before.
      "<time datetime=\"2024-07-01T15:00+02:00\">15:00</time></span> <span class=\"turn\">Check-in</span>",
      "<h3 class=\"below\">Without a date</h3>",
    ] { #expect(page.contains(part), "\(part)") }
    let order = ["Check-out</span> <a href=\"#o2\">", "Check-in</span> <a href=\"#o9\">"].map {
      page.range(of: $0)?.lowerBound
    }
    let (out, into) = (try #require(order[0]), try #require(order[1]))
    #expect(out < into, "on one day, a stay ends before the next begins")
  }

  @Test("at the same time, one leaves a place before a journey and comes to one after it")
  func sameTime() throws {
    let page = try folder.run(
      "show", Self.sample("journeys-v5"), "Apollo 11", "-o", "-", "--to", "html"
    )
    .text
    var rest = page[...]
    for word in [
      "20:17", "Arrival", "20:17", "Check-in", "17:54", "Check-out", "17:54", "Departure",
    ] {
      let found = try #require(rest.range(of: ">\(word)<"), "\(word)")
      rest = rest[found.upperBound...]
    }
  }

  @Test("a flight that lands on the day before is one entry, with both days")
  func dateLine() throws {
    let page = try folder.run("show", Self.hostile, "script", "-o", "-", "--to", "html").text
    #expect(
      page.contains(
        "08:00</time> <span class=\"zone\">Pacific/Auckland</span> – 1 July 2024, "
          + "<time datetime=\"2024-07-01T23:30-10:00\">23:30</time>"))
  }

  @Test("documents of other versions and other schemas have pages, too")
  func otherSchemas() throws {
    for sample in [
      "journeys-v1", "subclasses-v4", "extremes-v5", "text-v4", "foreign-v4", "newer/collection",
    ] {
      for flags in [[], ["--keep-version"]] {
        let page = try Command(
          ["show", Self.sample(sample), "-o", "-", "--to", "html"] + flags, in: folder)
        #expect(page.status == 0, "\(sample)")
        try check(page.output)
      }
    }
    let stays = try folder.run(
      "show", Self.sample("small-v5"), "--entity", "Stay", "-o", "-", "--to", "html")
    #expect(stays.status == 0 && stays.text.contains("<h1 class=\"title\">2 objects</h1>"))
  }

  @Test("objects that own each other, deeply or in a circle, are listed once in each article")
  func circles() throws {
    // 1 owns 2, 2 owns 3 and so on; the last one owns the first.
    let nodes = (1...20).map { key in
      "{\"$id\":\(key),\"parent\":\(key == 1 ? 20 : key - 1),\"title\":\"Node <\(key)>\"}"
    }
    try folder.write(
      """
      {
      "header":{"type":"application/vnd.document-data+json","format":"1.0","document":"0C6A9B52-7F0E-4E0B-9C55-13250622AAAA","schema":{"name":"circle"},"nextKey":21},
      "schema":[
      {"name":"Node","attributes":[{"name":"title","type":"text"}],"relationships":[{"name":"children","toMany":"Node","inverse":"parent","deleteRule":"cascade"},{"name":"parent","toOne":"Node","inverse":"children"}]}
      ],
      "tables":{
      "Node":[
      \(nodes.joined(separator: ",\n"))
      ]
      },
      "trailer":{}
      }

      """, to: "circle.json")
    let all = try folder.run("show", "circle.json", "-o", "all.html")
    try #require(all.status == 0, "\(all.errors)")
    try check(try folder.bytes("all.html"))
    #expect(try folder.run("show", "circle.json", "Node <7>", "-o", "one.html").status == 0)
    try check(try folder.bytes("one.html"))
    let one = try folder.text("one.html")
    #expect(one.matches(of: /Node &lt;8&gt;/).count == 1)
    #expect(one.contains("<p class=\"soft\">and 1 more</p>"))
  }

  @Test("times of unknown zones are in the order of the clock, and named local behind a zone")
  func timesByClock() throws {
    let ferries = [
      (3, "Lewis", "2026-07-01T10:15:00"), (4, "Mull", "2026-07-01T09:00:00+01:00[Europe/London]"),
      (5, "Skye", "2026-07-01T08:30:00"),
    ].map { key, title, time in
      "{\"$id\":\(key),\"arrivalTime\":\(key == 5 ? "\"2026-07-01T08:55:00\"" : "null"),"
        + "\"departureTime\":\"\(time)\",\"title\":\"\(title)\",\"trip\":1}"
    }
    try folder.write(
      """
      {
      "header":{"type":"application/vnd.document-data+json","format":"1.0","document":"0C6A9B52-7F0E-4E0B-9C55-13250622BBBB","schema":{"name":"ferries"},"nextKey":6},
      "schema":[
      {"name":"Ferry","attributes":[{"name":"arrivalTime","type":"clockTime","optional":true},{"name":"departureTime","type":"clockTime"},{"name":"title","type":"text"}],"relationships":[{"name":"trip","toOne":"Trip","inverse":"ferries"}]},
      {"name":"Trip","attributes":[{"name":"title","type":"text"}],"relationships":[{"name":"ferries","toMany":"Ferry","inverse":"trip","deleteRule":"cascade"}]}
      ],
      "tables":{
      "Ferry":[
      \(ferries.joined(separator: ",\n"))
      ],
      "Trip":[
      {"$id":1,"title":"Hebrides"}
      ]
      },
      "trailer":{}
      }

      """, to: "ferries.json")
    let shown = try folder.run(
      "show", "ferries.json", "--entity", "Trip", "-o", "-", "--to", "html")
    try #require(shown.status == 0, "\(shown.errors)")
    try check(shown.output)
    let page = shown.text
    let entries = page.split(separator: "<li class=\"entry\">").dropFirst().map {
      String($0).replacing(/<[^>]*>/, with: "")
    }
    #expect(entries.map { String($0.prefix(5)) } == ["08:30", "09:00", "10:15"])
    #expect(entries[0].contains("08:30 – 08:55 ") && !entries[0].contains("local time"))
    #expect(entries[1].contains("09:00 Europe/London"))
    #expect(entries[2].contains("10:15 local time"))
    #expect(page.contains("<time datetime=\"2026-07-01T10:15\">10:15</time>"))
    let ferry = try folder.run("show", "ferries.json", "--entity", "Ferry", "skye")
    #expect(ferry.text.contains("08:30 – 08:55") && !ferry.text.contains("local time"))
    let mixed = try folder.text("ferries.json").replacing(
      "\"2026-07-01T08:55:00\"", with: "\"2026-07-01T08:55:00+01:00[Europe/London]\"")
    try folder.write(mixed, to: "mixed.json")
    let crossing = try folder.run("show", "mixed.json", "--entity", "Ferry", "skye")
    #expect(crossing.text.contains("08:30 (local time) – 1 July 2026, 08:55 (Europe/London)"))
    let mixedPage = try folder.run(
      "show", "mixed.json", "--entity", "Trip", "-o", "-", "--to", "html"
    ).text.replacing(/<[^>]*>/, with: "")
    #expect(mixedPage.contains("08:30 local time – 08:55 Europe/London"))
    let wrong = try Command(
      ["list", "ferries.json", "--entity", "Ferry", "--where", "departureTime>2026-07-01T14:30"],
      in: folder)
    #expect(wrong.errors.contains("is not a time such as 2026-07-01T19:30:00"))
    let listed = try folder.run(
      "list", "ferries.json", "--entity", "Ferry", "--sort", "departureTime")
    let lines = listed.text.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, words) in zip(lines, ["09:00 Europe/London", "08:30", "10:15"]) {
      #expect(line.contains("2026-07-01 \(words)"))
    }
  }

  @Test("of several trips have a map of all places by year, whose neighbouring years share a style")
  func mapByYear() throws {
    try folder.generate("many.trips", trips: 80)
    #expect(try folder.run("show", "many.trips", "-o", "many.html").status == 0)
    let page = try check(try folder.bytes("many.html"))
    let text = String(decoding: try folder.bytes("many.html"), as: UTF8.self)
    let map = try #require(text.firstRange(of: "<desc id=\"overview-map-desc\">")).upperBound
    let description = text[map...].prefix { $0 != "<" }
    let counts = description.matches(of: /(\d{4})(?:–(\d{4}))?, (\d+) trips?/)
    #expect(counts.count == TripsByYear.styles)
    #expect(counts.compactMap { Int($0.3) }.reduce(0, +) == 80)
    let years = counts.flatMap { [Int($0.1), Int($0.2 ?? $0.1)].compactMap { $0 } }
    #expect(years == years.sorted())
    #expect(page.elements.contains { $0.attributes["class"] == "trips eighth" })
    // One trip has a map of its own only.
    try folder.generate("one.trips", trips: 1)
    #expect(try folder.run("show", "one.trips", "-o", "one.html").status == 0)
    #expect(!String(decoding: try folder.bytes("one.html"), as: UTF8.self).contains("overview-map"))
  }

  @Test("of too many trips for one page are an overview and a page for each year")
  func years() throws {
    // Trips with a long note each: 80 of them are more than 5 MB.
    try folder.generate("many.trips", trips: 80)
    let flat = try folder.run("convert", "many.trips", "-o", "-", "--to", "flat-json").text
    let document = try JSONSerialization.jsonObject(with: Data(flat.utf8)) as? [String: Any]
    var tables = try #require(document?["tables"] as? [String: [[String: Any]]])
    let note = String(repeating: "far away ", count: 9000)
    tables["Trip"] = tables["Trip"]?.map { $0.merging(["notes": note]) { $1 } }
    let start = try #require(flat.range(of: "\"tables\":"))
    let end = try #require(flat.range(of: ",\n\"trailer\""))
    let json = try JSONSerialization.data(withJSONObject: tables, options: .sortedKeys)
    try folder.write(
      flat[..<start.upperBound] + String(decoding: json, as: UTF8.self) + flat[end.lowerBound...],
      to: "long.trips.json")
    let command = try folder.run("show", "long.trips.json", "-o", "a b:c.html")
    try #require(command.status == 0, "\(command.errors)")
    #expect(command.errors.contains("pages beside it have the years, such as a b:c-"))
    let overview = try check(try folder.bytes("a b:c.html"))
    #expect(overview.elements.count { $0.name == "article" } == 0)
    let links = overview.elements.compactMap { $0.attributes["href"] }
      .filter { $0.hasPrefix("./a%20b%3Ac-") && $0.contains(".html#o") }
    #expect(links.count == 80)
    var articles = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    where file.hasPrefix("a b:c-") {
      let page = try check(try folder.bytes(file))
      articles += page.elements.count { $0.name == "article" }
      let hrefs = page.elements.compactMap { $0.attributes["href"] }
      #expect(hrefs.contains("./a%20b%3Ac.html"))
      let anchors = Set(page.elements.compactMap { $0.attributes["id"] })
      let year = file.replacing(" ", with: "%20").replacing(":", with: "%3A")
      let linked = links.filter { $0.hasPrefix("./\(year)#") }.compactMap {
        $0.split(separator: "#").last.map(String.init)
      }
      #expect(!linked.isEmpty && anchors.isSuperset(of: linked))
    }
    #expect(articles == 80)
    // Standard output has one page.
    let one = try folder.run("show", "long.trips.json", "-o", "-", "--to", "html")
    #expect(one.text.matches(of: /<article/).count == 80)
  }

  @Test(
    "of years have names beside the page's",
    arguments: [
      ("a.html", 2024, "a-2024.html", "./a-2024.html"),
      ("x.y/b", nil, "x.y/b-undated", "./b-undated"),
      (".html", 1, ".html-1", "./.html-1"), ("é.htm", 999, "é-999.htm", "./%C3%A9-999.htm"),
    ] as [(String, Int?, String, String)])
  func names(path: String, year: Int?, file: String, link: String) {
    #expect(PageName(path).path(year) == file)
    #expect(PageName(path).link(year) == link)
  }

  @Test("a log of flights has a map, because airports are known by their codes")
  func flightLog() throws {
    try folder.write(
      """
      Date,Flight number,From,To,Dep time,Arr time,Airline
      2024-06-14,EI909,"Paris / Charles de Gaulle (CDG/LFPG)","Shannon / Shannon (SNN/EINN)",10:05:00,11:00:00,"Aer Lingus (EI/EIN)"
      2024-06-18,EI908,SNN,CDG,22:05:00,01:00:00,"Aer Lingus (EI/EIN)"
      2024-06-19,X1,Somewhere,XXQ,10:00:00,11:00:00,"None"

      """, to: "log.csv")
    #expect(try folder.run("convert", "log.csv", "-o", "log.trips").status == 0)
    let page = try folder.run("show", "log.trips", "-o", "-", "--to", "html")
    #expect(page.text.matches(of: /<circle cx/).count == 2)
    #expect(page.text.contains("CDG</span> <span class=\"degrees\">49.01° N, 2.55° E"))
    #expect(page.text.contains(">By air</li>"))
  }

  @Test("a map says how one travels, and how long one stays")
  func legend() throws {
    let page = try folder.run("show", Self.sample("small-v5"), "paris", "-o", "-", "--to", "html")
    #expect(page.text.matches(of: /<path class="route air"/).count == 2)
    #expect(page.text.contains(">By air</li>") && !page.text.contains(">By rail</li>"))
    #expect(page.text.contains("Hôtel</span>, 4 nights"))
    #expect(page.text.matches(of: /<circle class="stay"/).count == 2)
    #expect(page.text.contains(PageMaps.source))
    // Six modes of the schema have a style of their own, and other words are drawn plainly.
    #expect(
      [
        "flight", "train", "bus", "boat", "car", "bicycle", "foot", "unknown", "hitch-hiking",
        "FERRY",
      ]
      .map(RouteKind.init(mode:))
        == [.air, .rail, .road, .water, .road, .foot, .foot, .other, .other, .water])
  }

  @Test("a map with too many places says how many it leaves out")
  func manyPlaces() throws {
    let source = try String(contentsOfFile: Self.sample("small-v5"), encoding: .utf8)
    let items = (0..<70).map { number in
      ",\n{\"$id\":\(100 + number),\"title\":\"\(number)\",\"trip\":1,"
        + "\"location\":{\"latitude\":\(number),\"longitude\":\(number)}}"
    }
    try folder.write(
      source.replacing(/"nextKey":\d+/, with: "\"nextKey\":200")
        .replacing("\"bucketList\":[5,3,4],", with: "")
        .replacing("\"Stand 12\",\"trip\":6}", with: "\"Stand 12\",\"trip\":6}" + items.joined()),
      to: "many.trips.json")
    let page = try folder.run("show", "many.trips.json", "paris", "-o", "-", "--to", "html")
    try #require(page.status == 0, "\(page.errors)")
    #expect(page.text.matches(of: /<circle cx/).count == 60)
    #expect(page.text.contains("15 more places are not shown."))
  }

  @Test("of several trips have an overview and an article for each")
  func several() throws {
    try folder.generate("many.trips", trips: 40)
    #expect(try folder.run("show", "many.trips", "-o", "many.html").status == 0)
    let page = try check(try folder.bytes("many.html"))
    #expect(page.elements.count { $0.name == "article" } == 40)
    let text = try folder.text("many.html")
    #expect(text.contains("<h1 class=\"title\">40 trips</h1>"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("<li><div><a href=\"#o") }
    #expect(rows.count == 40)
  }

  @Test(
    "need a file whose name says so, or --to html",
    arguments: [
      ["-o", ""], ["-o", "-"], ["-o", "a.pdf"], ["-o", "a"], ["--to", "html"],
      ["-o", "a.html", "--json"],
      ["-o", "a.html", "--verify"], ["-o", "a.html", "--to", "pdf"],
    ])
  func usage(arguments: [String]) throws {
    let command = try Command(["show", Self.hostile] + arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.output.isEmpty && folder.names.isEmpty)
  }

  @Test("replace a file only if everything succeeds, and never the document")
  func output() throws {
    try folder.generate("a.trips", trips: 3)
    try folder.write("kept", to: "a.html")
    #expect(try folder.run("show", "a.trips", "no such trip", "-o", "a.html").status == 3)
    #expect(try folder.run("show", "b.trips", "-o", "a.html").status == 66)
    #expect(try folder.text("a.html") == "kept")
    #expect(try folder.run("show", "a.trips", "-o", "a.trips", "--to", "html").status == 64)
    #expect(try folder.run("show", "a.trips", "-o", "nowhere/a.html").status == 73)
    #expect(try folder.run("show", "a.trips", "-o", "A.HTML").status == 0)
    #expect(try folder.run("show", "a.trips", "-o", "a.html").status == 0)
    #expect(try folder.text("a.html").hasPrefix("<!DOCTYPE html>\n"))
    #expect(folder.names == ["A.HTML", "a.html", "a.trips"])
    try folder.generate("none.trips", trips: 0)
    #expect(try folder.run("show", "none.trips", "-o", "b.html").status == 3)
  }
}
