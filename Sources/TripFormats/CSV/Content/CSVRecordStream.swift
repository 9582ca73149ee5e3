import DocumentFile

/// The codes of errors about CSV files.
///
/// The format of documents has no such rules, so the detail of an error contains all of its words.
extension DocumentError.Code {
  /// The file has no columns that can be read.
  package static let csvMalformed = Self(rawValue: "csv-malformed")
  /// A row of a CSV file exceeds the limits.
  package static let csvRow = Self(rawValue: "limit-csv-row")
}

/// One cell of a row, as a range of bytes.
struct CSVCell {
  /// The bytes between the quotes, or all bytes.
  var range: Range<Int>
  var isQuoted = false
  var hasDoubledQuotes = false
}

/// The rows of a CSV file, one after the other.
///
/// Only the current row is in memory, with the window of the file that it lies in. Blank lines, and rows
/// without any text, belong to the row behind them.
struct CSVRecordStream {
  /// The most bytes of a row.
  static let mostBytes = 64 << 20
  /// The most columns of a file.
  static let mostCells = 16_384

  enum LineEnd: String {
    case none = ""
    case lineFeed = "\n"
    case carriageReturn = "\r"
    case both = "\r\n"
  }

  private let delimiter: UInt8
  private var characters: CSVCharacters
  private var buffer: [UInt8] = []
  /// Where the bytes begin that belong to the next row, with the blank rows before it.
  private var rawStart = 0
  /// Where the next row begins.
  private var place = 0
  private var isComplete = false
  /// Set once a quote was never closed: from then on quoted cells end in their line.
  private var hasLoneQuote = false
  /// Where the rows end that are lines because their quotes are broken too far away.
  private var linesEnd = 0
  /// The bytes behind the first lines of rows with broken quotes, which were read in vain.
  private(set) var bytesInVain = 0
  /// The bytes of rows and blank lines so far.
  private var bytesRead = 0
  /// How many bytes may be read in vain, for each byte of the file and in all: a quote that is broken far away makes
  /// each line begin a row that ends there.
  private static let mostInVain = (perByte: 4, least: 1 << 16)
  private var nextLine = 1

  /// The cells of the current row, ``mostCells`` at most.
  private(set) var cells: [CSVCell] = []
  /// The number of cells, with those above ``mostCells``.
  private(set) var cellCount = 0
  /// The line on which the row begins, from 1.
  private(set) var line = 0
  /// The number of the row, from 0.
  private(set) var number = -1
  private(set) var hasBrokenQuote = false
  private(set) var lineEnd = LineEnd.none
  /// The bytes of the row with the blank lines before it, without its line end.
  private(set) var rawRange = 0..<0
  /// Where the row itself begins.
  private var rowStart = 0

  init(_ characters: CSVCharacters, delimiter: UInt8) {
    self.characters = characters
    self.delimiter = delimiter
  }

  /// Returns a stream at the first row of a text; nil if it has none.
  static func row(_ text: [UInt8], delimiter: UInt8) -> CSVRecordStream? {
    guard var stream = try? CSVRecordStream(text, delimiter: delimiter),
      (try? stream.next()) == true
    else { return nil }
    return stream
  }

  /// A stream over a text in memory.
  init(_ text: [UInt8], delimiter: UInt8, limits: DocumentLimits = .standard) throws(DocumentError)
  {
    self.init(
      CSVCharacters(try ForeignBytes(.bytes(text), limits: limits), .utf8, from: 0),
      delimiter: delimiter)
  }

  // MARK: The current row

  /// The text of a cell; empty if the row has no such cell.
  func text(_ cell: Int) -> String {
    guard cells.indices.contains(cell) else { return "" }
    return String(decoding: bytes(cells[cell]), as: UTF8.self)
  }

  func bytes(_ cell: CSVCell) -> [UInt8] {
    let bytes = buffer[cell.range]
    guard cell.hasDoubledQuotes else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isSecond = false
    for byte in bytes {
      isSecond = byte == Self.quote && !isSecond
      if !isSecond || byte != Self.quote { result.append(byte) }
    }
    return result
  }

  /// Whether a cell has no text and no quotes.
  func isNull(_ cell: Int) -> Bool {
    guard cells.indices.contains(cell) else { return true }
    return cells[cell].range.isEmpty && !cells[cell].isQuoted
  }

  func isEmpty(_ cell: Int) -> Bool {
    guard cells.indices.contains(cell) else { return true }
    return cells[cell].range.isEmpty
  }

  /// The column of the line on which a cell begins, from 1.
  func column(_ cell: Int) -> Int {
    guard cells.indices.contains(cell) else { return 0 }
    return cells[cell].range.lowerBound - (cells[cell].isQuoted ? 1 : 0) - rowStart + 1
  }

  /// The row as it is in the file, without its line end.
  var raw: [UInt8] { Array(buffer[rawRange]) }

  /// Returns a cell as it is in the file, with its quotes.
  func rawCell(_ cell: Int) -> [UInt8] {
    let range = cells[cell].range
    return Array(
      cells[cell].isQuoted ? buffer[range.lowerBound - 1...range.upperBound] : buffer[range])
  }

  /// Returns the first cells of the row as they are in the file.
  func rawCells(_ count: Int) -> [UInt8] {
    guard count < cells.count else { return Array(buffer[rowStart..<rawRange.upperBound]) }
    let next = cells[count]
    return Array(buffer[rowStart..<next.range.lowerBound - (next.isQuoted ? 2 : 1)])
  }

  /// The blank rows before the row.
  var blankBefore: [UInt8] { Array(buffer[rawRange.lowerBound..<rowStart]) }

  var cellTexts: [String] { cells.indices.map(text) }

  // MARK: Rows

  /// Reads the next row.
  ///
  /// - Returns: False at the end; then ``raw`` has the blank lines at the end of the file.
  /// - Throws: `limit-csv-row`.
  mutating func next() throws(DocumentError) -> Bool {
    rawStart = place
    while true {
      switch parse() {
      case .row(let end, let lines):
        bytesRead += end - place
        place = end
        number += 1
        nextLine += lines
        if hasBrokenQuote || cells.contains(where: { !$0.range.isEmpty }) {
          return true
        }
        // Much that is blank is not kept.
        if place - rawStart > CSVCharacters.windowBytes { rawStart = place }
      case .end:
        rawRange = rawStart..<buffer.count
        cells = []
        cellCount = 0
        return false
      case .more: try fill()
      }
    }
  }

  private mutating func fill() throws(DocumentError) {
    if buffer.count - place > Self.mostBytes {
      guard !hasLoneQuote, isInQuote else {
        throw DocumentError(
          .csvRow, place: .line(nextLine, column: 1),
          "the row has more than \(Self.mostBytes) bytes")
      }
      hasLoneQuote = true
      return
    }
    let kept = buffer.count - rawStart
    if rawStart > 0 {
      buffer.removeSubrange(..<rawStart)
      place -= rawStart
      linesEnd -= rawStart
      rawStart = 0
    }
    // The row is read again from its beginning, so windows grow with it.
    if try !characters.read(max(CSVCharacters.windowBytes, kept), into: &buffer) {
      isComplete = true
    }
  }

  private enum Step {
    case row(end: Int, lines: Int)
    case more
    case end
  }

  /// Whether the last row without an end is in a quoted cell.
  private var isInQuote = false

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 10
  private static let carriageReturn: UInt8 = 13

  private mutating func parse() -> Step {
    // Bound: every index is compared with the count first. Lifetime: the buffer is used in the closure.
    let buffer = buffer
    return buffer.withUnsafeBufferPointer { bytes in
      let count = bytes.count
      var at = place
      var lines = 0
      while at < count, bytes[at] == Self.lineFeed || bytes[at] == Self.carriageReturn {
        if bytes[at] == Self.lineFeed || at + 1 == count || bytes[at + 1] != Self.lineFeed {
          lines += 1
        }
        at += 1
      }
      isInQuote = false
      if at == count { return isComplete ? .end : .more }
      let start = at
      let firstLine = nextLine + lines
      cells.removeAll(keepingCapacity: true)
      cellCount = 0
      var isBroken = false
      while true {
        var cell = CSVCell(range: at..<at)
        if at < count, bytes[at] == Self.quote {
          cell.isQuoted = true
          var end = at + 1
          let beforeCell = lines
          search: while true {
            guard end < count else {
              isInQuote = true
              guard isComplete else { return .more }
              hasLoneQuote = true
              return brokenLine(bytes, start, firstLine)
            }
            switch bytes[end] {
            case Self.quote:
              if end + 1 == count, !isComplete { return .more }
              guard end + 1 < count, bytes[end + 1] == Self.quote else { break search }
              cell.hasDoubledQuotes = true
              end += 2
            case Self.lineFeed, Self.carriageReturn:
              if hasLoneQuote || start < linesEnd { return brokenLine(bytes, start, firstLine) }
              if bytes[end] == Self.lineFeed || end + 1 == count || bytes[end + 1] != Self.lineFeed
              {
                lines += 1
              }
              end += 1
            default: end += 1
            }
          }
          cell.range = at + 1..<end
          at = end + 1
          if at < count, bytes[at] != delimiter, bytes[at] != Self.lineFeed,
            bytes[at] != Self.carriageReturn
          {
            isBroken = true
            // The line with the quote is the row: what follows may be sound.
            if lines > beforeCell {
              noteInVain(at - start, until: at)
              return brokenLine(bytes, start, firstLine)
            }
          }
        }
        while at < count, bytes[at] != delimiter, bytes[at] != Self.lineFeed,
          bytes[at] != Self.carriageReturn
        { at += 1 }
        if !cell.isQuoted { cell.range = cell.range.lowerBound..<at }
        if at == count, !isComplete { return .more }
        cellCount += 1
        if cells.count < Self.mostCells { cells.append(cell) }
        guard at < count, bytes[at] == delimiter else { break }
        at += 1
      }
      guard let end = lineEnd(bytes, at) else { return .more }
      finish(start, at, firstLine, isBroken: isBroken)
      return .row(end: end, lines: lines + (lineEnd == .none ? 0 : 1))
    }
  }

  /// Counts bytes that are read again, because only the first line of them is a row.
  private mutating func noteInVain(_ count: Int, until end: Int) {
    bytesInVain += count
    if bytesInVain > Self.mostInVain.least + Self.mostInVain.perByte * bytesRead { linesEnd = end }
  }

  /// Makes a row of the first line of a row whose quotes are broken.
  private mutating func brokenLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ firstLine: Int
  ) -> Step {
    var at = start
    while at < bytes.count, bytes[at] != Self.lineFeed, bytes[at] != Self.carriageReturn { at += 1 }
    guard at < bytes.count || isComplete, let end = lineEnd(bytes, at) else { return .more }
    cells = [CSVCell(range: start..<at)]
    cellCount = 1
    finish(start, at, firstLine, isBroken: true)
    return .row(end: end, lines: firstLine - nextLine + (lineEnd == .none ? 0 : 1))
  }

  private mutating func finish(_ start: Int, _ end: Int, _ firstLine: Int, isBroken: Bool) {
    rowStart = start
    rawRange = rawStart..<end
    line = firstLine
    hasBrokenQuote = isBroken
  }

  /// Sets ``lineEnd`` and returns where the next line begins; nil if more bytes are needed.
  private mutating func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    guard at < bytes.count else {
      lineEnd = .none
      return at
    }
    guard bytes[at] == Self.carriageReturn else {
      lineEnd = .lineFeed
      return at + 1
    }
    guard at + 1 < bytes.count else {
      lineEnd = .carriageReturn
      return isComplete ? at + 1 : nil
    }
    lineEnd = bytes[at + 1] == Self.lineFeed ? .both : .carriageReturn
    return lineEnd == .both ? at + 2 : at + 1
  }
}
