#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// By how many degrees outlines may err in each cell of one degree, so that no map shows the error.
///
/// Away from the maps, outlines may err by a third of the distance: they pass a map on the right side, and no more is
/// needed of them.
struct OutlineGrid {
  private static let (columns, rows) = (360, 180)
  /// The width of maps for which outlines are chosen, and the part of a pixel by which they may err.
  private static let (pixels, error) = (620.0, 0.8)
  /// What a degree of distance adds to the error.
  private static let growth: Float = 1.0 / 3

  private var errors = [Float](repeating: 360, count: columns * rows)
  private var isShown = [Bool](repeating: false, count: columns * rows)
  /// The number of cells that maps show, in the rows above and the columns before each corner of a cell.
  private var shownBefore: [Int32] = []

  /// The least error of all cells.
  var leastError: Float { errors.min() ?? 0 }

  init(_ extents: [MapExtent]) {
    for extent in extents { add(extent) }
    spread()
    sum()
  }

  /// Returns by how many degrees outlines may err around a point in hundredths of a degree.
  func error(x: Int32, y: Int32) -> Float {
    errors[Self.row(y) * Self.columns + Self.column(x)]
  }

  /// Whether a map shows a part of a box in hundredths of a degree.
  func shows(_ line: OutlineText.Line) -> Bool {
    let (first, last) = (Self.column(line.west), Self.column(min(line.east, 17_999)))
    let (top, bottom) = (Self.row(line.north), Self.row(line.south))
    let width = Self.columns + 1
    return shownBefore[(bottom + 1) * width + last + 1] - shownBefore[top * width + last + 1]
      - shownBefore[(bottom + 1) * width + first] + shownBefore[top * width + first] > 0
  }

  private static func column(_ x: Int32) -> Int { Int((x + 36_000) / 100 + 180) % columns }

  private static func row(_ y: Int32) -> Int { min(rows - 1, max(0, Int((9_000 - y) / 100))) }

  private mutating func add(_ extent: MapExtent) {
    // No map is broader than the globe, or lower than a hundredth of a degree.
    let error = Float(extent.height / (Self.pixels / extent.shape.rawValue) * Self.error)
    if extent.projection == .plain {
      let columns =
        Int(extent.left.rounded(.down))...Int((extent.left + extent.width).rounded(.down))
      let (north, south) = (-extent.top, -extent.top - extent.height)
      let rows = Self.row(Int32(north * 100))...Self.row(Int32(south * 100))
      for row in rows {
        for column in columns.prefix(Self.columns) {
          show((column + 180 + 360) % Self.columns, row, error)
        }
      }
    } else {
      // A sample for each half of a degree, at least.
      let step = 1 / max(20, (2 * max(extent.width, extent.height)).rounded(.up))
      for x in stride(from: 0.0, through: 1, by: step) {
        for y in stride(from: 0.0, through: 1, by: step) {
          guard let (latitude, longitude) = extent.degrees(at: (x, y)) else { continue }
          show(Self.column(Int32(longitude * 100)), Self.row(Int32(latitude * 100)), error)
        }
      }
    }
  }

  private mutating func show(_ column: Int, _ row: Int, _ error: Float) {
    let cell = row * Self.columns + column
    errors[cell] = min(errors[cell], error)
    isShown[cell] = true
  }

  /// Lets errors grow with the distance from the maps, in passes to the south-east and to the north-west, twice
  /// because the columns are a circle.
  private mutating func spread() {
    for _ in 0..<2 {
      for row in 0..<Self.rows {
        let across = across(row)
        for column in 0..<Self.columns {
          relax(row, column, from: row, column - 1, across)
          if row > 0 { relax(row, column, from: row - 1, column, Self.growth) }
        }
      }
      for row in (0..<Self.rows).reversed() {
        let across = across(row)
        for column in (0..<Self.columns).reversed() {
          relax(row, column, from: row, column + 1, across)
          if row < Self.rows - 1 { relax(row, column, from: row + 1, column, Self.growth) }
        }
      }
    }
  }

  private func across(_ row: Int) -> Float {
    Self.growth * Float(cos((89.5 - Double(row)) * .pi / 180))
  }

  private mutating func relax(
    _ row: Int, _ column: Int, from otherRow: Int, _ otherColumn: Int, _ added: Float
  ) {
    let other = otherRow * Self.columns + (otherColumn + Self.columns) % Self.columns
    let cell = row * Self.columns + column
    errors[cell] = min(errors[cell], errors[other] + added)
  }

  private mutating func sum() {
    let width = Self.columns + 1
    shownBefore = [Int32](repeating: 0, count: width * (Self.rows + 1))
    for row in 0..<Self.rows {
      var inRow: Int32 = 0
      for column in 0..<Self.columns {
        if isShown[row * Self.columns + column] { inRow += 1 }
        shownBefore[(row + 1) * width + column + 1] = shownBefore[row * width + column + 1] + inRow
      }
    }
  }
}
