/// The map of a trip as SVG: markers with names, routes and recorded ways, with a legend and a list of the places.
struct MapDrawing {
  /// The widths for which names find room, in pixels: from 46 rem on, and below.
  private static let (wideWidth, narrowWidth) = (620.0, 300.0)
  /// The maximum length of a name on the map.
  private static let longestName = 24

  private let map: PlacesMap
  private let sheet: MapSheet
  private let positions: [(x: Double, y: Double)]
  private let routes: [(ways: [[MapExtent.Position]], kind: RouteKind)]
  private let ways: [[MapExtent.Position]]

  /// Returns nil for a map without places.
  init?(_ map: PlacesMap) {
    let between = map.routes.flatMap { route in
      GreatCircle(from: map.places[route.from].point, to: map.places[route.to].point)
        .points(every: 5)
    }
    guard let sheet = MapSheet(of: map.places.map(\.point) + between + map.ways.joined()) else {
      return nil
    }
    self.map = map
    self.sheet = sheet
    let extent = sheet.extent
    positions = map.places.map { extent.position(of: $0.point) }
    routes = map.routes.map { route in
      (
        extent.ways(from: map.places[route.from].point, to: map.places[route.to].point), route.kind
      )
    }
    ways = MapWays.simplified(map.ways, on: extent)
  }

  /// Appends the figure.
  ///
  /// - Parameters:
  ///   - outlines: The land and the borders of the page.
  ///   - id: The beginning of the identifiers in it.
  ///   - language: The language of the texts around.
  func write(
    to page: inout HTMLWriter, _ outlines: inout OutlineLayer, id: String, title: String,
    language: String
  ) {
    sheet.open(
      to: &page, &outlines, id: id, title: "Map of \(title)", description: description,
      lines: [("way", ways)]
        + kinds.map { kind in
          (kind.style, routes.filter { $0.kind == kind }.flatMap(\.ways))
        })
    writePlaces(to: &page, language)
    page.markup("</svg>")
    page.markup("<figcaption>")
    writeLegend(to: &page)
    writeList(to: &page, language)
    page.markup("</figcaption>")
    page.markup("</figure>\n")
  }

  private var description: String {
    let places = map.places.count == 1 ? "1 place" : "\(map.places.count) places"
    let lines = map.routes.isEmpty ? "" : ", joined by the shortest ways,"
    let ways = map.ways.isEmpty ? "" : ", with the recorded way"
    return places + lines + ways
      + " on a map with land, borders, meridians and parallels. The list below has all places."
  }

  /// The kinds of routes on the map, in the order of the legend.
  private var kinds: [RouteKind] {
    RouteKind.allCases.filter { kind in routes.contains { $0.kind == kind } }
  }

  /// Appends what the styles of lines and the circles of stays mean, if there is more than one style.
  private func writeLegend(to page: inout HTMLWriter) {
    let named = kinds == [.other] ? [] : kinds
    let hasStays = map.places.contains { $0.nights > 0 }
    guard !named.isEmpty || !ways.isEmpty || hasStays else { return }
    page.markup("<ul class=\"legend\">")
    for kind in named {
      MapSheet.writeKey(kind.style, ValueWords.capitalized(kind.words), to: &page)
    }
    if !ways.isEmpty { MapSheet.writeKey("way", "Recorded way", to: &page) }
    if hasStays {
      page.markup(
        """
        <li><svg class="key" aria-hidden="true"><circle class="stay" cx="12" cy="8" r="7"/></svg>Nights: the \
        larger, the more</li>
        """)
    }
    page.markup("</ul>")
  }

  private func writePlaces(to page: inout HTMLWriter, _ language: String) {
    let names = map.places.map { Self.shortened($0.names.first ?? "") }
    let ratio = sheet.extent.shape.rawValue
    let lines = routes.flatMap(\.ways).flatMap { way in
      zip(way, way.dropFirst()).map { (start: $0, end: $1) }
    }
    let wide = MapLabels(
      positions, names: names, lines: lines, width: Self.wideWidth, height: Self.wideWidth / ratio)
    let narrow = MapLabels(
      positions, names: names, lines: lines, width: Self.narrowWidth,
      height: Self.narrowWidth / ratio)
    for (index, place) in map.places.enumerated() where place.nights > 0 {
      let (x, y) = (MapSheet.share(positions[index].x), MapSheet.share(positions[index].y))
      page.void(
        "circle", .literal("class", "stay"), .name("cx", x), .name("cy", y),
        .name("r", "\(Self.radius(nights: place.nights))"))
    }
    // The first place is on top.
    for index in map.places.indices.reversed() {
      let (x, y) = (MapSheet.share(positions[index].x), MapSheet.share(positions[index].y))
      let kind: StaticString =
        wide.isCrowded[index] ? "crowded" : narrow.isCrowded[index] ? "crowded-on-narrow" : "free"
      page.open("g", .literal("class", kind))
      page.void("circle", .name("cx", x), .name("cy", y), .literal("r", "9"))
      page.element(
        "text", .literal("class", "number"), .name("x", x), .name("y", y), .literal("dy", "4"),
        text: "\(index + 1)")
      page.close("g")
    }
    for index in map.places.indices {
      let (onWide, onNarrow) = (wide.sides[index], narrow.sides[index])
      if let onWide {
        writeName(
          names[index], at: positions[index], onWide, onWide == onNarrow ? "name" : "name on-wide",
          language, to: &page)
      }
      if let onNarrow, onNarrow != onWide {
        writeName(
          names[index], at: positions[index], onNarrow, "name on-narrow", language, to: &page)
      }
    }
  }

  /// The radius of the circle around a place where one stays: its area beyond the marker's grows with the nights.
  private static func radius(nights: Int) -> Int {
    let most = 30
    return 12 + Int((Double(min(nights, most)) / Double(most)).squareRoot() * 14)
  }

  private func writeName(
    _ name: String, at position: (x: Double, y: Double), _ side: MapLabels.Side,
    _ kind: StaticString, _ language: String, to page: inout HTMLWriter
  ) {
    let (anchor, dx, dy): (StaticString, StaticString, StaticString) =
      switch side {
      case .right: ("start", "13", "5")
      case .left: ("end", "-13", "5")
      case .above: ("middle", "0", "-14")
      case .below: ("middle", "0", "22")
      }
    page.element(
      "text", .literal("class", kind), .name("lang", TextLanguage.of(name, context: language)),
      .name("x", MapSheet.share(position.x)), .name("y", MapSheet.share(position.y)),
      .literal("dx", dx),
      .literal("dy", dy), .literal("text-anchor", anchor), text: name)
  }

  private func writeList(to page: inout HTMLWriter, _ language: String) {
    page.markup("<ol class=\"places\">")
    for place in map.places {
      page.markup("<li>")
      for (position, name) in place.names.enumerated() {
        if position > 0 { page.markup(" · ") }
        page.documentText(name, context: language)
      }
      for code in place.codes {
        page.markup(" ")
        page.documentText(code, context: language)
      }
      if place.nights > 0 {
        page.text(place.nights == 1 ? ", 1 night" : ", \(place.nights) nights")
      }
      page.markup(" ")
      page.element(
        "span", .literal("class", "degrees"),
        text: DegreeText.text(place.point.latitude, 2, "N", "S") + ", "
          + DegreeText.text(place.point.longitude, 2, "E", "W"))
      page.markup("</li>")
    }
    page.markup("</ol>")
    if map.omitted > 0 {
      page.element(
        "p", .literal("class", "note"), text: "\(map.omitted) more places are not shown.")
    }
  }

  private static func shortened(_ name: String) -> String {
    let line = name.prefix { !$0.isNewline }
    return line.count <= longestName ? String(line) : line.prefix(longestName - 1) + "…"
  }
}
