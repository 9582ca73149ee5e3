/// The first and the last point of a line, and its first and its last time, as its points pass by.
struct LineEnds {
  private var first: Feature.Point?
  private var last: Feature.Point?
  private var firstTime: String?
  private var lastTime: String?
  /// The instants of the line; nil if none is known.
  private(set) var times: ClosedRange<Int64>?

  /// The ends with the times of the line, which need not be those of its outermost points.
  var points: [Feature.Point] {
    guard var first, var last else { return [] }
    (first.time, last.time) = (firstTime, lastTime)
    return [first, last]
  }

  mutating func add(_ point: Feature.Point) {
    if first == nil { first = point }
    last = point
    if let time = point.time { add(time: time) }
  }

  mutating func add(time text: String) {
    guard let instant = FeatureTime(text)?.instant else { return }
    if times.map({ instant < $0.lowerBound }) ?? true { firstTime = text }
    if times.map({ instant > $0.upperBound }) ?? true { lastTime = text }
    let known = times ?? instant...instant
    times = min(known.lowerBound, instant)...max(known.upperBound, instant)
  }
}
