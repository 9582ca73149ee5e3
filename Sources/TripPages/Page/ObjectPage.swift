import DocumentTables
import TripFormats

/// A page with one object, or with an overview of several objects and all of them.
///
/// The page needs no network, no script to be read, and permits no request.
package struct ObjectPage {
  /// What a page has of its objects.
  package enum Role {
    /// The objects and an overview.
    case whole
    /// The overview, whose links lead to the pages of the objects.
    case overview(links: [ObjectKey: String])
    /// The objects of a year, its name, and the link to the overview of all years.
    case year(String, overview: String)
  }

  private let objects: [ObjectReader.Object]
  private let role: Role
  private let facts: ObjectFacts
  /// Whether the objects are of different kinds, such as books and readers.
  private let isMixed: Bool
  private var images: PageImages
  private var maps: PageMaps

  /// - Parameter objects: The objects, in order.
  package init(_ objects: [ObjectReader.Object], _ reader: ObjectReader, _ role: Role = .whole) {
    self.objects = objects
    self.role = role
    facts = ObjectFacts(reader)
    let schema = reader.tables.schema
    isMixed = Set(objects.map { schema.hierarchyIndex(of: $0.entity.name) }).count > 1
    images = PageImages(reader.tables.keptParts)
    maps = PageMaps(ways: FeatureWays(reader.tables))
  }

  /// Writes the page, article by article.
  ///
  /// - Parameter progress: Receives the number of objects that are written, and of all.
  /// - Returns: What the page does not contain, in words.
  package mutating func write<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void, _ progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> [String] {
    var page = HTMLWriter()
    let isWholePage = isOneObject
    var anchors = Set(objects.map(\.key))
    writeHead(isWholePage, to: &page)
    if !isWholePage { writeOverview(to: &page) }
    if case .overview = role {
    } else {
      page.markup("<main id=\"content\">\n")
      for (number, object) in objects.enumerated() {
        progress(number, objects.count)
        ObjectArticle(object, facts, kind: kind(of: object), isWholePage: isWholePage)
          .write(to: &page, &images, &maps, &anchors, backTo: isWholePage ? nil : "overview")
        try sink(page.take())
      }
      page.markup("</main>\n")
    }
    let hasMaps = !maps.outlines.isEmpty
    maps.outlines.writePaths(to: &page)
    page.markup("<footer><p>Times are those of the clocks at each place.</p>")
    if hasMaps { page.element("p", text: PageMaps.source) }
    for note in images.notes { page.element("p", text: ValueWords.capitalized(note) + ".") }
    page.markup("</footer>\n")
    if !isWholePage { page.code("script", PageCode.script) }
    page.markup("</body>\n</html>\n")
    try sink(page.take())
    return images.notes
  }

  /// Whether the page is that of one object, without an overview.
  private var isOneObject: Bool { if case .whole = role { objects.count == 1 } else { false } }

  private var title: String {
    if case .year(let name, _) = role { return "\(name): \(count)" }
    if isOneObject, let object = objects.first {
      return facts.reader.title(of: object) + facts.reader.mark(of: object)
    }
    return count
  }

  private var count: String {
    let (one, many) = objectWords
    return objects.count == 1 ? "1 \(one)" : "\(objects.count) \(many)"
  }

  private var objectWords: (one: String, many: String) {
    isTrips ? ("trip", "trips") : ("object", "objects")
  }

  private var isTrips: Bool {
    let schema = facts.reader.tables.schema
    return Set(objects.map(\.entity.name)).allSatisfy { schema.isEntity($0, kindOf: "Trip") }
  }

  /// Returns the kind of an object; nil if all are of one kind.
  private func kind(of object: ObjectReader.Object) -> String? {
    facts.kind(of: object) ?? (isMixed ? ValueWords.label(object.entity.name) : nil)
  }

  private func writeHead(_ isWholePage: Bool, to page: inout HTMLWriter) {
    page.markup(
      """
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
      <head>
      <meta charset="utf-8"/>

      """)
    page.void(
      "meta", .literal("http-equiv", "Content-Security-Policy"), .name("content", PageCode.policy))
    page.markup(
      """

      <meta http-equiv="x-dns-prefetch-control" content="off"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta name="referrer" content="no-referrer"/>
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/>
      <link rel="icon" href="data:,"/>

      """)
    page.element("title", text: title)
    page.markup("\n")
    page.code("style", PageCode.style)
    page.markup("\n</head>\n")
    page.open("body", .literal("class", isWholePage ? "one" : "several"))
    page.markup("\n")
  }

  private mutating func writeOverview(to page: inout HTMLWriter) {
    if case .overview = role {
    } else {
      page.markup("<a class=\"skip\" href=\"#content\">Skip the overview</a>\n")
    }
    page.markup("<header>")
    page.element("h1", .literal("class", "title"), text: title)
    if case .year(_, let overview) = role {
      page.open("p", .literal("class", "back"))
      page.element("a", .name("href", overview), text: "All years")
      page.close("p")
    }
    page.markup(
      """
      <form id="search" role="search" hidden="hidden"><label for="search-text">Search</label>\
      <input id="search-text" type="search" autocomplete="off"/>\
      <p id="search-status" role="status"></p></form>

      """)
    if let map = TripsByYear(objects, facts) {
      map.write(
        to: &page, &maps.outlines, title: title,
        objects: objectWords)
    }
    page.markup(
      """
      </header>
      <nav aria-label="Overview"><ol class="overview" id="overview">

      """)
    for object in objects { writeRow(object, to: &page) }
    page.markup("</ol></nav>\n")
  }

  private func target(of object: ObjectReader.Object) -> String {
    let anchor = "#" + ObjectArticle.anchor(object)
    if case .overview(let links) = role { return (links[object.key] ?? "") + anchor }
    return anchor
  }

  private func writeRow(_ object: ObjectReader.Object, to page: inout HTMLWriter) {
    let rest = facts.brief(of: object).facts
    let title = facts.reader.title(of: object)
    let language = TextLanguage.of(title)
    page.markup("<li><div>")
    page.open("a", .name("href", target(of: object)))
    page.title(of: object, facts.reader, context: language)
    page.close("a")
    if let place = rest.first(where: { $0.name == "destination" && $0.isText }) {
      page.markup(" <span class=\"where\">")
      page.documentText(place.words, context: language)
      page.markup("</span>")
    }
    if isMixed, let kind = kind(of: object) {
      page.markup(" ")
      page.element("span", .literal("class", "where"), text: kind)
    }
    page.markup("</div>")
    if let dates = rest.first, dates.isPeriod {
      page.markup("<span class=\"row-dates\">")
      page.fact(dates, context: language)
      page.markup("</span>")
    }
    page.markup("</li>\n")
  }
}
