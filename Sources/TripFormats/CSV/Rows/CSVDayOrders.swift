import DocumentTables

/// What all cells of a file say about the order of its days.
struct CSVDayOrders {
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
    var order: CSVDayOrder
    /// Whether nothing decides.
    var isOpen: Bool
    var hasOnlyDays: Bool
  }

  private var facts: [Int: Facts] = [:]
  private let cells: [Int]
  private var hasTwelveHours = false

  init(_ columns: CSVColumns) {
    cells = columns.columns.indices.filter { place in
      if case .moment(_, let part)? = columns.columns[place].field { return part != .zone }
      return false
    }
  }

  mutating func note(_ row: CSVRecordStream) {
    for cell in cells {
      // The row may be far shorter than the header.
      guard cell < row.cells.count else { break }
      if row.isEmpty(cell) { continue }
      let text = row.text(cell)
      // The order is that of the numbers; which order is read here does not matter.
      guard
        let moment = CSVMoment(text.trimmingSpaces)
          ?? CSVMoment(text.trimmingSpaces, order: .monthFirst)
      else { continue }
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
  }

  /// Decides the orders: a number above 12 in the column, then in the file; else months come first only in
  /// files with commas, slashes and hours up to 12, as American programs write.
  func orders(delimiter: UInt8) -> [(column: Int, order: Order)] {
    let dayFirst = facts.values.reduce(0) { $0 + $1.dayFirst }
    let monthFirst = facts.values.reduce(0) { $0 + $1.monthFirst }
    return facts.sorted { $0.key < $1.key }.map { column, facts in
      let hasOnlyDays = facts.hasClocks && !facts.hasOtherClocks
      func order(_ order: CSVDayOrder, isOpen: Bool) -> (Int, Order) {
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
