/// What a job is to reach; a ratio is taken of medians of one run.
enum Goal {
  case atMost(Double)
  /// How many times as much its first peer takes.
  case timesFaster(Double)
  /// How much of what its first peer takes.
  case atMostPart(Double)

  /// Nil where there is nothing to compare with.
  func isReached(by statistics: [Statistics?]) -> Bool? {
    guard let own = statistics.first.flatMap({ $0?.median }) else { return nil }
    let peer = statistics.count > 1 ? statistics[1]?.median : nil
    switch self {
    case .atMost(let limit): return own <= limit
    case .timesFaster(let ratio): return peer.map { $0 >= own * ratio }
    case .atMostPart(let part): return peer.map { own <= $0 * part }
    }
  }
}
