/// What one step, or a whole stage, costs.
package enum StepCost: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Every value stays, on this way and on the way back.
  case lossless
  /// Every value stays; on the way back something has no place and must be carried.
  case reversible
  /// Values are given up.
  case lossy
  /// A closure must say what becomes of it.
  case needsDecision = "needs a decision"

  private var rank: Int {
    switch self {
    case .lossless: 0
    case .reversible: 1
    case .lossy: 2
    case .needsDecision: 3
    }
  }

  package static func < (left: StepCost, right: StepCost) -> Bool { left.rank < right.rank }
}
