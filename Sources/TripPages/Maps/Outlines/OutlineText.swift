/// Lines of outlines as text, which `scripts/make-outlines` writes.
///
///     number of points, then for each point:
///         (east of the point before, as a zigzag number) × levels + level
///         (north of the point before, as a zigzag number)
///
/// A number is written with five bits a character, the low ones first. `0`…`O` have more characters behind them; `P`…`[`
/// and `]`…`p` are the last ones of a number, because a literal would need two characters for a backslash.
struct OutlineText {
  /// A ring or a line.
  struct Line {
    /// Degrees from 180° west to 180° east and from 90° south to 90° north, in hundredths, and the level of each point.
    var points: [Point] = []
    /// The smallest box that has all points, in hundredths of a degree.
    var (west, east, south, north) = (Int32.max, Int32.min, Int32.max, Int32.min)

    fileprivate mutating func append(_ point: Point) {
      points.append(point)
      (west, east) = (min(west, point.x), max(east, point.x))
      (south, north) = (min(south, point.y), max(north, point.y))
    }
  }

  /// A point; without it, its line errs by the least error times two to the power of its level, or more.
  struct Point {
    let x: Int32
    let y: Int32
    let level: UInt8
  }

  /// The lines of a text.
  static func lines(_ text: StaticString) -> [Line] {
    // Lifetime: the text of a literal is never freed.
    text.withUTF8Buffer { bytes in
      var position = 0
      func number() -> Int32? {
        var (number, shift) = (Int32(0), Int32(0))
        // Bound: the position is below the count, and the shift is at most 25.
        while position < bytes.count, shift <= 25 {
          let byte = Int32(bytes[position])
          position += 1
          if byte < 80 {
            number |= (byte - 48) << shift
            shift += 5
          } else {
            return number | (byte - (byte < 93 ? 80 : 81)) << shift
          }
        }
        return nil
      }
      func signed(_ number: Int32) -> Int32 { number & 1 == 0 ? number / 2 : -(number + 1) / 2 }
      var lines: [Line] = []
      let levels = Int32(WorldOutlines.levels)
      while let count = number() {
        var line = Line()
        line.points.reserveCapacity(Int(count))
        var (x, y) = (Int32(0), Int32(0))
        for _ in 0..<count {
          guard let east = number(), let north = number() else { return lines }
          let (change, level) = east.quotientAndRemainder(dividingBy: levels)
          x += signed(change)
          y += signed(north)
          line.append(Point(x: x, y: y, level: UInt8(truncatingIfNeeded: level)))
        }
        lines.append(line)
      }
      return lines
    }
  }
}
