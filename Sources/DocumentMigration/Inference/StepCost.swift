import DocumentTables

/// The cost of a step, or of a whole stage.
package enum StepCost: String, Hashable, Sendable, CaseIterable, Comparable {
  /// All values are kept, in this direction and in the opposite one.
  case lossless
  /// All values are kept, but in the opposite direction some data has no place and must be carried.
  case reversible
  /// Values are lost.
  case lossy
  /// A closure must decide what happens to the data.
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
