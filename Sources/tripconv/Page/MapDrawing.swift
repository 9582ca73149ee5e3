/// A map as SVG, with a list of its places.
///
/// Positions are shares of the map's width and height, so that texts keep their size on every screen.
struct MapDrawing {
  /// The widths for which names find room, in pixels: from 46 rem on, and below.
  private static let (wideWidth, narrowWidth) = (620.0, 300.0)
  /// The maximum length of a name on the map.
  private static let longestName = 24

  private let map: PlacesMap
  private let extent: MapExtent
  private let positions: [(x: Double, y: Double)]
  private let lines: [MapLabels.Line]
  private let ways: [[(x: Double, y: Double)]]

  /// Returns nil for a map without places.
  init?(_ map: PlacesMap) {
    guard let extent = MapExtent(of: map.places.map(\.point) + map.ways.joined()) else {
      return nil
    }
    self.map = map
    self.extent = extent
    positions = map.places.map { extent.position(of: $0.point) }
    lines = map.routes.flatMap { route in
      extent.lines(from: map.places[route.from].point, to: map.places[route.to].point)
    }
    ways = MapWays.simplified(map.ways, on: extent)
  }

  /// Appends the figure.
  ///
  /// - Parameters:
  ///   - id: The beginning of the identifiers in it.
  ///   - language: The language of the texts around.
  func write(to page: inout HTMLWriter, id: String, title: String, language: String) {
    let shape: StaticString =
      switch extent.shape {
      case .wide: "map wide"
      case .medium: "map medium"
      case .tall: "map tall"
      }
    page.open("figure", .literal("class", shape))
    page.open(
      "svg", .literal("role", "img"), .name("aria-labelledby", "\(id)-title \(id)-desc"))
    page.element("title", .name("id", "\(id)-title"), text: "Map of \(title)")
    page.element("desc", .name("id", "\(id)-desc"), text: description)
    writeGrid(to: &page)
    writeWays(to: &page)
    writeRoutes(to: &page)
    writePlaces(to: &page, language)
    page.markup("</svg>")
    writeList(to: &page, language)
    page.markup("</figure>\n")
  }

  private var description: String {
    let places = map.places.count == 1 ? "1 place" : "\(map.places.count) places"
    let lines = map.routes.isEmpty ? "" : ", joined by straight lines,"
    let ways = map.ways.isEmpty ? "" : ", with the recorded way"
    return places + lines + ways
      + " on a grid of meridians and parallels. The list below has all places."
  }

  private func writeGrid(to page: inout HTMLWriter) {
    page.markup("<g class=\"grid\">")
    for line in extent.meridians {
      let x = Self.share(line.position)
      page.void("line", .name("x1", x), .name("x2", x), .literal("y1", "0"), .literal("y2", "100%"))
    }
    for line in extent.parallels {
      let y = Self.share(line.position)
      page.void("line", .name("y1", y), .name("y2", y), .literal("x1", "0"), .literal("x2", "100%"))
    }
    // A name at a corner would cover another.
    for line in extent.meridians where (0.1...0.84).contains(line.position) {
      page.element(
        "text", .name("x", Self.share(line.position)), .literal("y", "100%"), .literal("dx", "4"),
        .literal("dy", "-6"), text: line.label)
    }
    for line in extent.parallels where (0.08...0.9).contains(line.position) {
      page.element(
        "text", .literal("x", "0"), .name("y", Self.share(line.position)), .literal("dx", "6"),
        .literal("dy", "-4"), text: line.label)
    }
    page.markup("</g>")
  }

  /// Appends the ways, in a drawing of its own, whose units are shares of the map.
  private func writeWays(to page: inout HTMLWriter) {
    guard !ways.isEmpty else { return }
    let units = "\(MapWays.units)"
    page.open(
      "svg", .literal("class", "ways"), .name("viewBox", "0 0 \(units) \(units)"),
      .literal("preserveAspectRatio", "none"), .literal("width", "100%"),
      .literal("height", "100%"))
    for way in ways {
      let points = way.map { point in
        "\(Int((point.x * Double(MapWays.units)).rounded())),"
          + "\(Int((point.y * Double(MapWays.units)).rounded()))"
      }
      page.void("polyline", .name("points", points.joined(separator: " ")))
    }
    page.close("svg")
  }

  private func writeRoutes(to page: inout HTMLWriter) {
    page.markup("<g class=\"routes\">")
    for line in lines {
      page.void(
        "line", .name("x1", Self.share(line.start.x)), .name("y1", Self.share(line.start.y)),
        .name("x2", Self.share(line.end.x)), .name("y2", Self.share(line.end.y)))
    }
    page.markup("</g>")
  }

  private func writePlaces(to page: inout HTMLWriter, _ language: String) {
    let names = map.places.map { Self.shortened($0.names.first ?? "") }
    let ratio = extent.shape.rawValue
    let wide = MapLabels(
      positions, names: names, lines: lines, width: Self.wideWidth, height: Self.wideWidth / ratio)
    let narrow = MapLabels(
      positions, names: names, lines: lines, width: Self.narrowWidth,
      height: Self.narrowWidth / ratio)
    // The first place is on top.
    for index in map.places.indices.reversed() {
      let (x, y) = (Self.share(positions[index].x), Self.share(positions[index].y))
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
      .name("x", Self.share(position.x)), .name("y", Self.share(position.y)), .literal("dx", dx),
      .literal("dy", dy), .literal("text-anchor", anchor), text: name)
  }

  private func writeList(to page: inout HTMLWriter, _ language: String) {
    page.markup("<figcaption><ol class=\"places\">")
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
      page.markup(" ")
      page.element(
        "span", .literal("class", "degrees"),
        text: MapExtent.label(place.point.latitude, 2, "N", "S") + ", "
          + MapExtent.label(place.point.longitude, 2, "E", "W"))
      page.markup("</li>")
    }
    page.markup("</ol>")
    if map.omitted > 0 {
      page.element(
        "p", .literal("class", "note"), text: "\(map.omitted) more places are not shown.")
    }
    page.markup("</figcaption>")
  }

  /// Returns a position as a percentage.
  ///
  /// Lines that leave the map begin or end outside.
  private static func share(_ position: Double) -> String {
    DecimalDigits.text(position * 100, 2) + "%"
  }

  private static func shortened(_ name: String) -> String {
    let line = name.prefix { !$0.isNewline }
    return line.count <= longestName ? String(line) : line.prefix(longestName - 1) + "…"
  }
}
