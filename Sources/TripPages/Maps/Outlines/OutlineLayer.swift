#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The outlines of land and the borders of countries, once for all maps of a page.
///
///     map 1 ──► extent ─┐                        ┌─► path of land      ◄── map 1, map 2 … use them,
///     map 2 ──► extent ─┼─► errors for each cell ┼─► path of borders       each with its own view
///     …                 ┘   (``OutlineGrid``)    └─► (for each projection)
///
/// The paths have the points that the maps can show, and at most ``mostBytes``: if there are more, all lines become
/// coarser.
struct OutlineLayer {
  /// The most bytes of the paths of a page.
  static let mostBytes = 60_000
  /// How much coarser lines become at each attempt, at least.
  private static let step: Float = 1.2

  // A page for each year reads them once.
  private static let land = OutlineText.lines(WorldOutlines.land)
  private static let borders = OutlineText.lines(WorldOutlines.borders)

  private var extents: [MapProjection: [MapExtent]] = [:]

  var isEmpty: Bool { extents.isEmpty }

  /// Appends the land and the borders that a map shows.
  mutating func write(_ extent: MapExtent, to page: inout HTMLWriter) {
    extents[extent.projection, default: []].append(extent)
    let box = [extent.left, extent.top, extent.width, extent.height]
    page.open(
      "svg", .literal("class", "sheet"),
      .name("viewBox", box.map { DecimalDigits.text($0, 3) }.joined(separator: " ")),
      .literal("preserveAspectRatio", "none"), .literal("width", "100%"),
      .literal("height", "100%"))
    let (land, borders): (StaticString, StaticString) =
      switch extent.projection {
      case .plain: ("#land", "#borders")
      case .north: ("#land-north", "#borders-north")
      case .south: ("#land-south", "#borders-south")
      }
    for name in [land, borders] {
      switch extent.projection {
      case .plain:
        page.void("use", .literal("href", name))
        // The paths end at 180° east.
        if extent.left + extent.width > 180 {
          page.void("use", .literal("href", name), .literal("x", "360"))
        }
      case .north, .south:
        let turn = extent.projection == .north ? extent.meridian : -extent.meridian
        page.void(
          "use", .literal("href", name),
          .name("transform", "rotate(" + DecimalDigits.text(turn, 3) + ")"))
      }
    }
    page.close("svg")
  }

  /// Appends the paths that the maps use, and forgets the maps.
  mutating func writePaths(to page: inout HTMLWriter) {
    guard !extents.isEmpty else { return }
    let parts = MapProjection.allCases.compactMap { projection in
      extents[projection].map { extents in
        let grid = OutlineGrid(extents)
        return (
          projection: projection, grid: grid, land: Self.land.filter(grid.shows),
          borders: Self.borders.filter(grid.shows)
        )
      }
    }
    extents = [:]
    var coarseness: Float = 1
    var paths: [(land: OutlinePath, borders: OutlinePath)] = []
    var bytes = 0
    repeat {
      paths = parts.map { part in
        (
          OutlinePath(
            part.land, areRings: true, part.projection, part.grid, coarseness: coarseness),
          OutlinePath(
            part.borders, areRings: false, part.projection, part.grid, coarseness: coarseness)
        )
      }
      bytes = paths.reduce(0) { $0 + $1.land.bytes.count + $1.borders.bytes.count }
      // A line that may err by twice as much has about half of the points.
      coarseness *= max(Self.step, 0.8 * Float(bytes) / Float(Self.mostBytes))
    } while bytes > Self.mostBytes
    page.markup("<svg class=\"outlines\" aria-hidden=\"true\"><defs>")
    for (projection, (land, borders)) in zip(parts.map(\.projection), paths) {
      let (landName, bordersName): (StaticString, StaticString) =
        switch projection {
        case .plain: ("land", "borders")
        case .north: ("land-north", "borders-north")
        case .south: ("land-south", "borders-south")
        }
      page.void(
        "path", .literal("id", landName), .literal("class", "land"), .name("d", land.text),
        .literal("transform", land.transform))
      page.void(
        "path", .literal("id", bordersName), .literal("class", "borders"),
        .name("d", borders.text), .literal("transform", borders.transform))
    }
    page.markup("</defs></svg>\n")
  }
}
