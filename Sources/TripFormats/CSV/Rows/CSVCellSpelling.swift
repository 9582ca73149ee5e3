import DocumentTables

/// Values as the cells of a file spell them.
struct CSVCellSpelling {
  let hasDecimalComma: Bool
  var language: DateLanguage?

  /// Returns the exact text of a value, as in files of our own.
  static func exact(_ value: Value, _ type: AttributeType?) -> String {
    var bytes: [UInt8] = []
    CSVValues.append(value, type, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of a value in place of another cell's.
  ///
  /// - Parameter statesCurrency: Whether the cell of a price states its currency.
  func text(
    _ value: Value, _ target: CSVEntityPlan.Target, _ type: AttributeType?, insteadOf old: String,
    statesCurrency: Bool = true
  ) -> String {
    switch (target, value) {
    case (.member(let member), .tree(let tree)):
      switch tree[member.rawValue] {
      case .double(let value)?: return number(value)
      case .text(let text)?: return text
      default: return ""
      }
    case (.member, _): return ""
    case (.attribute(let attribute), .tree(let price)) where attribute.name == "price":
      return StatedPrice.text(
        of: price, hasDecimalComma: hasDecimalComma, statesCurrency: statesCurrency)
    case (.cancellation, .text(let status)):
      return word(status.isSpelled("cancelled"), insteadOf: old)
    case (.cancellation, .bool(let isCancelled)):
      return isCancelled ? "cancelled" : ""
    case (_, .bool(let flag)): return word(flag, insteadOf: old)
    case (_, .double(let value)): return number(value)
    case (.links, .array(let links)):
      if links.isEmpty { return "" }
      if links.count == 1, case .text(let link) = links[0] { return link }
      return Self.exact(value, type)
    default: return Self.exact(value, type)
    }
  }

  private func number(_ value: Double) -> String {
    let text = FloatingPointText.text(value)
    return hasDecimalComma ? text.replacing(".", with: ",") : text
  }

  /// Returns the word of the same pair as another cell's.
  private func word(_ flag: Bool, insteadOf old: String) -> String {
    let word = old.trimmingSpaces.lowercased()
    let pair = ((language?.truths ?? []) + CSVWords.truths).first {
      $0.yes == word || $0.no == word && !word.isEmpty
    }
    guard let pair else { return flag ? "yes" : "no" }
    let new = flag ? pair.yes : pair.no
    return old.first?.isUppercase == true ? new.prefix(1).uppercased() + new.dropFirst() : new
  }

  // MARK: Days and times

  /// Returns a day, in the form of another cell if that has numbers, or else as in ISO 8601.
  static func day(_ day: Int64, _ spelling: MomentSpelling, insteadOf old: String) -> String {
    let iso = DayText.text(day)
    let digits = old.prefix { $0.isASCII && $0.isNumber }
    let moment = StatedMoment(old.trimmingSpaces, spelling)
    if moment?.form == .serial, let epoch = spelling.epoch { return String(day + epoch.origin) }
    guard moment?.numbers != nil,
      1...2 ~= digits.count, let mark = old.dropFirst(digits.count).first
    else { return iso }
    let parts = iso.split(separator: "-")
    guard parts.count == 3 else { return iso }
    let isDayFirst = mark == "." || spelling.order == .dayFirst
    let two = isDayFirst ? [parts[2], parts[1]] : [parts[1], parts[2]]
    let isPadded = digits.first == "0" || digits.count == 2
    let numbers = isPadded ? two : two.map { $0.first == "0" ? $0.dropFirst() : $0 }
    return (numbers + [parts[0]]).joined(separator: String(mark))
  }

  /// Returns a time of day, with seconds if it has any.
  static func clock(_ time: ClockTimeText) -> String {
    let second = LocalTime.time(ofSecond: time.local.second)
    let parts = [second / 3600, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
    return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
