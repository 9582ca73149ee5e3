import DocumentTables

/// The values of an object with those of another statement of it.
enum JoinedValues {
  /// The attributes by which the two were found to be one, which each spells in its own way.
  private static let names: Set = ["from", "name", "number", "provider", "reservationNumber", "to"]

  /// Returns the values with those of the other object where they are blank.
  ///
  /// - Returns: The values, and the names of those that mean something else, in the order of their names.
  static func join(
    _ values: [String: Value], _ other: [String: Value], blanks: [String: Value]
  ) -> (values: [String: Value], differing: [String]) {
    var joined = values
    var differing: [String] = []
    func isBlank(_ value: Value?, _ name: String) -> Bool {
      value == nil || value == .null || value == blanks[name]
    }
    for name in other.keys.sorted() {
      guard let new = other[name], !isBlank(new, name) else { continue }
      // A cancellation counts if all say it.
      if name == "isCancelled" {
        if values[name] != new { differing.append(name) }
        continue
      }
      // A day and a time say one moment, of which a time says more.
      if let moment = moment(of: name) {
        if isBlank(values[moment + "Date"], name), isBlank(values[moment + "Time"], name) {
          joined[name] = new
        } else if let own = values[name], !isBlank(own, name), !isSameMoment(own, new) {
          differing.append(name)
        }
        continue
      }
      guard let own = values[name], !isBlank(own, name) else {
        joined[name] = new
        continue
      }
      switch (own, new) {
      case (.tree(.object(let members)), .tree(.object(let others))):
        let (whole, differs) = join(members, others)
        joined[name] = .tree(.object(whole))
        if differs { differing.append(name) }
      case (.array(let items), .array(let others)):
        joined[name] = .array(items + others.filter { !items.contains($0) })
      default: if own != new, !names.contains(name) { differing.append(name) }
      }
    }
    return (joined, differing)
  }

  private static func moment(of name: String) -> String? {
    for ending in ["Date", "Time"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return nil
  }

  /// Whether two days or times are one: of two times the clocks, and the instants if both have a zone.
  private static func isSameMoment(_ left: Value, _ right: Value) -> Bool {
    guard case .text(let own) = left, case .text(let other) = right,
      let own = try? ClockTimeText(own), let other = try? ClockTimeText(other)
    else { return left == right }
    return own.local.second == other.local.second
      && (!own.hasZone || !other.hasZone || own.zoned.instantSecond == other.zoned.instantSecond)
  }

  /// Returns the members of a structure with those that only the other one has; a point is taken as a whole.
  private static func join(
    _ members: [TreeMember], _ others: [TreeMember]
  ) -> (members: [TreeMember], differs: Bool) {
    let point: Set = ["latitude", "longitude"]
    let names = Set(members.lazy.filter { !$0.value.isNull }.map(\.name))
    var joined = members
    var differs = false
    for member in others where !member.value.isNull {
      if names.contains(member.name) {
        let own = members.first { $0.name == member.name }
        if own?.value != member.value { differs = true }
      } else if !point.contains(member.name) || names.isDisjoint(with: point) {
        joined.removeAll { $0.name == member.name }
        joined.append(member)
      }
    }
    return (joined, differs)
  }
}
