/// What all maps have: the frame, land and borders, meridians and parallels, and lines in a drawing of their own.
///
/// Positions are shares of the map's width and height, so that texts keep their size on every screen.
struct MapSheet {
  let extent: MapExtent
  private let grid: MapGrid

  /// Returns nil without points.
  init?(of points: [MapPoint]) {
    guard let extent = MapExtent(of: points) else { return nil }
    self.extent = extent
    grid = MapGrid(of: extent)
  }

  /// Appends the beginning of the figure: a map with land, borders, meridians and parallels, and lines.
  ///
  /// - Parameters:
  ///   - outlines: The land and the borders of the page.
  ///   - id: The beginning of the identifiers in it.
  ///   - lines: Lines with the names of their styles.
  func open(
    to page: inout HTMLWriter, _ outlines: inout OutlineLayer, id: String, title: String,
    description: String, lines: [(style: StaticString, lines: [[MapExtent.Position]])]
  ) {
    let shape: StaticString =
      switch extent.shape {
      case .wide: "map wide"
      case .medium: "map medium"
      case .tall: "map tall"
      }
    page.open("figure", .literal("class", shape))
    page.open(
      "svg", .literal("role", "img"), .name("aria-labelledby", "\(id)-title \(id)-desc"))
    page.element("title", .name("id", "\(id)-title"), text: title)
    page.element("desc", .name("id", "\(id)-desc"), text: description)
    outlines.write(extent, to: &page)
    let units = "\(MapWays.units)"
    page.open(
      "svg", .literal("class", "sheet"), .name("viewBox", "0 0 \(units) \(units)"),
      .literal("preserveAspectRatio", "none"), .literal("width", "100%"),
      .literal("height", "100%"))
    for (style, lines) in [("grid", grid.lines)] + lines where !lines.isEmpty {
      page.void("path", .literal("class", style), .name("d", Self.path(lines)))
    }
    page.close("svg")
    writeDegrees(to: &page)
  }

  private func writeDegrees(to page: inout HTMLWriter) {
    page.markup("<g class=\"degrees-of-lines\">")
    // A name at a corner would cover another.
    for label in grid.meridians where (0.1...0.84).contains(label.position) {
      page.element(
        "text", .name("x", Self.share(label.position)), .literal("y", "100%"), .literal("dx", "4"),
        .literal("dy", "-6"), text: label.text)
    }
    for label in grid.parallels where (0.08...0.9).contains(label.position) {
      page.element(
        "text", .literal("x", "0"), .name("y", Self.share(label.position)), .literal("dx", "6"),
        .literal("dy", "-4"), text: label.text)
    }
    page.markup("</g>")
  }

  /// Returns lines as the data of a path; a line of one point is a dot.
  private static func path(_ lines: [[MapExtent.Position]]) -> String {
    lines.map { line in
      let points = line.map { position in
        let (x, y) = (position.x * Double(MapWays.units), position.y * Double(MapWays.units))
        return DecimalDigits.text(x, 1) + " " + DecimalDigits.text(y, 1)
      }
      return "M" + points.joined(separator: "L") + (points.count == 1 ? "h0" : "")
    }.joined()
  }

  /// Returns a position as a percentage.
  static func share(_ position: Double) -> String { DecimalDigits.text(position * 100, 2) + "%" }

  /// Appends an item of a legend, with a line of a style.
  static func writeKey(_ style: StaticString, _ words: String, to page: inout HTMLWriter) {
    page.markup("<li><svg class=\"key\" aria-hidden=\"true\">")
    page.void("path", .literal("class", style), .literal("d", "M2 8H22"))
    page.markup("</svg>")
    page.text(words)
    page.markup("</li>")
  }
}
