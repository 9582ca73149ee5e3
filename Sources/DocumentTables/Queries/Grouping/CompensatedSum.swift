/// A sum of floating-point numbers with the rounding errors of all its additions (Neumaier, 1974).
struct CompensatedSum: BitwiseCopyable, Sendable {
  private var sum = 0.0
  private var correction = 0.0

  /// The sum; NaN or infinite if the plain sum is.
  var value: Double { sum.isFinite ? sum + correction : sum }

  @inline(__always)
  mutating func add(_ number: Double) {
    let next = sum + number
    if next.isFinite {
      correction += sum.magnitude >= number.magnitude ? sum - next + number : number - next + sum
    }
    sum = next
  }

  mutating func add(_ other: CompensatedSum) {
    add(other.sum)
    if other.correction.isFinite { correction += other.correction }
  }
}
