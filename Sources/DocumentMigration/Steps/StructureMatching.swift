import DocumentTables

/// Which members of a structure continue which members of another version of it.
///
/// Members are matched by name first, then by original name, as properties are (spec 7.3).
struct StructureMatching {
  let from: TableStructure
  let to: TableStructure
  /// For each member of ``to``, the member of ``from`` that it continues; nil if it is new.
  let origins: [Int?]

  /// Returns nil if neither structure continues the other.
  init?(from: TableStructure, to: TableStructure, _ way: MigrationStep.Way) {
    let (older, newer) = way == .back ? (to, from) : (from, to)
    guard newer.name == older.name || newer.originalName == older.name else { return nil }
    self.from = from
    self.to = to
    let found = Self.origins(of: newer, in: older)
    origins = way == .back ? to.members.indices.map { found.firstIndex(of: $0) } : found
  }

  /// A member that two older ones, or an older one of two, might be.
  struct Ambiguity {
    enum Kind {
      case bothNames, originalStillThere, originalTakenTwice
    }

    let kind: Kind
    let member: String
    let original: String
  }

  /// The members of ``to``, the newer structure, whose original names compete with others.
  var ambiguities: [Ambiguity] {
    var taken: Set<String> = []
    return to.members.compactMap { member in
      guard let original = member.originalName, original != member.name,
        from.member(named: original) != nil
      else { return nil }
      func ambiguity(_ kind: Ambiguity.Kind) -> Ambiguity {
        Ambiguity(kind: kind, member: member.name, original: original)
      }
      let isStillThere = to.member(named: original) != nil
      if from.member(named: member.name) != nil {
        return isStillThere ? nil : ambiguity(.bothNames)
      }
      if isStillThere { return ambiguity(.originalStillThere) }
      return taken.insert(original).inserted ? nil : ambiguity(.originalTakenTwice)
    }
  }

  private static func origins(of newer: TableStructure, in older: TableStructure) -> [Int?] {
    var taken: Set<Int> = []
    return newer.members.map { member in
      let original = member.originalName.flatMap {
        newer.member(named: $0) == nil ? older.member(named: $0) : nil
      }
      guard let index = older.member(named: member.name) ?? original,
        taken.insert(index).inserted
      else { return nil }
      return index
    }
  }

  /// The members that continue one, each with its origin.
  var continued: [(from: TableAttribute, to: TableAttribute)] {
    zip(to.members, origins).compactMap { member, origin in
      origin.map { (from.members[$0], member) }
    }
  }

  /// The members of ``to`` that are new.
  var added: [TableAttribute] {
    zip(to.members, origins).compactMap { $1 == nil ? $0 : nil }
  }

  /// The members of ``from`` that no member continues.
  var removed: [TableAttribute] {
    let kept = Set(origins.compactMap(\.self))
    return from.members.indices.filter { !kept.contains($0) }.map { from.members[$0] }
  }

  /// The first member whose values are none of the member that it continues, with both types.
  var changedType: (member: String, from: AttributeType, to: AttributeType)? {
    continued.lazy.filter { !$0.to.isSameKind(as: $0.from) }.first.map {
      ($0.to.name, $0.from.type, $0.to.type)
    }
  }

  /// The first new member that a value made of an old one would lack.
  var missingMember: String? { added.first { $0.valueWhereAbsent == nil }?.name }
}
