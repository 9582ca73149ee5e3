import DocumentTables

/// The values of an object with those of another statement of it.
enum JoinedValues {
  /// The attributes by which the two were found to be one, which each spells in its own way.
  private static let names: Set = ["from", "name", "number", "provider", "to"]

  /// Returns the values with those of the other object where they are blank.
  ///
  /// - Returns: The values, and the names of the attributes that differ in meaning, in order.
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
      if name == "isCancelled" || name == "status" && new == .text("cancelled") {
        if values[name] != new { differing.append(name) }
        continue
      }
      if let moment = moment(of: name) {
        joinMoment(moment, name, new, &joined, &differing)
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
        let known = Set(items)
        joined[name] = .array(items + others.filter { !known.contains($0) })
      default: if own != new, !names.contains(name) { differing.append(name) }
      }
    }
    return (joined, differing)
  }

  /// Whether an object means something else by an attribute than a source.
  static func differs(
    _ name: String, _ values: [String: Value], from source: [String: Value],
    blanks: [String: Value]
  ) -> Bool {
    func isBlank(_ value: Value?) -> Bool {
      value == nil || value == .null || value == blanks[name]
    }
    let (own, other) = (values[name], source[name])
    if isBlank(own), isBlank(other) { return false }
    if moment(of: name) != nil {
      guard let own, let other, !isBlank(own), !isBlank(other) else { return true }
      return !isSameMoment(own, other)
    }
    return isBlank(own) != isBlank(other) || !names.contains(name) && own != other
  }

  /// Joins one moment, which a day or a time states: a time says more than its day.
  private static func joinMoment(
    _ moment: String, _ name: String, _ new: Value, _ joined: inout [String: Value],
    _ differing: inout [String]
  ) {
    let (day, time) = (moment + "Date", moment + "Time")
    let own = joined[time].flatMap { $0 == .null ? nil : $0 } ?? joined[day] ?? .null
    if own == .null {
      joined[name] = new
    } else if isSameMoment(own, new) {
      if name == time, joined[time] ?? .null == .null {
        // The day stays, as a file states it that knows no time.
        joined[time] = new
      }
    } else if name == time || joined[time] ?? .null != .null || joined[day] != new {
      differing.append(name)
    }
  }

  private static func moment(of name: String) -> String? {
    for ending in ["Date", "Time"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return nil
  }

  /// Whether a time of an object says what a source says otherwise: the same instant, or the same clock if the source knows no
  /// zone.
  static func says(_ own: Value, _ stated: Value) -> Bool {
    guard case .text(let text) = own, case .text(let other) = stated, text != other,
      let own = try? ClockTimeText(text), let other = try? ClockTimeText(other), own.hasZone
    else { return false }
    return other.hasZone
      ? own.zoned.instantSecond == other.zoned.instantSecond
      : own.local.second == other.local.second
  }

  /// Whether two days or times are one: of two times the instants, or the clocks if one has no zone; of others the days.
  private static func isSameMoment(_ left: Value, _ right: Value) -> Bool {
    func time(_ value: Value) -> ClockTimeText? {
      if case .text(let text) = value { try? ClockTimeText(text) } else { nil }
    }
    guard let own = time(left), let other = time(right) else {
      func day(_ value: Value) -> Int64? {
        if case .integer(let day) = value { day } else { time(value)?.day }
      }
      return day(left) == day(right)
    }
    // One source may state in UTC what another one states in the zone of the place.
    return own.hasZone && other.hasZone
      ? own.zoned.instantSecond == other.zoned.instantSecond
      : own.local.second == other.local.second
  }

  /// Returns the members of a structure, completed by those of the other one; latitude and longitude stay together.
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
