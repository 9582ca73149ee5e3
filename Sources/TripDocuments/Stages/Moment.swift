import DocumentData

/// A date in an order that has a place for every date, so that stages pick the same trip every time.
///
/// What is not a number comes before everything else, −0 is 0 (spec 7.3.1).
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
