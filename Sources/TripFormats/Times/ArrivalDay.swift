/// The day of an arrival of which a text states the time only.
///
/// It is the one on which the journey lasts as long as its duration says, or else the first on which it does not end
/// before it begins. Without zones, clocks differ from the duration by hours, so the nearest day counts.
struct ArrivalDay {
  /// Days since 2001-01-01.
  private(set) var day: Int64
  /// Whether a digit behind the time is the offset of a zone.
  private(set) var isOffset = false
  /// The seconds by which the clocks differ from the duration; nil without one.
  private(set) var difference: Int64?

  private let start: (second: Int64, offset: Int64?)
  private let clock: Int64
  private let offset: Int64?
  private let duration: Int64?

  /// - Parameters:
  ///   - start: The departure by the clock of its place, and its minutes ahead of UTC.
  ///   - clock: The second of the day at which the journey ends.
  ///   - offset: The minutes ahead of UTC at its end.
  ///   - duration: Its seconds.
  init(
    start: (second: Int64, offset: Int64?), clock: Int64, offset: Int64?, duration: Int64?
  ) {
    (self.start, self.clock, self.offset, self.duration) = (start, clock, offset, duration)
    let first = LocalTime.day(ofSecond: start.second)
    day = clock < LocalTime.time(ofSecond: start.second) ? first + 1 : first
    guard let duration, duration < 40 * 86_400 else { return }
    let middle = first + duration / 86_400
    let days = (middle - 1...middle + 2).map { ($0, error(of: $0, offset)) }
    if let best = days.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) { (day, difference) = best }
  }

  /// Takes a number of days that the text counts from the departure.
  mutating func add(_ shift: StatedMoment.Shift) {
    let first = LocalTime.day(ofSecond: start.second)
    if shift.mayBeOffset, duration != nil,
      error(of: day, shift.days * 60) < error(of: first + shift.days, offset)
    {
      isOffset = true
    } else {
      day = first + shift.days
    }
  }

  /// Returns by how many seconds a day contradicts the duration.
  private func error(of day: Int64, _ offset: Int64?) -> Int64 {
    var elapsed = day * 86_400 + clock - start.second
    if let from = start.offset, let to = offset { elapsed -= (to - from) * 60 }
    return abs(elapsed - (duration ?? 0))
  }
}
