/// The kinds of objects that a row of another program is at once: a day with a hotel and an activity is a stay and an item.
struct CSVRowKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let stay = CSVRowKinds(rawValue: 1)
  static let leg = CSVRowKinds(rawValue: 2)
  static let item = CSVRowKinds(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kind of an entity; empty for any other one.
  init(_ entity: String) {
    switch entity {
    case "Stay": self = .stay
    case "Leg": self = .leg
    case "BucketListItem": self = .item
    default: self = []
    }
  }

  private static let inOrder: [(kind: CSVRowKinds, entity: String)] = [
    (.stay, "Stay"), (.leg, "Leg"), (.item, "BucketListItem"),
  ]

  /// The entities, of which the first is that of a row that has one object.
  var entities: [String] { Self.inOrder.filter { contains($0.kind) }.map(\.entity) }

  /// The place of an entity's kind in the order of keys.
  static func place(of entity: String) -> Int {
    inOrder.firstIndex { $0.entity == entity } ?? 0
  }

  var hasSeveral: Bool { rawValue & (rawValue &- 1) != 0 }
}

extension CSVColumns {
  /// The kinds that the file has a column of their own for.
  ///
  /// A file of hotels has columns that a leg has, too, such as its provider; only an end or a number makes it a leg.
  var namedKinds: CSVRowKinds {
    columns.reduce(into: []) { kinds, column in
      switch column.field {
      case .name: kinds.formUnion(column.kind)
      case .from, .to, .number: kinds.formUnion(.leg)
      default: break
      }
    }
  }

  /// Returns the kind that gets each cell of a row of some kinds; empty for the cells that all of them get.
  ///
  /// Notes, an address or a price are about what stands left of them. The day of a row is that of all its objects, and its
  /// time that of what one does then.
  func owners(in kinds: CSVRowKinds) -> [CSVRowKinds] {
    // A cell of another kind stays free, so that it makes no object of that kind.
    let named = kinds.isEmpty ? [] : namedKinds
    var owners = columns.map { $0.kind.intersection(named) }
    guard var last = owners.first(where: { !$0.isDisjoint(with: kinds) }) else { return owners }
    for (place, column) in columns.enumerated() {
      if !owners[place].isEmpty {
        if !owners[place].isDisjoint(with: kinds) { last = owners[place] }
        continue
      }
      switch column.field {
      case nil, .entity, .key, .identity, .trip: break
      case .moment(_, .clock):
        owners[place] = kinds.contains(.item) ? .item : kinds.contains(.leg) ? .leg : .stay
      case .moment, .zone: break
      default: owners[place] = last
      }
    }
    return owners
  }
}

extension CSVColumns.Column {
  /// The kind that only the column's own object has; empty if several have it.
  var kind: CSVRowKinds {
    if let hint { return CSVRowKinds(hint) }
    return field == .name && CSVHeaderWords.isActivity(folded) ? .item : []
  }
}
