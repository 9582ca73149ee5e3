import DocumentTables

/// The conversion of a structure's values to those of a later or earlier version of it.
struct StructureConversion: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    /// The member of ``from`` that it continues; nil if it is new.
    let origin: Int?
    var conversion: ValueConversion
    /// The value where there is no old one.
    let absent: Value
  }

  let from: TableStructure
  let to: TableStructure
  /// One for each member of ``to``.
  private(set) var members: [Member]

  init(_ matching: StructureMatching, _ way: MigrationStep.Way) {
    from = matching.from
    to = matching.to
    members = zip(matching.to.members, matching.origins).map { member, origin in
      let conversion =
        origin.map { ValueConversion(from: matching.from.members[$0], to: member, way) }
      return Member(
        origin: origin, conversion: conversion ?? ValueConversion(), absent: member.absent(way))
    }
  }

  /// Adds a rule for the values of a member, by its name in the newer version.
  mutating func rename(_ renaming: ValueRenaming, _ member: String, _ way: MigrationStep.Way) {
    let origin = way == .back ? from.member(named: member) : nil
    let index =
      way == .back ? members.firstIndex { $0.origin == origin } : to.member(named: member)
    guard let index, way != .back || origin != nil else { return }
    members[index].conversion.renaming = renaming
  }

  func convert(_ tree: Tree) -> Tree {
    let old = from.values(of: tree)
    return to.tree(
      of: members.map { member in
        member.origin.map { member.conversion.convert(old[$0]) } ?? member.absent
      })
  }
}

extension TableStructure {
  /// Returns the value with the members of a tree that fit; all other members are as if they were absent.
  ///
  /// A tree that is no object has no members.
  func nearest(to tree: Tree) -> Tree {
    var given: [TreeMember] = []
    if case .object(let members) = tree { given = members }
    return self.tree(
      of: members.map { member in
        func item(_ name: String) -> TreeMember? {
          given.first { $0.name.utf8.elementsEqual(name.utf8) }
        }
        let found = item(member.name) ?? member.originalName.flatMap(item)
        let value = found.flatMap { member.value(of: $0.value.widened(to: member.type)) }
        return value ?? member.absent(.back)
      })
  }

  /// Returns a value as a `Codable` type would encode it: without the members that are nil and would be without
  /// being stated.
  func unfolded(_ tree: Tree) -> Tree {
    guard case .object(let given) = tree else { return tree }
    return .object(
      given.filter { item in
        guard item.value.isNull, let index = member(named: item.name) else { return true }
        return members[index].valueWhereAbsent != .null
      })
  }
}
