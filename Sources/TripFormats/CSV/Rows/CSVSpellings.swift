import DocumentTables

/// What all cells of a file say about how it spells days and times: the order of numbers, the language, the epoch.
struct CSVSpellings {
  private struct Facts {
    var dayFirst = 0
    var monthFirst = 0
    /// Days whose order the cell does not tell.
    var open = 0
    var hasClocks = false
    var hasOtherClocks = false
    var hasSlash = false
  }

  /// The order of one column.
  struct Order {
    var order: DayOrder
    /// Whether nothing decides.
    var isOpen: Bool
    var hasOnlyDays: Bool
  }

  /// The most words that are counted; a year has 24 in all forms.
  private static let mostWords = 1000

  private var facts: [Int: Facts] = [:]
  private let cells: [(cell: Int, edge: CSVField.Edge, spelling: MomentSpelling)]
  private let answers: [Int]
  private let statuses: [Int]
  /// The columns in which a cell says that something is cancelled.
  private(set) var cancelling: Set<Int> = []
  private var hasTwelveHours = false
  private var words: [String: Int] = [:]
  private var serials = SerialFacts()

  init(_ columns: CSVColumns) {
    cells = columns.columns.indices.compactMap { place in
      guard case .moment(let edge, let part)? = columns.columns[place].field, part != .zone else {
        return nil
      }
      return (place, edge, columns.spelling(of: place))
    }
    answers = columns.columns.indices.filter { columns.columns[$0].field == .isConfirmed }
    statuses =
      columns.isOwn
      ? []
      : columns.columns.indices.filter {
        [.status, .isConfirmed].contains(columns.columns[$0].field)
      }
  }

  mutating func note(_ row: CSVRecordStream) {
    serials.beginRow()
    for (cell, edge, spelling) in cells {
      // The row may be far shorter than the header.
      guard cell < row.cells.count else { break }
      if row.isEmpty(cell) { continue }
      let text = row.text(cell).trimmingSpaces
      var other = spelling
      other.order = .monthFirst
      // The order is that of the numbers; which order is read here does not matter.
      guard let moment = StatedMoment(text, spelling) ?? StatedMoment(text, other) else {
        noteWords(text)
        continue
      }
      if moment.form == .other { noteWords(text) }
      serials.note(moment, edge)
      note(moment, text, cell)
    }
    serials.endRow()
    for cell in statuses where cell < row.cells.count && !cancelling.contains(cell) {
      if CancellationWords.begin(row.text(cell)) { cancelling.insert(cell) }
    }
    for cell in answers where cell < row.cells.count && !row.isEmpty(cell) {
      noteWords(row.text(cell))
    }
  }

  private mutating func note(_ moment: StatedMoment, _ text: String, _ cell: Int) {
    var known = facts[cell] ?? Facts()
    if moment.isTwelveHours { hasTwelveHours = true }
    if let second = moment.second, moment.day != nil {
      known.hasClocks = true
      if second != 0 || moment.offset != nil { known.hasOtherClocks = true }
    }
    if let (first, second) = moment.numbers, !text.contains(".") || text.contains("/") {
      if first > 12, second <= 12 {
        known.dayFirst += 1
      } else if second > 12, first <= 12 {
        known.monthFirst += 1
      } else if first != second {
        known.open += 1
        if text.contains("/") { known.hasSlash = true }
      }
    }
    facts[cell] = known
  }

  private mutating func noteWords(_ text: String) {
    guard text.utf8.count <= 64, text.utf8.contains(where: { $0 | 32 &- 97 < 26 || $0 >= 0x80 }),
      let list = MomentWords(text, .alone)?.list
    else { return }
    for case .word(let word) in list {
      guard words[word] != nil || words.count < Self.mostWords else { continue }
      words[word, default: 0] += 1
    }
  }

  /// The language that knows most of the words; nil if none knows any.
  var language: DateLanguage? {
    var best: (language: DateLanguage, count: Int)?
    for language in DateLanguage.allCases {
      let count = words.reduce(0) { $0 + (language.knows($1.key) ? $1.value : 0) }
      if count > best?.count ?? 0 { best = (language, count) }
    }
    return best?.language
  }

  /// The epoch of numbers that count days: 1900, unless other cells of their rows contradict it and not 1904.
  var epoch: SerialEpoch { serials.epoch }

  /// Decides the orders: a number above 12 in the column, then in the file; else months come first only in
  /// files with commas, slashes and hours up to 12, as American programs write.
  func orders(delimiter: UInt8) -> [(column: Int, order: Order)] {
    let dayFirst = facts.values.reduce(0) { $0 + $1.dayFirst }
    let monthFirst = facts.values.reduce(0) { $0 + $1.monthFirst }
    return facts.sorted { $0.key < $1.key }.map { column, facts in
      let hasOnlyDays = facts.hasClocks && !facts.hasOtherClocks
      func order(_ order: DayOrder, isOpen: Bool) -> (Int, Order) {
        (column, Order(order: order, isOpen: isOpen, hasOnlyDays: hasOnlyDays))
      }
      if facts.dayFirst != facts.monthFirst {
        return order(facts.dayFirst > facts.monthFirst ? .dayFirst : .monthFirst, isOpen: false)
      }
      if dayFirst != monthFirst {
        return order(dayFirst > monthFirst ? .dayFirst : .monthFirst, isOpen: false)
      }
      let isAmerican = delimiter == UInt8(ascii: ",") && facts.hasSlash && hasTwelveHours
      return order(isAmerican ? .monthFirst : .dayFirst, isOpen: facts.open > 0)
    }
  }
}

/// What rows with days in words and days as numbers say about the epoch of the numbers.
private struct SerialFacts {
  private var against1900 = 0
  private var against1904 = 0
  private var numbers: [CSVField.Edge: Int64] = [:]
  private var days: [CSVField.Edge: Int64] = [:]

  mutating func beginRow() {
    if !numbers.isEmpty { numbers = [:] }
    if !days.isEmpty { days = [:] }
  }

  mutating func note(_ moment: StatedMoment, _ edge: CSVField.Edge) {
    guard let day = moment.day else { return }
    if moment.form == .serial {
      numbers[edge] = numbers[edge] ?? day
    } else if moment.numbers == nil {
      days[edge] = days[edge] ?? day
    }
  }

  mutating func endRow() {
    guard !numbers.isEmpty, !days.isEmpty else { return }
    let later = SerialEpoch.year1900.origin - SerialEpoch.year1904.origin
    for (edge, number) in numbers {
      for (other, day) in days {
        func fits(_ number: Int64) -> Bool {
          edge == other ? number == day : edge == .start ? number <= day : number >= day
        }
        switch (fits(number), fits(number + later)) {
        case (false, true): against1900 += 1
        case (true, false): against1904 += 1
        default: break
        }
      }
    }
  }

  var epoch: SerialEpoch { against1900 > 0 && against1904 == 0 ? .year1904 : .year1900 }
}
