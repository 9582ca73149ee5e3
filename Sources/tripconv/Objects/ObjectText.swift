import DocumentFile
import DocumentTables

/// One object and what it owns, as text for people.
///
///     Été à Paris
///       Dates        1 July 2024 – 8 July 2024 (7 days)
///       Destination  Paris
///       Reason       family
///
///     Bucket list
///       Orsay
///       Louvre: in plan, reservation; details Monday is closed
struct ObjectText {
  /// The maximum depth of owned objects; deeper ones are counted only.
  private static let mostLevels = 8

  private let reader: ObjectReader
  private let color: TerminalColor
  private var lines: [String] = []
  /// The objects that have a line, because ownership may be circular.
  private var shown: Set<ObjectKey> = []

  init(_ reader: ObjectReader, _ color: TerminalColor) {
    self.reader = reader
    self.color = color
  }

  /// Returns the text of an object.
  static func text(
    of object: ObjectReader.Object, _ reader: ObjectReader, _ color: TerminalColor
  ) -> String {
    var text = ObjectText(reader, color)
    text.describe(object)
    return text.lines.map { $0 + "\n" }.joined()
  }

  private mutating func describe(_ object: ObjectReader.Object) {
    shown.insert(object.key)
    lines.append(color.bold(DocumentError.printable(reader.title(of: object))))
    var facts = facts(object).map { (name: ValueWords.capitalized($0.name), words: $0.words) }
    let schema = reader.tables.schema
    if schema.hierarchies.contains(where: {
      $0.entities.count > 1 && $0.entity(named: object.entity.name) != nil
    }) {
      facts.append(("Kind", ValueWords.label(object.entity.name)))
    }
    let width = facts.map { TerminalWidth.of($0.name) }.max() ?? 0
    for (name, words) in facts {
      let space = String(repeating: " ", count: width - TerminalWidth.of(name) + 2)
      lines.append("  " + color.faint(name) + space + DocumentError.printable(words))
    }
    for end in owned(by: object) {
      let members = members(of: object, through: end)
      guard !members.isEmpty else { continue }
      lines.append("")
      lines.append(color.bold(ValueWords.capitalized(ValueWords.label(end.relationship.name))))
      list(members)
    }
  }

  /// Appends a line for each object, and indented lines for the objects that it owns.
  private mutating func list(_ objects: [ObjectReader.Object]) {
    var next = Array(objects.reversed().map { (object: $0, level: 1) })
    while let (object, level) = next.popLast() {
      guard shown.insert(object.key).inserted else { continue }
      let indent = String(repeating: "  ", count: level)
      let words = inline(object)
      lines.append(
        indent
          + DocumentError.printable(reader.title(of: object) + (words.isEmpty ? "" : ": " + words)))
      let members = owned(by: object).flatMap { self.members(of: object, through: $0) }
      if level < Self.mostLevels {
        next += members.reversed().map { ($0, level + 1) }
      } else if !members.isEmpty {
        lines.append(indent + "  and \(members.count) more")
      }
    }
  }

  /// Returns the attributes of an object that have a value, without the title, with a pair of moments
  /// such as `startDate` and `endDate` as one fact.
  private func facts(_ object: ObjectReader.Object) -> [(name: String, words: String)] {
    guard let presentation = reader.presentations[object.entity.name] else { return [] }
    var facts: [(name: String, words: String)] = []
    let titles = [presentation.title, presentation.titleEnd].compactMap(\.?.name)
    let times = presentation.times.values.map(\.name)
    var rest = presentation.attributes.filter { !(titles + times).contains($0.name) }
    while !rest.isEmpty {
      let attribute = rest.removeFirst()
      if let from = reader.moment(of: attribute, in: object) {
        if let (end, period, name) = partner(of: attribute, among: rest),
          let to = reader.moment(of: end, in: object)
        {
          rest.removeAll { $0.name == end.name }
          facts.append((name, ObjectMoment.words(from: from, to: to, period)))
        } else {
          facts.append((ValueWords.label(stem(of: attribute, presentation)), from.long))
        }
        continue
      }
      let words = ValueWords.long(reader.value(of: attribute, in: object), attribute)
      if !words.isEmpty { facts.append((ValueWords.label(attribute.name), words)) }
    }
    return facts
  }

  /// Returns the name of a moment: `checkin` for `checkinDate`, if that may be a time too.
  private func stem(of attribute: TableAttribute, _ presentation: EntityPresentation) -> String {
    presentation.times[attribute.name] == nil
      ? attribute.name : String(attribute.name.dropLast("Date".count))
  }

  /// Returns the end of a period and the period's name, such as `endDate` and `dates` for
  /// `startDate`.
  private func partner(
    of attribute: TableAttribute, among others: [TableAttribute]
  ) -> (TableAttribute, ObjectPeriod, name: String)? {
    for period in ObjectPeriod.allCases {
      for names in period.names where attribute.name.hasPrefix(names.start) {
        let rest = attribute.name.dropFirst(names.start.count)
        guard let end = others.first(where: { $0.name == names.end + rest }),
          end.type == attribute.type
        else { continue }
        let name = ValueWords.label(String(rest))
        return (end, period, name.isEmpty || name == "date" ? period.label : name)
      }
    }
    return nil
  }

  /// Returns the facts of an owned object on one line: booleans only if they are true, no defaults, and
  /// no `Codable` values, such as coordinates.
  private func inline(_ object: ObjectReader.Object) -> String {
    guard let presentation = reader.presentations[object.entity.name] else { return "" }
    var flags: [String] = []
    for attribute in presentation.attributes where attribute.type == .scalar(.bool) {
      if case .bool(true) = reader.value(of: attribute, in: object) {
        flags.append(ValueWords.label(attribute.name))
      }
    }
    let isFlag = Set(
      presentation.attributes.filter { $0.type == .scalar(.bool) }.map {
        ValueWords.label($0.name)
      })
    var defaults: [String: String] = [:]
    for attribute in presentation.attributes {
      guard case .value(let value) = attribute.defaultValue else { continue }
      defaults[ValueWords.label(attribute.name)] = ValueWords.long(value, attribute)
    }
    let isHidden = isFlag.union(
      presentation.attributes.filter { if case .tree = $0.type { true } else { false } }.map {
        ValueWords.label($0.name)
      })
    let others = facts(object)
      .filter { !isHidden.contains($0.name) && defaults[$0.name] != $0.words }
      .map { "\($0.name) \($0.words)" }
    return ([flags.joined(separator: ", ")] + others).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func owned(by object: ObjectReader.Object) -> [RelationshipEnd] {
    object.entity.properties.compactMap { property in
      reader.tables.schema.relationshipEnd(named: property.name, of: object.entity.name)
    }.filter { $0.relationship.deleteRule == .cascade }
  }

  private func members(
    of object: ObjectReader.Object, through end: RelationshipEnd
  ) -> [ObjectReader.Object] {
    reader.keys(of: object, through: end).compactMap {
      reader.object($0, hierarchy: end.destinationHierarchy)
    }
  }
}
