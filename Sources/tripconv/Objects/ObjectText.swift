import DocumentFile
import DocumentTables
import TripPages

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
  private let facts: ObjectFacts
  private let color: TerminalColor
  private var lines: [String] = []
  /// The objects that have a line, because ownership may be circular.
  private var shown: Set<ObjectKey> = []

  init(_ reader: ObjectReader, _ color: TerminalColor) {
    self.reader = reader
    facts = ObjectFacts(reader)
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
    lines.append(color.bold(DocumentError.printable(title(of: object))))
    var named = facts.all(of: object).map {
      (name: ValueWords.capitalized($0.name), words: $0.words)
    }
    if let kind = facts.kind(of: object) { named.append(("Kind", kind)) }
    let width = named.map { TerminalWidth.of($0.name) }.max() ?? 0
    for (name, words) in named {
      let space = String(repeating: " ", count: width - TerminalWidth.of(name) + 2)
      lines.append("  " + color.faint(name) + space + DocumentError.printable(words))
    }
    for end in facts.owned(by: object) {
      let members = facts.members(of: object, through: end)
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
          + DocumentError.printable(title(of: object) + (words.isEmpty ? "" : ": " + words)))
      let members = facts.owned(by: object).flatMap { facts.members(of: object, through: $0) }
      if level < Self.mostLevels {
        next += members.reversed().map { ($0, level + 1) }
      } else if !members.isEmpty {
        lines.append(indent + "  and \(members.count) more")
      }
    }
  }

  private func title(of object: ObjectReader.Object) -> String {
    reader.title(of: object) + reader.mark(of: object)
  }

  /// Returns the facts of an owned object on one line.
  private func inline(_ object: ObjectReader.Object) -> String {
    let (flags, others) = facts.brief(of: object)
    return ([flags.joined(separator: ", ")] + others.map { "\($0.name) \($0.words)" })
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
