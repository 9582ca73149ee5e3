/// Where the names of places have room on a map of some width.
///
/// Names that would cover a marker or another name are left out; the list below the map has all. A
/// name crosses a line only if there is no other room.
struct MapLabels {
  /// The side of the marker at which a name is.
  enum Side: CaseIterable {
    case right, left, above, below
  }

  /// The room that text takes, in pixels: approximate, because browsers choose the font.
  private static let (cell, line, marker, gap) = (7.2, 17.0, 10.0, 3.0)
  /// The width of the names of meridians and parallels at the edges.
  private static let edge = 20.0

  typealias Line = (start: (x: Double, y: Double), end: (x: Double, y: Double))

  private struct Box {
    let left, top, right, bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// Returns whether a line crosses the box (Liang and Barsky).
    func isCrossed(by line: Line) -> Bool {
      let (dx, dy) = (line.end.x - line.start.x, line.end.y - line.start.y)
      var (enters, leaves) = (0.0, 1.0)
      for (step, room) in [
        (-dx, line.start.x - left), (dx, right - line.start.x), (-dy, line.start.y - top),
        (dy, bottom - line.start.y),
      ] {
        if step == 0 {
          if room < 0 { return false }
        } else if step < 0 {
          enters = max(enters, room / step)
        } else {
          leaves = min(leaves, room / step)
        }
      }
      return enters <= leaves
    }
  }

  /// The side of each place's name; nil if there is no room.
  let sides: [Side?]
  /// Whether the marker of a place covers that of an earlier one.
  let isCrowded: [Bool]

  /// - Parameters:
  ///   - positions: The places, as shares of width and height.
  ///   - lines: The lines on the map, in the same way.
  init(
    _ positions: [(x: Double, y: Double)], names: [String], lines: [Line], width: Double,
    height: Double
  ) {
    let lines = lines.map { line in
      (
        start: (x: line.start.x * width, y: line.start.y * height),
        end: (x: line.end.x * width, y: line.end.y * height)
      )
    }
    let markers = positions.map { position in
      let (x, y) = (position.x * width, position.y * height)
      return Box(
        left: x - Self.marker, top: y - Self.marker, right: x + Self.marker,
        bottom: y + Self.marker)
    }
    isCrowded = markers.indices.map { index in
      markers[..<index].contains { $0.overlaps(markers[index]) }
    }
    var taken: [Box] = []
    var sides: [Side?] = []
    for (index, name) in names.enumerated() {
      let marker = markers[index]
      let length = Double(TerminalWidth.of(name)) * Self.cell
      let free = Side.allCases.filter { side in
        let box = Self.box(length, at: side, of: marker)
        return box.left >= Self.edge && box.right <= width - 2 && box.top >= 2
          && box.bottom <= height - Self.edge
          && !taken.contains { $0.overlaps(box) }
          && !markers.enumerated().contains { $0.offset != index && $0.element.overlaps(box) }
      }
      let best =
        free.first { side in
          let box = Self.box(length, at: side, of: marker)
          return !lines.contains { box.isCrossed(by: $0) }
        } ?? free.first
      if let best { taken.append(Self.box(length, at: best, of: marker)) }
      sides.append(best)
    }
    self.sides = sides
  }

  private static func box(_ length: Double, at side: Side, of marker: Box) -> Box {
    let (x, y) = ((marker.left + marker.right) / 2, (marker.top + marker.bottom) / 2)
    let (left, top) =
      switch side {
      case .right: (marker.right + gap, y - line / 2)
      case .left: (marker.left - gap - length, y - line / 2)
      case .above: (x - length / 2, marker.top - line)
      case .below: (x - length / 2, marker.bottom)
      }
    return Box(left: left, top: top, right: left + length, bottom: top + line)
  }
}
