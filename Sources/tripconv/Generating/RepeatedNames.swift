import DocumentTables

/// Where a generated document has one name twice: every twentieth trip takes an earlier trip's.
enum RepeatedNames {
  /// Nothing forbids it: the name of any earlier trip, half of them in another spelling.
  case anywhere
  /// The schema makes names unique.
  case never
  /// The schema makes names unique together with other properties: the name of a trip shortly
  /// before.
  case withOtherDates

  private static let distance = 20

  init(_ schema: TableSchema) {
    let constraints = schema.entity(named: "Trip")?.uniquenessConstraints ?? []
    if constraints.isEmpty {
      self = .anywhere
    } else {
      self = constraints.contains(["name"]) ? .never : .withOtherDates
    }
  }

  private static func repeats(_ index: Int) -> Bool { index % distance == distance - 1 }

  /// The trip whose name a trip takes; itself for most.
  func source(of index: Int, _ random: inout SeededRandom) -> Int {
    guard Self.repeats(index) else { return index }
    switch self {
    case .never: return index
    case .anywhere:
      let earlier = random.number(below: index)
      return Self.repeats(earlier) ? earlier - 1 : earlier
    // Within one stretch of twenty, so that a name is used twice at most.
    case .withOtherDates: return index - 1 - random.number(below: Self.distance - 1)
    }
  }
}
