import DocumentFile

/// The cells of one sheet that have a value, and the table of trips among them.
///
///     rows of cells ─► merged cells in each of their rows ─► the header ─► CSV
struct SheetTable {
  struct Cell {
    let column: Int
    let text: String
  }

  struct Row {
    /// The number of the row, from 0.
    let number: Int
    var cells: [Cell] = []
  }

  /// Cells that look as one.
  struct Merge {
    let rows: ClosedRange<Int>
    let column: Int
  }

  let name: String
  /// The rows with values, in their order.
  private(set) var rows: [Row] = []
  private var merges: [Merge] = []
  /// The cells whose formula has no result, and those with an error, by their names.
  private(set) var uncomputed = Findings()
  private(set) var errors = Findings()
  /// The cells with a number that is no day.
  private(set) var unread = Findings()
  private(set) var filled = 0
  private(set) var outside = 0
  /// The repetitions of rows that are left out.
  var repeated = 0

  /// The number of findings, with the first cells.
  struct Findings {
    var count = 0
    var cells: [String] = []

    mutating func add(_ cell: String) {
      count += 1
      if cells.count < 5 { cells.append(cell) }
    }
  }

  /// The most rows of merged cells that are looked at: a hostile workbook states them one over the other.
  private static let mostMerged = 1_000_000
  /// The rows of a sheet among which its header is.
  private static let headerRows = 50

  init(name: String) { self.name = name }

  // MARK: Reading

  /// Adds a row behind the others; nothing for one without a value, or out of order.
  mutating func add(_ row: Row) {
    guard !row.cells.isEmpty, row.number > rows.last?.number ?? -1 else { return }
    rows.append(row)
  }

  mutating func noteError(_ row: Int, _ column: Int) { errors.add(Self.name(row, column)) }
  mutating func noteUncomputed(_ row: Int, _ column: Int) {
    uncomputed.add(Self.name(row, column))
  }
  mutating func noteUnread(_ row: Int, _ column: Int) { unread.add(Self.name(row, column)) }

  mutating func merge(_ merge: Merge) {
    if merge.rows.count > 1 { merges.append(merge) }
  }

  /// The name of a cell for people: `B7`.
  static func name(_ row: Int, _ column: Int) -> String {
    var letters = ""
    var rest = column
    // Bound: each round divides by 26.
    repeat {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters + "\(row + 1)"
  }

  // MARK: The table

  /// The position of the first row that names columns of trips; nil if there is none.
  var headerPosition: Int? {
    rows.prefix(Self.headerRows).firstIndex { row in
      let texts = row.cells.prefix(200).map(\.text)
      let language = CSVHeaderWords.language(of: texts)
      return Set(texts.compactMap { CSVHeaderWords.field($0, in: language) }).count > 1
    }
  }

  /// Whether the header at a position names a column for the trips of rows.
  func namesTrips(at position: Int) -> Bool {
    let texts = rows[position].cells.prefix(200).map(\.text)
    let language = CSVHeaderWords.language(of: texts)
    return texts.contains { CSVHeaderWords.field($0, in: language) == .trip }
  }

  /// Gives each row of merged cells their value: a trip that spans the rows of its legs is that of each.
  private mutating func fill(below header: Int) {
    var looked = 0
    for merge in merges {
      let first = rows.prefixCount { $0.number < merge.rows.lowerBound }
      guard first > header, first < rows.count, rows[first].number == merge.rows.lowerBound,
        let cell = rows[first].cells.first(where: { $0.column == merge.column })
      else { continue }
      for position in (first + 1)..<max(first + 1, rows.count) {
        guard rows[position].number <= merge.rows.upperBound, looked < Self.mostMerged else {
          break
        }
        looked += 1
        let place = rows[position].cells.prefixCount { $0.column < merge.column }
        if place < rows[position].cells.count, rows[position].cells[place].column == merge.column {
          continue
        }
        rows[position].cells.insert(cell, at: place)
        filled += 1
      }
    }
    merges = []
  }

  /// Returns the table from its header on as CSV.
  ///
  /// - Parameters:
  ///   - header: The position of its first row.
  ///   - budget: How many bytes it may take, less those of the table.
  /// - Throws: `limit-expanded-bytes`.
  mutating func csv(from header: Int, _ budget: inout Int) throws(DocumentError) -> [UInt8] {
    fill(below: header)
    let width = (rows[header].cells.last?.column ?? 0) + 1
    var bytes: [UInt8] = []
    for row in rows[header...] {
      let start = bytes.count
      var column = 0
      for cell in row.cells {
        guard cell.column < width else {
          outside += 1
          continue
        }
        while column < cell.column {
          bytes.append(UInt8(ascii: ","))
          column += 1
        }
        guard cell.text.utf8.count <= budget - (bytes.count - start) else {
          throw DocumentError(
            .limitExpanded, "the table of the sheet '\(name)' is too large for its file")
        }
        Self.append(cell.text, to: &bytes)
      }
      // A row of empty cells only is none.
      if bytes[start...].allSatisfy({ $0 == UInt8(ascii: ",") }) {
        bytes.removeLast(bytes.count - start)
        continue
      }
      while column < width - 1 {
        bytes.append(UInt8(ascii: ","))
        column += 1
      }
      bytes += [13, 10]
      budget -= bytes.count - start
    }
    return bytes
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let needsQuotes =
      text.utf8.contains { [34, 44, 13, 10].contains($0) }
      || text.utf8.first == 32 || text.utf8.last == 32
    guard needsQuotes else {
      bytes += Array(text.utf8)
      return
    }
    bytes.append(34)
    for byte in text.utf8 {
      if byte == 34 { bytes.append(34) }
      bytes.append(byte)
    }
    bytes.append(34)
  }
}
