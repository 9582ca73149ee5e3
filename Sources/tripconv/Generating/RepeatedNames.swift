import DocumentTables

/// The rule for repeated names in a generated document: every twentieth trip has the name of an
/// earlier trip.
enum RepeatedNames {
  /// Names need not be unique: the name of any earlier trip, half of them in another spelling.
  case anywhere
  /// Names are unique, so none is repeated.
  case never
  /// Names are unique together with other properties: the name of a trip shortly before.
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

  /// Returns the index of the trip whose name a trip takes, which for most trips is their own.
  func source(of index: Int, _ random: inout SeededRandom) -> Int {
    guard Self.repeats(index) else { return index }
    switch self {
    case .never: return index
    case .anywhere:
      let earlier = random.number(below: index)
      return Self.repeats(earlier) ? earlier - 1 : earlier
    // Within the same twenty trips, so that a name is used at most twice.
    case .withOtherDates: return index - 1 - random.number(below: Self.distance - 1)
    }
  }
}
