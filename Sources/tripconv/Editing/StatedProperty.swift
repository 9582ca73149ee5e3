import ArgumentParser
import DocumentTables
import TripFormats
import TripPages

/// A property and its value, from an argument such as `name=Lisbon` or `start="3 May"`.
struct StatedProperty: ExpressibleByArgument {
  /// What the argument calls the property.
  let words: String
  /// The member of the property's structure, as in `location.latitude=38.7`.
  let member: String?
  let text: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    let parts = argument[..<equals].split(separator: ".", maxSplits: 1)
    guard let first = parts.first else { return nil }
    words = String(first)
    member = parts.count > 1 ? String(parts[1]) : nil
    text = String(argument[argument.index(after: equals)...])
  }

  static var defaultCompletionKind: CompletionKind { .default }

  /// Returns the property of an entity that the argument is about.
  ///
  /// - Throws: ``CommandFailure`` if there is none, or several.
  func property(
    of entity: EntityLayout, _ command: String, _ clock: WritingClock
  ) throws(CommandFailure) -> String {
    let names = entity.properties.map(\.name)
    var found = NamedParts.properties(words, names)
    if found.count == 2 {
      // A day or the time that holds in its place: the value tells.
      let hasTime = clock.moment(text)?.time != nil
      let endings = NamedParts.momentEndings
      let wanted = found.filter { $0.hasSuffix(hasTime ? endings[1] : endings[0]) }
      if wanted.count == 1 { found = wanted }
    }
    guard let name = found.first else {
      let known = NearestName.of(words, in: names).map { "did you mean '\($0)'?" }
      throw UsageError.failure(
        command,
        "\(entity.name) has no property '\(words)'; "
          + (known ?? "it has \(names.joined(separator: ", "))"))
    }
    guard found.count == 1 else {
      throw UsageError.failure(
        command, "'\(words)' may be \(found.joined(separator: " or ")): write one of them")
    }
    return name
  }

  /// Returns the value of an attribute, or of a member, that the text is.
  func value(
    _ type: AttributeType, cases: [Value]?, _ name: String, _ command: String,
    _ clock: WritingClock
  ) throws(CommandFailure) -> Value {
    let scalar: ScalarType
    switch type {
    case .scalar(let type), .array(let type, _): scalar = type
    case .structure(let structure):
      throw UsageError.failure(
        command,
        "\(name) has members; state them as "
          + structure.members.map { "\(name).\($0.name)=" }.joined(separator: ", "))
    case .dictionary, .tree:
      throw UsageError.failure(
        command, "\(name) has no value of one line; tripconv edit changes it")
    }
    guard let value = clock.value(text, scalar) ?? ScalarWords.value(text, scalar),
      let stored = Value(Tree(value, of: .scalar(scalar)), of: .scalar(scalar))
    else {
      let isMoment = [.day, .date, .clockTime, .zonedTime].contains(scalar)
      throw UsageError.failure(
        command,
        "\(name)=\(text) is not "
          + (isMoment
            ? "a \(scalar == .day ? "day, such as 2027-05-03, '3 May' or tomorrow" : "time, such as '2027-05-03 14:30' or 'tomorrow 9:00 Europe/Lisbon'")"
            : ScalarWords.expectation(scalar)))
    }
    if let cases, !cases.contains(stored) {
      let known = cases.map { ValueWords.short($0, TableAttribute(name: name, type: type)) }
      throw UsageError.failure(
        command, "\(name)=\(text) is none of \(known.joined(separator: ", "))")
    }
    return stored
  }
}

/// The day from which words such as `tomorrow` and days without a year count.
struct WritingClock {
  /// Days since 2001-01-01, on the clock of the person who writes.
  let today: Int64
  /// The day from which a day without a year is sought.
  var first: Int64

  init(today: Int64) {
    self.today = today
    first = today
  }

  func moment(_ text: String) -> WrittenMoment? {
    WrittenMoment(text, today: today, from: first)
  }

  /// Returns the value of a text that is a day or a time; nil for other types and texts.
  func value(_ text: String, _ type: ScalarType) -> Value? {
    guard [.day, .date, .clockTime, .zonedTime].contains(type), let moment = moment(text) else {
      return nil
    }
    switch (type, moment.time) {
    case (.day, nil): return .integer(moment.day)
    case (.date, nil): return .date(Double(moment.day) * 86_400)
    case (.date, .zoned(let time)?): return .date(Double(time.instantSecond))
    case (.date, .local(let time)?): return .date(Double(time.second))
    case (.clockTime, let time?): return .text(time.text)
    case (.zonedTime, .zoned(let time)?): return .text(ClockTimeText.zoned(time).text)
    default: return nil
    }
  }
}
