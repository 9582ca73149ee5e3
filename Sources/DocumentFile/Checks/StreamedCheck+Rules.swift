import DocumentTables

extension StreamedCheck {
  /// Finds keys that occur in two tables, by merging the runs of all hierarchies.
  func duplicateKeys() throws(DocumentError) -> [TableFinding] {
    var cursors: [KeyCursor] = []
    for runs in keys { cursors.append(try runs.cursor()) }
    guard keys.count(where: { $0.rowCount > 0 }) > 1 else { return [] }
    var found = keys.map { _ in PendingFindings(limit: limit) }
    while true {
      // The lowest run, of the first table that has it, and where the next run begins.
      var lowest: (hierarchy: Int, run: KeyIntervals.Run)?
      var next = ObjectKey.max
      for (hierarchy, cursor) in cursors.enumerated() {
        guard let run = cursor.run else { continue }
        if let known = lowest {
          if run.first < known.run.first {
            next = known.run.first
            lowest = (hierarchy, run)
          } else {
            next = min(next, run.first)
          }
        } else {
          lowest = (hierarchy, run)
        }
      }
      guard let (hierarchy, run) = lowest else { break }
      if next > run.first {
        try cursors[hierarchy].skip(to: min(run.end, next))
        continue
      }
      for other in cursors.indices where cursors[other].run?.first == run.first {
        if other > hierarchy {
          found[other].add(.duplicateKey, run.first)
        }
        try cursors[other].skip(to: run.first + 1)
      }
    }
    var findings: [TableFinding] = []
    for (hierarchy, pending) in found.enumerated() where findings.count < limit {
      findings += try named(pending, hierarchy, property: nil)
    }
    return findings
  }

  /// Checks to-one relationships.
  func checkPairs(
    _ number: Int, _ reference: CheckPlan.Reference, _ findings: inout PendingFindings
  ) throws(DocumentError) {
    guard var pairs = try pairs[number]?.cursor() else { return }
    var destinations = try keys[reference.end.destinationHierarchy].cursor()
    var others = OtherHierarchies(keys)
    var backwards = try backwards[number]?.cursor()
    var last: ObjectKey?
    while let pair = pairs.current {
      let found = try destinations.discriminator(of: pair.target)
      if let breach = try breach(found, pair.target, reference, &others) {
        findings.add(breach, pair.source)
      } else if backwards != nil {
        while let back = backwards?.current, back.target < pair.target {
          try backwards?.advance()
        }
        let back = backwards?.current.flatMap { $0.target == pair.target ? $0.source : nil }
        if back != pair.source {
          findings.add(.notMutual(pair.target), pair.source)
        }
      }
      if reference.isOneToOne, last == pair.target {
        findings.add(.shared(pair.target), pair.source, position: 1)
      }
      last = pair.target
      try pairs.advance()
    }
  }

  /// Returns the breach of a reference whose target has this entity; nil if the reference is valid.
  private func breach(
    _ discriminator: UInt16?, _ target: ObjectKey, _ reference: CheckPlan.Reference,
    _ others: inout OtherHierarchies
  ) throws(DocumentError) -> TableFinding.Breach? {
    let hierarchy = reference.end.destinationHierarchy
    if let discriminator, reference.allowed[Int(discriminator)] { return nil }
    var found: (hierarchy: Int, discriminator: UInt16)?
    if let discriminator {
      found = (hierarchy, discriminator)
    } else {
      found = try others.find(target, besides: hierarchy)
    }
    guard let found else { return .dangling(target) }
    let entity = plan.schema.hierarchies[found.hierarchy].entities[Int(found.discriminator)].name
    return .wrongDestination(target, entity: entity)
  }

  /// The objects of the hierarchies that the reference must not lead to, read only when a reference
  /// does.
  private struct OtherHierarchies {
    private let keys: [KeyIntervals]
    private var cursors: [KeyCursor?]

    init(_ keys: [KeyIntervals]) {
      self.keys = keys
      cursors = keys.map { _ in nil }
    }

    /// Finds the hierarchy and entity of an object; nil if there is no such object.
    ///
    /// - Parameter key: Not below any key requested before.
    mutating func find(
      _ key: ObjectKey, besides hierarchy: Int
    ) throws(DocumentError) -> (hierarchy: Int, discriminator: UInt16)? {
      for other in keys.indices where other != hierarchy {
        if cursors[other] == nil { cursors[other] = try keys[other].cursor() }
        if let found = try cursors[other]?.discriminator(of: key) { return (other, found) }
      }
      return nil
    }
  }

  /// Checks that the members of lists exist.
  func checkMembers(
    _ number: Int, _ reference: CheckPlan.Reference, _ findings: inout PendingFindings
  ) throws(DocumentError) {
    guard var entries = try members[number]?.cursor() else { return }
    var destinations = try keys[reference.end.destinationHierarchy].cursor()
    var others = OtherHierarchies(keys)
    while let entry = entries.current {
      let found = try destinations.discriminator(of: entry.first)
      if let breach = try breach(found, entry.first, reference, &others) {
        findings.add(breach, entry.second, position: entry.position)
      }
      try entries.advance()
    }
  }

  /// Checks that orders contain exactly the members that the other end states, and that members of
  /// lists that are their own inverse refer back.
  func checkOrders(
    _ number: Int, _ reference: CheckPlan.Reference, _ findings: inout PendingFindings
  ) throws(DocumentError) {
    guard var entries = try owners[number]?.cursor() else { return }
    var members = try sources(
      plan.reference(
        hierarchy: reference.end.destinationHierarchy, column: reference.end.inverseColumn))
    while let owner = entries.current?.first {
      var own: [ListEntry] = []
      while let entry = entries.current, entry.first == owner {
        own.append(entry)
        try entries.advance()
      }
      let referring = try members.sources(of: owner)
      if !own.lazy.map(\.second).elementsEqual(referring) {
        let list = own.sorted { $0.position < $1.position }.map(\.second)
        if let breach = reference.breach(by: list, members: referring) {
          findings.add(breach, owner, position: .max)
        }
      }
    }
  }

  /// Checks the counts of a relationship whose members the other end states.
  func checkCounts(
    _ count: CheckPlan.Count, _ findings: inout PendingFindings
  ) throws(DocumentError) {
    guard count.isOfOtherEnd else { return }
    var members = try sources(
      plan.reference(hierarchy: count.end.destinationHierarchy, column: count.end.inverseColumn))
    var cursor = try keys[count.end.hierarchy].cursor()
    while let run = cursor.run {
      if count.concerned[Int(run.discriminator)] {
        for key in run.first..<run.end {
          count.check(try members.sources(of: key).count, of: key, &findings)
        }
      }
      try cursor.advance()
    }
  }

  func checkUnique(
    _ runs: SortedRuns<UniqueEntry>, _ unique: CheckPlan.Unique,
    _ findings: inout PendingFindings
  ) throws(DocumentError) {
    var entries = try runs.cursor()
    var first: UniqueEntry?
    while let entry = entries.current {
      if let first, first.fingerprint == entry.fingerprint {
        findings.add(.notUnique(first.key, names: unique.names), entry.key)
      } else {
        first = entry
      }
      try entries.advance()
    }
  }
}
