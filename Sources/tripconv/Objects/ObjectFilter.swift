import ArgumentParser
import DocumentTables
import Foundation
import TripFormats
import TripPages

/// A condition on one property, from an argument such as `startDate>=1831` or `name~beagle`.
struct ObjectFilter {
  enum Operator: String, CaseIterable {
    // Longer ones first: `<=` begins with `<`.
    case atMost = "<="
    case atLeast = ">="
    case notEqual = "!="
    case equal = "="
    case below = "<"
    case above = ">"
    case contains = "~"
  }

  let property: String
  let comparison: Operator
  let text: String

  /// - Throws: `ValidationError` if the argument has no operator.
  init(_ argument: String) throws {
    let signs = "<>!=~"
    guard let start = argument.firstIndex(where: { signs.contains($0) }),
      start > argument.startIndex,
      let comparison = Operator.allCases.first(where: { argument[start...].hasPrefix($0.rawValue) })
    else {
      throw ValidationError(
        "--where takes a property, an operator and a value, such as 'startDate>=1831'")
    }
    property = argument[..<start].trimmingCharacters(in: .whitespaces)
    self.comparison = comparison
    let value = argument[start...].dropFirst(comparison.rawValue.count)
      .trimmingCharacters(in: .whitespaces)
    if let quoted = Self.quoted(value) {
      text = quoted
      return
    }
    text = value
    if let sign = value.first, signs.contains(sign) {
      throw ValidationError(
        "there is no operator '\(comparison.rawValue)\(sign)'; operators: = != < <= > >= ~")
    }
    if let word = value.firstMatch(of: Self.joining)?.1 {
      throw ValidationError(
        "one condition only, without '\(word)': give each its own --where, and all must be true; for this as a text write \(property)\(comparison.rawValue)\"\(value)\""
      )
    }
  }

  /// A word that joins two conditions, before a second one.
  private nonisolated(unsafe) static let joining =
    /\s(and|or|AND|OR|&&|\|\|)\s+[\w.()]+\s*(?:[<>=~]|!=)/

  /// Returns what is between quotation marks; nil for any other text.
  private static func quoted(_ value: String) -> String? {
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
    return String(value.dropFirst().dropLast())
  }

  /// Returns the query for objects of an entity.
  ///
  /// - Parameter column: The property's column.
  /// - Throws: ``CommandFailure`` if the property cannot be compared so, or the value is invalid.
  func query(
    _ attribute: TableAttribute, column: Int, _ verb: String = "tripconv list"
  ) throws(CommandFailure) -> Query {
    do throws(ConditionProblem) {
      return try query(attribute, column: column)
    } catch {
      throw UsageError.failure(verb, "--where: \(error.words)")
    }
  }

  /// What is wrong with a condition.
  private struct ConditionProblem: Error {
    let words: String
  }

  private func query(
    _ attribute: TableAttribute, column: Int
  ) throws(ConditionProblem) -> Query {
    guard case .scalar(let type) = attribute.type else {
      throw failure("\(property) has several values and cannot be compared")
    }
    if comparison == .contains {
      guard type.storage == .text else { throw failure("~ needs a text; \(property) is not one") }
      return .opaque(column: column) { [text] value in
        if case .text(let content) = value { Self.contains(content, text) } else { false }
      }
    }
    let isEmpty = text.isEmpty
    if isEmpty, comparison == .equal || comparison == .notEqual {
      let absent: Query =
        type == .text
        ? .any([.isNull(column: column), .equals(column: column, .text(""))])
        : .isNull(column: column)
      return comparison == .equal ? absent : .not(absent)
    }
    let (least, beyond) = try values(type)
    let range: ColumnRange =
      switch comparison {
      case .below: .below(least)
      case .atLeast: .atLeast(least)
      case .above: beyond.map { .atLeast($0) } ?? .above(least)
      case .atMost: beyond.map { .below($0) } ?? .atMost(least)
      case .equal, .notEqual, .contains:
        ColumnRange(
          lower: .init(least, isInclusive: true),
          upper: .init(beyond ?? least, isInclusive: beyond == nil))
      }
    let isEquality = comparison == .equal || comparison == .notEqual
    let query: Query =
      isEquality && beyond == nil
      ? .equals(column: column, least) : .range(column: column, range)
    return comparison == .notEqual ? .not(query) : query
  }

  /// Returns whether a text contains another, regardless of case and accents.
  static func contains(_ text: String, _ part: String) -> Bool {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    guard text.utf8.count > longestCompared else {
      return part.utf8.count <= longestCompared && text.range(of: part, options: options) != nil
    }
    // A comparison by characters takes the square of the marks of one.
    func folded(_ text: String) -> String {
      NormalizedText.form(
        of: ComparisonText(text).text.folding(options: options, locale: nil))
    }
    let (whole, wanted) = (folded(text), folded(part))
    return !wanted.isEmpty
      && whole.parts(dividedBy: wanted, most: 1, omittingEmpty: false).count > 1
  }

  /// The most bytes of texts that are compared by characters.
  private static let longestCompared = 4096

  private func failure(_ words: String) -> ConditionProblem { ConditionProblem(words: words) }

  /// Returns the value, or for a date or day that names a day, month or year its first moment and the
  /// first moment after it.
  private func values(_ type: ScalarType) throws(ConditionProblem) -> (Value, beyond: Value?) {
    if type == .date, let period = DatePeriod(text) {
      return (.date(period.start), .date(period.end))
    }
    if type == .day, let period = DatePeriod(text) {
      return (.integer(Int64(period.start) / 86_400), .integer(Int64(period.end) / 86_400))
    }
    guard let value = ScalarWords.value(text, type) else {
      let form =
        type == .date || type == .day
        ? "a \(type.rawValue), such as 1831, 1831-12 or 1831-12-27" : ScalarWords.expectation(type)
      throw failure("'\(text)' is not \(form)")
    }
    return (value, nil)
  }
}

/// A year, a month or a day, in UTC.
struct DatePeriod {
  /// The first second since 2001-01-01.
  let start: Double
  /// The first second after the period.
  let end: Double

  /// Returns nil if the text is not `1831`, `1831-12` or `1831-12-27`.
  init?(_ text: String) {
    let lengths = [4, 2, 2]
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = zip(parts, lengths).compactMap { part, length in
      part.utf8.count == length && part.utf8.allSatisfy { 48...57 ~= $0 } ? UInt32(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count), (1...9999) ~= numbers[0]
    else { return nil }
    let year = numbers[0]
    let month = numbers.count > 1 ? numbers[1] : 1
    guard (1...12) ~= month else { return nil }
    let day = numbers.count > 2 ? numbers[2] : 1
    guard day >= 1, day <= CivilDay.daysInMonth(month, of: year) else { return nil }
    let first = CivilDay(year: year, month: month, day: day).daysSince2001
    let length: UInt32
    switch numbers.count {
    case 1:
      length = (1...12).reduce(0) { $0 + CivilDay.daysInMonth($1, of: year) }
    case 2: length = CivilDay.daysInMonth(month, of: year)
    default: length = 1
    }
    start = Double(first) * 86_400
    end = Double(first + Int64(length)) * 86_400
  }
}
