/// What several rounds of one measurement say together.
///
/// The median, because other programs of the machine only ever make a round slower, and by any
/// amount; and as spread how far the middle half of the rounds reaches around it.
struct Statistics {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var count: Int { sorted.count }
  var minimum: Double { sorted.first ?? .nan }
  var maximum: Double { sorted.last ?? .nan }
  var median: Double { quantile(0.5) }

  /// Half of the distance between the quartiles, as a part of the median.
  var spread: Double {
    guard median != 0, sorted.count > 1 else { return 0 }
    return (quantile(0.75) - quantile(0.25)) / 2 / abs(median)
  }

  /// The value that a part of all values does not exceed, interpolated between neighbours.
  func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let position = part * Double(sorted.count - 1)
    let lower = Int(position)
    guard lower + 1 < sorted.count else { return last }
    return sorted[lower] + (sorted[lower + 1] - sorted[lower]) * (position - Double(lower))
  }
}
