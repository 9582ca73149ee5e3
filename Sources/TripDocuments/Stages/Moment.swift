import DocumentData

/// A date with a total order, so that stages always choose the same trip.
///
/// A date that is not a number sorts before all others, and −0 equals 0 (spec 7.3.1).
struct Moment: Comparable {
  private let isNumber: Bool
  private let seconds: Double

  init(_ date: Date) {
    let value = date.timeIntervalSinceReferenceDate
    isNumber = !value.isNaN
    seconds = value.isNaN ? 0 : value
  }

  static func < (left: Moment, right: Moment) -> Bool {
    left.isNumber == right.isNumber ? left.seconds < right.seconds : right.isNumber
  }
}
